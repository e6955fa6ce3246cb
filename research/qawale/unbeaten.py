"""Games of Qawale against level 10, which is proven not to lose, by attackers of three kinds.

    nice python -m research.qawale.unbeaten --games 1000

plays so many games for each attacker and each side. The attackers:

    random      any sowing
    greedy      a line if there is one; else, of what does not lose at once, the sowing that shows
                the most pebbles on lines
    strongest   before the cut anything that does not lose at once; at the cut what makes the reply
                fail that looks best; after it, what level 10 would do, with its traps

In each game the position at ply 8 is judged by exact search, with nothing taken as known: the
attacker must not be able to force a line. From then on so is every position in which level 10 is
to move: what it is worth must never fall, and the game must end with what it was worth. Level 10
looks at few positions before ply 8, so that what holds there are the replies of the proof.

    nice python -m research.qawale.unbeaten --games 7 --as-played

lets level 10 play as people meet it: with its own limits of time, and taking lines by its own eyes.
A win that it has no time to find may then become a draw, which is told but no failure: losing is.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from research.qawale.frontier import first_replies
from tetrad.bots.levels import LevelBot
from tetrad.bots.tactics import loses_at_once, winning_move
from tetrad.kernels import qawale as kernel
from tetrad.position import Player
from tetrad.rules.qawale import Move, Qawale
from tetrad.solvers.qawale.opening import Known
from tetrad.solvers.qawale.search import Search
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.qawale.sowings import Survey
from tetrad.solvers.qawale.strategy import LAST_REPLY, PATH, read
from tetrad.solvers.solution import MEBIBYTE, Limits, Value

CUT = 8
MEMORY = 64 * MEBIBYTE
# Before the cut nothing depends on the search; after it, it goes on until the value is known.
AT_A_GLANCE, TO_THE_END = Limits(60, 20_000, MEMORY), Limits(600, None, MEMORY)
FOR_AN_ATTACK = Limits(60, 100_000, MEMORY)
WORTH: dict[Value, int] = {"loss": 0, "draw": 1, "win": 2}


class Attacker(Protocol):
    def choose(self, position: Qawale) -> Move: ...


class Random:
    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Qawale) -> Move:
        return self._chance.choice(position.legal_moves())


class Greedy:
    def __init__(self, seed: int) -> None:
        self._chance, self._search = random.Random(seed), Search(MEBIBYTE)

    def choose(self, position: Qawale) -> Move:
        with self._search.within(AT_A_GLANCE):
            survey = self._search.survey(kernel.encode(position))
        return kernel.move_of_sowing(survey.sowings[max(self._rated(survey))[-1]])

    def _rated(self, survey: Survey) -> Iterator[tuple[bool, bool, int, float, int]]:
        for move, end in enumerate(survey.ends):
            yield end == 1, end == 0, survey.opinion(move, 0), self._chance.random(), move


class Strongest:
    def __init__(self, seed: int) -> None:
        self._chance, self._bot, self._failing = random.Random(seed), _level_10(seed), read(PATH)

    def choose(self, position: Qawale) -> Move:
        ply = kernel.plies(kernel.encode(position))
        if ply + 1 == LAST_REPLY[position.turn] and (tricks := self._tricks(position)):
            return self._chance.choice(tricks)
        if ply >= CUT:
            return _chosen(self._bot, position, FOR_AN_ATTACK)
        moves = position.legal_moves()
        drawn = self._chance.sample(moves, len(moves))
        return next((move for move in drawn if not loses_at_once(position, move)), moves[0])

    def _tricks(self, position: Qawale) -> list[Move]:
        """The sowings after which the reply that looks best fails."""
        moves = position.legal_moves()
        after = [kernel.canonical(kernel.encode(position.play(move))) for move in moves]
        replies = first_replies(after)
        return [move for move, reply in zip(moves, replies, strict=True) if reply in self._failing]


ATTACKERS: dict[str, type[Random | Greedy | Strongest]] = {
    "random": Random,
    "greedy": Greedy,
    "strongest": Strongest,
}


@dataclass
class Game:
    """How a game went, and what level 10's side of it was worth from the cut on."""

    side: Player
    moves: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    result: Value = "unknown"

    @property
    def faults(self) -> list[str]:
        """What level 10 did that it must not do."""
        worth = [WORTH[value] for value in (*self.values, self.result)]
        fell = any(later < earlier for earlier, later in pairwise(worth))
        return ["lost"] * (self.result == "loss") + ["threw something away"] * fell


class Judge:
    """A solver that takes nothing as known."""

    def __init__(self) -> None:
        self._solver = Solver(MEMORY, known=Known())

    def worth(self, position: Qawale, side: Player) -> Value:
        value = self._solver.solve(position, TO_THE_END).value
        opposite: dict[Value, Value] = {"win": "loss", "loss": "win"}
        return value if position.turn is side else opposite.get(value, value)


def play(
    attacker: Attacker,
    side: Player,
    seed: int,
    judge: Judge,
    every: bool = True,
    in_time: bool = False,
) -> Game:
    """One game of level 10 on that side; `every` judges more than the position at the cut.

    `in_time` lets it play as people meet it.
    """
    position, game = Qawale.start(), Game(side)
    bot = LevelBot("qawale", 10, seed) if in_time else _level_10(seed)
    while (outcome := position.outcome()) is None:
        ply = len(game.moves)
        if ply == CUT or (every and ply > CUT and position.turn is side):
            game.values.append(judge.worth(position, side))
        if position.turn is not side:
            move = attacker.choose(position)
        elif in_time:
            move = bot.choose(position).move
        else:
            move = _chosen(bot, position, AT_A_GLANCE if ply < CUT else TO_THE_END)
        game.moves.append(str(move))
        position = position.play(move)
    game.result = "draw" if outcome.winner is None else "win" if outcome.winner is side else "loss"
    return game


def _level_10(seed: int) -> LevelBot:
    bot = LevelBot("qawale", 10, seed)
    bot.seconds = None
    return bot


def _chosen(bot: LevelBot, position: Qawale, limits: Limits) -> Move:
    move: Move = winning_move(position) or bot.choose(position, limits).move
    return move


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.unbeaten")
    parser.add_argument("--games", type=int, default=100, help="for each attacker and side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--as-played", action="store_true", help="level 10 at its own limits")
    options = parser.parse_args(arguments)
    judge, faults = Judge(), 0
    for name, kind in ATTACKERS.items():
        for side in Player:
            begun, results, judged = time.process_time(), Counter[str](), 0
            for seed in range(options.seed, options.seed + options.games):
                game = play(kind(seed), side, seed, judge, in_time=options.as_played)
                results[game.result] += 1
                judged += len(game.values)
                for fault in game.faults:
                    print(f"{fault}: {name}, {side.name}, {seed}: {' '.join(game.moves)}")
                    faults += fault == "lost" or not options.as_played
            seconds = time.process_time() - begun
            told = ", ".join(f"{results[result]:,} {result}" for result in ("win", "draw", "loss"))
            print(f"{name} against {side.name}: {told}", end="; ")
            print(f"{judged:,} positions judged, {seconds:.0f} s", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
