"""The name of a person in tournaments: in the log, and among the best that a list shows."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, select, update

from tetrad.server.storage.schema import entrants, tournament_events, tournaments
from tetrad.server.storage.store import Store

_ENTERED = (
    select(tournament_events, entrants.c.number)
    .join(entrants, entrants.c.tournament_id == tournament_events.c.tournament_id)
    .where(entrants.c.person == bindparam("who"), tournament_events.c.kind == "join")
)
_REENTER = (
    update(tournament_events)
    .where(
        tournament_events.c.tournament_id == bindparam("wanted"),
        tournament_events.c.seq == bindparam("number"),
    )
    .values(data=bindparam("text"))
)
_WON = (
    select(tournaments.c.id, tournaments.c.summary)
    .join(entrants, entrants.c.tournament_id == tournaments.c.id)
    .where(entrants.c.person == bindparam("who"))
)
# Where a server has written meanwhile, what it says stays.
_SHOW_WON = (
    update(tournaments)
    .where(tournaments.c.id == bindparam("wanted"), tournaments.c.summary == bindparam("was"))
    .values(summary=bindparam("text"))
)


async def rename(store: Store, person: str, was: str, name: str) -> None:
    """Another name, or none, in every tournament that this person has entered."""
    for entered in await store.read(_ENTERED, {"who": person}):
        told = msgspec.json.decode(entered.data)
        if told["entrant"] == entered.number:
            place = {"wanted": entered.tournament_id, "number": entered.seq}
            row = place | {"text": _text(told | {"name": name})}
            await store.write([(_REENTER, [row])])
    for won in await store.read(_WON, {"who": person}):
        told = msgspec.json.decode(won.summary)
        for best in told["best"]:
            best["name"] = name if best["name"] == was else best["name"]
        row = {"wanted": won.id, "was": won.summary, "text": _text(told)}
        await store.write([(_SHOW_WON, [row])])


def _text(told: dict[str, Any]) -> str:
    return msgspec.json.encode(told).decode()
