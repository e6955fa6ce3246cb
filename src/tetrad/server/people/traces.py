"""What there is of a person in games: the name at a seat, and the games that go on.

The log is only added to, with one exception: a name that is given up is taken out of it. What a
server that runs has in memory follows from an event that is added as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, select, update

from tetrad.matches import state as states
from tetrad.matches.log import Draft, Event, Standing
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.rooms.room import overview
from tetrad.server.storage.schema import events, keys
from tetrad.server.storage.store import Store, Stored
from tetrad.server.storage.writer import SeqTakenError

TRIES, GAMES_AT_A_TIME = 5, 100

_SEATS = select(keys.c.match_id, keys.c.seat).where(keys.c.digest == bindparam("who"))
_SEATED = select(events.c.seq, events.c.kind, events.c.data).where(
    events.c.match_id == bindparam("match"), events.c.kind.in_(("start", "join", "name", "rated"))
)
_REWRITE = (
    update(events)
    .where(events.c.match_id == bindparam("match"), events.c.seq == bindparam("number"))
    .values(data=bindparam("text"))
)


async def rename(store: Store, person: str, name: str) -> list[str]:
    """Another name in every game that this person has played with an account; these games."""
    changed = []
    for match_id, seats in (await _seats(store, person)).items():
        standing = await _standing(store, match_id)
        mine = {seat for seat in seats if standing.sittings[Player(seat)].person == person}
        if mine:
            await _rewrite(store, match_id, mine, person, {"name": name})
            changed.append(match_id)
    return changed


async def give_up(store: Store, person: str) -> list[str]:
    """Ends the games that go on; which were."""
    ended = []
    for match_id, seats in (await _seats(store, person)).items():
        resigns = Draft("resign", {"by": min(seats)})
        if await _append(store, match_id, lambda now, end=resigns: None if now.over else end):  # type: ignore[misc]
            ended.append(match_id)
    return ended


async def erase(store: Store, person: str) -> list[str]:
    """Takes the name out of every game: nobody in particular has played there."""
    nobody = {"name": "", "person": None, "rating": None, "program": False}
    found = await _seats(store, person)
    for match_id, seats in found.items():
        await _rewrite(store, match_id, seats, person, nobody)
    return list(found)


async def records(store: Store, ids: Sequence[str]) -> dict[str, str]:
    """Games as text, move by move."""
    found: dict[str, str] = {}
    for begin in range(0, len(ids), GAMES_AT_A_TIME):
        some = await store.load_all(ids[begin : begin + GAMES_AT_A_TIME])
        found |= await asyncio.to_thread(_told, some)
    return found


def _told(some: dict[str, Stored]) -> dict[str, str]:
    return {match_id: states.record(Standing(each.events)) for match_id, each in some.items()}


async def _seats(store: Store, person: str) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for row in await store.read(_SEATS, {"who": person}):
        found.setdefault(row.match_id, set()).add(row.seat)
    return found


async def _rewrite(
    store: Store, match_id: str, seats: set[int], person: str, new: dict[str, Any]
) -> None:
    for row in await store.read(_SEATED, {"match": match_id}):
        told = _rewritten(row.kind, msgspec.json.decode(row.data), seats, person, new)
        text = msgspec.json.encode(told).decode()
        await store.write([(_REWRITE, [{"match": match_id, "number": row.seq, "text": text}])])
    for seat in seats:
        called = Draft("name", {"seat": seat, **new})
        await _append(store, match_id, lambda _, draft=called: draft, later=False)  # type: ignore[misc]


def _rewritten(
    kind: str, told: dict[str, Any], seats: set[int], person: str, new: dict[str, Any]
) -> dict[str, Any]:
    if kind == "start":
        for seat in seats:
            told["players"][str(seat)] |= new
    elif kind == "rated" and "person" in new:
        known = told["ratings"].items()
        told["ratings"] = {"" if who == person else who: each for who, each in known}
    elif told.get("seat") in seats:
        told |= new
    return told


async def _standing(store: Store, match_id: str) -> Standing:
    stored = await store.load(match_id)
    assert stored
    return Standing(stored.events)


async def _append(
    store: Store, match_id: str, decide: Callable[[Standing], Draft | None], *, later: bool = True
) -> bool:
    """Adds what is decided to how the match stands; a name changes nothing about when it was."""
    for _ in range(TRIES):
        standing = await _standing(store, match_id)
        draft = decide(standing)
        if draft is None:
            return False
        at = clock.now() if later else standing.updated
        event = Event(standing.seq + 1, draft.kind, draft.data, at)
        try:
            await store.append(match_id, [event], overview(match_id, standing.after(event)))
        except SeqTakenError:
            continue
        return True
    return False
