"""Games for clients to play, made before what they play against is measured."""

from __future__ import annotations

import pytest

from benchmarks.server.clients import lines_of_play
from tetrad.rules import GAMES


@pytest.mark.parametrize("seed", range(5))
def test_a_line_of_play_is_legal_goes_on_and_never_comes_back(seed: int) -> None:
    for line in lines_of_play(5, 40, seed):
        position = GAMES["qomet"].start()
        met = {position}
        for move in line:
            position = position.play(move)
            assert position.outcome() is None
            assert position not in met
            met.add(position)
        assert len(line) == 40
