"""Which sources compiled code depends on: its own module's and all that this one imports.

Machine code holds what it was compiled from: constants of other modules, functions that it calls.
So kept code is right as long as none of these files has changed. Only imports at the top of a
module count; nothing that is imported inside a function can be compiled in.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path


def fingerprint(module: str) -> str:
    """A short name for the contents of all these files."""
    files: set[Path] = set()
    _gather(module, {__name__.partition(".")[0], module.partition(".")[0]}, files)
    digest = blake2b(digest_size=6)
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _gather(module: str, packages: set[str], files: set[Path]) -> None:
    """Add the file of a module and of whatever it imports from the packages."""
    path = _path(module)
    if path is None or path in files:
        return
    files.add(path)
    for name in _imports(path):
        if name.partition(".")[0] in packages:
            _gather(name, packages, files)


def _path(module: str) -> Path | None:
    """The file of a module; None for names that only might have been one."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file) if file else None


@cache
def _imports(path: Path) -> tuple[str, ...]:
    return tuple(name for node in ast.parse(path.read_bytes()).body for name in _names(node))


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{each.name}" for each in node.names)
