"""Who takes part in a tournament: which person a number is, and who is there to be paired.

Whoever looks at the page of an arena, or listens to the stream of their games, is there.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, insert, select, update

from tetrad.server import clock
from tetrad.server.storage.schema import accounts, blocks, entrants, tournaments
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import Work

SECONDS_THERE = 10.0
# So often it is written down that somebody is there.
SECONDS_BETWEEN_NOTES = 3.0
MOST_REMEMBERED = 10_000

_SOME: BindParameter[Any] = bindparam("people", expanding=True)
_INSERT = insert(entrants)
_ALL = (
    select(entrants.c.number, entrants.c.person, entrants.c.seen, accounts.c.banned)
    .join(accounts, accounts.c.person == entrants.c.person, isouter=True)
    .where(entrants.c.tournament_id == bindparam("wanted"))
)
_ONE = select(entrants.c.number).where(
    entrants.c.tournament_id == bindparam("wanted"), entrants.c.person == bindparam("who")
)
_SEEN = (
    update(entrants)
    .where(entrants.c.tournament_id == bindparam("wanted"), entrants.c.person == bindparam("who"))
    .values(seen=bindparam("now"))
)
_LISTENS = (
    update(entrants).where(entrants.c.person == bindparam("who")).values(seen=bindparam("now"))
)
_BLOCKS = select(blocks).where(blocks.c.person.in_(_SOME))
_OF = (
    select(tournaments.c.summary)
    .join(entrants, entrants.c.tournament_id == tournaments.c.id)
    .where(entrants.c.person == bindparam("who"))
    .order_by(tournaments.c.updated.desc())
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who takes part, by the number in the log."""

    number: int
    person: str
    seen: float


class Entrants:
    """Knows the persons behind the numbers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: OrderedDict[tuple[str, str], float] = OrderedDict()

    async def of(self, tournament_id: str) -> dict[int, Entrant]:
        """All who take part; whose account is closed, or gone, does so no longer."""
        rows = await self._store.read(_ALL, {"wanted": tournament_id})
        return {
            row.number: Entrant(row.number, row.person, row.seen) for row in rows if not row.banned
        }

    async def number(self, tournament_id: str, person: str | None) -> int | None:
        if person is None:
            return None
        rows = await self._store.read(_ONE, {"wanted": tournament_id, "who": person})
        return rows[0].number if rows else None

    def entered(self, tournament_id: str, person: str, number: int) -> Work:
        """What to write down with a `join`."""
        row = {"tournament_id": tournament_id, "person": person, "number": number}
        return [(_INSERT, [row | {"seen": clock.now()}])]

    async def seen(self, tournament_id: str, person: str) -> None:
        """Somebody looks at the tournament."""
        if self._is_due(tournament_id, person):
            note = {"wanted": tournament_id, "who": person, "now": clock.now()}
            await self._store.write([(_SEEN, [note])])

    async def listens(self, person: str) -> None:
        """Somebody, a program perhaps, waits for games of any kind."""
        if self._is_due("", person):
            await self._store.write([(_LISTENS, [{"who": person, "now": clock.now()}])])

    def _is_due(self, tournament_id: str, person: str) -> bool:
        key, now = (tournament_id, person), time.monotonic()
        if self._noted.get(key, float("-inf")) > now - SECONDS_BETWEEN_NOTES:
            return False
        self._noted[key] = now
        self._noted.move_to_end(key)
        if len(self._noted) > MOST_REMEMBERED:
            self._noted.popitem(last=False)
        return True

    async def apart(self, some: Iterable[Entrant]) -> dict[int, set[int]]:
        """Who has blocked whom, by number."""
        numbers = {each.person: each.number for each in some}
        if not numbers:
            return {}
        found: dict[int, set[int]] = {}
        for row in await self._store.read(_BLOCKS, {"people": list(numbers)}):
            if row.blocked in numbers:
                found.setdefault(numbers[row.person], set()).add(numbers[row.blocked])
        return found

    async def kept_of(self, person: str) -> list[Any]:
        """The tournaments of a person, as a list shows them."""
        rows = await self._store.read(_OF, {"who": person})
        return [msgspec.json.decode(row.summary) for row in rows]
