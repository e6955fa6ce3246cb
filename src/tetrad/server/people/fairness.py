"""Fair although solved: no help with a position of one's own rated game, or of a tournament.

In Quantik and Qomet one side is lost from the start, and exact answers are one request away. So a
rated pairing is two games with sides exchanged; and while one of them goes on, the server gives its
players no analysis, hint, bot, review or puzzle for the position on the board, one move ahead of it
or one move back, however it is turned, mirrored or renamed, from the fifth move on. It cannot see
what somebody asks without signing in, or works out elsewhere: `docs/fair-play.md` says what that
means.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from tetrad.matches.refusals import ForbiddenError
from tetrad.message import Wording
from tetrad.position import AnyPosition, IllegalMoveError, InvalidNotationError
from tetrad.rules import GAMES
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import SQUARES, Qomet
from tetrad.rules.quantik import Quantik
from tetrad.rules.symmetry import square_maps
from tetrad.server.storage.schema import matches, rated_games
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import Work
from tetrad.teach.told import each_move

# Positions of the first plies are in every book.
OPEN_PLIES = 4
SECONDS_FREE = 2.0
MOST_REMEMBERED = 10_000
# A tall stack of Qawale can be sown in more ways than are looked at.
MOST_MOVES = 2_000

# Translators: the answer to who wants help with a position of a rated game that goes on
NOT_NOW = Wording(
    "rated-game-on", "this position is in a rated game you are playing; ask again when it is over"
)
# Translators: the answer to who wants help while playing such a game in a tournament
NOT_IN_A_TOURNAMENT = Wording(
    "tournament-game-on",
    "you are playing a tournament game of this kind; ask again when it is over",
)
# Translators: the answer to who wants a whole game judged while playing a rated one of the kind
NO_RECORDS = Wording(
    "rated-game-on-records", "you are playing a rated game of this kind; ask again when it is over"
)

_BEGUN = insert(rated_games)
_COUNTED = delete(rated_games).where(rated_games.c.match_id == bindparam("match"))
_GOING_ON = (
    select(matches.c.summary)
    .join(rated_games, rated_games.c.match_id == matches.c.id)
    .where(rated_games.c.person == bindparam("who"))
)


def begun(match_id: str, people: tuple[str, ...]) -> Work:
    """What to write down with the start of a rated game."""
    return [(_BEGUN, [{"match_id": match_id, "person": person} for person in people])]


def ended(*match_ids: str) -> Work:
    return [(_COUNTED, [{"match": match_id} for match_id in match_ids])]


class Fairness:
    """Knows who plays which rated game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._free: OrderedDict[str, float] = OrderedDict()

    def _note_free(self, person: str) -> None:
        self._free[person] = time.monotonic() + SECONDS_FREE
        self._free.move_to_end(person)
        if len(self._free) > MOST_REMEMBERED:
            self._free.popitem(last=False)

    async def check(
        self, person: str | None, position: AnyPosition, but: str | None = None
    ) -> None:
        """Refuses help with a position that stands in a rated game of this person.

        The games of one tournament, `but`, are left out where its own bots are asked.
        """
        await self.check_all(person, [position], but)

    async def check_all(
        self, person: str | None, positions: Sequence[AnyPosition], but: str | None = None
    ) -> None:
        """The same for a game that leads through these positions."""
        going_on = await self._going_on(person, positions[0].NAME)
        if but:
            going_on = [each for each in going_on if each.get("tournament") != but]
        met = await asyncio.to_thread(_met, positions, going_on) if going_on else None
        if met:
            raise _refusal(met, NOT_NOW)

    async def check_record(self, person: str | None, game: str) -> None:
        """Of whole games it is not looked up which positions they lead through."""
        for told in await self._going_on(person, game):
            raise _refusal(told, NO_RECORDS)

    async def check_after(
        self, person: str | None, position: AnyPosition, move: str, but: str | None = None
    ) -> None:
        """The same for what a move leads to, which a bot would answer."""
        if not self._is_free(person):
            with contextlib.suppress(IllegalMoveError, InvalidNotationError):
                await self.check(person, position.play(move), but)

    def _is_free(self, person: str | None) -> bool:
        """Whether somebody played no rated game a moment ago: not enough for five moves since."""
        return person is None or self._free.get(person, 0.0) > time.monotonic()

    async def _going_on(self, person: str | None, game: str) -> list[dict[str, Any]]:
        if self._is_free(person):
            return []
        assert person
        rows = await self._store.read(_GOING_ON, {"who": person})
        if not rows:
            self._note_free(person)
        told = [msgspec.json.decode(row.summary) for row in rows]
        return [
            each
            for each in told
            if each["game"] == game and each["outcome"] is None and each["plies"] > OPEN_PLIES
        ]


def _refusal(told: dict[str, Any], rated: Wording) -> ForbiddenError:
    return ForbiddenError(NOT_IN_A_TOURNAMENT() if told.get("tournament") else rated())


def _met(asked: Sequence[AnyPosition], going_on: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """A game with one of these positions on the board, or one move ahead of it or back."""
    kinds = {kind_of(position) for position in asked}
    for told in going_on:
        stands = GAMES[told["game"]].parse(told["position"])
        if not kinds.isdisjoint(_near(stands)):
            return told
        # One move back from the fifth there is a position that stays open.
        if told["plies"] > OPEN_PLIES + 1 and any(_leads_to(stands, each) for each in asked):
            return told
    return None


@lru_cache(maxsize=256)
def _near(position: AnyPosition) -> frozenset[AnyPosition]:
    """Who knew what each move leads to would know the best one."""
    return frozenset(map(kind_of, (position, *_after(position))))


def _after(position: AnyPosition) -> Iterator[AnyPosition]:
    return map(position.play, islice(each_move(position), MOST_MOVES))


def _leads_to(stands: AnyPosition, position: AnyPosition) -> bool:
    """Whether a move would; what it is worth is what the position is worth that it leads to."""
    grown = _pieces(stands) - _pieces(position)
    if grown != 1 and not (isinstance(stands, Qomet) and abs(grown) <= 1):
        return False
    kind, outline = kind_of(stands), _outline(stands)
    return any(_outline(after) == outline and kind_of(after) == kind for after in _after(position))


def _pieces(position: AnyPosition) -> int:
    """How many are on the board: each turn adds one, but for some of Qomet's."""
    if isinstance(position, Qomet):
        return sum(star is not None for star in position.stars)
    if isinstance(position, Qawale):
        return sum(map(len, position.stacks))
    assert isinstance(position, Quantik)
    return sum(map(bool, position.spaces))


def _outline(position: AnyPosition) -> list[Any]:
    """What is soon worked out, and the same for positions of one kind."""
    if isinstance(position, Qomet):
        return [sum(position.stars[square] is not None for square in orbit) for orbit in _orbits()]
    return sorted(position.stacks) if isinstance(position, Qawale) else []


@cache
def _orbits() -> list[frozenset[int]]:
    """The squares of Qomet that turning and mirroring take to each other."""
    return list({frozenset(way) for way in zip(*square_maps(SQUARES), strict=True)})


def kind_of(position: AnyPosition) -> AnyPosition:
    """The same for positions with the same answer, or as good as the same.

    In Qomet the colours can be swapped together with the turn, and what may not be undone hardly
    changes what is best.
    """
    if not isinstance(position, Qomet):
        return position.canonical()
    swapped = tuple(star and star.other for star in position.stars)
    twins = Qomet(position.stars, position.turn), Qomet(swapped, position.turn.other)
    return min((each.canonical() for each in twins), key=str)
