"""A match on the server: a log of numbered events, and what the log adds up to.

    1 start    {game, start, repetition, players}
    2 join     {seat, name}                  a person takes the seat kept free for them
    3 move     {by, move}
    4 offer    {offer: takeback, by}         asks; a move, an answer or a new offer ends it
    5 undo     {by, plies}
    ...        resign {by}, draw {}, decline {by}, rematch {match}

`Table` is the fold over that log and the only state there is. The functions below it decide what
a player's wish adds to the log, or refuse it; they change nothing themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from tetrad.matches.match import DRAW_AGREED, RESIGNATION, Match
from tetrad.position import AnyPosition, Outcome, Player
from tetrad.rules import GAMES
from tetrad.server.api.schema import Offer, Result
from tetrad.server.http.errors import ConflictError, ForbiddenError
from tetrad.server.rooms.board import check, seat

# Quantik has no draws: a player who cannot place loses.
GAMES_WITH_DRAWS = ("qawale", "qomet")

OfferKind = Literal["takeback", "draw", "rematch"]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log; `at` is the time in seconds since 1970."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that has no number yet."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at one side of the board; `open` while the seat waits for a guest."""

    kind: Literal["human", "bot"]
    name: str
    level: int | None = None
    open: bool = False


_RESULTS: dict[Player | None, Result] = {
    Player.FIRST: "1-0",
    Player.SECOND: "0-1",
    None: "1/2-1/2",
}


class Table:
    """What the events so far add up to."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seq = 0
        self.created = 0.0
        self.updated = 0.0
        self.match: Match
        self.sittings: dict[Player, Sitting] = {}
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.outcome: Outcome | None = None
        for event in events:
            self.apply(event)

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def bot_due(self) -> bool:
        """Whether a bot has to move, or to answer an offer."""
        to_move = not self.over and self.sittings[self.position.turn].kind == "bot"
        return to_move or self.asked_bot is not None

    @property
    def asked_bot(self) -> Player | None:
        """The bot that has been offered a draw and has not answered, if there is one."""
        if self.offer is None or self.offer["kind"] != "draw":
            return None
        asked = Player(self.offer["by"]).other
        return asked if self.sittings[asked].kind == "bot" else None

    @property
    def result(self) -> Result:
        """As records write it."""
        if self.outcome is None:
            return "*"
        return _RESULTS[self.outcome.winner]

    @property
    def bots_only(self) -> bool:
        return all(sitting.kind == "bot" for sitting in self.sittings.values())

    def apply(self, event: Event) -> None:
        """Adds the next event; the log has no gaps."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} cannot follow event {self.seq}")
        _FOLD[event.kind](self, event.data)
        self.seq, self.updated = event.seq, event.at
        self.outcome = self.match.outcome()
        self.created = self.created or event.at

    def after(self, event: Event) -> Table:
        """The table as the event would leave it; this one stays as it is."""
        table = copy(self)
        if self.seq:
            table.match, table.sittings = self.match.copy(), self.sittings.copy()
        table.apply(event)
        return table

    def _start(self, data: dict[str, Any]) -> None:
        start = GAMES[data["game"]].parse(data["start"])
        self.match = Match(start, draw_by_repetition=data["repetition"])
        self.sittings = {Player(int(key)): Sitting(**data["players"][key]) for key in ("1", "2")}

    def _join(self, data: dict[str, Any]) -> None:
        player = Player(data["seat"])
        self.sittings[player] = replace(self.sittings[player], name=data["name"], open=False)

    def _move(self, data: dict[str, Any]) -> None:
        self.match.play(data["move"])
        self.offer = None

    def _undo(self, data: dict[str, Any]) -> None:
        for _ in range(data["plies"]):
            self.match.undo()
        self.offer = None

    def _resign(self, data: dict[str, Any]) -> None:
        self.match.resign(Player(data["by"]))
        self.offer = None

    def _draw(self, _data: dict[str, Any]) -> None:
        self.match.agree_draw()
        self.offer = None

    def _offer(self, data: dict[str, Any]) -> None:
        self.offer = {"kind": data["offer"], "by": data["by"]}

    def _decline(self, _data: dict[str, Any]) -> None:
        self.offer = None

    def _rematch(self, data: dict[str, Any]) -> None:
        self.rematch = data["match"]
        self.offer = None


_FOLD = {
    "start": Table._start,
    "join": Table._join,
    "move": Table._move,
    "undo": Table._undo,
    "resign": Table._resign,
    "draw": Table._draw,
    "offer": Table._offer,
    "decline": Table._decline,
    "rematch": Table._rematch,
}

Seats = Collection[Player]
Decision = Callable[[Table, Seats], Draft]

# A rematch that is decided; the lobby makes the match and fills in its name.
NEW_MATCH = Draft("rematch", {})


def expect(table: Table, seq: int | None) -> None:
    """Refuses a wish that was made looking at an older board."""
    if seq is not None and seq != table.seq:
        raise ConflictError(
            "stale", f"the match has gone on to event {table.seq}; you have seen {seq}"
        )


def wish(table: Table, you: Seats, decide: Decision, seq: int | None) -> Draft:
    """What a player wishes, who has seen the log up to `seq`."""
    _sit(you)
    expect(table, seq)
    return decide(table, you)


def play(table: Table, you: Seats, text: str, seq: int | None) -> Draft:
    """The move, if it is legal and this player's turn."""
    _sit(you)
    expect(table, seq)
    _go_on(table)
    turn = table.position.turn
    if turn not in you:
        raise ConflictError("out-of-turn", f"it is {turn}'s turn")
    move = table.position.parse_move(text)
    check(table.position, move)
    return Draft("move", {"by": turn.value, "move": str(move)})


def resign(table: Table, you: Seats) -> Draft:
    """On one device the player to move resigns."""
    _go_on(table)
    return Draft("resign", {"by": _speaker(table, you).value})


def undo(table: Table, you: Seats) -> Draft:
    """Takes back at once where nobody else is asked, else asks."""
    by = _speaker(table, you)
    if table.over and not alone(table, you):
        raise ConflictError("game-over", "the game is over; ask for a rematch instead")
    plies = plies_to_undo(table, by, on_one_device=len(you) == 2)
    if alone(table, you):
        return Draft("undo", {"by": by.value, "plies": plies})
    return _ask(table, "takeback", by)


def plies_to_undo(table: Table, by: Player, *, on_one_device: bool = False) -> int:
    """How much has to be taken back until the last move of this player is gone."""
    if table.outcome and table.outcome.reason in (RESIGNATION, DRAW_AGREED):
        return 1
    movers = [position.turn for position in table.match.positions[:-1]]
    if on_one_device and movers:
        return 1
    if by not in movers:
        raise ConflictError("nothing-to-undo", "there is no move of yours to take back")
    return 1 + movers[::-1].index(by)


def draw(table: Table, you: Seats) -> Draft:
    """Agrees to the other's offer, offers a draw, or on one device ends the game."""
    _go_on(table)
    by = _speaker(table, you)
    game = table.position.NAME
    if game not in GAMES_WITH_DRAWS:
        raise ConflictError("no-draws", f"there are no draws in {game.capitalize()}")
    if len(you) == 2 or table.offer == {"kind": "draw", "by": seat(by.other)}:
        return Draft("draw", {})
    return _ask(table, "draw", by)


def rematch(table: Table, you: Seats) -> Draft:
    """An offer to play again, or the new match itself where nobody else is asked."""
    by = _speaker(table, you)
    if not table.over:
        raise ConflictError("not-over", "the game is not over yet")
    if table.rematch:
        raise ConflictError("rematch-made", f"the rematch is match {table.rematch}")
    if alone(table, you) or table.offer == {"kind": "rematch", "by": seat(by.other)}:
        return NEW_MATCH
    return _ask(table, "rematch", by)


def decline(table: Table, you: Seats) -> Draft:
    """Declines the other's offer, or takes back one's own."""
    if table.offer is None:
        raise ConflictError("no-offer", "there is no offer to decline")
    return Draft("decline", {"by": _speaker(table, you).value})


def accept(table: Table, you: Seats) -> Draft:
    """What the other's offer comes to."""
    by = _speaker(table, you)
    offer = table.offer
    if offer is None or offer["by"] == by.value:
        raise ConflictError("no-offer", "there is no offer for you to accept")
    if offer["kind"] == "takeback":
        asker = Player(offer["by"])
        return Draft("undo", {"by": asker.value, "plies": plies_to_undo(table, asker)})
    return Draft("draw", {}) if offer["kind"] == "draw" else NEW_MATCH


def may_ask_for_a_hint(table: Table, you: Seats) -> None:
    _sit(you)
    _go_on(table)
    if table.position.turn not in you:
        raise ConflictError("out-of-turn", "hints are for the player to move")
    if not _fair(table, you):
        raise ConflictError("no-hints", "there are no hints against another person")


def alone(table: Table, you: Seats) -> bool:
    """Whether nobody else has to be asked: the other side is a bot, a free seat, or you."""
    others = [table.sittings[player] for player in Player if player not in you]
    return bool(you) and all(other.kind == "bot" or other.open for other in others)


def _fair(table: Table, you: Seats) -> bool:
    """Whether a hint is unfair to nobody: no other person plays, or is invited to."""
    return alone(table, you) and not any(sitting.open for sitting in table.sittings.values())


# What a player may wish for besides a move, by the name of the request.
WISHES: dict[str, Decision] = {
    "undo": undo,
    "resign": resign,
    "draw": draw,
    "rematch": rematch,
    "accept": accept,
    "decline": decline,
}


def possible(table: Table, you: Seats) -> list[str]:
    """What these seats may do now, by the names of the requests."""
    if not you:
        return []
    can = [name for name, decide in WISHES.items() if _allowed(decide, table, you)]
    if not table.over and table.position.turn in you:
        can += ["move", "hint"] if _fair(table, you) else ["move"]
    return can


def _allowed(decide: Decision, table: Table, you: Seats) -> bool:
    try:
        decide(table, you)
    except ConflictError:
        return False
    return True


def _sit(you: Seats) -> None:
    if not you:
        raise ForbiddenError("not-your-seat", "you hold no seat in this match; you may watch it")


def _speaker(table: Table, you: Seats) -> Player:
    """Who of the players at this device speaks; with both seats, the one to move."""
    _sit(you)
    return next(iter(you)) if len(you) == 1 else table.position.turn


def _go_on(table: Table) -> None:
    if table.outcome:
        raise ConflictError("game-over", f"the game is over: {table.outcome.reason}")


def _ask(table: Table, kind: OfferKind, by: Player) -> Draft:
    if table.offer == {"kind": kind, "by": by.value}:
        raise ConflictError("already-offered", f"you have already offered a {kind}")
    return Draft("offer", {"offer": kind, "by": by.value})
