"""Bots in a match: how they choose a move, give a hint or answer the offer of a draw.

They think in the engine's threads and move when they are done, or a little later where the player
likes to see them think; nobody else waits for that. A bot's move is an event like any other. If the
board changes while it thinks, because the player takes a move back, the thought is dropped; after a
restart it is thought again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tetrad.bots import LEVELS, bot
from tetrad.bots.levels import LevelBot
from tetrad.matches.log import Draft, Standing
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.server.api import schema
from tetrad.server.http.errors import TooManyError
from tetrad.server.rooms.room import Room, encode
from tetrad.server.workers import Engine
from tetrad.solvers import solve
from tetrad.solvers.solution import OPPOSITE, Limits
from tetrad.teach.advice import advise

log = logging.getLogger("tetrad.server")

DEFAULT_LEVEL = 5
HINTING_LEVEL = LEVELS[-1]
DRAW_SECONDS = 0.5
# Before that a bot plays on, even where it is known to be lost.
FEWEST_PLIES_OF_A_DRAW = 10

Add = Callable[[Room, Standing, Draft], Awaitable[None]]


class Thinkers:
    """At most one thinking bot per room."""

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
        """One thought, written down if the match still stands as it did."""
        standing, begun = room.standing, time.monotonic()
        try:
            thought = await self._thought(standing)
            if thought.kind == "move":
                await asyncio.sleep(max(0.0, begun + room.pace - time.monotonic()))
            await self._add(room, standing, thought)
        except TooManyError as busy:
            await asyncio.sleep(busy.wait)

    async def _thought(self, standing: Standing) -> Draft:
        position = standing.position
        if asked := standing.asked_bot:
            agrees = len(standing.match.moves) >= FEWEST_PLIES_OF_A_DRAW and await self._engine.ask(
                position.NAME,
                lambda cancel: agrees_to_draw(position, asked, cancel),
                "play",
            )
            return Draft("draw", {}) if agrees else Draft("decline", {"by": asked.value})
        level = standing.sittings[position.turn].level or DEFAULT_LEVEL
        answer = await self._engine.ask(
            position.NAME, lambda cancel: choose(position, level, cancel), "play"
        )
        return Draft("move", {"by": position.turn.value, "move": str(answer.move)})


def bot_due(room: Room) -> bool:
    """Two bots play on only while somebody watches them."""
    return room.standing.bot_due and not (room.standing.bots_only and not room.watchers)


def _thinking(room: Room, *, on: bool) -> str:
    return encode({"kind": "thinking", "by": room.standing.position.turn.value, "on": on})


@dataclass(frozen=True, slots=True)
class Answer:
    """The move the computer would play, and why."""

    move: Any
    reasons: list[schema.Told]


def levels() -> list[schema.Level]:
    return [{"id": level, "name": bot("quantik", level).name} for level in LEVELS]


def choose(position: AnyPosition, level: int, cancel: threading.Event) -> Answer:
    choice = bot(position.NAME, level).choose(position, Limits(cancel=cancel))
    return Answer(choice.move, [reason.data() for reason in choice.reasons])


def hint(position: AnyPosition, cancel: threading.Event) -> Answer:
    """The move of the strongest level, with what speaks for it on the board."""
    player = LevelBot(position.NAME, HINTING_LEVEL)
    move = player.choose(position, Limits(cancel=cancel)).move
    reasons = advise(position, move, player.solution)
    return Answer(move, [reason.data() for reason in reasons])


def agrees_to_draw(position: AnyPosition, player: Player, cancel: threading.Event) -> bool:
    """Whether the bot playing this side takes a draw: when it is proven that it cannot win."""
    value = solve(position, Limits(time=DRAW_SECONDS, cancel=cancel)).value
    own = value if position.turn is player else OPPOSITE[value]
    return own in ("draw", "loss")


def warm_up() -> None:
    """Compiles the solvers, so that the first player does not have to wait for them."""
    for game in GAMES.values():
        solve(game.start(), Limits(time=0.2))
