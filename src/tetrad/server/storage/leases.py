"""Which process sees to what is due in a match or tournament: whoever its row names, until a time.

The process that writes an event of a match is its owner from then on (`Store.append`). One that is
busy with it says so every second; one that has gone leaves it to the first other that claims it.
Who claims writes in one statement whose condition the database checks, and then reads who it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, ColumnElement, Table, and_, bindparam, or_, select, update

from tetrad.server import clock

if TYPE_CHECKING:
    from tetrad.server.storage.store import Store

SECONDS_OF_A_LEASE = 6.0
# What has a time, as a flag has, is done at once when it comes, or its owner is not there.
SECONDS_TO_BE_ON_TIME = 2.0
# A lease that ends later than any can comes from a clock that was wrong.
LONGEST_LEASE = 60.0


class Leases:
    """The claims of one process, known by its name, to the rows of a table."""

    def __init__(self, store: Store, table: Table) -> None:
        self._store = store
        columns = table.c
        process: BindParameter[str] = bindparam("process")
        now: BindParameter[float] = bindparam("now")
        free: ColumnElement[bool] = or_(
            columns.owner.is_(None), columns.until < now, columns.until > bindparam("latest")
        )
        self._due = (
            select(columns.id).where(columns.due_at <= bindparam("before")).order_by(columns.due_at)
        )
        # What is one's own is found, too, before its time: it may be too far away for an alarm.
        own = and_(columns.owner == process, columns.due_at > now)
        self._due_and_free = self._due.where(or_(own, free))
        self._take = (
            update(table)
            .where(columns.id == bindparam("row"))
            .values(owner=process, until=bindparam("end"))
        )
        self._claim = self._take.where(free)
        self._renew = self._take.where(columns.owner == process)
        self._owner = select(columns.owner).where(columns.id == bindparam("row"))

    async def due(self, before: float, *, whoever_sees_to_it: bool = False) -> list[str]:
        """Those in which something is due by then, one's own or nobody's."""
        if whoever_sees_to_it:
            rows = await self._store.read(self._due, {"before": before})
        else:
            wanted = {"before": before, "process": self._store.me, **_times()}
            rows = await self._store.read(self._due_and_free, wanted)
        return [row.id for row in rows]

    async def claim(self, row_id: str, *, by_force: bool = False) -> bool:
        """Makes this process the owner, if there is no other; whether it is now."""
        wanted = self._lease(row_id)
        if by_force:
            await self._store.write([(self._take, [wanted])])
        else:
            await self._store.write([(self._claim, [{**wanted, **_times()}])])
        rows = await self._store.read(self._owner, {"row": row_id})
        return any(row.owner == self._store.me for row in rows)

    async def renew(self, ids: Sequence[str]) -> None:
        """This process is still at it."""
        if ids:
            await self._store.write([(self._renew, [self._lease(row_id) for row_id in ids])])

    def _lease(self, row_id: str) -> dict[str, Any]:
        end = clock.now() + SECONDS_OF_A_LEASE
        return {"row": row_id, "process": self._store.me, "end": end}


def end_of_lease(due: float, now: float) -> float:
    """Until when whoever writes has what is due then for itself: what is due now takes a while."""
    return due + SECONDS_TO_BE_ON_TIME if due > now else now + SECONDS_OF_A_LEASE


def _times() -> dict[str, float]:
    now = clock.now()
    return {"now": now, "latest": now + LONGEST_LEASE}
