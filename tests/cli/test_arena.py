"""`tetrad arena` refuses what cannot be played before anything is played."""

import shlex
import sys
from pathlib import Path

import pytest

from tetrad.cli import main

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"
PYTHON = shlex.quote(sys.executable)
BAD_ARENAS = [
    (["quantik", "level:3"], "at least two"),
    (["quantik", "level:3", "level:3"], "each of them once"),
    (["quantik", "level:3", "nobody"], "'nobody' is not one of"),
    (["quantik", "level:3", "level:4", "level:5", "--sprt", "0", "10"], "between two"),
    (["quantik", "level:3", "level:4", "--sprt", "10", "0"], "ELO0 < ELO1"),
    (["quantik", "level:3", "level:4", "--games", "0"], "from 1 to"),
    (["quantik", "level:3", "cmd:no-such-program-at-all"], "'no-such-program-at-all' cannot be"),
    (["quantik", "level:3", f"cmd:{PYTHON} nowhere.py"], "cannot be started: ended with status 2"),
    (["quantik", "level:3", f"cmd:{PYTHON} {FAKE} fair qomet"], "is for qomet, not for quantik"),
    (["chess", "level:3", "level:4"], "invalid choice"),
    (["quantik", "level:3", "level:4", "--time", "-1"], "from 0 to 3600"),
]


def status_of(*words: str) -> int:
    """The exit status, also where argparse leaves by itself."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize(("words", "complaint"), BAD_ARENAS)
def test_bad_input_is_one_line_and_status_2(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert status_of("arena", *words) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert complaint in said.err
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []
