"""What the processes are asked: a move, a hint, the worth of a position or of a whole game.

Every task is a function with plain arguments and, last, an event that is set when it has to come to
an end. What a client is sent is made here, too, as bytes: the server only passes it on.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import msgspec

from tetrad.bots import LEVELS, bot
from tetrad.bots.levels import LevelBot
from tetrad.matches import board as views
from tetrad.matches.match import Match
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.rules.qawale import SQUARES, Move, Qawale
from tetrad.solvers import solve, solve_begun
from tetrad.solvers.solution import MEBIBYTE, OPPOSITE, Limits, MoveValue, Solution
from tetrad.teach.advice import advise

if TYPE_CHECKING:
    from tetrad.server.api.schema import Analysis, MoveWorth, Told

# Beyond this the moves of a tall Qawale stack are not listed one by one: those that begin alike
# share one.
MOST_MOVES = 50_000
# What a process may remember of each game; there are several of them.
MEMORY = 128 * MEBIBYTE
HINTING_LEVEL = LEVELS[-1]
DRAW_SECONDS = 0.5
# From this many bytes on an answer is compressed here.
LARGE = 32 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """The move the computer would play, and why."""

    move: Any
    reasons: list[Told]


def choose(position: AnyPosition, level: int, cancel: threading.Event) -> Answer:
    choice = bot(position.NAME, level).choose(position, Limits(cancel=cancel, memory=MEMORY))
    return Answer(choice.move, [reason.data() for reason in choice.reasons])


def hint(position: AnyPosition, cancel: threading.Event) -> Answer:
    """The move of the strongest level, with what speaks for it on the board."""
    player = LevelBot(position.NAME, HINTING_LEVEL)
    move = player.choose(position, Limits(cancel=cancel, memory=MEMORY)).move
    reasons = advise(position, move, player.solution)
    return Answer(move, [reason.data() for reason in reasons])


def agrees_to_draw(position: AnyPosition, player: Player, cancel: threading.Event) -> bool:
    """Whether the bot playing this side takes a draw: when it is proven that it cannot win."""
    value = solve(position, Limits(time=DRAW_SECONDS, cancel=cancel, memory=MEMORY)).value
    own = value if position.turn is player else OPPOSITE[value]
    return own in ("draw", "loss")


def warm_up(_cancel: threading.Event) -> None:
    """Loads and compiles what bots and analysis need, so that nobody has to wait for it."""
    never = threading.Event()
    for game in GAMES.values():
        start = game.start()
        for position in (start, start.play(start.legal_moves()[0])):
            for level in (LEVELS[0], LEVELS[-1]):
                choose(position, level, never)
            solve(position, Limits(time=0.1, memory=MEMORY, thorough=True))


@dataclass(frozen=True, slots=True)
class Packed:
    """JSON as bytes, compressed where that is worth it and the client takes it."""

    body: bytes
    zipped: bool = False


def packed(content: object, *, zips: bool) -> Packed:
    body = msgspec.json.encode(content)
    large = zips and len(body) >= LARGE
    return Packed(gzip.compress(body, 5), True) if large else Packed(body)


@dataclass(frozen=True, slots=True)
class Question:
    """What a position is worth: its moves up to a number, or those that begin so."""

    position: AnyPosition
    seconds: float
    listed: int
    begun: Move | None
    zips: bool


def analyse(question: Question, cancel: threading.Event) -> Packed:
    """What the position and each of its moves is worth."""
    limits = Limits(question.seconds, None, MEMORY, cancel, True, question.listed)
    position, begun = question.position, question.begun
    if begun is not None and isinstance(position, Qawale):
        solution = solve_begun(position, begun, limits)
    else:
        solution = solve(position, limits)
    return packed(_analysis(solution), zips=question.zips)


def _analysis(solution: Solution) -> Analysis:
    position = solution.position
    moves = list(islice(_legal_moves(position), MOST_MOVES + 1))
    return {
        **solution.as_dict(),  # type: ignore[typeddict-item]
        "moves": [_worth(each) for each in solution.moves],
        "turn": views.seat(position.turn),
        "outcome": views.ending(position.outcome()),
        "legal": [str(move) for move in moves[:MOST_MOVES]],
        "line": [str(move) for move in solution.line],
        "nodes": solution.nodes,
        "truncated": len(moves) > MOST_MOVES or any(each.begins for each in solution.moves),
    }


def _legal_moves(position: AnyPosition) -> Iterator[Any]:
    """The legal moves one after the other, so that nobody has to wait for millions of them."""
    if not isinstance(position, Qawale):
        yield from position.legal_moves()
    elif position.outcome() is None:
        yield from chain.from_iterable(map(position.sowings, SQUARES))


def _worth(each: MoveValue) -> MoveWorth:
    return {**each.as_dict(), "score": each.score}  # type: ignore[typeddict-item]


def read_record(record: str, _cancel: threading.Event) -> Packed:
    """The moves of a record, replayed by the rules."""
    match = Match.parse(record)
    return packed(
        {
            "game": match.start.NAME,
            "start": str(match.start),
            "moves": [str(move) for move in match.moves],
            "position": str(match.position),
        },
        zips=False,
    )
