"""Bots in a match: how they choose a move, give a hint or answer the offer of a draw.

They think in the engine's processes and move when they are done, or a little later where the
player likes to see them think; nobody else waits for that. A bot's move is an event like any other.
If the board changes while it thinks, because the player takes a move back, the thought is dropped;
after a restart it is thought again. Of several processes one thinks, the one that owns the match.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from tetrad.bots import LEVELS, bot
from tetrad.bots.seated import DEFAULT_LEVEL, FEWEST_PLIES_OF_A_DRAW
from tetrad.matches.log import Draft, Standing
from tetrad.server.api import schema
from tetrad.server.http.errors import TooManyError
from tetrad.server.rooms.room import Room, encode
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import Engine, Lane
from tetrad.server.workers.turns import Asker

log = logging.getLogger("tetrad.server")

# While another process looks after the match.
SECONDS_BETWEEN_CLAIMS = 2.0

Add = Callable[[Room, Standing, Draft], Awaitable[None]]
Claim = Callable[[Room], Awaitable[bool]]


class Thinkers:
    """At most one thinking bot per room."""

    def __init__(self, engine: Engine, add: Add, claim: Claim) -> None:
        self._engine = engine
        self._add = add
        self._claim = claim

    def wake(self, room: Room) -> None:
        """Lets a bot think if one has to move or to answer; stops one that no longer has to."""
        due = bot_due(room)
        if room.thinker and room.thinking and not due:
            room.thinker.cancel()
            room.tell(_thinking(room, on=False))
        if due and not room.thinking:
            room.thinker = asyncio.create_task(self._think(room))

    async def _think(self, room: Room) -> None:
        room.tell(_thinking(room, on=True))
        try:
            while bot_due(room):
                if await self._claim(room):
                    await self._move_or_wait(room)
                else:
                    await asyncio.sleep(SECONDS_BETWEEN_CLAIMS)
        except Exception:
            log.exception("the bot of match %s could not move", room.id)
        room.thinker = None
        room.tell(_thinking(room, on=False))

    async def _move_or_wait(self, room: Room) -> None:
        """One thought, written down if the match still stands as it did."""
        standing, begun = room.standing, time.monotonic()
        try:
            thought = await self._thought(standing, room.asker)
            if thought.kind == "move":
                await asyncio.sleep(max(0.0, begun + room.pace - time.monotonic()))
            await self._add(room, standing, thought)
        except TooManyError as busy:
            await asyncio.sleep(busy.wait)

    async def _thought(self, standing: Standing, asker: Asker) -> Draft:
        position = standing.position
        if asked := standing.asked_bot:
            agrees = len(standing.match.moves) >= FEWEST_PLIES_OF_A_DRAW and await self._engine.ask(
                "play", asker, tasks.agrees_to_draw, position, asked
            )
            return Draft("draw", {}) if agrees else Draft("decline", {"by": asked.value})
        level = standing.sittings[position.turn].level or DEFAULT_LEVEL
        lane: Lane = "quick" if level < LEVELS[-1] else "play"
        answer = await self._engine.ask(lane, asker, tasks.choose, position, level)
        return Draft("move", {"by": position.turn.value, "move": str(answer.move)})


def bot_due(room: Room) -> bool:
    """Two bots play on only while somebody watches them."""
    return room.standing.bot_due and not (room.standing.bots_only and not room.watchers)


def _thinking(room: Room, *, on: bool) -> str:
    return encode({"kind": "thinking", "by": room.standing.position.turn.value, "on": on})


def levels() -> list[schema.Level]:
    return [{"id": level, "name": bot("quantik", level).name} for level in LEVELS]
