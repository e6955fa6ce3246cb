"""A game being played: its moves so far, undo and redo, how it ended, and its record as text.

    [Game "qomet"]
    [First "Ada"]
    [Second "Grace"]
    [Date "2026.11.15"]
    [Result "1-0"]
    [Termination "resignation"]

    1. @d4 @a1 2. @d5 a1-a4 3. @e5 1-0

A record is tags and numbered moves, as in PGN. `Start` gives another position to start from,
`Termination` says why a game ended that the board does not end, `Repetition "off"` switches the
draw by repetition off; any other tag is kept as it is. Comments in braces are skipped.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from tetrad.message import Wording
from tetrad.position import (
    AnyPosition,
    IllegalMoveError,
    InvalidMoveError,
    InvalidNotationError,
    Outcome,
    Player,
    not_one_of,
    notation,
    quote,
)
from tetrad.rules import GAMES

# An addition to Qomet's rulebook, which knows no draw: a position that stands for the third time
# (side to move and forbidden undo included) ends the game. The table setting is on by default.
REPETITIONS_FOR_A_DRAW = 3

# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
RESIGNATION = Wording("resigned", "the opponent resigned", brief="resignation")()
# Translators: why a game ended; fills {why} in 'Draw: {why}.'
DRAW_AGREED = Wording("draw-agreed", "both players agreed", brief="draw agreed")()
# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
TIME_UP = Wording("time-up", "the opponent's time is up", brief="time forfeit")()
# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
ABANDONED = Wording("abandoned", "the opponent left the game", brief="abandoned")()
# Translators: why a game ended; fills {why} in 'Draw: {why}.'
REPETITION = Wording(
    "repetition", "the same position occurred for the third time", brief="repetition"
)()

# Translators: the answer to a move too many
AFTER_THE_END = Wording("after-the-end", "{move} comes after the end of the game")
# Translators: about a record that cannot be read; both are move numbers such as 3.
WRONG_NUMBER = Wording("wrong-number", "{text} stands where {due} was expected")
# Translators: about a record that cannot be read; {problem} says what is wrong with the move
WRONG_MOVE = Wording("wrong-move", "move {number} by {player}, {text}: {problem}")
# Translators: about a record that cannot be read; results such as 1-0
WRONG_RESULT = Wording("wrong-result", "the result by the moves is {due}, not {text}")
# Translators: about a record that cannot be read; a tag is a line such as [First "Ada"]
TAG_TWICE = Wording("tag-twice", "the tag {name} is given twice")
# Translators: about a record that cannot be read
NO_TAG = Wording("no-tag", "{text} is not a tag; write it like {example}")
# Translators: about a record that cannot be read
NO_GAME_TAG = Wording("no-game-tag", "a match record needs a tag such as {example}")

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
LONGEST_RECORD = 1_000_000

# Tags that follow from the match itself; the others are the players' own.
DERIVED_TAGS = ("Game", "Result", "Start", "Termination", "Repetition")
UNKNOWN_TAGS = {"First": "?", "Second": "?", "Date": "????.??.??"}

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"([0-9]{1,9})(\.\.\.|\.)(.*)", re.DOTALL)


class Match:
    """Two players, one game. Every change is a move, an undo, a redo, or an agreed end."""

    def __init__(
        self,
        start: AnyPosition,
        tags: Mapping[str, str] | None = None,
        *,
        draw_by_repetition: bool = True,
    ) -> None:
        self.start = start
        self.tags = dict(tags or {})
        self.draw_by_repetition = draw_by_repetition
        self._moves: list[Any] = []
        self._positions = [start]
        self._seen = {start: 1}
        self._undone: list[Any] = []
        self._agreed: Outcome | None = None
        for name, value in self.tags.items():
            _check_tag(name, value)

    @property
    def position(self) -> AnyPosition:
        """The present position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[AnyPosition, ...]:
        """Every position so far, from the start to the present one."""
        return tuple(self._positions)

    @property
    def last(self) -> tuple[AnyPosition, Any] | None:
        """The last move, and the position it was made in."""
        return (self._positions[-2], self._moves[-1]) if self._moves else None

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that have been played and not taken back."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves have been played and not taken back."""
        return len(self._moves)

    def copy(self) -> Match:
        """A match that goes its own way from here."""
        twin = copy(self)
        twin.tags, twin._seen = self.tags.copy(), self._seen.copy()
        twin._moves, twin._positions = self._moves.copy(), self._positions.copy()
        twin._undone = self._undone.copy()
        return twin

    def play(self, move: object) -> AnyPosition:
        """Plays a move, given as an object or as text; what was undone can no longer be redone."""
        if self.outcome():
            raise IllegalMoveError(AFTER_THE_END(move=quote(str(move))))
        self._push(move)
        self._undone.clear()
        return self.position

    def _push(self, move: object) -> None:
        position = self.position
        after = position.play(move)
        self._moves.append(position.parse_move(move) if isinstance(move, str) else move)
        self._positions.append(after)
        self._seen[after] = self._seen.get(after, 0) + 1

    def undo(self) -> None:
        """Takes back the last thing that happened: a resignation or agreed draw, or a move."""
        if self._agreed:
            self._agreed = None
            return
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self._undone.append(self._moves.pop())
        self._seen[self._positions.pop()] -= 1

    def redo(self) -> None:
        """Plays the move that was taken back last once more."""
        self._check_open()
        if not self._undone:
            raise IllegalMoveError("there is no move to play again")
        self._push(self._undone.pop())

    def resign(self, player: Player) -> None:
        """Ends the game: the other player wins."""
        self._end(Outcome(player.other, RESIGNATION))

    def run_out_of_time(self, player: Player) -> None:
        """Ends the game: the other player wins."""
        self._end(Outcome(player.other, TIME_UP))

    def abandon(self, player: Player) -> None:
        """Ends the game: the player has left it, and the other one wins."""
        self._end(Outcome(player.other, ABANDONED))

    def agree_draw(self) -> None:
        """Ends the game as a draw."""
        self._end(Outcome(None, DRAW_AGREED))

    def _end(self, outcome: Outcome) -> None:
        self._check_open()
        self._agreed = outcome

    def _check_open(self) -> None:
        if over := self.outcome():
            raise IllegalMoveError(f"the game is already over ({over.reason})")

    @property
    def repetitions(self) -> int:
        """How often the present position has stood in this match, this time included."""
        return self._seen.get(self.position, 0)

    def outcome(self) -> Outcome | None:
        """How the match ended: on the board, by a player's word, or by repetition."""
        if outcome := self.position.outcome() or self._agreed:
            return outcome
        if self.draw_by_repetition and self.repetitions >= REPETITIONS_FOR_A_DRAW:
            return Outcome(None, REPETITION)
        return None

    @property
    def result(self) -> str:
        """As records write it: 1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        outcome = self.outcome()
        return RESULTS[outcome.winner] if outcome else UNFINISHED

    def record(self) -> str:
        """The match as text; `Match.parse` reads it back."""
        tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in self._all_tags())
        moves = " ".join((*self._numbered_moves(), self.result))
        return f"{tags}\n\n{textwrap.fill(moves, 80, break_on_hyphens=False)}\n"

    def _all_tags(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.start.NAME
        yield from {**UNKNOWN_TAGS, **self.tags}.items()
        yield "Result", self.result
        if self.start != type(self.start).start():
            yield "Start", str(self.start)
        if self._agreed:
            yield "Termination", self._agreed.reason
        if not self.draw_by_repetition:
            yield "Repetition", "off"

    def _numbered_moves(self) -> Iterator[str]:
        for ply, move in enumerate(self._moves, self._first_ply):
            if ply % 2 == 0:
                yield f"{ply // 2 + 1}."
            elif ply == self._first_ply:
                yield "1..."
            yield str(move)

    @property
    def _first_ply(self) -> int:
        """Moves are numbered from 1, two plies a number; SECOND may be the one to start."""
        return 0 if self.start.turn is Player.FIRST else 1

    @classmethod
    def parse(cls, text: str) -> Match:
        """The match a record describes, or InvalidNotationError naming what is wrong with it."""
        tags, moves = _split(notation(text, LONGEST_RECORD))
        result, reason = tags.pop("Result", None), tags.pop("Termination", None)
        repetition = tags.pop("Repetition", "on")
        if repetition not in ("on", "off"):
            raise InvalidNotationError(not_one_of(repetition, ("on", "off")))
        match = cls(_start(tags), draw_by_repetition=repetition == "on")
        written = match._read_moves(moves)
        if result is not None and written and result != written:
            raise _other_result(written, result)
        match._read_result(written if result is None else result, reason)
        match.tags = {
            name: value for name, value in tags.items() if UNKNOWN_TAGS.get(name) != value
        }
        return match

    def _read_moves(self, text: str) -> str | None:
        """Plays the moves of a record; returns the result written behind them, if any."""
        tokens = re.sub(r"\{[^{}]*\}", " ", text).split()
        result = tokens.pop() if tokens and tokens[-1] in (*RESULTS.values(), UNFINISHED) else None
        for token in tokens:
            number = _NUMBER.fullmatch(token)
            if number:
                self._check_number(token, int(number[1]), number[2])
                token = number[3]
            if token:
                self._read_move(token)
        return result

    def _check_number(self, token: str, number: int, dots: str) -> None:
        ply = self._first_ply + len(self._moves)
        if (number, dots) != (ply // 2 + 1, "." if ply % 2 == 0 else "..."):
            due = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
            raise InvalidNotationError(WRONG_NUMBER(text=quote(token), due=due))

    def _read_move(self, token: str) -> None:
        number = (self._first_ply + len(self._moves)) // 2 + 1
        player, text = self.position.turn, quote(token)
        try:
            self.play(token)
        except IllegalMoveError as error:
            problem = error.args[0]
            raise InvalidMoveError(
                WRONG_MOVE(number=number, player=player, text=text, problem=problem)
            ) from error

    def _read_result(self, result: str | None, reason: str | None) -> None:
        """Checks the result against the board, or takes it as what the players agreed."""
        if result is not None and result not in (*RESULTS.values(), UNFINISHED):
            raise InvalidNotationError(not_one_of(result, (*RESULTS.values(), UNFINISHED)))
        if result is None or result == self.result:
            return
        if self.outcome():
            raise _other_result(self.result, result)
        winner = next(player for player, text in RESULTS.items() if text == result)
        agreed = RESIGNATION if winner else DRAW_AGREED
        self._agreed = Outcome(winner, agreed if reason in (None, agreed) else reason)


def game_of(record: str) -> str | None:
    """The name of the game that a record is of, as its tags say it."""
    return _split(notation(record, LONGEST_RECORD))[0].get("Game")


def _other_result(due: str, given: str) -> InvalidNotationError:
    return InvalidNotationError(WRONG_RESULT(due=due, text=quote(given)))


def _split(text: str) -> tuple[dict[str, str], str]:
    """The tags of a record, and the text of its moves."""
    tags: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(map(str.strip, lines)):
        if line and not line.startswith("["):
            return tags, "\n".join(lines[number:])
        if line:
            name, value = _tag(line)
            if name in tags:
                raise InvalidNotationError(TAG_TWICE(name=name))
            tags[name] = value
    return tags, ""


def _tag(line: str) -> tuple[str, str]:
    tag = _TAG.fullmatch(line)
    if not tag:
        raise InvalidNotationError(NO_TAG(text=quote(line), example='[First "Ada"]'))
    return tag[1], re.sub(r"\\(.)", r"\1", tag[2])


def _check_tag(name: str, value: str) -> None:
    if name in DERIVED_TAGS or not _TAG.fullmatch(f'[{name} ""]'):
        raise InvalidNotationError(f"{quote(name)} cannot be a tag of a match")
    if "\n" in value or "\r" in value:
        raise InvalidNotationError(f"the tag {name} has more than one line: {quote(value)}")


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)


def _start(tags: dict[str, str]) -> AnyPosition:
    """The start position that the tags Game and Start name; both are taken out."""
    name = tags.pop("Game", None)
    if name is None:
        raise InvalidNotationError(NO_GAME_TAG(example='[Game "qomet"]'))
    if name not in GAMES:
        raise InvalidNotationError(not_one_of(name, GAMES))
    start = tags.pop("Start", None)
    return GAMES[name].start() if start is None else GAMES[name].parse(start)
