"""Tournaments: anybody may start one, enter it, leave it, come back, and look on.

What happens by itself in them, games, results and the end, is up to the `director`.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import Raw
from sqlalchemy import bindparam, func, select

from tetrad.contests.tournament import Entry, Pairing, Row, Tournament
from tetrad.matches.clocks import Clock
from tetrad.matches.log import Draft
from tetrad.matches.refusals import ConflictError
from tetrad.message import Wording
from tetrad.server import clock
from tetrad.server.meeting.entrants import Entrants
from tetrad.server.meeting.seeks import Visitor
from tetrad.server.meeting.tournament_log import Decided, Logs, summary
from tetrad.server.people.names import proper
from tetrad.server.people.ratings import Ratings
from tetrad.server.storage.schema import tournaments
from tetrad.server.storage.secrets import new_match_id
from tetrad.server.storage.store import Store

MOST_OF_A_PERSON, MOST_OPEN, MOST_PEOPLE = 2, 300, 200
MOST_LISTED, MOST_ENDED_LISTED = 100, 20
MOST_VIEWS_KEPT = 200

# Translators: the answer to who starts a third tournament while two of theirs are not over
TOO_MANY = Wording(
    "too-many-tournaments", "you have already started {most} tournaments that are not over yet"
)
# Translators: the answer to who starts a tournament where there are very many
NO_ROOM = Wording("no-room", "there are too many tournaments right now; try again later")
# Translators: the answer to who starts an arena, a tournament of quick games
NEEDS_LIVE_CLOCK = Wording("arena-clock", "an arena needs a clock for the whole game")
# Translators: the answer to who starts a tournament of Swiss rounds
NEEDS_DAYS = Wording("swiss-clock", "Swiss rounds need a clock of {least} to {most} days per move")
# Translators: the answer to who wants to enter a tournament
FULL = Wording("tournament-full", "this tournament is full")
# Translators: the answer to who wants to enter a tournament of rounds too late
BEGUN = Wording("tournament-begun", "this tournament has begun; you can watch")
# Translators: the answer to who wants to enter a tournament too late
OVER = Wording("tournament-over", "this tournament is over")

FEWEST_DAYS, MOST_DAYS = 1, 3

_OWN = select(func.count()).where(
    tournaments.c.by == bindparam("who"), tournaments.c.due_at.is_not(None)
)
_STARTED = select(tournaments.c.summary).where(tournaments.c.by == bindparam("who"))
_ALL = select(func.count()).where(tournaments.c.due_at.is_not(None))
_OPEN = (
    select(tournaments.c.summary)
    .where(tournaments.c.due_at.is_not(None))
    .order_by(tournaments.c.due_at)
    .limit(MOST_LISTED)
)
_ENDED = (
    select(tournaments.c.summary)
    .where(tournaments.c.due_at.is_(None))
    .order_by(tournaments.c.updated.desc())
    .limit(MOST_ENDED_LISTED)
)


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody starts; `after` are the seconds until it begins."""

    kind: Literal["arena", "swiss"]
    game: str
    clock: Clock
    name: str
    after: float
    minutes: int
    rounds: int
    house: bool


class Tournaments:
    """Lets people start, enter and watch tournaments."""

    def __init__(self, store: Store, logs: Logs, entrants: Entrants, ratings: Ratings) -> None:
        self._store, self._logs, self._ratings = store, logs, ratings
        self.entrants = entrants
        self._views: OrderedDict[str, tuple[int, Raw]] = OrderedDict()

    async def open(self, who: Visitor, wish: Opening) -> str:
        """A new tournament."""
        _check(wish)
        name = proper(wish.name)
        if (await self._store.read(_OWN, {"who": who.person}))[0][0] >= MOST_OF_A_PERSON:
            raise ConflictError(TOO_MANY(most=MOST_OF_A_PERSON))
        if (await self._store.read(_ALL, {}))[0][0] >= MOST_OPEN:
            raise ConflictError(NO_ROOM())
        length = {"minutes": wish.minutes} if wish.kind == "arena" else {"rounds": wish.rounds}
        told = {
            "kind": wish.kind,
            "game": wish.game,
            "clock": wish.clock.view(),
            "name": name,
            "starts": clock.now() + wish.after,
            "house": wish.house,
            **length,
        }
        tournament_id = new_match_id()
        await self._logs.create(tournament_id, who.person, Draft("open", told))
        return tournament_id

    async def join(self, tournament_id: str, who: Visitor) -> None:
        """Enters, or comes back; doing it twice is harmless."""

        async def decide(tournament: Tournament) -> Decided | None:
            if tournament.over:
                raise ConflictError(OVER())
            number = await self.entrants.number(tournament_id, who.person)
            if number is not None:
                here = tournament.entries[number].here
                return None if here else ([Draft("back", {"entrant": number})], ())
            if tournament.kind == "swiss" and tournament.round:
                raise ConflictError(BEGUN())
            if len(tournament.people) >= MOST_PEOPLE:
                raise ConflictError(FULL())
            number = len(tournament.entries) + 1
            told = await self._entry(tournament, who) | {"entrant": number}
            written = self.entrants.entered(tournament_id, who.person, number)
            return [Draft("join", told)], written

        await self._logs.act(tournament_id, decide)
        await self.entrants.seen(tournament_id, who.person)

    async def _entry(self, tournament: Tournament, who: Visitor) -> dict[str, Any]:
        """What is not so is not mentioned."""
        if who.account is None:
            return {"name": who.name}
        kind = tournament.clock.kind
        known = await self._ratings.of(who.person, tournament.game, kind)
        told: dict[str, Any] = {"name": who.account.name, "account": True}
        told |= {"rating": round(known.rating.rating)} if known.pairings else {}
        return told | ({"program": True} if who.account.program else {})

    async def leave(self, tournament_id: str, person: str) -> None:
        """Is not paired any more; a game that goes on is played to its end."""

        async def decide(tournament: Tournament) -> Decided | None:
            number = await self.entrants.number(tournament_id, person)
            if number is None or tournament.over or not tournament.entries[number].here:
                return None
            return [Draft("leave", {"entrant": number})], ()

        await self._logs.act(tournament_id, decide)

    async def started(self, person: str) -> list[Any]:
        """Those that a person has started, as a list shows them."""
        rows = await self._store.read(_STARTED, {"who": person})
        return [msgspec.json.decode(row.summary) for row in rows]

    async def list(self) -> list[Raw]:
        """Those that run or begin, in the order in which they began; then those that are over."""
        found = [*await self._store.read(_OPEN, {}), *await self._store.read(_ENDED, {})]
        return [Raw(row.summary.encode()) for row in found]

    async def look(self, tournament_id: str, person: str | None) -> dict[str, Any]:
        """Everything a page shows; who takes part is there for the next seconds."""
        tournament = await self._logs.read(tournament_id)
        number = await self.entrants.number(tournament_id, person)
        if number is not None and person and not tournament.over:
            await self.entrants.seen(tournament_id, person)
        return {
            **summary(tournament_id, tournament),
            "round_ends": tournament.round_ends,
            "time": clock.now(),
            "table": self._table(tournament_id, tournament),
            "you": _you(tournament, number),
        }

    def _table(self, tournament_id: str, tournament: Tournament) -> Raw:
        """The same for all who look, and made once for each event."""
        seq, made = self._views.get(tournament_id, (0, Raw(b"")))
        if seq != tournament.seq:
            made = Raw(msgspec.json.encode(_table(tournament)))
            self._views[tournament_id] = tournament.seq, made
            self._views.move_to_end(tournament_id)
            if len(self._views) > MOST_VIEWS_KEPT:
                self._views.popitem(last=False)
        return made


def _check(wish: Opening) -> None:
    if wish.kind == "arena" and wish.clock.days:
        raise ConflictError(NEEDS_LIVE_CLOCK())
    if wish.kind == "swiss" and not FEWEST_DAYS <= wish.clock.days <= MOST_DAYS:
        raise ConflictError(NEEDS_DAYS(least=FEWEST_DAYS, most=MOST_DAYS))


def _table(tournament: Tournament) -> dict[str, Any]:
    playing = tournament.playing
    return {
        "standings": [_row(row, playing) for row in tournament.standings()],
        "games": [
            _game(tournament, match, pairing)
            for match, pairing in tournament.under_way.items()
            if match not in tournament.scores
        ],
    }


def _row(row: Row, playing: dict[int, tuple[str, ...]]) -> dict[str, Any]:
    return {
        "place": row.place,
        **_who(row.entry),
        "points": row.points,
        "games": row.games,
        "on_streak": row.on_streak,
        "strength": row.strength,
        "here": row.entry.here,
        "match": next(iter(playing.get(row.entry.number, ())), None),
    }


def _who(entry: Entry) -> dict[str, Any]:
    return {
        "entrant": entry.number,
        "name": entry.name,
        "account": entry.account,
        "program": entry.program,
        "level": entry.level,
        "rating": entry.rating,
    }


def _game(tournament: Tournament, match: str, pairing: Pairing) -> dict[str, Any]:
    first, second = tournament.sides(match)
    sides = {"first": _who(tournament.entries[first]), "second": _who(tournament.entries[second])}
    return {"match": match, **sides, "round": pairing.round}


def _you(tournament: Tournament, number: int | None) -> dict[str, Any] | None:
    """Nothing for who only looks on."""
    if number is None:
        return None
    entry, matches = tournament.entries[number], tournament.playing.get(number, ())
    state = (
        "playing" if matches else "waiting" if entry.here else "aside" if entry.aside else "left"
    )
    return {"entrant": number, "state": state, "matches": matches}
