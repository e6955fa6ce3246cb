"""Bots for programs that do several things at once: the client of `asyncio`.

`popen` starts any program that speaks the protocol of `tetrad bot`; `play` asks it for a move,
`analyse` for what it thinks while it thinks. One question is asked at a time: a second one waits
for the first. Whoever is cancelled leaves the program idle and ready for the next question.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import Any, Self

from tetrad.language import why
from tetrad.matches.match import Match
from tetrad.message import Message
from tetrad.position import AnyPosition
from tetrad.protocol.client import (
    CLOSED,
    FLOODED,
    GRACE,
    LATE,
    LONGEST_LINE,
    MOST_OUTPUT,
    SECONDS_A_MOVE,
    SECONDS_TO_GET_READY,
    SECONDS_TO_INTRODUCE,
    SECONDS_TO_LEAVE,
    FoulError,
    NoStartError,
    ended,
    legal_move,
    no_start,
    words_of,
)
from tetrad.solvers.solution import Value


@dataclass
class Info:
    """What a program has said about its thinking so far; what it has not said is None."""

    depth: int | None = None
    nodes: int | None = None
    value: Value | None = None
    distance: int | None = None
    line: tuple[str, ...] = ()
    strings: list[str] = field(default_factory=list)

    def hear(self, line: str) -> None:
        """Take in an `info` line; pairs that are not understood are left out."""
        words = line.split()[1:]
        if words[:1] == ["string"]:
            self.strings.append(" ".join(words[1:]))
            return
        while words:
            word, *words = words
            if word == "pv":
                self.line, words = tuple(words), []
            elif words and word in _READ:
                with contextlib.suppress(ValueError):
                    setattr(self, word, _READ[word](words.pop(0)))


def _value(text: str) -> Value:
    values: tuple[Value, ...] = ("win", "draw", "loss", "unknown")
    return values[values.index(text)]


_READ: dict[str, Callable[[str], Any]] = {
    "depth": int,
    "nodes": int,
    "distance": int,
    "value": _value,
}


@dataclass(frozen=True)
class Played:
    """The move that a bot chose, and what it said about it."""

    move: Any
    info: Info


class AsyncBot:
    """A running program; `popen` starts one."""

    def __init__(self, process: asyncio.subprocess.Process, command: str) -> None:
        self.command = self.name = command
        self.games: tuple[str, ...] = ()
        self.options: dict[str, str] = {}
        self._process = process
        self._asking = asyncio.Lock()
        self._game: str | None = None
        self._said = 0
        self._owed = 0
        self._last_errors: deque[str] = deque(maxlen=5)
        self._reader = asyncio.create_task(self._read_errors())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        await self.quit()

    @property
    def errors(self) -> list[str]:
        """The last lines that it wrote to stderr."""
        return [*self._last_errors]

    async def ping(self) -> None:
        """Wait until it is ready; FoulError if that takes too long."""
        async with self._asking:
            await self._ready()

    async def configure(self, **options: int) -> None:
        """Set options, by the names that it has told: `configure(Level=7, Seed=1)`."""
        async with self._asking:
            for name, value in options.items():
                if name not in self.options:
                    raise ValueError(f"{self.name} has no option {name!r}; {[*self.options]}")
                await self._send(f"setoption name {name} value {value}")
            await self._ready()

    async def new_game(self, game: str) -> None:
        """Tell it that another game begins, and wait until it is ready."""
        async with self._asking:
            await self._begin(game)

    async def play(
        self,
        position: AnyPosition | Match,
        *,
        time: float | None = SECONDS_A_MOVE,
        nodes: int | None = None,
    ) -> Played:
        """The move that it plays; of a match it is told the moves before, too.

        Without a limit it takes the time it likes.
        """
        async with self._ask(position, _go(time, nodes), time) as analysis:
            return await analysis.played()

    def analyse(
        self,
        position: AnyPosition | Match,
        *,
        time: float | None = None,
        nodes: int | None = None,
    ) -> contextlib.AbstractAsyncContextManager[Analysis]:
        """What it thinks, as it thinks; without limits until the block ends."""
        order = _go(time, nodes) if (time, nodes) != (None, None) else "go infinite"
        return self._ask(position, order, time)

    @contextlib.asynccontextmanager
    async def _ask(
        self, position: AnyPosition | Match, order: str, time: float | None
    ) -> AsyncIterator[Analysis]:
        now = position.position if isinstance(position, Match) else position
        async with self._asking:
            await self._settle()
            if self._game != now.NAME:
                await self._begin(now.NAME)
            await self._send(f"position {_told(position)}")
            await self._send(order)
            self._owed += 1
            analysis = Analysis(self, now, time)
            try:
                yield analysis
            finally:
                if not analysis.over:
                    await asyncio.shield(self._stop())

    async def quit(self) -> None:
        """Ask it to leave, and end it if it does not."""
        with contextlib.suppress(FoulError):
            await self._send("quit")
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), SECONDS_TO_LEAVE)
        except TimeoutError:
            await self.kill()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader

    async def kill(self) -> None:
        """End it, with all it started and that stayed with it."""
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        # What nobody has read would keep the pipe open, and with it the wait for the end.
        assert self._process.stdout
        with contextlib.suppress(RuntimeError):  # the reader is at it already
            while await self._process.stdout.read(1 << 16):
                pass
        await self._process.wait()

    async def introduce(self) -> None:
        """The handshake: its name, its games and its options."""
        await self._send("tetrad")
        deadline = monotonic() + SECONDS_TO_INTRODUCE
        while (line := await self.line(deadline)) != "ready":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")[:60]
            elif line.startswith("game "):
                self.games = (*self.games, line.removeprefix("game ").strip())
            elif line.startswith("option name "):
                name, _, rest = line.removeprefix("option name ").partition(" ")
                self.options[name] = rest

    async def line(self, deadline: float | None) -> str:
        """The next line it prints, or FoulError if none comes by the deadline."""
        assert self._process.stdout is not None
        left = None if deadline is None else max(0.0, deadline - monotonic())
        try:
            raw = await asyncio.wait_for(self._process.stdout.readline(), left)
        except TimeoutError:
            raise FoulError(LATE()) from None
        except ValueError:
            raise await self._flooded() from None
        if not raw:
            raise FoulError(await self._farewell())
        self._said += len(raw)
        if self._said > MOST_OUTPUT:
            raise await self._flooded()
        line = raw.decode(errors="replace").strip()
        if line.split(" ", 1)[0] == "bestmove":
            self._owed -= 1
        return line

    async def _begin(self, game: str) -> None:
        await self._settle()
        await self._send(f"newgame {game}")
        await self._ready()
        self._game = game

    async def _ready(self) -> None:
        await self._settle()
        await self._send("isready")
        deadline = monotonic() + SECONDS_TO_GET_READY
        while await self.line(deadline) != "ready":
            pass

    async def _settle(self) -> None:
        """Hear the answer to a question that nobody waits for any more."""
        deadline = monotonic() + GRACE
        while self._owed:
            await self.line(deadline)

    async def _stop(self) -> None:
        with contextlib.suppress(FoulError):
            await self._send("stop")
            await self._settle()

    async def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._said = 0
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except OSError as error:
            raise FoulError(await self._farewell()) from error

    async def _farewell(self) -> Message:
        with contextlib.suppress(TimeoutError):
            return ended(await asyncio.wait_for(self._process.wait(), SECONDS_TO_LEAVE))
        return CLOSED()

    async def _flooded(self) -> FoulError:
        await self.kill()
        return FoulError(FLOODED())

    async def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(1 << 16):
            self._last_errors.extend(chunk.decode(errors="replace").splitlines())


class Analysis:
    """A question under way: go through it for its `Info` as that grows, or ask for the move."""

    def __init__(self, bot: AsyncBot, position: AnyPosition, time: float | None) -> None:
        self.info = Info()
        self.over = False
        self._bot, self._position = bot, position
        self._deadline = None if time is None else monotonic() + time + GRACE
        self._played: Played | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        if await self._step():
            return self.info
        raise StopAsyncIteration

    async def played(self) -> Played:
        """The move, when it has come; FoulError if it is none."""
        while await self._step():
            pass
        assert self._played is not None
        return self._played

    async def stop(self) -> Played:
        """End the thinking and take the move."""
        await self._bot._send("stop")
        self._deadline = monotonic() + GRACE
        return await self.played()

    async def _step(self) -> bool:
        """Hear one more thing; false if that was the move."""
        while not self.over:
            line = await self._bot.line(self._deadline)
            word, _, rest = line.partition(" ")
            if word == "info":
                self.info.hear(line)
                return True
            if word == "bestmove":
                self.over = True
                self._played = Played(legal_move(self._position, rest.strip()), self.info)
        return False


async def popen(command: str) -> AsyncBot:
    """Start a program and let it introduce itself; FoulError if it does not."""
    try:
        words = words_of(command)
        process = await asyncio.create_subprocess_exec(
            *(words or [""]),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            limit=LONGEST_LINE,
        )
    except (OSError, ValueError) as error:
        raise NoStartError(no_start(command, why(error))) from error
    bot = AsyncBot(process, command)
    try:
        await bot.introduce()
    except BaseException:
        await bot.kill()
        await bot.quit()
        raise
    return bot


def _told(position: AnyPosition | Match) -> str:
    if not isinstance(position, Match):
        return str(position)
    start, moves = position.positions[0], " ".join(map(str, position.moves))
    return f"{start} moves {moves}" if moves else str(start)


def _go(time: float | None, nodes: int | None) -> str:
    limits = [f"time {time:g}"] if time is not None else []
    limits += [f"nodes {nodes}"] if nodes is not None else []
    return " ".join(["go", *limits])
