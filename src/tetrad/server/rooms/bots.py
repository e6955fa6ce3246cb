"""Bots at the board: they think in the engine's threads and move when they are done.

A bot's move is an event like any other. If the board changes while it thinks, because the player
takes a move back, the thought is dropped; after a restart it is thought again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tetrad.server.http.errors import TooManyError
from tetrad.server.rooms import opponents
from tetrad.server.rooms.log import Draft, Table
from tetrad.server.rooms.room import Room, encode
from tetrad.server.workers import Engine

log = logging.getLogger("tetrad.server")

# Before that a bot plays on, even where it is known to be lost.
FEWEST_PLIES_OF_A_DRAW = 10

Add = Callable[[Room, Table, Draft], Awaitable[None]]


class Thinkers:
    """At most one thinking bot a room."""

    def __init__(self, engine: Engine, add: Add) -> None:
        self._engine = engine
        self._add = add

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
                await self._move_or_wait(room)
        except Exception:
            log.exception("the bot of match %s could not move", room.id)
        room.thinker = None
        room.tell(_thinking(room, on=False))

    async def _move_or_wait(self, room: Room) -> None:
        """One thought, put on the table if the table is still the same."""
        table = room.table
        try:
            await self._add(room, table, await self._thought(table))
        except TooManyError as busy:
            await asyncio.sleep(busy.wait)

    async def _thought(self, table: Table) -> Draft:
        position = table.position
        if asked := table.asked_bot:
            agrees = len(table.match.moves) >= FEWEST_PLIES_OF_A_DRAW and await self._engine.ask(
                position.NAME,
                lambda cancel: opponents.agrees_to_draw(position, asked, cancel),
                "play",
            )
            return Draft("draw", {}) if agrees else Draft("decline", {"by": asked.value})
        level = table.sittings[position.turn].level or opponents.DEFAULT_LEVEL
        answer = await self._engine.ask(
            position.NAME, lambda cancel: opponents.choose(position, level, cancel), "play"
        )
        return Draft("move", {"by": position.turn.value, "move": str(answer.move)})


def bot_due(room: Room) -> bool:
    """Two bots play on only while somebody watches them."""
    return room.table.bot_due and not (room.table.bots_only and not room.watchers)


def _thinking(room: Room, *, on: bool) -> str:
    return encode({"kind": "thinking", "by": room.table.position.turn.value, "on": on})
