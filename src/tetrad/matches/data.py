"""A position and a match as plain data for a client, as types; encoded as JSON they are the API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

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
    person: str | None
    rating: int | None
    program: bool


class ClockView(TypedDict):
    """Seconds for the game and for each move, or days for each move."""

    base: int
    increment: int
    days: int


class TimingView(TypedDict):
    """Seconds left when the time began to run; moments in seconds since 1970, by the server."""

    left: dict[str, float]
    running: Seat | None
    since: float
    deadline: float | None
    free: bool


class Clocks(TypedDict):
    """What was agreed about the time, and what the clocks show; nothing where nobody counts it."""

    clock: ClockView | None
    timing: TimingView | None


class Offer(TypedDict):
    kind: Literal["takeback", "draw", "rematch"]
    by: Seat


class Phrase(TypedDict):
    """What a player said: one of the preset phrases, by its code and in English."""

    by: Seat
    phrase: str
    template: str


class PairView(TypedDict):
    """A rated pairing: two games with sides exchanged, counted as one; this is which of them."""

    id: str
    game: Literal[1, 2]
    other: str | None


class Now(TypedDict):
    """What holds after the newest event; `can` by the seats one holds: "1", "2" or "12"."""

    result: Result
    offer: Offer | None
    rematch: str | None
    timing: TimingView | None
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
    updated: str
    repetition: bool
    clock: ClockView | None
    timing: TimingView | None
    rated: bool
    pair: PairView | None
    tournament: str | None
    counted: dict[str, list[int]] | None
    talk: list[Phrase]
    time: float | None
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
    clock: ClockView | None
    deadline: float | None
    rated: bool
    tournament: str | None
    created: str
    updated: str
    brought: NotRequired[bool]  # from elsewhere, as a record


class Kind(TypedDict):
    """Moves that are one and the same, turned or renamed, and the games in which one came up.

    `unwon` is the last ply of the game by which whoever moves is proven unable to force a line
    after it, `unlost` that by which the opponent is; 0 where nothing is known.
    """

    moves: list[str]
    unwon: int
    unlost: int
    played: int
    won: int
    drawn: int
    lost: int
