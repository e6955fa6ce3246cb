"""The network's own games are counted."""

import pytest

from research.network import main


def test_a_run_tells_who_won_and_which_wins_were_kept(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--level", "1"])
    first, network, level = capsys.readouterr().out.splitlines()
    assert first.endswith("of 2 games against level 1")
    assert network.startswith("  the network kept ")
    assert level.startswith("  level 1 kept ")
