"""The modules for a page are small, need nothing but a clock, and are the same every time."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

BUILT = Path(__file__).parents[2] / "build" / "wasm"
# Kilobytes that a phone has to fetch, compressed; the measured sizes and a little room.
MOST = {"quantik": 30, "qawale": 21, "qomet": 9}
# The clock, where a search may take long; nothing else comes from outside.
IMPORTS = {"quantik": [], "qawale": ["glance"], "qomet": ["glance"]}
ASK = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
console.log(JSON.stringify(WebAssembly.Module.imports(module).map(({ name }) => name)));
"""


def built(game: str) -> Path:
    path = BUILT / f"{game}.wasm"
    if not path.is_file():
        pytest.skip("the searches are not compiled for a page: run 'make wasm'")
    return path


@pytest.mark.parametrize("game", MOST)
def test_a_module_is_small(game: str) -> None:
    assert len(gzip.compress(built(game).read_bytes(), 9)) <= MOST[game] * 1000


@pytest.mark.parametrize("game", IMPORTS)
def test_a_module_needs_the_clock_only(game: str) -> None:
    answer = subprocess.run(["node", "-e", ASK, str(built(game))], capture_output=True, check=True)
    assert json.loads(answer.stdout) == IMPORTS[game]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("quantik", marks=pytest.mark.nightly),
        pytest.param("qawale", marks=pytest.mark.nightly),
        pytest.param("qomet", marks=pytest.mark.slow),
    ],
)
def test_the_same_sources_give_the_same_bytes(tmp_path: Path, game: str) -> None:
    before = built(game).read_bytes()
    subprocess.run([sys.executable, "-m", "wasm", str(tmp_path), game], check=True)
    assert (tmp_path / f"{game}.wasm").read_bytes() == before
