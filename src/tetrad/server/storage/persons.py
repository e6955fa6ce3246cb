"""Who is known: persons, and the cookies by which their browsers are recognised.

A person is made by the server, with a name nobody else knows, when a browser plays its first game;
so is the cookie, of which only a digest is kept. A cookie that has become old is replaced: the old
one ends soon after the new one has come back, so that nobody is lost with an answer that never
arrived.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, or_, select, update

from tetrad.server.storage.schema import cookies, persons
from tetrad.server.storage.secrets import digest, new_secret
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import Work

DAY = 24 * 3600.0
COOKIE_SECONDS = 400 * DAY
SECONDS_UNTIL_REPLACED = 30 * DAY
# Requests that are under way when the new cookie arrives bring the old one.
SECONDS_BESIDE_THE_NEW = 3600.0
# For so long another process may take it for valid after it has ended.
SECONDS_REMEMBERED = 120.0
MOST_REMEMBERED = 20_000

_FIND = select(cookies.c.person, cookies.c.made, cookies.c.replaces, cookies.c.until).where(
    cookies.c.digest == bindparam("found")
)
_END = (
    update(cookies)
    .where(cookies.c.digest == bindparam("found"))
    .values(until=bindparam("end"), replaces=None)
)
_ARRIVED = update(cookies).where(cookies.c.digest == bindparam("found")).values(replaces=None)
_SESSIONS = select(cookies.c.made).where(
    cookies.c.person == bindparam("who"),
    or_(cookies.c.until.is_(None), cookies.c.until > bindparam("now")),
)
_INSERT_PERSON, _INSERT_COOKIE = insert(persons), insert(cookies)


@dataclass(frozen=True, slots=True)
class Known:
    """The person a cookie stands for; `stale` when it is time for a new one."""

    person: str
    cookie: str
    stale: bool


class Persons:
    """Finds persons by their cookies, which it gives out."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._remembered: OrderedDict[str, tuple[float, Known | None]] = OrderedDict()

    def remembered(self, cookie: str) -> tuple[bool, Known | None]:
        """Whether this cookie was looked up a moment ago, and whom it was found to stand for."""
        when, known = self._remembered.get(cookie, (float("-inf"), None))
        return when + SECONDS_REMEMBERED > self._clock(), known

    async def of(self, cookie: str) -> Known | None:
        """Whom this cookie stands for, if the server has given it to somebody."""
        fresh, known = self.remembered(cookie)
        if fresh:
            return known
        before = self._remembered.get(cookie)
        known = await self._find(cookie)
        # It may have ended while it was looked up, and then stays ended.
        if (since := self._remembered.get(cookie)) is not before and since:
            return since[1]
        self._remember(cookie, known)
        return known

    async def new(self) -> Known:
        """Somebody who was not known before."""
        person = digest(new_secret())
        rows = [{"id": person, "made": self._clock()}]
        return await self._give(person, None, [(_INSERT_PERSON, rows)])

    async def renew(self, known: Known) -> Known | None:
        """A new cookie for the same person, unless the old one has ended at another process."""
        if await self._find(known.cookie) is None:
            self._remember(known.cookie, None)
            return None
        return await self._give(known.person, digest(known.cookie), [])

    async def cookie_for(self, person: str) -> Known:
        """A cookie for somebody who has proved to be this person."""
        return await self._give(person, None, [])

    async def sessions(self, person: str) -> list[dict[str, float]]:
        """Since when which browsers are known; nothing tells more about them."""
        rows = await self._store.read(_SESSIONS, {"who": person, "now": self._clock()})
        return [{"since": row.made} for row in rows]

    def forget(self, person: str) -> None:
        """Cookies of this person are looked up again: some of them may have ended."""
        for cookie, (_, known) in list(self._remembered.items()):
            if known and known.person == person:
                del self._remembered[cookie]

    async def revoke(self, cookie: str) -> None:
        """From now on it stands for nobody."""
        await self._store.write([(_END, [{"found": digest(cookie), "end": self._clock()}])])
        self._remember(cookie, None)

    async def _find(self, cookie: str) -> Known | None:
        name, now = digest(cookie), self._clock()
        found = await self._store.read(_FIND, {"found": name})
        if not found:
            return None
        row = found[0]
        if row.made + COOKIE_SECONDS < now or (row.until is not None and row.until <= now):
            return None
        if row.replaces:
            end = {"found": row.replaces, "end": now + SECONDS_BESIDE_THE_NEW}
            await self._store.write([(_END, [end]), (_ARRIVED, [{"found": name}])])
        stale = row.until is None and row.made + SECONDS_UNTIL_REPLACED < now
        return Known(row.person, cookie, stale)

    async def _give(self, person: str, replaces: str | None, work: Work) -> Known:
        cookie, now = new_secret(), self._clock()
        row = {"digest": digest(cookie), "person": person, "made": now, "replaces": replaces}
        await self._store.write([*work, (_INSERT_COOKIE, [row | {"until": None}])])
        known = Known(person, cookie, False)
        if not replaces:
            self._remember(cookie, known)
        return known

    def _remember(self, cookie: str, known: Known | None) -> None:
        self._remembered[cookie] = self._clock(), known
        self._remembered.move_to_end(cookie)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
