"""What level 10 of Qomet throws away as SECOND, as far as exact values tell.

    nice python -m research.qomet.thrown --games 30

plays so many games for each opponent, levels 3 to 9 as FIRST, whose first star is put on a space
drawn by lot (against the centre SECOND is lost). As long as both sides have at most four stars the
value of each position is known, and later where a move comes with the program (`faced`); elsewhere
level 10 searches. A game counts as thrown away if the last value that was known was better than how
it ended: that is the least it can have been, for the opponent may not have seen what was offered.

For each turn of level 10 it is counted whether the value was known, proven by the search, or open,
and how many stars the fuller side had: what a table up to so many stars would have answered.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

from tetrad.bots.levels import LevelBot
from tetrad.position import Player
from tetrad.rules.qomet import Move, Qomet
from tetrad.solvers.solution import Limits, Solution, Value

OPPONENTS = (3, 5, 7, 9)
# About as many positions as level 10 looks at in its time, and the plies that a game may take.
LIMITS, LONGEST = Limits(time=60, nodes=300_000), 120
WORTH: dict[Value, int] = {"loss": 0, "draw": 1, "win": 2}


@dataclass
class Game:
    """The last value that was known, how the game ended, and level 10's turns."""

    known: Value = "unknown"
    result: Value = "unknown"
    turns: Counter[tuple[str, int]] = field(default_factory=Counter)

    @property
    def thrown_away(self) -> bool:
        return self.known != "unknown" and WORTH[self.result] < WORTH[self.known]


def play(opponent: int, seed: int, limits: Limits = LIMITS) -> Game:
    """One game; without a square after so many plies it is a draw."""
    chance, game = random.Random(seed), Game()
    first, second = LevelBot("qomet", opponent, seed), LevelBot("qomet", 10, seed)
    second.seconds = None
    position: Qomet = Qomet.start()
    position = position.play(chance.choice(position.legal_moves()))
    for _ in range(LONGEST):
        if (outcome := position.outcome()) is not None:
            game.result = "win" if outcome.winner is Player.SECOND else "loss"
            return game
        if position.turn is Player.FIRST:
            move: Move = first.choose(position, limits).move
        else:
            move = second.choose(position, limits).move
            if second.solution is not None:
                _note(game, second.solution)
        position = position.play(move)
    game.result = "draw"
    return game


def _note(game: Game, solution: Solution) -> None:
    assert isinstance(solution.position, Qomet)
    if solution.source == "table":
        game.known, kind = solution.value, "known"
    else:
        kind = "open" if solution.value == "unknown" else "proven"
    board = str(solution.position).split()[0]
    game.turns[kind, max(board.count("1"), board.count("2"))] += 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qomet.thrown")
    parser.add_argument("--games", type=int, default=30, help="for each opponent")
    options = parser.parse_args(arguments)
    turns: Counter[tuple[str, int]] = Counter()
    for opponent in OPPONENTS:
        games = [play(opponent, seed) for seed in range(options.games)]
        ends = Counter((game.known, game.result) for game in games)
        thrown = sum(game.thrown_away for game in games)
        print(f"level {opponent}: {thrown} of {len(games)} thrown away", flush=True)
        for (known, result), count in sorted(ends.items()):
            print(f"  last known {known}, ended as a {result}: {count}", flush=True)
        for game in games:
            turns += game.turns
    for kind in ("known", "proven", "open"):
        by_stars = [f"{stars}: {turns[kind, stars]}" for stars in range(8) if turns[kind, stars]]
        print(f"{kind}, by the stars of the fuller side: {', '.join(by_stars)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
