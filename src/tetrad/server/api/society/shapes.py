"""The JSON about people and their meetings, as types; see `api/schema`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from tetrad.matches.data import ClockView, Summary
from tetrad.server.api.schema import GameName, Name, NewClock, Request, Whole


class RatingView(TypedDict):
    game: str
    kind: str
    rating: int
    deviation: int
    provisional: bool
    pairings: int


class RatedPairing(TypedDict):
    """What a rated pairing has changed; the match is the second of its two games."""

    match: str
    game: str
    kind: str
    opponent: str | None
    score: float
    before: int
    after: int
    at: float


class PasskeyView(TypedDict):
    """When it was made, and used last."""

    id: str
    made: float
    used: float | None


class AccountView(TypedDict):
    """Of whoever is signed in; `password` if there is one beside the passkeys."""

    name: str
    person: str
    program: bool
    made: float
    password: bool
    passkeys: list[PasskeyView]
    codes: int
    ratings: list[RatingView]
    blocked: list[str]
    progress: dict[str, Any] | None


class Me(TypedDict):
    account: AccountView | None


class SignedUp(TypedDict):
    account: AccountView
    codes: list[str]


class PasskeyAsked(TypedDict):
    """What the browser hands to its passkeys, as WebAuthn writes it in JSON."""

    options: dict[str, Any]


class Codes(TypedDict):
    codes: list[str]


class SideRecord(TypedDict):
    """How the latest games against others ended, by game and side."""

    game: str
    side: int
    won: int
    drawn: int
    lost: int


class HouseRating(TypedDict):
    """An opponent of the house, as far as its strength is known; see docs/bots.md."""

    level: int
    rating: int
    deviation: int


class Profile(TypedDict):
    name: str
    program: bool
    made: float
    ratings: list[RatingView]
    rated: list[RatedPairing]
    matches: list[Summary]
    results: list[SideRecord]


class Ranked(TypedDict):
    name: str
    program: bool
    rating: int
    deviation: int
    provisional: bool
    pairings: int


class Best(TypedDict):
    game: str
    kind: str
    people: list[Ranked]
    house: list[HouseRating]


class SeekView(TypedDict):
    """What somebody looks for; `mine` if it is the one who asks."""

    id: str
    game: str
    clock: ClockView | None
    rated: bool
    name: str
    account: bool
    program: bool
    rating: int | None
    made: float
    mine: bool


class SeekList(TypedDict):
    """What is looked for, and how many people are there to see it."""

    seeks: list[SeekView]
    here: int


class SeekState(TypedDict):
    id: str
    match: str | None


class Met(TypedDict):
    match: str


class TokenView(TypedDict):
    id: str
    name: str
    made: float


class Tokens(TypedDict):
    tokens: list[TokenView]


class NewToken(TypedDict):
    secret: str
    token: TokenView


class PhraseView(TypedDict):
    phrase: str
    template: str


class Phrases(TypedDict):
    phrases: list[PhraseView]


class Placed(TypedDict):
    """Somebody who has done well; with a level, an opponent of the house."""

    name: str
    level: int | None


class TournamentCard(TypedDict):
    """A tournament as a list shows it; moments in seconds since 1970, by the server."""

    id: str
    kind: Literal["arena", "swiss"]
    game: str
    name: str
    clock: ClockView
    starts: float
    ends: float | None
    minutes: int
    rounds: int
    round: int
    house: bool
    over: bool
    people: int
    best: list[Placed]


class TournamentList(TypedDict):
    """Those that run or begin in their order, then those that are over, the latest first."""

    tournaments: list[TournamentCard]
    time: float


class EntrantView(TypedDict):
    """Somebody who takes part, known by a number; with a level, an opponent of the house."""

    entrant: int
    name: str
    account: bool
    program: bool
    level: int | None
    rating: int | None


class Standing(EntrantView):
    """A line of the standings; `match` is the one they play now."""

    place: int
    points: float
    games: int
    on_streak: bool
    strength: float
    here: bool
    match: str | None


class TournamentGame(TypedDict):
    match: str
    first: EntrantView
    second: EntrantView
    round: int


class TournamentTable(TypedDict):
    standings: list[Standing]
    games: list[TournamentGame]


class YouThere(TypedDict):
    """Whoever asks; `aside` after not coming to a game."""

    entrant: int
    state: Literal["waiting", "playing", "left", "aside"]
    matches: list[str]


class TournamentView(TournamentCard):
    round_ends: float | None
    time: float
    table: TournamentTable
    you: YouThere | None


class OpenedTournament(TypedDict):
    id: str


Password = Annotated[str, Field(max_length=200)]
# What a passkey has answered, as WebAuthn writes it in JSON.
Passkey = dict[str, Any]


class NewAccount(Request):
    """With a password or a passkey."""

    name: str = Field(max_length=80)
    password: Password | None = None
    passkey: Passkey | None = None
    program: bool = False


class SignIn(Request):
    name: str = Field(max_length=80)
    password: Password


class Named(Request):
    name: str = Field(max_length=80)


class Answered(Request):
    passkey: Passkey


class Recovery(Request):
    name: str = Field(max_length=80)
    code: str = Field(max_length=40)
    password: Password


class Proof(Request):
    """That it is you: the password, or what one of your passkeys has answered."""

    password: Password | None = None
    passkey: Passkey | None = None


class NewPassword(Request):
    """The old one, or a passkey's answer, and the new one."""

    old: Password | None = None
    passkey: Passkey | None = None
    new: Password


class NamedToken(Proof):
    """A token is as good as a password for playing, so who makes one proves to be the owner."""

    name: Name


class NewSeek(Request):
    game: GameName
    clock: NewClock | None = None
    rated: bool = False
    name: Name | None = None


class TakenUp(Request):
    name: Name | None = None


class NewTournament(Request):
    """An arena of `minutes`, or Swiss `rounds`; it begins `after` so many seconds."""

    kind: Literal["arena", "swiss"]
    game: GameName
    clock: NewClock
    name: str = Field(max_length=80)
    after: Whole = Field(default=0, ge=0, le=7 * 86_400)
    minutes: Whole = Field(default=60, ge=10, le=180)
    rounds: Whole = Field(default=5, ge=3, le=9)
    house: bool = False


class Entered(Request):
    name: Name | None = None
