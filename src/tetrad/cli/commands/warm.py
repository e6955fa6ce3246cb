"""`tetrad warm`: compile what the games need now, so that nobody waits for it later."""

from __future__ import annotations

import argparse
import time

from tetrad.cli.arguments import BadInputError
from tetrad.language import NEEDS, t
from tetrad.position import not_one_of
from tetrad.rules import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help=", ".join(GAMES))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.cli.waiting import interruptible
    from tetrad.kernels import compiled

    games = arguments.games or [*GAMES]
    if strange := [game for game in games if game not in GAMES]:
        raise BadInputError(not_one_of(strange[0], GAMES))
    if not compiled.available():
        raise BadInputError(NEEDS(what="numba", command="pip install numba"))
    for game in games:
        begun = time.monotonic()
        interruptible(lambda game=game: warmed(game))  # type: ignore[misc]
        seconds = time.monotonic() - begun
        print(t("{game}: ready after {seconds} seconds", game=game, seconds=f"{seconds:.1f}"),
              flush=True)  # fmt: skip
    return 0


def warmed(game: str) -> None:
    """Use everything once: what counts, searches, judges, plays and steps in batches."""
    from tetrad.batch import Batch
    from tetrad.bots import LEVELS, bot
    from tetrad.bots.mcts import Mcts
    from tetrad.solvers import perft, solve
    from tetrad.solvers.solution import Limits
    from tetrad.solvers.values import values

    position = GAMES[game].start()
    perft(position, 2)
    players = [bot(game, level, seed=1) for level in (LEVELS[-1], LEVELS[4])]
    limits = Limits(time=None, nodes=20_000)
    for ply in range(200):
        if position.outcome():
            break
        solve(position, Limits(time=None, nodes=2_000, thorough=True))
        position = position.play(players[ply % 2].choose(position, limits).move)
    values([GAMES[game].start()], nodes=100)
    Mcts(game, 8, seed=1).choose(GAMES[game].start())
    games = Batch(game, 8)
    games.step(games.sample())
    games.stroll(1)
    for look in (games.playout, games.observe, games.mask, games.turn):
        look()
