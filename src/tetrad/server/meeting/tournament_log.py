"""The logs of tournaments: read, folded, and added to, by whichever process is asked.

What a process has folded it keeps, and reads on from there. Of two that add an event at once one is
too late: it reads what the other wrote, and decides again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, insert, select, update

from tetrad.contests.tournament import Tournament
from tetrad.language import LABELLED
from tetrad.matches.log import Draft, Event
from tetrad.message import Message, Wording
from tetrad.server import clock
from tetrad.server.http.errors import NotFoundError
from tetrad.server.storage.schema import tournament_events, tournaments
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import SeqTakenError, Work

MOST_KEPT = 200
EVENTS_AT_A_TIME = 500
TRIES = 10
# Of those who lead, so many are named in the list.
NAMED = 3

# Translators: where a tournament of Swiss rounds stands
ROUND = Wording("tournament-round", "Round {n} of {rounds}")

_INSERT, _INSERT_EVENT = insert(tournaments), insert(tournament_events)
_UPDATE = (
    update(tournaments)
    .where(tournaments.c.id == bindparam("row"))
    .values({name: bindparam(name) for name in ("summary", "updated", "seq", "due_at")})
)
_SUMMARY = select(tournaments.c.summary).where(tournaments.c.id == bindparam("wanted"))
_SEQ = select(tournaments.c.seq).where(tournaments.c.id == bindparam("wanted"))
_EVENTS = (
    select(tournament_events)
    .where(
        tournament_events.c.tournament_id == bindparam("wanted"),
        tournament_events.c.seq > bindparam("known"),
    )
    .order_by(tournament_events.c.seq)
)

Decided = tuple[Sequence[Draft], Work]
Decide = Callable[[Tournament], Awaitable[Decided | None]]


@dataclass
class _Kept:
    tournament: Tournament
    lock: asyncio.Lock


class Logs:
    """What is known of tournaments here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def create(self, tournament_id: str, by: str, draft: Draft) -> Tournament:
        event = Event(1, draft.kind, draft.data, clock.now())
        tournament = Tournament([event])
        row = {"id": tournament_id, "by": by, "owner": None, "until": None}
        row |= _row(tournament_id, tournament)
        await self._store.write(
            [(_INSERT, [row]), (_INSERT_EVENT, [_event_row(tournament_id, event)])]
        )
        return self._keep(tournament_id, tournament)

    async def read(self, tournament_id: str) -> Tournament:
        """How it stands now."""
        rows = await self._store.read(_SEQ, {"wanted": tournament_id})
        if not rows:
            self._kept.pop(tournament_id, None)
            raise NotFoundError("there is no such tournament", "no-such-tournament")
        kept = self._kept.get(tournament_id)
        known = kept.tournament if kept else Tournament()
        if known.seq > rows[0].seq:
            known = Tournament()  # a backup was restored
        if known.seq < rows[0].seq:
            known = await self._read_on(tournament_id, known)
        return self._keep(tournament_id, known)

    async def _read_on(self, tournament_id: str, known: Tournament) -> Tournament:
        wanted = {"wanted": tournament_id, "known": known.seq}
        found = await self._store.read(_EVENTS, wanted)
        for begin in range(0, len(found), EVENTS_AT_A_TIME):
            some = found[begin : begin + EVENTS_AT_A_TIME]
            known = known.after(
                Event(row.seq, row.kind, msgspec.json.decode(row.data), row.at) for row in some
            )
            await asyncio.sleep(0)
        return known

    def _keep(self, tournament_id: str, tournament: Tournament) -> Tournament:
        """The newest that anybody here has read."""
        kept = self._kept.setdefault(tournament_id, _Kept(tournament, asyncio.Lock()))
        kept.tournament = tournament
        self._kept.move_to_end(tournament_id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return tournament

    async def act(self, tournament_id: str, decide: Decide, *, later: bool = True) -> Tournament:
        """Adds what the decision comes to, looking at the tournament as it then stands.

        What is not `later` changes nothing about when it was.
        """
        await self.read(tournament_id)
        async with self._kept[tournament_id].lock:
            for _ in range(TRIES):
                tournament = await self.read(tournament_id)
                decided = await decide(tournament)
                if not decided or not decided[0]:
                    return tournament
                try:
                    at = clock.now() if later else tournament.updated
                    return await self._add(tournament_id, tournament, at, *decided)
                except SeqTakenError:
                    continue
        raise SeqTakenError

    async def _add(
        self, tournament_id: str, before: Tournament, at: float, drafts: Sequence[Draft], also: Work
    ) -> Tournament:
        events = [
            Event(before.seq + number, draft.kind, draft.data, at)
            for number, draft in enumerate(drafts, 1)
        ]
        after = before.after(events)
        await self._store.write(
            [
                *also,
                (_INSERT_EVENT, [_event_row(tournament_id, event) for event in events]),
                (_UPDATE, [{"row": tournament_id, **_row(tournament_id, after)}]),
            ]
        )
        return self._keep(tournament_id, after)


def _event_row(tournament_id: str, event: Event) -> dict[str, Any]:
    data = msgspec.json.encode(event.data).decode()
    row = {"tournament_id": tournament_id, "seq": event.seq, "kind": event.kind}
    return row | {"data": data, "at": event.at}


def _row(tournament_id: str, tournament: Tournament) -> dict[str, Any]:
    """Something is due in it from its start until it is over."""
    return {
        "summary": msgspec.json.encode(summary(tournament_id, tournament)).decode(),
        "updated": tournament.updated,
        "seq": tournament.seq,
        "due_at": None if tournament.over else tournament.starts,
    }


async def stage(store: Store, tournament_id: str) -> Message | None:
    """Which tournament it is, and in which of its rounds; nothing where it is gone."""
    for row in await store.read(_SUMMARY, {"wanted": tournament_id}):
        told = msgspec.json.decode(row.summary)
        return LABELLED(label=told["name"], what=ROUND(n=told["round"], rounds=told["rounds"]))
    return None


def summary(tournament_id: str, tournament: Tournament) -> dict[str, Any]:
    """What a list of tournaments shows; whether it has begun, the reader's clock tells."""
    return {
        "id": tournament_id,
        "kind": tournament.kind,
        "game": tournament.game,
        "name": tournament.name,
        "clock": asdict(tournament.clock),
        "starts": tournament.starts,
        "ends": tournament.ends,
        "minutes": tournament.minutes,
        "rounds": tournament.rounds,
        "round": tournament.round,
        "house": tournament.house,
        "over": tournament.over,
        "people": len(tournament.people),
        "best": _best(tournament),
    }


def _best(tournament: Tournament) -> list[dict[str, Any]]:
    """Who has won, when it is over."""
    if not tournament.over:
        return []
    rows = [row for row in tournament.standings()[:NAMED] if row.games]
    return [{"name": row.entry.name, "level": row.entry.level} for row in rows]
