import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tetrad.kernels.sources import _imports, fingerprint

MODULES = {
    "game.py": "from house import board\nfrom house.wins import LINES",
    "wins.py": "LINES = 10",
    "board.py": "import house.squares\n\ndef late() -> None:\n    import house.other",
    "squares.py": "import tetrad.rules.quantik",
    "other.py": "import house.game",
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package whose module `game` depends on all others but `other`."""
    folder = tmp_path / "house"
    folder.mkdir()
    for name, source in {"__init__.py": "", **MODULES}.items():
        (folder / name).write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("house.other")
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "house"]:
        del sys.modules[name]


def changed(path: Path, module: str) -> bool:
    before = fingerprint(module)
    path.write_text(path.read_text() + "\n# changed")
    _imports.cache_clear()
    return fingerprint(module) != before


@pytest.mark.parametrize("name", ["game.py", "wins.py", "board.py", "squares.py"])
def test_a_change_in_what_a_module_imports_is_noticed(house: Path, name: str) -> None:
    assert changed(house / name, "house.game")


def test_a_change_in_what_it_does_not_import_is_not(house: Path) -> None:
    assert not changed(house / "other.py", "house.game")
    assert not changed(house / "game.py", "house.wins")


def test_games_do_not_depend_on_each_other() -> None:
    """What is compiled for one is not compiled again because another has changed."""
    sources = {game: _files(f"tetrad.kernels.fast.{game}") for game in ("quantik", "qomet")}
    assert Path("rules/quantik.py") in sources["quantik"] - sources["qomet"]
    assert Path("kernels/fast/bits.py") in sources["quantik"] & sources["qomet"]
    assert not [path for path in sources["qomet"] if "quantik" in path.name]


def _files(module: str) -> set[Path]:
    import tetrad
    from tetrad.kernels import sources

    importlib.import_module(module)
    found: set[Path] = set()
    sources._gather(module, {"tetrad"}, found)
    return {path.relative_to(Path(tetrad.__file__).parent) for path in found}
