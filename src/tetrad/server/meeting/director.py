"""What happens by itself in tournaments: games begin, results are noted, and it ends.

One process directs a tournament, whichever has claimed it; if that one goes, another takes over
where the log stands. Games are written down together with the event that tells of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, select

from tetrad.contests import rounds
from tetrad.contests.rounds import HOUSE, Plan
from tetrad.contests.tournament import Entry, Tournament
from tetrad.matches import state as states
from tetrad.matches.log import Draft, Event, Sitting
from tetrad.matches.match import TIME_UP, Match
from tetrad.rules import GAMES
from tetrad.server import clock
from tetrad.server.http.errors import NotFoundError
from tetrad.server.meeting.entrants import SECONDS_THERE, Entrant, Entrants
from tetrad.server.meeting.pairs import POINTS
from tetrad.server.meeting.tournament_log import Decided, Logs
from tetrad.server.people import fairness
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.room import Room
from tetrad.server.storage.leases import Leases
from tetrad.server.storage.schema import matches, tournaments
from tetrad.server.storage.store import Key, Store
from tetrad.server.storage.writer import Work
from tetrad.server.workers.turns import Asker

log = logging.getLogger("tetrad.server")

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_ROUNDS = 5.0
DRAWN = 0.5

_SOME: BindParameter[Any] = bindparam("ids", expanding=True)
# With a clock something is due in every game that goes on, and nothing in one that is over.
_ENDED = select(matches.c.id, matches.c.summary).where(
    matches.c.id.in_(_SOME), matches.c.due_at.is_(None)
)

People = dict[int, Entrant]


class Director:
    """Sees to the tournaments that this process has claimed."""

    def __init__(self, store: Store, logs: Logs, entrants: Entrants, lobby: Lobby) -> None:
        self._store, self._logs, self._entrants, self._lobby = store, logs, entrants, lobby
        self._leases = Leases(store, tournaments)
        self._looks: dict[str, float] = {}
        self._stopped = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """What is being written is written to its end."""
        self._stopped.set()
        if self._task:
            await self._task

    async def _run(self) -> None:
        # Nobody else has a file of one's own.
        by_force = self._store.is_file
        while not self._stopped.is_set():
            try:
                await self._claim(by_force=by_force)
                by_force = False
                await self.direct()
            except Exception as error:
                log.warning("tournaments cannot go on (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), SECONDS_BETWEEN_LOOKS)

    async def _claim(self, *, by_force: bool) -> None:
        """Keeps what is one's own, and takes what nobody directs."""
        await self._leases.renew(list(self._looks))
        due = await self._leases.due(clock.now(), whoever_sees_to_it=by_force)
        for tournament_id in due:
            if await self._leases.claim(tournament_id, by_force=by_force):
                self._looks.setdefault(tournament_id, 0.0)

    async def direct(self) -> None:
        """Looks at every tournament whose time has come to be looked at."""
        for tournament_id, at in list(self._looks.items()):
            if self._stopped.is_set():
                return
            if at > time.monotonic():
                continue
            try:
                await self._direct(tournament_id)
            except NotFoundError:
                del self._looks[tournament_id]
            except Exception as error:
                kind = type(error).__name__
                log.warning("tournament %s could not go on (%s)", tournament_id, kind)

    async def _direct(self, tournament_id: str) -> None:
        tournament = await self.see_to(tournament_id)
        if tournament.over:
            del self._looks[tournament_id]
        elif tournament.kind == "swiss":
            self._looks[tournament_id] = time.monotonic() + SECONDS_BETWEEN_ROUNDS

    async def see_to(self, tournament_id: str) -> Tournament:
        """Notes results, then begins games or ends the tournament."""
        await self._logs.act(tournament_id, self._results)
        begun: list[Room] = []

        async def decide(tournament: Tournament) -> Decided | None:
            begun.clear()
            return await self._next(tournament_id, tournament, begun)

        tournament = await self._logs.act(tournament_id, decide)
        for room in begun:
            self._lobby.arrive(room)
        return tournament

    async def _results(self, tournament: Tournament) -> Decided | None:
        """What has come of games that are over; in Swiss rounds, in time."""
        going_on = [each for each in tournament.under_way if each not in tournament.scores]
        if not going_on or tournament.over:
            return None
        rows = await self._store.read(_ENDED, {"ids": going_on})
        told = {row.id: msgspec.json.decode(row.summary) for row in rows}
        results = [
            _result(tournament, match, summary)
            for match, summary in told.items()
            if summary["outcome"]
        ]
        if tournament.round_ends and clock.now() > tournament.round_ends:
            late = set(going_on).difference(each["match"] for each in results)
            results += [{"match": match, "score": DRAWN} for match in sorted(late)]
        if not results:
            return None
        ended = fairness.ended(*(each["match"] for each in results))
        return [Draft("result", {"results": results})], ended

    async def _next(
        self, tournament_id: str, tournament: Tournament, begun: list[Room]
    ) -> Decided | None:
        now = clock.now()
        if tournament.over or now < tournament.starts:
            return None
        if tournament.ends and now >= tournament.ends:
            return _end(tournament)
        if tournament.kind == "swiss" and tournament.under_way:
            return None
        people = await self._entrants.of(tournament_id)
        drafts: list[Draft] = []
        if tournament.kind == "arena":
            plan: Plan | None = await self._arena(tournament, people, now)
        else:
            gone = [each for each in tournament.people if each.here and each.number not in people]
            drafts = [Draft("leave", {"entrant": each.number}) for each in gone]
            tournament = _with(tournament, drafts, now)
            plan = await self._round(tournament, people)
        if plan is None:
            return _end(tournament)
        if not plan.pairs and not plan.byes:
            return None
        more, work = await self._games(tournament_id, tournament, plan, people, begun)
        return [*drafts, *more], work

    async def _arena(self, tournament: Tournament, people: People, now: float) -> Plan:
        there = {each.number for each in people.values() if each.seen > now - SECONDS_THERE}
        if not any(each.number in there for each in tournament.free()):
            return Plan()
        apart = await self._entrants.apart(people[number] for number in there)
        return rounds.arena_games(tournament, there, now, apart)

    async def _round(self, tournament: Tournament, people: People) -> Plan | None:
        if tournament.round >= tournament.rounds:
            return None
        return rounds.swiss_round(tournament, await self._entrants.apart(people.values()))

    async def _games(
        self, tournament_id: str, tournament: Tournament, plan: Plan, people: People,
        begun: list[Room],
    ) -> Decided:  # fmt: skip
        """The house joins where it plays, and all games of the plan begin."""
        house, joins = _house(tournament, plan)
        entries = {**tournament.entries, **house}
        many = 1 if tournament.kind == "arena" else 2
        pairings, work = [], []
        for pair in plan.pairs:
            one, other = (entries[number] for number in pair)
            ids = []
            for sides in ((one, other), (other, one))[:many]:
                room, written = await self._game(tournament_id, tournament, sides, people)
                begun.append(room)
                work += written
                ids.append(room.id)
            pairings.append({"first": one.number, "second": other.number, "matches": ids})
        told = {"round": tournament.round + 1, "pairings": pairings, "byes": list(plan.byes)}
        return [*joins, Draft("pair", told)], work

    async def _game(
        self, tournament_id: str, tournament: Tournament, sides: tuple[Entry, Entry], people: People
    ) -> tuple[Room, list[Any]]:
        """A match that is not yet written down, and what there is to write."""
        seated = {str(seat): _sitting(entry, people) for seat, entry in enumerate(sides, 1)}
        match = Match(GAMES[tournament.game].start())
        start = states.start_event(match, seated, tournament.clock, tournament=tournament_id)
        persons = {
            seat: people[entry.number].person
            for seat, entry in enumerate(sides, 1)
            if entry.level is None
        }
        keys = [Key(person, seat) for seat, person in persons.items()]
        asker = Asker("", next(iter(persons.values()), ""))
        room, work = await self._lobby.new(start, keys, asker)
        playing: Work = fairness.begun(room.id, tuple(dict.fromkeys(persons.values())))
        return room, [*work, *playing]


def _with(tournament: Tournament, drafts: list[Draft], now: float) -> Tournament:
    """As these would leave it."""
    return tournament.after(
        Event(tournament.seq + number, draft.kind, draft.data, now)
        for number, draft in enumerate(drafts, 1)
    )


def _end(tournament: Tournament) -> Decided:
    """What is still played counts no more."""
    return [Draft("end", {})], fairness.ended(*tournament.under_way)


def _result(tournament: Tournament, match: str, told: dict[str, Any]) -> dict[str, Any]:
    """The score of who began; who lost on time without a single move was not there."""
    result = {"match": match, "score": POINTS[told["result"]]}
    outcome, sides = told["outcome"], tournament.sides(match)
    loser = {1: 1, 2: 0}.get(outcome["winner"])
    if outcome["code"] == TIME_UP.code and loser is not None and told["plies"] <= loser:
        absent = tournament.entries[sides[loser]]
        result |= {"absent": absent.number} if absent.level is None else {}
    return result


def _house(tournament: Tournament, plan: Plan) -> tuple[dict[int, Entry], list[Draft]]:
    """The entries of the house that play now, by their levels as negatives; who is new joins."""
    entries: dict[int, Entry] = {}
    joins: list[Draft] = []
    for level in sorted(plan.house):
        entry = tournament.house_entry(level)
        if entry is None:
            number = len(tournament.entries) + len(joins) + 1
            rating = rounds.rating_of(tournament.game, level)
            entry = Entry(number, HOUSE[level - 1], rating, level=level)
            told = {"name": entry.name, "rating": entry.rating, "level": level}
            joins.append(Draft("join", {"entrant": number, **told}))
        entries[-level] = entry
    return entries, joins


def _sitting(entry: Entry, people: People) -> Sitting:
    if entry.level is not None:
        return Sitting("bot", entry.name, entry.level)
    person = people[entry.number].person if entry.account else None
    return Sitting("human", entry.name, person=person, program=entry.program)
