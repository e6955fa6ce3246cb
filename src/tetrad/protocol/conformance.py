"""Does a program speak the protocol? `tetrad bot --check COMMAND` asks it everything once.

The program is started, introduced, given positions of every game it says it plays, interrupted,
pestered with nonsense, and sent away, first by `quit` and then by the end of its input.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tetrad.language import mark, t
from tetrad.message import Message
from tetrad.position import AnyPosition, not_one_of, quote
from tetrad.protocol.client import (
    GRACE,
    SECONDS_TO_GET_READY,
    FoulError,
    Program,
    ended,
    legal_move,
)
from tetrad.rules import GAMES

SECONDS_A_MOVE = 0.2
SECONDS_TO_STOP = 2.0
SECONDS_TO_EXIT = 5.0
PLIES = (0, 1, 4, 7)
NONSENSE = (
    "", "xyzzy", "position", "position nowhere", "position start moves z9", "go time never",
    "setoption", "setoption name Nothing value 1", "\x00\x07\u2620", "a" * 10_000,
)  # fmt: skip


Trial = Callable[[Program], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried, what was wrong with it, if anything, and what stderr had then."""

    what: str
    wrong: str | None = None
    game: str | None = None
    errors: tuple[str, ...] = ()

    def told(self) -> str:
        """The finding, in the language that is spoken; below it the program's own words."""
        what = t(self.what) if self.game is None else f"{self.game}: {t(self.what)}"
        if not self.wrong:
            return f"ok    {what}"
        return "\n      ".join([f"FAIL  {what}: {t(self.wrong)}", *self.errors])


def check(command: str) -> Iterator[Finding]:
    """Tries everything, one finding after the other; stops early if the program is gone."""
    try:
        with Program(command) as program:
            yield from _conversation(program)
        with Program(command) as program:
            yield _tried(program, mark("ends when its input ends"), _leaves_at_the_end)
    except FoulError as foul:
        yield Finding(mark("starts"), foul.args[0])


def _conversation(program: Program) -> Iterator[Finding]:
    greeting = _tried(program, mark("introduces itself"), _introduction)
    yield greeting
    if greeting.wrong:
        return
    for game in program.games:
        for what, trial in _trials(game):
            finding = _tried(program, what, trial, game)
            yield finding
            if finding.wrong and program.exit_status(0) is not None:
                return
    yield _tried(program, mark("survives nonsense and reports it"), _survives_nonsense)
    yield _tried(program, mark("leaves on quit"), _leaves_on_quit)


def _tried(program: Program, what: str, trial: Trial, game: str | None = None) -> Finding:
    try:
        trial(program)
    except FoulError as foul:
        return Finding(what, foul.args[0], game, tuple(program.errors()))
    return Finding(what, game=game)


def _introduction(program: Program) -> None:
    said = program.introduce()
    if not any(line.startswith("id name ") for line in said):
        raise FoulError(_unsaid("id name ..."))
    if not program.games:
        raise FoulError(_unsaid("game ..."))
    if strange := set(program.games) - set(GAMES):
        raise FoulError(not_one_of(min(strange), GAMES))


def _unsaid(line: str) -> Message:
    return Message("did not say {line} before {next}", line=repr(line), next=repr("ready"))


def _trials(game: str) -> Iterator[tuple[Message, Trial]]:
    yield Message("gets ready for a new game"), lambda program: program.prepare(game)
    for plies in PLIES:
        trial = partial(_plays, game=game, moves=random_moves(game, plies))
        yield Message("plays legally after {plies} plies", plies=plies), trial
    yield Message("reads a position in full"), partial(_reads_position, game=game)
    yield Message("knows that a finished game has no move"), partial(_knows_the_end, game=game)
    yield Message("thinks until told to stop"), partial(_stops, game=game)
    yield Message("is ready while it thinks"), _ready_in_thought


def random_moves(game: str, plies: int) -> list[str]:
    """The moves of a random game that is not over after so many plies."""
    chance = random.Random(plies)
    while True:
        position, moves = GAMES[game].start(), list[str]()
        while len(moves) < plies and not position.outcome():
            moves.append(str(chance.choice(position.legal_moves())))
            position = position.play(moves[-1])
        if not position.outcome():
            return moves


def _played(game: str, moves: list[str]) -> AnyPosition:
    position = GAMES[game].start()
    for move in moves:
        position = position.play(move)
    return position


def _plays(program: Program, game: str, moves: list[str]) -> None:
    program.send("position start" + (f" moves {' '.join(moves)}" if moves else ""))
    _answers(program, _played(game, moves))


def _reads_position(program: Program, game: str) -> None:
    *before, last = random_moves(game, 6)
    program.send(f"position {_played(game, before)} moves {last}")
    _answers(program, _played(game, [*before, last]))


def _answers(program: Program, position: AnyPosition) -> None:
    program.send(f"go time {SECONDS_A_MOVE}")
    text, _ = program.answer("bestmove", SECONDS_A_MOVE + GRACE)
    legal_move(position, text)


def _knows_the_end(program: Program, game: str) -> None:
    position, chance = GAMES[game].start(), random.Random(0)
    while not position.outcome():
        position = position.play(chance.choice(position.legal_moves()))
    program.send(f"position {position}")
    program.send(f"go time {SECONDS_A_MOVE}")
    text, _ = program.answer("bestmove", SECONDS_A_MOVE + GRACE)
    if text != "none":
        raise FoulError(_answered(f"bestmove {text[:40]}", "bestmove none"))


def _answered(line: str, due: str) -> Message:
    return Message("answered {line}, not {due}", line=quote(line), due=quote(due))


def _stops(program: Program, game: str) -> None:
    position = GAMES[game].start()
    program.send("position start")
    program.send("go infinite")
    time.sleep(SECONDS_A_MOVE)
    if early := program.heard("bestmove"):
        raise FoulError(_answered(early[:40], "stop"))
    program.send("stop")
    text, _ = program.answer("bestmove", SECONDS_TO_STOP)
    legal_move(position, text)


def _ready_in_thought(program: Program) -> None:
    program.send("position start")
    program.send("go infinite")
    program.send("isready")
    program.answer("ready", GRACE)
    program.send("stop")
    program.answer("bestmove", SECONDS_TO_STOP)


def _survives_nonsense(program: Program) -> None:
    for line in NONSENSE:
        program.send(line)
    program.send("isready")
    _, said = program.answer("ready", SECONDS_TO_GET_READY)
    errors = sum(line.startswith("error") for line in said)
    if errors < len(NONSENSE) - 1:
        raise FoulError(_unsaid("error ..."))
    if errors < len(said):
        other = next(line for line in said if not line.startswith("error"))
        raise FoulError(_answered(other[:40], "error ..."))


def _leaves_on_quit(program: Program) -> None:
    program.send("quit")
    _require_exit(program)


def _leaves_at_the_end(program: Program) -> None:
    program.introduce()
    program.hang_up()
    _require_exit(program)


def _require_exit(program: Program) -> None:
    status = program.exit_status(SECONDS_TO_EXIT)
    if status is None:
        raise FoulError(Message("still runs after {n} seconds", n=f"{SECONDS_TO_EXIT:g}"))
    if status:
        raise FoulError(ended(status))
