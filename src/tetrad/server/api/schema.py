"""The JSON that the server sends and takes, as types.

What is sent is plain dictionaries (typed here, described in the OpenAPI document, encoded once);
what is taken is checked by the request models at the end.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from typing_extensions import TypedDict

from tetrad.matches.data import Ending, LegalMove, Result, Seat, State, Step, Summary

LONGEST_NAME = 40
LONGEST_TEXT = 40_000
# Letters and signs that draw nothing: Hangul fillers and the empty Braille pattern.
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"

Value = Literal["win", "draw", "loss", "unknown"]


class Reason(TypedDict):
    """A sentence with its code and parameters, so that a client can say it in any language."""

    code: str
    template: str
    params: dict[str, Any]
    message: str
    parts: NotRequired[dict[str, Reason]]  # the parameters that are words themselves
    plural: NotRequired[str]  # the template for other numbers than one
    count: NotRequired[str]  # the parameter that decides between the two


class Problem(TypedDict, total=False):
    code: str
    message: str
    params: dict[str, Any]
    reason: Reason
    squares: list[str]  # of what stands in the way


class Failure(TypedDict):
    error: Problem


class MoveWorth(TypedDict):
    move: str
    value: Value
    distance: int | None
    score: float
    begins: NotRequired[str]  # it stands for all moves that begin so


class Analysis(TypedDict):
    game: str
    position: str
    value: Value
    distance: int | None
    source: Literal["table", "search"]
    moves: list[MoveWorth]
    turn: Seat
    outcome: Ending | None
    legal: list[str]
    line: list[str]
    nodes: int
    truncated: bool


class Told(Reason):
    """A reason with the squares to point at, and the moves that would follow."""

    squares: list[str]
    line: list[str]


class Reasons(TypedDict):
    """What a glance shows of a move: whether the opponent can win at once, and with what."""

    position: str
    loses: bool
    answer: LegalMove | None
    reasons: list[Told]


class JudgedMove(TypedDict):
    ply: int
    position: str
    move: str
    by: Seat
    value: Value
    distance: int | None
    chance: float
    best: str | None
    best_value: Value
    best_distance: int | None
    mistake: Literal["mistake", "blunder"] | None
    grade: Literal["inaccuracy", "mistake", "blunder"] | None
    cost: float
    proven: bool
    reasons: list[Told]
    answer: LegalMove | None
    better: list[Told]
    best_steps: list[Step]


class Lasted(TypedDict):
    """With the move of this ply so many moves of resistance were given up."""

    ply: int
    moves: int


class GameSummary(TypedDict):
    turning: int | None
    closeness: dict[str, int | None]
    lasted: Lasted | None
    proven: bool


class JudgedGame(TypedDict):
    game: str
    start: str
    moves: list[JudgedMove]
    result: Result
    summary: GameSummary


class Parsed(TypedDict):
    game: str
    start: str
    moves: list[str]
    position: str


class Created(TypedDict):
    id: str
    tokens: dict[str, str]
    invite: str | None
    match: State


class Joined(TypedDict):
    seat: Seat
    token: str
    match: State


class Summaries(TypedDict):
    matches: list[Summary]


class Hint(TypedDict):
    move: str
    steps: list[Step]
    reasons: list[Told]


class Level(TypedDict):
    id: int
    name: str


class HomeNetwork(TypedDict):
    addresses: list[str]
    open: str | None


class Health(TypedDict):
    status: str
    version: str


def _plain_name(name: str) -> str:
    """One line of visible text: no control characters, nothing that turns the text around."""
    name = unicodedata.normalize("NFC", name).strip()
    for letter in name:
        turning = (
            letter in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        )
        if turning or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            raise ValueError(f"a name is one line without control characters such as {letter!r}")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters")
    if name and not any(map(_can_be_seen, name)):
        raise ValueError("a name has a letter that can be seen")
    return name


def _can_be_seen(letter: str) -> bool:
    """Not a blank, nothing that only changes its neighbours, and no letter that looks like one."""
    return unicodedata.category(letter)[0] not in "CMZ" and letter not in BLANKS


Name = Annotated[str, Field(max_length=4 * LONGEST_NAME), AfterValidator(_plain_name)]
GameName = Literal["quantik", "qawale", "qomet"]


def _whole(number: object) -> object:
    """In JSON 3.0 is an integer too."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Whole = Annotated[int, BeforeValidator(_whole)]
Seq = Annotated[Whole, Field(ge=0)]
# How many seconds a bot takes at least for its next move; people like to see it think.
Pace = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


# The client's own name for what it wants: sent twice, to whichever process, it counts once.
WishId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")]
# Who sends this one again gets the same match, and its seats: nobody else must be able to guess it.
SecretId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,64}$")]


class Request(BaseModel):
    """A body in which every field is known; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Request):
    kind: Literal["human", "bot"] = "human"
    level: Whole | None = Field(default=None, ge=1, le=10)
    name: Name | None = None


class GameClock(Request):
    """Seconds for the whole game, and seconds more after each move."""

    base: Whole = Field(ge=30, le=3 * 3600)
    increment: Whole = Field(default=0, ge=0, le=180)


class MoveClock(Request):
    """Days for every move."""

    days: Whole = Field(ge=1, le=14)


NewClock = GameClock | MoveClock


class NewMatch(Request):
    game: GameName
    clock: NewClock | None = None
    first: NewSeat = NewSeat()
    second: NewSeat = NewSeat()
    start: str | None = None
    repetition: bool = True
    invite: Literal["first", "second"] | None = None
    pace: Pace = 0.0
    id: SecretId | None = None


class Joining(Request):
    code: str = Field(max_length=64)
    name: Name | None = None


class NewMove(Request):
    move: str = Field(max_length=64)
    seq: Seq
    pace: Pace = 0.0
    id: WishId | None = None


class HomeAddress(Request):
    address: str = Field(max_length=64)


class Act(Request):
    seq: Seq | None = None
    id: WishId | None = None


class Said(Request):
    phrase: str = Field(max_length=40)


class Record(Request):
    record: str = Field(max_length=LONGEST_TEXT)
    time: float = Field(default=5.0, ge=0, le=10, allow_inf_nan=False)


class Brought(Request):
    record: str = Field(max_length=LONGEST_TEXT)
    id: SecretId


class Text(Request):
    text: str = Field(max_length=LONGEST_TEXT)
