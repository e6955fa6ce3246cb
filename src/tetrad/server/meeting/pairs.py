"""Rated pairings: after the first game comes the second with sides exchanged, and then they count.

Both steps are due in the match itself, so that one process takes each of them, once, also after a
restart: the second game is written down together with the event that leads to it, and the ratings
together with the event that tells them.
"""

from __future__ import annotations

import asyncio
import logging

from tetrad.matches import state as states
from tetrad.matches.log import Draft, Standing
from tetrad.position import Player
from tetrad.server.people import fairness
from tetrad.server.people.ratings import Ratings
from tetrad.server.rooms.lobby import FollowUp, Lobby
from tetrad.server.rooms.room import Room
from tetrad.server.storage.store import Key

log = logging.getLogger("tetrad.server")

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class Pairs:
    """Sees to the second game and to the ratings."""

    def __init__(self, lobby: Lobby, ratings: Ratings) -> None:
        self._lobby, self._ratings = lobby, ratings
        self._at_work: dict[str, asyncio.Task[None]] = {}
        # Ratings are read and written by one at a time.
        self._counting = asyncio.Lock()

    def wake(self, room: Room) -> None:
        due = room.standing.due
        if due and due.kind in ("second", "count") and room.id not in self._at_work:
            task = asyncio.create_task(self._go_on(room))
            self._at_work[room.id] = task
            task.add_done_callback(lambda _: self._at_work.pop(room.id, None))

    async def close(self) -> None:
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    async def _go_on(self, room: Room) -> None:
        standing = room.standing
        due = standing.due
        try:
            if due and due.kind == "second":
                await self._lobby.follow_up(room, standing, lambda: self._second(room, standing))
            elif due and due.kind == "count":
                async with self._counting:
                    await self._lobby.follow_up(room, standing, lambda: self._count(room, standing))
        except Exception as error:
            log.warning("match %s could not go on (%s)", room.id, type(error).__name__)

    async def _second(self, room: Room, standing: Standing) -> FollowUp:
        """The same two with sides exchanged."""
        assert standing.pair
        if not await self._ratings.both_there(people(standing)):
            return Draft("rated", {"ratings": {}}), fairness.ended(room.id), None
        pair = {**standing.pair, "game": 2, "other": room.id}
        start = {**states.rematch_start(standing), "pair": pair}
        keys = [Key(key, player.other.value) for key, held in room.keys.items() for player in held]
        new, work = await self._lobby.new(start, keys, room.asker)
        work = [*work, *fairness.begun(new.id, people(standing))]
        return Draft("rematch", {"match": new.id}), work, new

    async def _count(self, room: Room, standing: Standing) -> FollowUp:
        """Both games are one result, of who had the first move in the first of them."""
        assert standing.pair
        assert standing.clock
        before = await self._lobby.enter(str(standing.pair["other"]))
        if not await self._ratings.both_there(people(standing)):
            return Draft("rated", {"ratings": {}}), fairness.ended(before.id, room.id), None
        score = score_of(before.standing, standing)
        told, work = await self._ratings.after(
            room.id, standing.position.NAME, standing.clock.kind, people(before.standing),
            score,
        )  # fmt: skip
        work = [*work, *fairness.ended(before.id, room.id)]
        return Draft("rated", {"ratings": told}), work, None


def people(standing: Standing) -> tuple[str, str]:
    """Who plays, the one with the first move first."""
    return (
        str(standing.sittings[Player.FIRST].person),
        str(standing.sittings[Player.SECOND].person),
    )


def score_of(first: Standing, second: Standing) -> float:
    """What the one who began the first game has made of both: 0, 1/4, 1/2, 3/4 or 1."""
    return (POINTS[first.result] + 1 - POINTS[second.result]) / 2
