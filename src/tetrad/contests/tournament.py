"""A tournament: a log of numbered events, and what the log adds up to.

    1 open    {kind, game, clock, name, starts, minutes | rounds, house}
    2 join    {entrant, name, rating, account, program, level}   a level: an opponent of the house
    3 pair    {round, pairings: [{first, second, matches}], byes}
    4 result  {results: [{match, score, absent}]}                the score of who began that game
    5 leave   {entrant}                    is not paired until `back {entrant}`
    6 end     {}
    ...       name {entrant, name}         somebody is called otherwise from now on

In an arena a pairing is one game. In Swiss rounds it is two games at the same time, with sides
exchanged, and both are one result. Who takes part is known here by a number: which person that is,
the server keeps beside the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from tetrad.contests import arena, swiss
from tetrad.matches.clocks import Clock, clock_of
from tetrad.matches.log import Event

DAY = 86_400.0
UNRATED = 1500
# A round of Swiss lasts so many moves' time at most; a game that goes on then counts as a draw.
MOVES_OF_A_ROUND = 14

State = Literal["soon", "running", "over"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part; with a `level`, an opponent of the house.

    Who is not `here` has left; who is `aside` did not come to a game, and was set aside.
    """

    number: int
    name: str
    rating: int | None = None
    account: bool = False
    program: bool = False
    level: int | None = None
    here: bool = True
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who play; in the second of two matches the sides are exchanged."""

    first: int
    second: int
    matches: tuple[str, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings; `strength` is what those met have scored, in Swiss rounds."""

    place: int
    entry: Entry
    points: float
    games: int
    on_streak: bool = False
    strength: float = 0.0


class Tournament:
    """How a tournament stands after the events so far."""

    kind: Literal["arena", "swiss"]
    game: str
    clock: Clock
    name: str
    starts: float

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seq = 0
        self.updated = 0.0
        self.minutes = 0
        self.rounds = 0
        self.house = False
        self.over = False
        self.round = 0
        self.round_at = 0.0
        self.entries: dict[int, Entry] = {}
        self.arena: dict[int, arena.Entrant] = {}
        self.swiss: dict[int, swiss.Entrant] = {}
        # By each of its matches; those that are over stay until the whole pairing is.
        self.under_way: dict[str, Pairing] = {}
        self.scores: dict[str, float] = {}
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Adds the next event; the log has no gaps."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} cannot follow event {self.seq}")
        _FOLD[event.kind](self, event.data, event.at)
        self.seq, self.updated = event.seq, event.at

    def after(self, events: Iterable[Event]) -> Tournament:
        """The tournament as these would leave it; this one stays as it is."""
        later = copy(self)
        for name in ("entries", "arena", "swiss", "under_way", "scores"):
            setattr(later, name, dict(getattr(self, name)))
        for event in events:
            later.apply(event)
        return later

    @property
    def ends(self) -> float | None:
        """When an arena is over; Swiss rounds are over after the last one."""
        return self.starts + self.minutes * 60 if self.kind == "arena" else None

    @property
    def round_ends(self) -> float | None:
        """When what is still played in a round of Swiss counts as drawn."""
        if self.kind == "arena" or not self.round:
            return None
        return self.round_at + MOVES_OF_A_ROUND * self.clock.days * DAY

    def state(self, now: float) -> State:
        if self.over:
            return "over"
        return "soon" if now < self.starts and not self.round else "running"

    @property
    def people(self) -> list[Entry]:
        """Who takes part, without the opponents of the house."""
        return [each for each in self.entries.values() if each.level is None]

    def house_entry(self, level: int) -> Entry | None:
        return next((each for each in self.entries.values() if each.level == level), None)

    @property
    def playing(self) -> dict[int, tuple[str, ...]]:
        """The matches that go on, by who plays them."""
        found: dict[int, tuple[str, ...]] = {}
        for match, pairing in self.under_way.items():
            if match not in self.scores:
                for number in (pairing.first, pairing.second):
                    found[number] = (*found.get(number, ()), match)
        return found

    def free(self) -> list[Entry]:
        """Those who can be paired: here, and not in a game."""
        playing = self.playing
        return [each for each in self.people if each.here and each.number not in playing]

    def sides(self, match: str) -> tuple[int, int]:
        """Who begins a match, and who does not."""
        pairing = self.under_way[match]
        exchanged = pairing.matches.index(match) % 2
        return (pairing.second, pairing.first) if exchanged else (pairing.first, pairing.second)

    def standings(self) -> list[Row]:
        """The best first."""
        if self.kind == "arena":
            return [
                Row(place, self.entries[int(each.id)], each.points, each.games, each.on_streak)
                for place, each in enumerate(arena.standings(self.arena.values()), 1)
            ]
        everybody = list(self.swiss.values())
        scores = {each.id: each.score for each in everybody}
        return [
            Row(
                place, self.entries[int(each.id)], each.score, len(each.met),
                strength=sum(scores.get(other, 0.0) for other in each.met),
            )
            for place, each in enumerate(swiss.standings(everybody), 1)
        ]  # fmt: skip

    def _open(self, data: dict[str, Any], _at: float) -> None:
        self.kind, self.game, self.name = data["kind"], data["game"], data["name"]
        clock = clock_of(data["clock"])
        assert clock
        self.clock, self.starts, self.house = clock, data["starts"], data["house"]
        self.minutes, self.rounds = data.get("minutes", 0), data.get("rounds", 0)

    def _join(self, data: dict[str, Any], at: float) -> None:
        told = {key: value for key, value in data.items() if key != "entrant"}
        entry = Entry(data["entrant"], **told)
        self.entries[entry.number] = entry
        rating, name = float(entry.rating or UNRATED), str(entry.number)
        if self.kind == "arena":
            since = max(at, self.starts)
            self.arena[entry.number] = arena.Entrant(name, rating, since=since)
        else:
            self.swiss[entry.number] = swiss.Entrant(name, rating)

    def _leave(self, data: dict[str, Any], _at: float) -> None:
        number = data["entrant"]
        self.entries[number] = replace(self.entries[number], here=False)

    def _back(self, data: dict[str, Any], at: float) -> None:
        number = data["entrant"]
        self.entries[number] = replace(self.entries[number], here=True, aside=False)
        self._wait(number, at)

    def _name(self, data: dict[str, Any], _at: float) -> None:
        number = data["entrant"]
        who = {key: data[key] for key in ("name", "account", "program") if key in data}
        self.entries[number] = replace(self.entries[number], **who)

    def _wait(self, number: int, at: float) -> None:
        if self.kind == "arena":
            self.arena[number] = replace(self.arena[number], since=max(at, self.starts))

    def _pair(self, data: dict[str, Any], at: float) -> None:
        self.round, self.round_at = data["round"], at
        for each in data["pairings"]:
            pairing = Pairing(each["first"], each["second"], tuple(each["matches"]), self.round)
            self.under_way |= dict.fromkeys(pairing.matches, pairing)
        for number in data.get("byes", ()):
            self.swiss[number] = swiss.after(self.swiss[number], 1.0, swiss.BYE)

    def _result(self, data: dict[str, Any], at: float) -> None:
        for each in data["results"]:
            self.scores[each["match"]] = each["score"]
            if (absent := each.get("absent")) is not None:
                self.entries[absent] = replace(self.entries[absent], here=False, aside=True)
            pairing = self.under_way[each["match"]]
            if all(match in self.scores for match in pairing.matches):
                self._count(pairing, at)

    def _count(self, pairing: Pairing, at: float) -> None:
        """Both sides after a pairing that is over."""
        scores = [self.scores.pop(match) for match in pairing.matches]
        for match in pairing.matches:
            del self.under_way[match]
        own = [1 - score if exchanged % 2 else score for exchanged, score in enumerate(scores)]
        score = sum(own) / len(own)
        sides = ((pairing.first, pairing.second, score), (pairing.second, pairing.first, 1 - score))
        for number, other, got in sides:
            began = number == pairing.first
            if self.kind == "arena":
                self.arena[number] = arena.after(self.arena[number], got, str(other), began=began)
                self._wait(number, at)
            else:
                before = self.swiss[number]
                self.swiss[number] = swiss.after(before, got, str(other), began=began)

    def _end(self, _data: dict[str, Any], _at: float) -> None:
        """What is still played counts no more."""
        self.over = True
        self.under_way, self.scores = {}, {}


_FOLD = {
    "open": Tournament._open,
    "join": Tournament._join,
    "leave": Tournament._leave,
    "back": Tournament._back,
    "name": Tournament._name,
    "pair": Tournament._pair,
    "result": Tournament._result,
    "end": Tournament._end,
}
