"""The part of the package that a page needs, as an archive that Python in the page reads.

Which modules those are is found out by loading them where nothing but the standard library can be
had: what is loaded then, and no more, goes into the archive, with the openings and the puzzles.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
DATA = (
    "data/*-opening.table",
    "data/qawale-replies.table",
    "data/qomet-faced.table",
    "data/puzzles/*.json",
)
_LOAD = """
import importlib, sys
heavy = ("babel", "fastapi", "llvmlite", "msgspec", "numba", "numpy", "platformdirs", "pydantic",
         "sqlalchemy", "starlette", "typing_extensions", "zstandard")
sys.modules.update(dict.fromkeys(heavy))
import tetrad.page.answers, tetrad.page.engine
for game in ("quantik", "qawale", "qomet"):
    importlib.import_module(f"tetrad.page.{game}")
    importlib.import_module(f"tetrad.solvers.{game}.solver")
print(*(module.__file__ for name, module in sys.modules.items() if name.startswith("tetrad")))
"""
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def write(path: Path) -> None:
    """The same files make the same archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(_modules() + _data()):
            entry = zipfile.ZipInfo(file.relative_to(SOURCE).as_posix(), _NO_TIME)
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def _modules() -> list[Path]:
    command = [sys.executable, "-c", _LOAD]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True)
    return [Path(name) for name in loaded.stdout.split()]


def _data() -> list[Path]:
    return [file for pattern in DATA for file in (SOURCE / "tetrad").glob(pattern)]
