"""Looking for a game: everybody says what they look for, and sees what others look for.

Two who look for the same are brought together; anybody may also take up what somebody else looks
for. Who looks for a game with a clock for the whole game has to be there, and says so every few
seconds; a game of days can be taken up while one is away. What has led to a match is written down
with it in one go, so that nobody is given two.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from tetrad.contests.pairing import Seek, may_meet, pairs
from tetrad.matches import state as states
from tetrad.matches.clocks import Clock, clock_of
from tetrad.matches.log import Sitting
from tetrad.matches.match import Match
from tetrad.matches.refusals import ConflictError
from tetrad.message import Wording
from tetrad.rules import GAMES
from tetrad.server import clock
from tetrad.server.http.errors import NotFoundError
from tetrad.server.people import fairness
from tetrad.server.people.accounts import Account, Accounts
from tetrad.server.people.ratings import Ratings
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.storage.schema import accounts, matches, met, rated_games, seeks
from tetrad.server.storage.secrets import new_match_id
from tetrad.server.storage.store import Key, Store
from tetrad.server.storage.writer import SeqTakenError, Work
from tetrad.server.workers.turns import Asker

DAY = 86_400.0
SECONDS_THERE, SECONDS_FOR_DAYS = 12.0, 7 * DAY
SECONDS_BETWEEN_TIDYING = 3600.0
MOST_OF_A_PERSON, MOST_LISTED = 6, 100
TRIES = 5
# A game in which nothing has happened for so long is nothing to watch.
SECONDS_WATCHED, MOST_WATCHED = 900.0, 20
# What an offer has led to that was taken back: nobody can take it up meanwhile.
WITHDRAWN = ""

# Translators: the answer to who takes up a game that is no longer offered
GONE = Wording("seek-gone", "someone else was faster, or the offer was withdrawn")
# Translators: the answer to who wants to play against oneself
OWN = Wording("own-seek", "this is your own offer")
# Translators: the answer to who looks for a seventh game at the same time
TOO_MANY_SEEKS = Wording("too-many-seeks", "you are already looking for {most} games")
# Translators: the answer to who looks for a rated game without an account
RATED_NEEDS_ACCOUNT = Wording("rated-needs-account", "a rated game needs an account")
# Translators: the answer to who looks for a rated game without a clock
RATED_NEEDS_CLOCK = Wording("rated-needs-clock", "a rated game needs a clock")

_INSERT, _MET = insert(seeks), insert(met)
_RENEW = update(seeks).where(seeks.c.id == bindparam("wanted")).values(until=bindparam("end"))
_END = delete(seeks).where(seeks.c.id == bindparam("wanted"))
_FIND = (
    select(seeks, met.c.match_id)
    .join(met, met.c.seek == seeks.c.id, isouter=True)
    .where(seeks.c.id == bindparam("wanted"))
)
_ALL_OPEN = (
    select(seeks, accounts.c.banned)
    .join(met, met.c.seek == seeks.c.id, isouter=True)
    .join(accounts, accounts.c.person == seeks.c.person, isouter=True)
    .where(seeks.c.until > bindparam("now"), met.c.seek.is_(None))
)
# Who is there comes before who can wait: however many games of days are offered, they are seen.
_OPEN = _ALL_OPEN.order_by(seeks.c.until).limit(MOST_LISTED)
# The wish is written first in the row's text, in the same words for the same wish.
_SAME = _ALL_OPEN.where(func.substr(seeks.c.wish, 1, bindparam("long")) == bindparam("words"))
_OWN = _ALL_OPEN.where(seeks.c.person == bindparam("who"))
_OLD = delete(seeks).where(seeks.c.until < bindparam("before"))
_OLD_MET = delete(met).where(met.c.at < bindparam("before"))


# Who looked for a game in the open plays in the open; an invitation is nobody else's business.
_in_the_open = select(met.c.match_id).union(select(rated_games.c.match_id))
_WATCHED = (
    select(matches.c.summary)
    .where(matches.c.id.in_(_in_the_open), matches.c.updated > bindparam("since"))
    .order_by(matches.c.updated.desc())
    .limit(MOST_LISTED)
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks for a game: with an account, or only by a name."""

    person: str
    name: str
    account: Account | None
    asker: Asker


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody looks for."""

    game: str
    clock: Clock | None
    rated: bool


@dataclass(frozen=True, slots=True)
class Found:
    """An offer as it is kept."""

    id: str
    person: str
    wish: Wish
    name: str
    account: bool
    program: bool
    rating: int | None
    made: float
    until: float
    match: str | None = None

    def view(self, you: str | None) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.wish.game,
            "clock": self.wish.clock.view() if self.wish.clock else None,
            "rated": self.wish.rated,
            "name": self.name,
            "account": self.account,
            "program": self.program,
            "rating": self.rating,
            "made": self.made,
            "mine": self.person == you,
        }


class Seeks:
    """Brings people together."""

    def __init__(self, store: Store, lobby: Lobby, people: Accounts, ratings: Ratings) -> None:
        self._store, self._lobby, self._people, self._ratings = store, lobby, people, ratings
        self._tidied = float("-inf")

    async def seek(self, who: Visitor, wish: Wish) -> Found:
        """Begins to look; the answer may already name a match."""
        if wish.rated and who.account is None:
            raise ConflictError(RATED_NEEDS_ACCOUNT())
        if wish.rated and wish.clock is None:
            raise ConflictError(RATED_NEEDS_CLOCK())
        await self._tidy()
        own = await self.own(who.person)
        if same := next((each for each in own if each.wish == wish), None):
            return await self.look(same.id, who)
        if len(own) >= MOST_OF_A_PERSON:
            raise ConflictError(TOO_MANY_SEEKS(most=MOST_OF_A_PERSON))
        found = await self._note(who, wish)
        await self._store.write([(_INSERT, [_row(found)])])
        return await self._pair(found, who)

    async def own(self, person: str) -> list[Found]:
        """What a person looks for."""
        rows = await self._store.read(_OWN, {"now": clock.now(), "who": person})
        return [_found(row) for row in rows]

    async def look(self, seek_id: str, who: Visitor) -> Found:
        """Says that one is still there; whether it has led to a match."""
        found = await self._found(seek_id, who.person)
        if found.match:
            return found
        end = {"wanted": seek_id, "end": clock.now() + _patience(found.wish)}
        await self._store.write([(_RENEW, [end])])
        return await self._pair(found, who)

    async def cancel(self, seek_id: str, person: str) -> str | None:
        """Looks no longer; but where somebody has come already, there is a match."""
        found = await self._found(seek_id, person)
        withdrawn = {"seek": seek_id, "match_id": WITHDRAWN, "at": clock.now()}
        try:
            await self._store.write([(_MET, [withdrawn]), (_END, [{"wanted": seek_id}])])
        except SeqTakenError:
            found = await self._found(seek_id, person)
        return found.match

    async def accept(self, seek_id: str, who: Visitor) -> str:
        """Takes up what somebody looks for; the match."""
        found = await self._found(seek_id)
        offering = await self._people.of(found.person)
        if offering and offering.banned:
            raise ConflictError(GONE())
        if found.person == who.person:
            raise ConflictError(OWN())
        if found.wish.rated and who.account is None:
            raise ConflictError(RATED_NEEDS_ACCOUNT())
        if found.match or found.until < clock.now():
            raise ConflictError(GONE())
        mine = await self._note(who, found.wish)
        one, other = await self._seek(found), await self._seek(mine)
        if not may_meet(one, other):
            raise ConflictError(GONE())
        made = await self._meet(found, mine, who.asker, [found.id])
        if made is None:
            raise ConflictError(GONE())
        return made

    async def open(self, person: str | None = None) -> list[Found]:
        """What is looked for now, the oldest first; without those whom one does not meet."""
        apart = await self._people.apart(person)
        rows = await self._store.read(_OPEN, {"now": clock.now()})
        found = [_found(row) for row in rows if not row.banned and row.person not in apart]
        return sorted(found, key=lambda each: each.made)

    async def watched(self) -> list[dict[str, Any]]:
        """The games of strangers that go on, with a clock for the whole game."""
        since = clock.now() - SECONDS_WATCHED
        rows = await self._store.read(_WATCHED, {"since": since})
        told = [msgspec.json.decode(row.summary) for row in rows]
        live = [each for each in told if each["clock"] and not each["clock"]["days"]]
        return [each for each in live if each["outcome"] is None][:MOST_WATCHED]

    async def _like(self, found: Found) -> list[Found]:
        """All who look for the same, however many offers there are."""
        words = _words(found.wish)
        wanted = {"now": clock.now(), "words": words, "long": len(words)}
        rows = await self._store.read(_SAME, wanted)
        alike = [_found(row) for row in rows if not row.banned]
        return sorted(alike, key=lambda each: each.made)

    async def _tidy(self) -> None:
        """Now and then, when somebody comes."""
        if time.monotonic() > self._tidied + SECONDS_BETWEEN_TIDYING:
            self._tidied = time.monotonic()
            await self.clear()

    async def clear(self) -> None:
        """Forgets what nobody asks for any more."""
        now = clock.now()
        await self._store.write([(_OLD, [{"before": now - DAY}])])
        await self._store.write([(_OLD_MET, [{"before": now - 8 * DAY}])])

    async def _found(self, seek_id: str, person: str | None = None) -> Found:
        rows = await self._store.read(_FIND, {"wanted": seek_id})
        if not rows or person not in (None, rows[0].person):
            raise NotFoundError("there is no such offer", "no-such-seek")
        return _found(rows[0])

    async def _note(self, who: Visitor, wish: Wish) -> Found:
        rating = None
        if who.account and wish.clock:
            known = await self._ratings.of(who.person, wish.game, wish.clock.kind)
            rating = round(known.rating.rating)
        now, account = clock.now(), who.account
        return Found(
            new_match_id(), who.person, wish, account.name if account else who.name,
            account is not None, bool(account and account.program), rating,
            now, now + _patience(wish),
        )  # fmt: skip

    async def _pair(self, found: Found, who: Visitor) -> Found:
        """Tries to bring this one together with somebody who looks for the same."""
        for _ in range(TRIES):
            others = {each.id: each for each in await self._like(found)}
            together = [await self._seek(each) for each in others.values()]
            mine = [
                two for two in pairs(together, clock.now()) if found.id in (two[0].id, two[1].id)
            ]
            if not mine:
                break
            one, other = (others[each.id] for each in mine[0])
            await self._meet(one, other, who.asker, [one.id, other.id])
            again = await self._found(found.id)
            if again.match:
                return again
        return await self._found(found.id)

    async def _seek(self, found: Found) -> Seek:
        blocked = await self._people.blocked(found.person) if found.account else frozenset()
        return Seek(
            found.id, frozenset({found.person}), found.wish.game, found.wish.clock,
            found.wish.rated, float(found.rating or 1500), found.made, blocked,
        )  # fmt: skip

    async def _meet(self, one: Found, other: Found, asker: Asker, used: list[str]) -> str | None:
        """A match of these two, sides by chance; nothing where one has met somebody else."""
        first, second = random.sample((one, other), 2)
        match = Match(GAMES[one.wish.game].start())
        sittings = {"1": _sitting(first), "2": _sitting(second)}
        pair = {"id": new_match_id(), "game": 1, "other": None} if one.wish.rated else None
        start = states.start_event(match, sittings, one.wish.clock, pair)  # type: ignore[arg-type]
        keys = [Key(first.person, 1), Key(second.person, 2)]
        now = clock.now()

        def also(match_id: str) -> Work:
            rows = [{"seek": each, "match_id": match_id, "at": now} for each in used]
            people = (first.person, second.person)
            return [(_MET, rows), *(fairness.begun(match_id, people) if pair else ())]

        try:
            room = await self._lobby.create(start, keys, asker, also=also)
        except SeqTakenError:
            return None
        return room.id


def _patience(wish: Wish) -> float:
    return SECONDS_FOR_DAYS if wish.clock is None or wish.clock.days else SECONDS_THERE


def _sitting(found: Found) -> Sitting:
    person = found.person if found.account else None
    rating = found.rating if found.wish.rated else None
    return Sitting("human", found.name, person=person, rating=rating, program=found.program)


def _row(found: Found) -> dict[str, Any]:
    wish = {
        "game": found.wish.game,
        "clock": found.wish.clock.view() if found.wish.clock else None,
        "rated": found.wish.rated,
        "name": found.name,
        "account": found.account,
        "program": found.program,
        "rating": found.rating,
    }
    return {
        "id": found.id,
        "person": found.person,
        "wish": msgspec.json.encode(wish).decode(),
        "made": found.made,
        "until": found.until,
    }


def _words(wish: Wish) -> str:
    """How the text of a row begins for whoever looks for this."""
    told = {
        "game": wish.game,
        "clock": wish.clock.view() if wish.clock else None,
        "rated": wish.rated,
    }
    return msgspec.json.encode(told).decode()[:-1]


def _found(row: Any) -> Found:
    told = msgspec.json.decode(row.wish)
    wish = Wish(told["game"], clock_of(told["clock"]), told["rated"])
    return Found(
        row.id, row.person, wish, told["name"], told["account"], told["program"], told["rating"],
        row.made, row.until, getattr(row, "match_id", None),
    )  # fmt: skip
