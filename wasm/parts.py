"""What a page needs to answer itself, in one folder: Python, the package, the searches, a list.

pyodide.*, python_stdlib.zip   CPython for WebAssembly, from npm
tetrad.zip                     the light part of the package
GAME.wasm.gz                   the searches, from `make wasm`
page.json                      these files with their sizes and hashes, a name for this very set,
                               and the worker of the app that they were made for
boards-GAME.json               boards that a page shows first, so that it need not wait
daily-YEAR-MONTH.json          the puzzles of the days to come
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tetrad.matches.board import board
from tetrad.puzzles.asked import daily
from tetrad.rules import GAMES
from wasm import package

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
BUILT = ROOT / "build" / "wasm"
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
# So long ahead the puzzles of the day are written down; after that Python is asked for them.
DAYS = 731
UNQUOTED = "-_.!~*'()"  # as browsers leave it


def write(folder: Path, app: Path) -> None:
    """All parts, for the app that was built into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in PYTHON:
        _copy(PYODIDE / name, folder)
    _write(folder / LOCK, _without_packages(json.loads((PYODIDE / LOCK).read_text())))
    for module in sorted(BUILT.glob("*.wasm")):
        _copy(module, folder)
    package.write(folder / "tetrad.zip")
    _write(folder / "page.json", _listed(folder, app))
    _boards(folder, json.loads((app / "lessons.json").read_text()))
    _days(folder, datetime.now(UTC).date())


def _copy(file: Path, folder: Path) -> None:
    """What is large and no script is compressed here: not every host does that."""
    if file.suffix == ".wasm":
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        (folder / f"{file.name}.gz").write_bytes(packed)
    else:
        shutil.copyfile(file, folder / file.name)


def _write(path: Path, content: Any) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _without_packages(lock: dict[str, Any]) -> dict[str, Any]:
    """Python's list of what could be installed, of which a page needs nothing."""
    return {**lock, "packages": {}}


def _listed(folder: Path, app: Path) -> dict[str, Any]:
    files, hashes, digest = {}, {}, hashlib.sha256()
    for file in sorted(folder.iterdir()):
        content = file.read_bytes()
        files[file.name] = len(content)
        plain = gzip.decompress(content) if file.suffix == ".gz" else content
        hashes[file.name] = hashlib.sha256(plain).hexdigest()
        digest.update(file.name.encode() + hashlib.sha256(content).digest())
    version = digest.hexdigest()[:16]
    return {"version": version, "files": files, "hashes": hashes, "worker": _worker(app)}


def _worker(app: Path) -> str:
    """Its name is made from what it does, so it tells one version of the app from another."""
    (worker,) = (app / "assets").glob("worker-*.js")
    return worker.name


def _boards(folder: Path, lessons: dict[str, list[str]]) -> None:
    """By the address with which the app asks for them."""
    for name, game in GAMES.items():
        found = {f"/api/{name}/board": board(game.start())}
        for text in lessons[name]:
            address = f"/api/{name}/board?position={quote(text, safe=UNQUOTED)}"
            found[address] = board(game.parse(text))
        _write(folder / f"boards-{name}.json", found)


def _days(folder: Path, first: date) -> None:
    months: dict[str, dict[str, Any]] = {}
    for number in range(-1, DAYS):
        day = first + timedelta(days=number)
        months.setdefault(day.strftime("%Y-%m"), {})[day.isoformat()] = daily(day)
    for month, days in months.items():
        _write(folder / f"daily-{month}.json", days)


if __name__ == "__main__":
    write(Path(sys.argv[1]) / "page", Path(sys.argv[1]))
