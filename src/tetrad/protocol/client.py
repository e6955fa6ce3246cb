"""Another program as a bot: started as a process, spoken to in the protocol, never trusted.

A program that crashes, hangs, floods its output or answers what is no legal move commits a foul.
The caller decides what a foul costs; the process is killed with everything it started.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from typing import Any, Self

from tetrad.bots.bot import Choice
from tetrad.language import why
from tetrad.message import Message, Wording
from tetrad.position import AnyPosition, IllegalMoveError, InvalidNotationError, quote
from tetrad.solvers.solution import MEBIBYTE, Limits

# It may load what it needs when asked whether it is ready; its name must come sooner.
SECONDS_TO_INTRODUCE = 10.0
SECONDS_TO_GET_READY = 60.0
SECONDS_TO_LEAVE = 2.0
# A machine under load is late through no fault of the program.
GRACE = 2.0
SECONDS_A_MOVE = 1.0
# What a program may print between two commands, and in one line.
MOST_OUTPUT = MEBIBYTE
LONGEST_LINE = 1 << 16
# What is kept of its stderr, and how much of that is shown.
MOST_ERRORS = 1 << 14
LINES_OF_ERRORS = 5

# Translators: what a bot did wrong; its name stands before it, as for the next ones
LATE = Wording("bot-late", "gave no answer in time")
# Translators: what a bot did wrong
FLOODED = Wording("bot-flooded", "flooded its output")
# Translators: what a bot did wrong
CLOSED = Wording("bot-closed", "closed its output")


class FoulError(Exception):
    """A program broke the protocol; the message says how."""


class NoStartError(FoulError):
    """There is no program to talk to."""


class Program:
    """A running program that speaks the protocol."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = command
        self.games: tuple[str, ...] = ()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._printed = 0
        self._flooded = False
        self._process = _start(command)
        self._errors = b""
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _read(self) -> None:
        """Takes in what the program prints, line by line, as long as it is not too much."""
        assert self._process.stdout is not None
        rest = b""
        while chunk := os.read(self._process.stdout.fileno(), 1 << 16):
            self._printed += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(line.decode(errors="replace").strip())
            if self._printed > MOST_OUTPUT or len(rest) > LONGEST_LINE:
                self._flooded = True
                break
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keeps the end of what it writes to stderr, however much that is."""
        assert self._process.stderr is not None
        while chunk := os.read(self._process.stderr.fileno(), 1 << 16):
            self._errors = (self._errors + chunk)[-MOST_ERRORS:]

    def errors(self) -> list[str]:
        """The last lines that it wrote to stderr since this was last asked."""
        if self.exit_status(0) is not None:
            self._readers[1].join(SECONDS_TO_LEAVE)
        lines, self._errors = self._errors.decode(errors="replace").splitlines(), b""
        readable = ("".join(filter(str.isprintable, line)).rstrip() for line in lines)
        return [line for line in readable if line][-LINES_OF_ERRORS:]

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._printed = 0
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise FoulError(self._farewell()) from error

    def line(self, deadline: float) -> str:
        """The next line it prints, or FoulError if none comes by the deadline."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise FoulError(LATE()) from None
        if line is None:
            self._lines.put(None)
            raise FoulError(self._farewell())
        return line

    def heard(self, word: str) -> str | None:
        """A line that begins with the word, among those it has said by now."""
        with contextlib.suppress(FoulError):
            while True:
                line = self.line(time.monotonic())
                if line.split(" ", 1)[0] == word:
                    return line
        return None

    def answer(self, word: str, seconds: float) -> tuple[str, list[str]]:
        """What follows a word that it must say in time, and the lines it said before."""
        deadline, before = time.monotonic() + seconds, list[str]()
        while True:
            line = self.line(deadline)
            if line.split(" ", 1)[0] == word:
                return line[len(word) :].strip(), before
            before.append(line)

    def _farewell(self) -> Message:
        if self._flooded:
            return FLOODED()
        with contextlib.suppress(subprocess.TimeoutExpired):
            return ended(self._process.wait(SECONDS_TO_LEAVE))
        return CLOSED()

    def introduce(self) -> list[str]:
        """The handshake; keeps its name and its games, returns all it said."""
        self.send("tetrad")
        _, said = self.answer("ready", SECONDS_TO_INTRODUCE)
        for line in said:
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")[:60]
        games = (line.removeprefix("game ").strip() for line in said if line.startswith("game "))
        self.games = tuple(games)
        return said

    def prepare(self, game: str) -> None:
        """Starts a new game and waits until the program has loaded what it needs."""
        self.send(f"newgame {game}")
        self.send("isready")
        self.answer("ready", SECONDS_TO_GET_READY)

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        limits = limits or Limits(time=SECONDS_A_MOVE)
        seconds = SECONDS_A_MOVE if limits.time is None else limits.time
        nodes = "" if limits.nodes is None else f" nodes {limits.nodes}"
        self.send(f"position {position}")
        self.send(f"go time {seconds:g}{nodes}")
        text, _ = self.answer("bestmove", seconds + GRACE)
        return Choice(legal_move(position, text))

    def close(self) -> None:
        """Asks it to quit, and ends it if it does not."""
        assert self._process.stdin is not None
        if not self._process.stdin.closed:
            with contextlib.suppress(FoulError):
                self.send("quit")
        self.hang_up()
        if self.exit_status(SECONDS_TO_LEAVE) is None:
            self.kill()
        pipes = (self._process.stdout, self._process.stderr)
        for reader, pipe in zip(self._readers, pipes, strict=True):
            reader.join(SECONDS_TO_LEAVE)
            if pipe and not reader.is_alive():
                pipe.close()

    def hang_up(self) -> None:
        """Ends its input."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def exit_status(self, seconds: float) -> int | None:
        """Its exit status if it ends in time."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Ends it, with all it started and that stayed with it."""
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()


def legal_move(position: AnyPosition, text: str) -> Any:
    """The move a program answered, or FoulError."""
    try:
        move = position.parse_move(text)
    except (InvalidNotationError, IllegalMoveError) as error:
        raise FoulError(Message("answered {text}, which is no move", text=quote(text))) from error
    if objection := position.objection(move):
        raise FoulError(
            Message("played {text}: {objection}", text=quote(text), objection=objection)
        )
    return move


def ended(status: int) -> Message:
    return Message("ended with status {n}", n=status)


def words_of(command: str) -> list[str]:
    """A command in its words; ValueError if a quotation mark is open.

    On Windows a backslash is part of a path, and quotation marks are double ones.
    """
    if os.name != "nt":
        return shlex.split(command)
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.escape, words.quotes, words.commenters = True, "", '"', ""
    return [*words]


def _start(command: str) -> subprocess.Popen[bytes]:
    try:
        words = words_of(command)
    except ValueError as error:
        raise NoStartError(no_start(command, why(error))) from error
    if not words:
        raise NoStartError(no_start(command, why(FileNotFoundError())))
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise NoStartError(no_start(words[0], why(error))) from error


def no_start(command: str, reason: str) -> Message:
    return Message("{command} cannot be started: {why}", command=quote(command), why=reason)
