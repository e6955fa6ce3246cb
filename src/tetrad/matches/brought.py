"""A game brought along from elsewhere: its record, as the log of a match that can go on.

A seat is the computer's where the record says so, as in `[Second "Computer (level 3)"]`; every
other seat is held by whoever brings the game. Nothing of it counts for a rating.
"""

from __future__ import annotations

import re

from tetrad.matches import state as states
from tetrad.matches.log import Draft, Sitting
from tetrad.matches.match import ABANDONED, TIME_UP, Match
from tetrad.position import Outcome

LONGEST_NAME = 40
_COMPUTER = re.compile(r"(.*) \(level ([1-9]|10)\)")
_ENDS = {str(TIME_UP): "flag", str(ABANDONED): "abandon"}


def drafts(record: str) -> list[Draft]:
    """The events that lead to how the record stands."""
    match = Match.parse(record)
    replayed = Match(match.start, draw_by_repetition=match.draw_by_repetition)
    start = states.start_event(replayed, _sittings(match)) | {"brought": True}
    found = [Draft("start", start)]
    for move in match.moves:
        found.append(
            Draft("move", {"by": replayed.position.turn.value, "move": str(move)}),
        )
        replayed.play(move)
    if not replayed.outcome() and (outcome := match.outcome()):
        found.append(_end(outcome))
    return found


def _end(outcome: Outcome) -> Draft:
    """What ended a game that the board did not end."""
    if outcome.winner is None:
        return Draft("draw", {})
    kind = _ENDS.get(str(outcome.reason), "resign")
    return Draft(kind, {"by": outcome.winner.other.value})


def _sittings(match: Match) -> dict[str, Sitting]:
    """Two computers would play among themselves: then whoever brings the game holds both seats."""
    seats = {key: _sitting(match.tags.get(name, "")) for key, name in _NAMES.items()}
    if all(each.kind == "bot" for each in seats.values()):
        return {key: Sitting("human", each.name) for key, each in seats.items()}
    return seats


_NAMES = {"1": "First", "2": "Second"}


def _sitting(label: str) -> Sitting:
    computer = _COMPUTER.fullmatch(label)
    if computer:
        name = "" if computer[1] == "Computer" else _plain(computer[1])
        return Sitting("bot", name, int(computer[2]))
    return Sitting("human", "" if label == "?" else _plain(label))


def _plain(name: str) -> str:
    """One line of visible text."""
    return "".join(filter(str.isprintable, name))[:LONGEST_NAME].strip()
