"""The engine on stdin and stdout, in the manner of UCI: a line in, a few lines out.

    > tetrad                                    < id name Tetrad 1.0.0
                                                < game qomet
                                                < option name Level type spin default 10 ...
                                                < ready
    > position start moves @d4 @d5
    > go time 0.5                               < info depth 7 nodes 81300 value unknown pv @e5
                                                < bestmove @e5
    > quit

Between the word `position` and the word `moves`, or the end of the line, stands one position in
the game's notation, spaces and all; or `start`. What cannot be understood gets one line that
begins with `error`, and changes nothing. `docs/bots.md` has all of it.
"""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from tetrad import __version__
from tetrad.bots.levels import SECONDS, LevelBot, make_ready
from tetrad.language import NOT_WHOLE
from tetrad.position import AnyPosition, IllegalMoveError, InvalidNotationError, quote
from tetrad.protocol.lines import TOO_LONG, lines
from tetrad.rules import GAMES
from tetrad.solvers.solution import MEBIBYTE, Limits, Solution

MOST_MOVES = 10_000
# How long a search may go on after the input has ended, in seconds.
PATIENCE_AT_THE_END = 2.0


class ProtocolError(ValueError):
    """A command that cannot be carried out, and why."""


@dataclass(frozen=True, slots=True)
class Option:
    """A number that an interface can set."""

    name: str
    default: int
    least: int
    most: int

    def __str__(self) -> str:
        limits = f"default {self.default} min {self.least} max {self.most}"
        return f"option name {self.name} type spin {limits}"

    def parse(self, text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else None
        if number is None or not self.least <= number <= self.most:
            shown = f"{self.name} {quote(text)}"
            raise ProtocolError(NOT_WHOLE(text=shown, least=self.least, most=self.most))
        return number


NO_SEED = -1
OPTIONS = {
    option.name.lower(): option
    for option in (
        Option("Level", 10, 1, 10),
        Option("Seed", NO_SEED, NO_SEED, 999_999_999),
        Option("Memory", 512, 1, 1_000_000),
    )
}


class Engine:
    """One game's engine: understands lines, thinks in a thread of its own, says lines."""

    def __init__(self, game: str, say: Callable[[str], None]) -> None:
        self.game = game
        self.settings = {name: option.default for name, option in OPTIONS.items()}
        self._position: AnyPosition = GAMES[game].start()
        self._say = say
        self._bot = self._new_bot()
        self._thinking = threading.Thread()
        self._busy = False
        self._cancel = threading.Event()
        self._commands: dict[str, Callable[[str], None]] = {
            "tetrad": self._introduce,
            "uci": self._introduce,
            "isready": self._is_ready,
            "newgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _rest: self.stop(),
        }

    def obey(self, line: str) -> bool:
        """Carries out one line; false if it was the last."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self.stop()
            return False
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif word:
                raise ProtocolError(f"unknown command {quote(word)}")
        except (ProtocolError, InvalidNotationError, IllegalMoveError) as error:
            self._say(f"error {_one_line(error)}")
        return True

    def _introduce(self, _rest: str) -> None:
        self._say(f"id name Tetrad {__version__}")
        self._say("id author the Tetrad project")
        self._say(f"game {self.game}")
        for option in OPTIONS.values():
            self._say(str(option))
        self._say("ready")

    def _is_ready(self, _rest: str) -> None:
        """Ready means that nothing is left to load before the first move."""
        if not self._busy:
            make_ready(self.game, self._memory)
        self._say("ready")

    def _new_game(self, game: str) -> None:
        self._require_idle()
        if game not in ("", self.game):
            raise ProtocolError(f"this engine plays {self.game}, not {quote(game)}")
        self._position = GAMES[self.game].start()
        self._bot = self._new_bot()

    def _set_option(self, rest: str) -> None:
        self._require_idle()
        parts = re.fullmatch(r"name\s+(\S+)\s+value\s+(\S+)", rest)
        if not parts:
            raise ProtocolError("write it like 'setoption name Level value 7'")
        name = parts[1].lower()
        if name not in OPTIONS:
            known = ", ".join(option.name for option in OPTIONS.values())
            raise ProtocolError(f"there is no option {quote(parts[1])}; there are {known}")
        self.settings[name] = OPTIONS[name].parse(parts[2])
        self._bot = self._new_bot()

    def _set_position(self, rest: str) -> None:
        self._require_idle()
        text, *moves = re.split(r"(?:^|\s+)moves(?:\s+|$)", rest, maxsplit=1)
        if not text:
            raise ProtocolError("write it like 'position start moves ...'")
        game = GAMES[self.game]
        position = game.start() if text == "start" else game.parse(text)
        played = moves[0].split() if moves else []
        if len(played) > MOST_MOVES:
            raise ProtocolError(f"a game has at most {MOST_MOVES} moves, not {len(played)}")
        for move in played:
            position = position.play(move)
        self._position = position

    def _go(self, rest: str) -> None:
        self._require_idle()
        seconds, nodes = _go_limits(rest.split())
        self._cancel.clear()
        self._busy = True
        self._bot.seconds = seconds
        limits = Limits(seconds, nodes, self._memory, self._cancel)
        self._thinking = threading.Thread(target=self._think, args=(limits,), daemon=True)
        self._thinking.start()

    def _think(self, limits: Limits) -> None:
        try:
            best = self._choose(limits)
        except Exception as error:
            self._say(f"error {_one_line(error)}")
            best = "none"
        if limits.time is None:  # infinite: the interface says when
            self._cancel.wait()
        # The answer invites the next command: nothing may be left to do when it is seen.
        self._busy = False
        self._say(f"bestmove {best}")

    def _choose(self, limits: Limits) -> str:
        if outcome := self._position.outcome():
            self._say(f"info string the game is over: {outcome.reason}")
            return "none"
        choice = self._bot.choose(self._position, limits)
        if self._bot.solution:
            self._say(_found(self._bot.solution))
        for reason in choice.reasons:
            self._say(f"info string {reason}")
        return str(choice.move)

    def stop(self) -> None:
        """Ends the thinking, if there is any, with the best move so far."""
        self._cancel.set()
        self.wait(None)

    def wait(self, seconds: float | None) -> None:
        if self._thinking.is_alive():
            self._thinking.join(seconds)

    def _require_idle(self) -> None:
        if self._busy:
            raise ProtocolError("still thinking; send stop first")

    @property
    def _memory(self) -> int:
        return self.settings["memory"] * MEBIBYTE

    def _new_bot(self) -> LevelBot:
        seed = self.settings["seed"]
        bot = LevelBot(self.game, self.settings["level"], None if seed == NO_SEED else seed)
        bot.watch = lambda depth, nodes: self._say(f"info depth {depth} nodes {nodes}")
        return bot


def _go_limits(words: list[str]) -> tuple[float | None, int | None]:
    """The seconds and positions that a `go` allows; no seconds for an infinite one."""
    seconds: float | None = SECONDS
    nodes: int | None = None
    waiting = iter(words)
    for word in waiting:
        if word == "infinite":
            seconds = None
        elif word == "time":
            seconds = _seconds(next(waiting, ""))
        elif word == "nodes":
            nodes = Option("nodes", 1, 0, 10**12 - 1).parse(next(waiting, ""))
        else:
            raise ProtocolError(f"go knows time, nodes and infinite, not {quote(word)}")
    return seconds, nodes


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{0,6}(\.[0-9]{0,9})?", text) or not re.search("[0-9]", text):
        raise ProtocolError(f"time is a number of seconds, not {quote(text)}")
    return float(text)


def _found(solution: Solution) -> str:
    distance = "" if solution.distance is None else f" distance {solution.distance}"
    line = solution.line or tuple(each.move for each in solution.moves[:1])
    moves = "".join(f" {move}" for move in line)
    return f"info nodes {solution.nodes} value {solution.value}{distance} pv{moves}"


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


def serve(
    game: str,
    settings: dict[str, int],
    source: BinaryIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Runs the engine until `quit` or the end of the input."""
    say = _voice(sink or sys.stdout)
    engine = Engine(game, say)
    for name, value in settings.items():
        engine.obey(f"setoption name {name} value {value}")
    for line in lines(source or sys.stdin.buffer):
        if line is None:
            say(f"error {TOO_LONG}")
        elif not engine.obey(line):
            return
    engine.wait(PATIENCE_AT_THE_END)
    engine.stop()


def _voice(sink: TextIO) -> Callable[[str], None]:
    """Says lines, whole, from any thread; falls silent when nobody reads them any more."""
    lock = threading.Lock()
    if isinstance(sink, io.TextIOWrapper):
        sink.reconfigure(errors="backslashreplace")

    def say(line: str) -> None:
        with lock:
            try:
                print(line, file=sink, flush=True)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())

    return say
