"""`python -m wasm FOLDER [GAME ...]`: compile the searches for a page and print their sizes."""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from pathlib import Path

GAMES = ("quantik", "qawale", "qomet")


def main(folder: Path, games: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as kept:
        os.environ["NUMBA_CACHE_DIR"] = kept
        from wasm.compile import compile_game

        folder.mkdir(parents=True, exist_ok=True)
        for game in games or GAMES:
            module = compile_game(game)
            (folder / f"{game}.wasm").write_bytes(module)
            packed = len(gzip.compress(module, 9))
            print(f"{game}.wasm {len(module):,} bytes, {packed:,} compressed")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
