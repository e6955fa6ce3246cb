"""Reads what a person pastes or an address names: a position, a record, a link, a begun sowing."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tetrad.matches.match import Match
from tetrad.matches.refusals import TooLargeError
from tetrad.position import AnyPosition, InvalidNotationError, quote, refuse
from tetrad.rules.qawale import SQUARES, Move, Qawale

# Moves of a record that are replayed.
LONGEST_RECORD = 1_200
# Within one line: over many empty ones it would look from each of them to the end of all.
_NO_MOVES = re.compile(r"^[^\S\n]*\[.*$|\{[^{}]*\}", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,9}\.{1,3}")


def read_position(game: type[AnyPosition], text: str | None) -> AnyPosition:
    """The position of a text, in which underscores may stand for spaces; else the start."""
    return game.start() if text is None else game.parse(text.replace("_", " "))


def read_begun(position: AnyPosition, begun: str) -> Move:
    """The beginning of a sowing, if it is one."""
    if not isinstance(position, Qawale):
        raise InvalidNotationError(f"only a sowing of Qawale can have begun, not {quote(begun)}")
    steps = Move(begun, "") if begun in SQUARES else position.parse_move(begun)
    refuse(position, steps, position.begun_objection(steps))
    return steps


def is_record(text: str) -> bool:
    return text.startswith("[")


def check_length(record: str, most: int) -> None:
    """Counts before anything is replayed: what is no tag, comment or number may be a move."""
    words = _NO_MOVES.sub(" ", record).split()
    if sum(not _NUMBER.fullmatch(word) for word in words) > most + 1:
        raise TooLargeError(f"a record has at most {most} moves here", "too-large")


def parsed_record(record: str) -> dict[str, Any]:
    """The moves of a record, replayed by the rules."""
    match = Match.parse(record)
    return {
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "position": str(match.position),
    }


def parsed_position(game: type[AnyPosition], text: str) -> dict[str, Any]:
    """The same for a position, or a link to one, before any move."""
    if "://" in text or text.startswith("/"):
        text = _position_of_link(text)
    position = str(read_position(game, text))
    return {"game": game.NAME, "start": position, "moves": [], "position": position}


def _position_of_link(link: str) -> str:
    try:
        query = parse_qs(urlsplit(link).query)
    except ValueError as error:
        raise InvalidNotationError(f"this link cannot be read: {error}") from None
    if "position" not in query:
        raise InvalidNotationError("this link names no position; it should have ?position=")
    return unquote(query["position"][0])
