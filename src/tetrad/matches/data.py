"""A position and a match as plain data for a client, as types; encoded as JSON they are the API."""

from __future__ import annotations

from typing import Any, Literal

try:
    from typing_extensions import TypedDict  # the one that pydantic takes on Python 3.11
except ImportError:
    from typing import TypedDict

Seat = Literal[1, 2]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]

# What to animate, one after the other; which keys a step has follows from what happens in it.
Step = TypedDict(
    "Step",
    {
        "place": str,
        "by": Seat,
        "at": str,
        "lift": str,
        "pebbles": str,
        "drop": str,
        "from": str,
        "to": str,
    },
    total=False,
)


class Ending(TypedDict):
    winner: Seat | None
    code: str
    reason: str
    template: str
    squares: list[str]


class LegalMove(TypedDict):
    move: str
    steps: list[Step]


class Played(TypedDict):
    move: str
    steps: list[Step]
    before: str


# Quantik's shapes as letters, or the number of pebbles or stars.
Hand = dict[str, str | int]


class Choices(TypedDict, total=False):
    place: dict[str, list[str]]
    move: dict[str, dict[str, str | None]]
    sow: dict[str, str]
    beside: dict[str, dict[str, str]]
    straight_back: bool


class Board(TypedDict):
    game: str
    position: str
    turn: Seat
    outcome: Ending | None
    hand: Hand
    choices: Choices
    played: Played | None


class Ply(TypedDict):
    """The match after so many moves; before the first there is none to show."""

    move: str | None
    steps: list[Step]
    position: str
    hand: Hand


class PlayerView(TypedDict):
    kind: Literal["human", "bot"]
    name: str
    level: int | None
    present: bool
    open: bool


class Offer(TypedDict):
    kind: Literal["takeback", "draw", "rematch"]
    by: Seat


class Now(TypedDict):
    """What holds after the newest event; `can` by the seats one holds: "1", "2" or "12"."""

    result: Result
    offer: Offer | None
    rematch: str | None
    can: dict[str, list[str]]
    choices: Choices


class Brief(TypedDict):
    """A match in a few lines, without the way that led there."""

    id: str
    game: str
    start: str
    moves: list[str]
    position: str
    turn: Seat
    outcome: Ending | None
    result: Result
    players: dict[str, PlayerView]
    you: list[Seat]
    offer: Offer | None
    seq: int
    created: str
    repetition: bool
    invite: str | None
    rematch: str | None
    thinking: bool
    can: list[str]
    last: LegalMove | None
    record: str


class State(Brief):
    """A match with everything that is needed to show it, to look back and to play on."""

    history: list[Ply]
    choices: Choices


class Acknowledged(Brief):
    """A match after a request, with the events that the one who asked has not seen."""

    events: list[dict[str, Any]]


class Summary(TypedDict):
    id: str
    game: str
    players: dict[str, PlayerView]
    result: Result
    outcome: Ending | None
    turn: Seat
    plies: int
    position: str
    you: list[Seat]
    created: str
    updated: str
