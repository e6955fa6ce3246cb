"""The name of a person in tournaments: in the log, and among the best that a list shows.

As with games, the name that is given up is taken out of the log, and an event that is added tells
it to every server that has read the log before.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, select, update

from tetrad.contests.tournament import Tournament
from tetrad.matches.log import Draft
from tetrad.server.meeting.tournament_log import Decided, Logs
from tetrad.server.storage.schema import entrants, tournament_events
from tetrad.server.storage.store import Store

NOBODY = {"name": "", "account": False, "program": False}

_ENTERED = (
    select(tournament_events, entrants.c.number)
    .join(entrants, entrants.c.tournament_id == tournament_events.c.tournament_id)
    .where(entrants.c.person == bindparam("who"), tournament_events.c.kind.in_(("join", "name")))
)
_REENTER = (
    update(tournament_events)
    .where(
        tournament_events.c.tournament_id == bindparam("wanted"),
        tournament_events.c.seq == bindparam("number"),
    )
    .values(data=bindparam("text"))
)


async def rename(store: Store, person: str, new: dict[str, Any]) -> None:
    """Another name, or none, in every tournament that this person has entered."""
    entered: dict[str, int] = {}
    for row in await store.read(_ENTERED, {"who": person}):
        told = msgspec.json.decode(row.data)
        if told["entrant"] == row.number:
            entered[row.tournament_id] = row.number
            text = msgspec.json.encode(told | new).decode()
            place = {"wanted": row.tournament_id, "number": row.seq}
            await store.write([(_REENTER, [place | {"text": text}])])
    for tournament_id, number in entered.items():
        await _tell(store, tournament_id, Draft("name", {"entrant": number, **new}))


async def _tell(store: Store, tournament_id: str, called: Draft) -> None:
    async def decide(_: Tournament) -> Decided:
        return [called], ()

    await Logs(store).act(tournament_id, decide, later=False)
