"""What the processes are asked: a move, a hint, the worth of a position or of a whole game.

Every task is a function with plain arguments and, last, an event that is set when it has to come to
an end. What a client is sent is made here, too, as bytes: the server only passes it on.
"""

from __future__ import annotations

import gzip
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from tetrad.bots import LEVELS, bot, seated
from tetrad.bots.levels import LevelBot
from tetrad.matches import brought
from tetrad.matches.log import Draft
from tetrad.matches.reading import parsed_record
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.rules.qawale import Move
from tetrad.solvers import solve
from tetrad.solvers.solution import MEBIBYTE, Limits
from tetrad.teach import told
from tetrad.teach.advice import advise
from tetrad.teach.kinds import Kinds, kinds_of

if TYPE_CHECKING:
    from tetrad.server.api.schema import Told

# What a process may remember of each game; there are several of them.
MEMORY = 128 * MEBIBYTE
HINTING_LEVEL = LEVELS[-1]
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
    return seated.agrees_to_draw(position, player, Limits(cancel=cancel, memory=MEMORY))


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
    found = told.analysis(question.position, question.begun, limits)
    return packed(found, zips=question.zips)


def sort(position: AnyPosition, _cancel: threading.Event) -> Kinds:
    """The moves of a position by kinds: at most a few thousand of them."""
    return kinds_of(position)


def bring(record: str, _cancel: threading.Event) -> list[Draft]:
    """The events that make a match of a record, replayed by the rules."""
    return brought.drafts(record)


def read_record(record: str, _cancel: threading.Event) -> Packed:
    """The moves of a record, replayed by the rules."""
    return packed(parsed_record(record), zips=False)
