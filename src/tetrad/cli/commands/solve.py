"""`tetrad solve`: what a position and each of its moves is worth, for people and for programs."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from tetrad.cli.arguments import MEBIBYTES, add_game, add_position, number, position_of, whole
from tetrad.cli.waiting import interruptible, say_if_uncompiled
from tetrad.language import labelled, mark, t
from tetrad.position import GAME_OVER, AnyPosition, InvalidNotationError
from tetrad.rules import GAMES

if TYPE_CHECKING:
    from tetrad.solvers.solution import Limits, Solution

DEFAULT_SECONDS = 5.0
VALUES = {
    "win": mark("win"), "draw": mark("draw"), "loss": mark("loss"), "unknown": mark("unknown")
}  # fmt: skip
SOURCES = {"table": mark("from a table"), "search": mark("by search")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    positions = parser.add_mutually_exclusive_group()
    add_position(positions)
    positions.add_argument(
        "--stdin", action="store_true", help=t("read one position per line, write JSON")
    )
    parser.add_argument(
        "--time", metavar="S", type=number(), default=DEFAULT_SECONDS,
        help=t("seconds to look for a proof ({default})", default=f"{DEFAULT_SECONDS:g}"),
    )  # fmt: skip
    parser.add_argument(
        "--nodes", metavar="N", type=whole(), help=t("positions to search, at most")
    )
    parser.add_argument("--memory", metavar="MIB", type=MEBIBYTES, default=512, help="(512)")
    parser.add_argument("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers import solve

    if arguments.stdin:
        return _solve_lines(arguments)
    position, limits = position_of(arguments), _limits(arguments)
    say_if_uncompiled()
    solution = interruptible(lambda: solve(position, limits))
    print(json.dumps(solution.as_dict()) if arguments.json else described(solution))
    return 0


def _limits(arguments: argparse.Namespace) -> Limits:
    from tetrad.solvers.solution import MEBIBYTE, Limits

    memory = arguments.memory * MEBIBYTE
    return Limits(arguments.time, arguments.nodes, memory, thorough=True)


def _solve_lines(arguments: argparse.Namespace) -> int:
    """One answer per line, in order; a bad line gets an error and the rest go on."""
    from tetrad.protocol.lines import TOO_LONG, lines

    limits, game = _limits(arguments), GAMES[arguments.game]
    for line in lines(sys.stdin.buffer):
        answer = {"error": TOO_LONG} if line is None else _answer(game, line.strip(), limits)
        print(json.dumps(answer), flush=True)
    return 0


def _answer(game: type[AnyPosition], text: str, limits: Limits) -> dict[str, Any]:
    from tetrad.solvers import solve

    try:
        return solve(game.parse(text), limits).as_dict()
    except InvalidNotationError as error:
        return {"error": str(error)}


def described(solution: Solution) -> str:
    """A solution for people: the value first, then every move, best first."""
    position = solution.position
    turn = t("{side} to move", side=position.turn)
    lines = [f"{position.NAME}  {position}  {turn}"]
    lines.append(f"{_worth(solution.value, solution.distance)} ({t(SOURCES[solution.source])})")
    width = max((len(str(each.move)) for each in solution.moves), default=0)
    lines += [
        f"  {each.move!s:<{width}}  {_worth(each.value, each.distance)}" for each in solution.moves
    ]
    return "\n".join(lines)


def _worth(value: str, distance: int | None) -> str:
    if not distance:
        worth = t(VALUES[value])
        return worth if distance is None else labelled(worth, t(GAME_OVER()))
    if value == "win":
        return t("win in {n}", n=distance)
    return t("loss in {n}", n=distance)
