"""Ratings: what a pairing of two games changes, written down with the event that ends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Float, bindparam, delete, insert, select

from tetrad.contests import glicko
from tetrad.contests.glicko import PROVISIONAL, Rating, Result
from tetrad.server import clock
from tetrad.server.storage.schema import accounts, changes, ratings
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import Work

DAY = 86_400.0
UNRATED = Rating()
MOST_LISTED = 100

_of = (
    (ratings.c.person == bindparam("who"))
    & (ratings.c.game == bindparam("of_game"))
    & (ratings.c.kind == bindparam("of_kind"))
)
_READ = select(ratings).where(_of)
# Only what the new rating was worked out from: where another process has counted meanwhile, the row
# that is still there refuses the new one, and the pairing is counted again.
_DELETE = delete(ratings).where(_of, ratings.c.pairings == bindparam("had"))
_INSERT, _CHANGE = insert(ratings), insert(changes)
_ALL = select(ratings).where(ratings.c.person == bindparam("who"))
_HISTORY = (
    select(changes, accounts.c.name)
    .join(accounts, accounts.c.person == changes.c.opponent, isouter=True)
    .where(changes.c.person == bindparam("who"))
    .order_by(changes.c.at.desc())
    .limit(bindparam("most"))
)
_THERE = select(accounts.c.person).where(
    accounts.c.person.in_((bindparam("one"), bindparam("other"))), accounts.c.banned.is_(False)
)
# As `glicko.aged` says it: what was sure once is so no longer when nobody has played for long.
_drift = glicko.SCALE * ratings.c.volatility
_periods = (bindparam("now", type_=Float) - ratings.c.at) / (DAY * glicko.DAYS_OF_A_PERIOD)
_spread = ratings.c.deviation * ratings.c.deviation + _periods * _drift * _drift
_BEST = (
    select(accounts.c.name, accounts.c.program, ratings)
    .join(accounts, accounts.c.person == ratings.c.person)
    .where(
        ratings.c.game == bindparam("of_game"),
        ratings.c.kind == bindparam("of_kind"),
        _spread <= PROVISIONAL * PROVISIONAL,
        accounts.c.banned.is_(False),
    )
    .order_by(ratings.c.rating.desc())
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of somebody's strength in a game with a kind of clock."""

    rating: Rating = UNRATED
    pairings: int = 0
    at: float = 0.0

    def now(self, at: float) -> Rating:
        """Less certain, the longer ago the last result is."""
        return glicko.aged(self.rating, (at - self.at) / DAY) if self.pairings else self.rating


class Ratings:
    """Reads ratings, and says what a result changes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str, game: str, kind: str) -> Known:
        rows = await self._store.read(_READ, {"who": person, "of_game": game, "of_kind": kind})
        return _known(rows[0]) if rows else Known()

    async def both_there(self, people: tuple[str, str]) -> bool:
        """Whether both still have an account: without one there is nothing to rate."""
        return len(await self._store.read(_THERE, {"one": people[0], "other": people[1]})) == 2

    async def all_of(self, person: str) -> list[dict[str, Any]]:
        rows = await self._store.read(_ALL, {"who": person})
        return [{"game": row.game, "kind": row.kind, **_told(row)} for row in rows]

    async def history(self, person: str, most: int = MOST_LISTED) -> list[dict[str, Any]]:
        rows = await self._store.read(_HISTORY, {"who": person, "most": most})
        return [
            {
                "match": row.match_id,
                "game": row.game,
                "kind": row.kind,
                "opponent": row.name,
                "score": row.score,
                "before": round(row.before),
                "after": round(row.after),
                "at": row.at,
            }
            for row in rows
        ]

    async def best(self, game: str, kind: str) -> list[dict[str, Any]]:
        """The strongest whose rating is sure enough."""
        wanted = {"of_game": game, "of_kind": kind, "most": MOST_LISTED, "now": clock.now()}
        rows = await self._store.read(_BEST, wanted)
        return [{"name": row.name, "program": bool(row.program), **_told(row)} for row in rows]

    async def after(
        self, match_id: str, game: str, kind: str, people: tuple[str, str], score: float
    ) -> tuple[dict[str, list[int]], Work]:
        """Both ratings before and after a pairing with this score for the first; and the rows."""
        at = clock.now()
        known = [await self.of(person, game, kind) for person in people]
        before = [each.now(at) for each in known]
        told: dict[str, list[int]] = {}
        work: list[tuple[Any, list[dict[str, Any]]]] = []
        for here, got in ((0, score), (1, 1 - score)):
            after = glicko.rated(before[here], [Result(before[1 - here], got)])
            told[people[here]] = [round(before[here].rating), round(after.rating)]
            place = {"person": people[here], "game": game, "kind": kind}
            row = place | _row(after) | {"pairings": known[here].pairings + 1, "at": at}
            change = place | {
                "match_id": match_id,
                "opponent": people[1 - here],
                "score": got,
                "before": before[here].rating,
                "after": after.rating,
                "at": at,
            }
            gone = {"who": people[here], "of_game": game, "of_kind": kind} | {
                "had": known[here].pairings
            }
            work += [(_DELETE, [gone]), (_INSERT, [row]), (_CHANGE, [change])]
        return told, work


def _row(rating: Rating) -> dict[str, float]:
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
    }


def _known(row: Any) -> Known:
    return Known(Rating(row.rating, row.deviation, row.volatility), row.pairings, row.at)


def _told(row: Any) -> dict[str, Any]:
    now = _known(row).now(clock.now())
    return {
        "rating": round(now.rating),
        "deviation": round(now.deviation),
        "provisional": now.provisional,
        "pairings": row.pairings,
    }
