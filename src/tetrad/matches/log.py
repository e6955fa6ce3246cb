"""A match between two seats: a log of numbered events, and what the log adds up to.

    1 start    {game, start, repetition, players, clock, pair, tournament, brought}
    2 join     {seat, name}                  a person takes the seat kept free for them
    3 move     {by, move, lag}               so much of the lag is forgiven
    4 offer    {offer: takeback, by}         asks; a move, an answer or a new offer ends it
    5 undo     {by, plies}
    ...        resign {by}, draw {}, decline {by}, rematch {match},
               flag {by}, abandon {by}       out of time; has left, and the other one claims it
               say {by, phrase}              one of the preset phrases
               name {seat, name}             somebody is called otherwise from now on
               rated {ratings}               what a pairing of two games has changed

`Standing` is the fold over that log and the only state there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from tetrad.matches.clocks import Clock, Timing, clock_of
from tetrad.matches.data import Offer, PairView, Phrase, Result
from tetrad.matches.match import Match
from tetrad.matches.talk import KEPT, PHRASES
from tetrad.position import AnyPosition, Outcome, Player
from tetrad.rules import GAMES


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log; `at` is the time in seconds since 1970, `wish` the player's own id."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float
    wish: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that has no number yet."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Due:
    """Something that nobody asks for: at this time somebody has to see to it."""

    at: float
    kind: Literal["bot", "clock", "second", "count"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at one side of the board; `open` while the seat waits for a guest."""

    kind: Literal["human", "bot"]
    name: str
    level: int | None = None
    open: bool = False
    # Whoever has an account is known by it, with the rating at the start of a rated game.
    person: str | None = None
    rating: int | None = None
    program: bool = False


_RESULTS: dict[Player | None, Result] = {
    Player.FIRST: "1-0",
    Player.SECOND: "0-1",
    None: "1/2-1/2",
}


class Standing:
    """How the match stands after the events so far."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seq = 0
        self.created = 0.0
        self.updated = 0.0
        self.match: Match
        self.sittings: dict[Player, Sitting] = {}
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.outcome: Outcome | None = None
        self.clock: Clock | None = None
        self.timing: Timing | None = None
        self.pair: PairView | None = None
        self.tournament: str | None = None
        self.brought = False  # from elsewhere, as a record
        self.counted: dict[str, list[int]] | None = None
        self.talk: tuple[Phrase, ...] = ()
        self.said: Counter[Player] = Counter()
        for event in events:
            self.apply(event)

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def guest_awaited(self) -> bool:
        """Whether a seat is kept for a guest who has not come yet."""
        return any(sitting.open for sitting in self.sittings.values())

    @property
    def bot_due(self) -> bool:
        """Whether a bot has to move, or to answer an offer."""
        to_move = not self.over and self.sittings[self.position.turn].kind == "bot"
        return to_move or self.asked_bot is not None

    @property
    def due(self) -> Due | None:
        """What happens next by itself."""
        if self.bot_due:
            return Due(self.updated, "bot")
        if self.timing and self.timing.due is not None:
            return Due(self.timing.due, "clock")
        if self.over and self.pair and self.counted is None and not self.rematch:
            return Due(self.updated, "second" if self.pair["game"] == 1 else "count")
        return None

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
        if self.timing:
            self.timing = self._tick(self.timing, event)
        self.created = self.created or event.at

    def after(self, event: Event) -> Standing:
        """The match as the event would leave it; this one stays as it is."""
        standing = copy(self)
        if self.seq:
            standing.match, standing.sittings = self.match.copy(), self.sittings.copy()
        standing.apply(event)
        return standing

    def _tick(self, timing: Timing, event: Event) -> Timing:
        """What the clocks show after an event; time that was used is not given back."""
        if event.kind == "flag":
            return timing.run_out(Player(event.data["by"]))
        if self.over:
            return timing.stop(event.at, event.data.get("lag", 0.0))
        if event.kind == "move":
            timing = timing.press(event.at, event.data.get("lag", 0.0))
        elif event.kind == "undo":
            timing = timing.stop(event.at)
        if timing.running or self.guest_awaited:
            return timing
        return timing.start(self.position.turn, event.at)

    @property
    def rated(self) -> bool:
        return self.pair is not None

    def _start(self, data: dict[str, Any]) -> None:
        start = GAMES[data["game"]].parse(data["start"])
        self.match = Match(start, draw_by_repetition=data["repetition"])
        self.sittings = {Player(int(key)): Sitting(**data["players"][key]) for key in ("1", "2")}
        self.clock, self.pair = clock_of(data.get("clock")), data.get("pair")
        self.tournament = data.get("tournament")
        self.timing = Timing.of(self.clock) if self.clock else None
        self.brought = bool(data.get("brought"))

    def _join(self, data: dict[str, Any]) -> None:
        player = Player(data["seat"])
        who = {key: data[key] for key in ("person", "rating", "program") if key in data}
        sitting = replace(self.sittings[player], name=data["name"], open=False, **who)
        self.sittings[player] = sitting

    def _name(self, data: dict[str, Any]) -> None:
        player = Player(data["seat"])
        who = {key: data[key] for key in ("name", "person", "rating", "program") if key in data}
        self.sittings[player] = replace(self.sittings[player], **who)

    def _move(self, data: dict[str, Any]) -> None:
        self.match.play(data["move"])
        self.offer, self.said = None, Counter()

    def _undo(self, data: dict[str, Any]) -> None:
        for _ in range(data["plies"]):
            self.match.undo()
        self.offer = None

    def _resign(self, data: dict[str, Any]) -> None:
        self.match.resign(Player(data["by"]))
        self.offer = None

    def _flag(self, data: dict[str, Any]) -> None:
        self.match.run_out_of_time(Player(data["by"]))
        self.offer = None

    def _abandon(self, data: dict[str, Any]) -> None:
        self.match.abandon(Player(data["by"]))
        self.offer = None

    def _say(self, data: dict[str, Any]) -> None:
        template = PHRASES[data["phrase"]].text
        told: Phrase = {"by": data["by"], "phrase": data["phrase"], "template": template}
        self.talk = (*self.talk[1 - KEPT :], told)
        self.said = self.said + Counter([Player(data["by"])])

    def _draw(self, _data: dict[str, Any]) -> None:
        self.match.agree_draw()
        self.offer = None

    def _offer(self, data: dict[str, Any]) -> None:
        self.offer = {"kind": data["offer"], "by": data["by"]}

    def _decline(self, _data: dict[str, Any]) -> None:
        self.offer = None

    def _rated(self, data: dict[str, Any]) -> None:
        """The ratings of both before and after a pairing of two games."""
        self.counted = data["ratings"]

    def _rematch(self, data: dict[str, Any]) -> None:
        self.rematch = data["match"]
        self.offer = None


_FOLD = {
    "start": Standing._start,
    "join": Standing._join,
    "name": Standing._name,
    "move": Standing._move,
    "undo": Standing._undo,
    "resign": Standing._resign,
    "flag": Standing._flag,
    "abandon": Standing._abandon,
    "say": Standing._say,
    "draw": Standing._draw,
    "offer": Standing._offer,
    "decline": Standing._decline,
    "rematch": Standing._rematch,
    "rated": Standing._rated,
}
