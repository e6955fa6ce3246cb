"""What the network of `examples/learn.py` throws away in its own games of Quantik against a level.

    python -m research.network [--level 3] [--games 60]

plays both sides in turn from the start, and solves every position: of those that were won for the
player to move, how many were kept? The exam asks the same about positions from random games, which
are not those that the network's own play reaches.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections import Counter
from pathlib import Path
from typing import Any

from tetrad.bots import bot
from tetrad.rules.quantik import Quantik
from tetrad.solvers import solve
from tetrad.solvers.solution import Limits

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn.py"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    given = parser.parse_args(arguments)
    learn, points, faced, kept = _example(), 0, Counter[bool](), Counter[bool]()
    for number in range(given.games):
        opponent = bot("quantik", given.level, seed=1000 + number)
        position, ply = Quantik.start(), 0
        while not (outcome := position.outcome()):
            network = ply % 2 == number % 2
            move = learn.play(position) if network else opponent.choose(position).move
            solution = solve(position, Limits(time=None))
            if solution.value == "win":
                faced[network] += 1
                kept[network] += any(
                    each.move == move and each.value == "win" for each in solution.moves
                )
            position, ply = position.play(move), ply + 1
        points += outcome.winner is not None and outcome.winner.value == 1 + number % 2
    print(f"the network won {points} of {given.games} games against level {given.level}")
    for network, name in ((True, "the network"), (False, f"level {given.level}")):
        print(f"  {name} kept {kept[network]} of {faced[network]} wins")


def _example() -> Any:
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
