"""`tetrad grade`: a bot's moves against proven values."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad.cli.arguments import (
    SEED,
    add_game,
    cannot_write,
    check_writable,
    complain,
    number,
    whole,
)
from tetrad.cli.progress import Bar
from tetrad.language import t

if TYPE_CHECKING:
    from tetrad.exam.questions import Question

SECONDS, FIRST_SEED = 1.0, 1
BOTS = (
    "level:1-10, instinct, random, mcts:N, cmd:..., python:FILE:NAME, pettingzoo:FILE:NAME, "
    "openspiel:FILE:NAME"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add = parser.add_argument
    add("bot", metavar="BOT", help=BOTS)
    add("--count", metavar="N", type=whole(1), help=t("questions to ask (all)"))
    add("--time", metavar="S", type=number(0, 3600), default=SECONDS,
        help=t("seconds per move (1)"))  # fmt: skip
    add("--nodes", metavar="N", type=whole(1), help=t("positions to search, at most"))
    add("--seed", metavar="S", type=SEED, default=FIRST_SEED, help=f"({FIRST_SEED})")
    add("--plot", metavar="FILE", type=Path, help=t("a chart of what was lost, as SVG"))
    add("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad import __version__
    from tetrad.arena.entrants import EntrantError
    from tetrad.exam.candidates import Candidate
    from tetrad.exam.grade import examine, marks
    from tetrad.exam.questions import questions
    from tetrad.exam.report import lines, plot
    from tetrad.solvers.solution import Limits

    if arguments.plot:
        check_writable(arguments.plot)
    asked = _spread(questions(arguments.game), arguments.count)
    bar = Bar(sys.stderr)
    try:
        candidate = Candidate(arguments.bot, arguments.game, arguments.seed)
    except EntrantError as error:
        return complain(error)
    try:
        limits = Limits(arguments.time, arguments.nodes)
        answers = examine(candidate, asked, limits, bar)
    finally:
        candidate.close()
        bar.close()
    told = {**marks(arguments.bot, arguments.game, answers), "tetrad": __version__}
    print(json.dumps(told) if arguments.json else "\n".join(lines(told)))
    if arguments.plot:
        try:
            arguments.plot.write_text(plot([told]), encoding="utf-8")
        except OSError as error:
            raise cannot_write(arguments.plot, error) from error
    return 0


def _spread(asked: tuple[Question, ...], count: int | None) -> tuple[Question, ...]:
    """So many of the questions, from all phases."""
    if count is None or count >= len(asked):
        return asked
    return tuple(asked[place * len(asked) // count] for place in range(count))
