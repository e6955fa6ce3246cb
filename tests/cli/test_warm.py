"""The first time: a notice while something is compiled, and a command that does it ahead."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tetrad.cli import main

# A terminal of its own, for the notice is for people.
IN_A_TERMINAL = """
import pty, sys
sys.exit(pty.spawn([sys.executable, "-m", "tetrad", "perft", "quantik", "1"]) >> 8)
"""


@pytest.mark.slow
def test_who_waits_for_the_compiler_is_told_so_once(tmp_path: Path) -> None:
    def said() -> str:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "LC_ALL": "C.UTF-8"}
        ran = subprocess.run(
            [sys.executable, "-c", IN_A_TERMINAL], env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    first, second = said(), said()
    assert first.count("the first time only") == 1
    assert "the first time only" not in second
    assert re.search(r"\b64\b", first)
    assert re.search(r"\b64\b", second)


def test_warm_says_when_a_game_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "quantik"]) == 0
    assert capsys.readouterr().out.startswith("quantik: ready after ")
    assert main(["warm", "chess"]) == 2


def test_numba_stays_whole_for_others_and_is_lean_for_the_command() -> None:
    look = "import numba.core.typing.cffi_utils as utils; print(utils.SUPPORTED)"
    for lean, whole in ((False, True), (True, False)):
        program = (
            f"from tetrad.kernels import compiled\ncompiled.lean = {lean}\n"
            f"compiled.load('kernels.quantik')\n{look}\n"
            "import cffi, sys\nprint(sys.modules['cffi'] is cffi)"
        )
        pytest.importorskip("cffi")
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert ran.stdout.split() == [str(whole), "True"], ran.stderr


def test_a_command_loads_no_package_that_only_numba_asks_for() -> None:
    for name in ("cffi", "scipy"):
        program = (
            "import sys\nfrom tetrad.cli import main\nmain(['perft', 'quantik', '1'])\n"
            f"print({name!r} in sys.modules)"
        )
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert ran.stdout.split() == ["64", "False"], ran.stderr
