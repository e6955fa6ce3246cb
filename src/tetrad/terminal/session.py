"""A game at the terminal: reads moves and commands, lets bots answer, and shows the board."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable, Mapping
from pathlib import Path

from tetrad.language import labelled, name_of, said, sentence, t
from tetrad.matches.actions import NOTHING_TO_UNDO
from tetrad.matches.match import Match
from tetrad.position import (
    GAME_OVER,
    AnyPosition,
    IllegalMoveError,
    InvalidMoveError,
    Player,
    not_one_of,
)
from tetrad.rules import GAMES
from tetrad.terminal import files, words
from tetrad.terminal.boards.canvas import View, arranged
from tetrad.terminal.commands import COMMANDS, split
from tetrad.terminal.console import Console
from tetrad.terminal.explain import explain, not_possible
from tetrad.terminal.opponents import BEST, HUMAN, LEVELS, Advice, Opponent, opponent
from tetrad.terminal.reading import EXAMPLES, read_move

YES = "y"


class Session:
    """One table: two seats, a match between them, and the console it is played at."""

    def __init__(
        self,
        console: Console,
        seats: Mapping[Player, str],
        match: Match,
        path: Path | None = None,
    ) -> None:
        self.console = console
        self.seats = dict(seats)
        self._sit_down(match, path)
        self._flipped = False
        self._over = False
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._explain, "hint": self._hint, "board": self._board, "moves": self._moves,
            "flip": self._flip, "undo": self._undo, "redo": self._redo, "draw": self._draw,
            "resign": self._resign, "new": self._new, "save": self._save, "load": self._load,
            "help": self._help, "quit": self._quit,
        }  # fmt: skip

    def run(self) -> None:
        """Plays until somebody leaves; the record is never lost without a word."""
        try:
            self._show()
            self.console.say(
                t("Type a move, {question} for the legal moves, or {help}.",
                  question="?", help="help")
            )  # fmt: skip
            while not self._over:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            self.console.say("")
        self._offer_record()

    def _turn(self) -> None:
        bot = self._bots[self.match.position.turn]
        if bot and not self.match.outcome():
            self._answer(bot)
        else:
            self._obey(self.console.ask(self._prompt(), self.match.position).strip())

    def _prompt(self) -> str:
        turn = self.match.position.turn
        return (t("over") if self.match.outcome() else name_of(turn)) + "> "

    def _obey(self, line: str) -> None:
        command, rest = split(line)
        if command:
            self._commands[command](rest)
        elif line:
            self._play(line)

    def _answer(self, bot: Opponent) -> None:
        player = self.match.position.turn
        expected = bot.name
        move, _ = self._advice(bot)
        if bot.name != expected:
            self.match.tags[player.name.capitalize()] = _tag(bot.name)
        self._record_move(move)
        who = f"{name_of(player)} ({bot.name})"
        self.console.say(t("{player} plays {move}.", player=who, move=move))
        self._show()

    def _advice(self, bot: Opponent) -> Advice:
        """What a bot would play, after a word where it is not the bot that was asked for."""
        expected = bot.name
        if not bot.seated:
            self.console.say(t("Getting {name} ready ...", name=expected))
        advice = bot.choose(self.match.position)
        if bot.name != expected:
            self.console.say(
                t(
                    "{name} cannot be loaded here; {other} plays instead.",
                    name=expected,
                    other=bot.name,
                )
            )
        return advice

    def _play(self, line: str) -> None:
        """Plays a typed move, or says in one sentence what is wrong with it."""
        position = self.match.position
        try:
            move = read_move(position, line)
        except InvalidMoveError as error:
            self._refuse(f"{said(error)}.")
            return
        if self.match.outcome():
            self._refuse(sentence(GAME_OVER()) + " " + _what_now())
        elif objection := position.objection(move):
            self._refuse(not_possible(move, objection))
        else:
            self._record_move(move)
            if self.match.outcome() or not self._bots[self.match.position.turn]:
                self._show()

    def _record_move(self, move: object) -> None:
        self.match.play(move)
        self._saved = False

    def _refuse(self, sentence: str) -> None:
        self.console.say(sentence, "class:error")

    def _sit_down(self, match: Match, path: Path | None = None) -> None:
        """Makes this the match on the table; `path` is the file that already holds it."""
        self.match = match
        self._saved, self._path = True, path
        game = match.start.NAME
        self._adviser = Opponent(game, BEST)
        self._bots = {player: opponent(game, seat) for player, seat in self.seats.items()}

    @property
    def _names(self) -> dict[Player, str]:
        """The bots by their level; a person is "you", or goes by the name in the record."""
        tags = {player: self.match.tags.get(player.name.capitalize(), HUMAN) for player in Player}
        person = {player: t("human") if tag == HUMAN else tag for player, tag in tags.items()}
        if any(self._bots.values()):
            person = dict.fromkeys(Player, t("you"))
        return {player: bot.name if bot else person[player] for player, bot in self._bots.items()}

    def _show(self, marked: frozenset[str] = frozenset()) -> None:
        match, look = self.match, self.console.look
        last = match.moves[-1] if match.moves else None
        board = words.draw(View(match.position, last, marked, self._flipped))
        self.console.show([[], *arranged(board, words.panel(match, self._names), look), []])
        if outcome := match.outcome():
            self.console.say(words.ending(match, outcome), "class:good")
            self.console.say(_what_now())

    def _explain(self, subject: str) -> None:
        answer = explain(self.match.position, subject)
        if answer.marked:
            self._show(answer.marked)
        for each in answer.sentences:
            self.console.say(each)

    def _hint(self, _: str) -> None:
        if self.match.outcome():
            self._refuse(sentence(GAME_OVER()) + " " + _what_now())
            return
        move, reasons = self._advice(self._adviser)
        self.console.say(" ".join([t("Try {move}.", move=move), *map(sentence, reasons)]))

    def _board(self, _: str) -> None:
        self._show()

    def _moves(self, _: str) -> None:
        self.console.say(self.match.record().partition("\n\n")[2])

    def _flip(self, _: str) -> None:
        self._flipped = not self._flipped
        self._show()

    def _undo(self, _: str) -> None:
        """Against a bot both its answer and the move before are taken back."""
        played = len(self.match.moves)
        if not self._own_plies() and not self.match.outcome():
            self._refuse(sentence(NOTHING_TO_UNDO()))
            return
        try:
            self.match.undo()
            while len(self.match.moves) < played and self._bots[self.match.position.turn]:
                self.match.undo()
        except IllegalMoveError:
            self._refuse(sentence(NOTHING_TO_UNDO()))
            return
        self._saved = False
        self._show()

    def _own_plies(self) -> int:
        """How many of the moves so far were made by people."""
        movers = (position.turn for position in self.match.positions[:-1])
        return sum(not self._bots[player] for player in movers)

    def _redo(self, _: str) -> None:
        """Against a bot its answer is played again too."""
        played = len(self.match.moves)
        with contextlib.suppress(IllegalMoveError):
            while not self.match.outcome():
                self.match.redo()
                if not self._bots[self.match.position.turn]:
                    break
        if len(self.match.moves) == played:
            self._refuse(t("There is no move to play again."))
            return
        self._saved = False
        self._show()

    def _draw(self, _: str) -> None:
        player = self.match.position.turn
        if any(self._bots.values()):
            self._refuse(t("Bots do not agree to draws: play on, or {resign}.", resign="resign"))
        elif self.match.outcome():
            self._refuse(sentence(GAME_OVER()))
        elif self._agreed(t("Does {player} agree to a draw?", player=player.other)):
            self._end(self.match.agree_draw)
        else:
            self.console.say(t("The game goes on."))

    def _agreed(self, question: str) -> bool:
        """Whether a person says yes, by its first letter in their language or in English."""
        yes, no = t("y"), t("n")
        answer = self.console.ask(f"{question} ({yes}/{no}) ").strip().lower()
        return bool(answer) and answer.startswith((yes, YES))

    def _resign(self, _: str) -> None:
        if self.match.outcome():
            self._refuse(sentence(GAME_OVER()))
        else:
            self._end(lambda: self.match.resign(self.match.position.turn))

    def _end(self, word: Callable[[], None]) -> None:
        word()
        self._saved = False
        self._show()

    def _new(self, game: str) -> None:
        name = game.lower() or self.match.start.NAME
        if name not in GAMES:
            self._refuse(sentence(not_one_of(game, GAMES)))
        elif self._may_leave_match():
            self._sit_down(new_match(GAMES[name].start(), self.seats))
            self._show()

    def _may_leave_match(self) -> bool:
        """A person is asked before moves that no file holds are dropped."""
        if self._saved or not self.console.interactive:
            return True
        return self._agreed(t("Discard the unsaved game?"))

    def _save(self, name: str) -> None:
        if not name and not self._path:
            self._refuse(t("Name a file, as in: {example}", example="save game.txt"))
        else:
            self._save_to(files.path_of(name) if name else self._path or Path(name))

    def _save_to(self, path: Path) -> None:
        replaces = path != self._path and path.exists() and files.is_record(path)
        if (
            replaces
            and self.console.interactive
            and not self._agreed(t("Replace the record in {path}?", path=path))
        ):
            return
        try:
            files.write(self.match, path)
        except files.RecordFileError as error:
            self._refuse(said(error))
            return
        self._saved, self._path = True, path
        self.console.say(t("Saved to {path}.", path=path))

    def _load(self, name: str) -> None:
        if not name:
            self._refuse(t("Name a file, as in: {example}", example="load game.txt"))
            return
        path = files.path_of(name)
        try:
            match = files.read(path)
        except files.RecordFileError as error:
            self._refuse(said(error))
            return
        if self._may_leave_match():
            self._sit_down(match, path)
            self._show()

    def _help(self, _: str) -> None:
        example = EXAMPLES[self.match.start.NAME]
        self.console.say(
            t("Write moves like {example}; case and spaces do not matter, and Tab completes them.",
              example=example)
        )  # fmt: skip
        for command in COMMANDS.values():
            usage = f"{command.name} {command.argument}"
            self.console.say(f"  {usage:<12} {t(command.purpose)}", hang=15)

    def _quit(self, _: str) -> None:
        self._over = True

    def _offer_record(self) -> None:
        """On leaving: a person may still save; a pipe gets the record printed."""
        if not self.console.interactive:
            self.console.show([[("", row)] for row in self.match.record().splitlines()])
        elif not self._saved and (self.match.moves or self.match.outcome()):
            try:
                name = self.console.ask(
                    labelled(t("Save the record as (Enter: do not save)"), "")
                ).strip()
                if name:
                    self._save_to(files.path_of(name))
            except (EOFError, KeyboardInterrupt):
                self.console.say("")


def _what_now() -> str:
    return t("Type {new} for another game, {undo} to try again, or {quit}.",
             new="new", undo="undo", quit="quit")  # fmt: skip


def new_match(start: AnyPosition, seats: Mapping[Player, str]) -> Match:
    date = datetime.date.today().strftime("%Y.%m.%d")
    first, second = (_tag(seats[player]) for player in Player)
    return Match(start, {"First": first, "Second": second, "Date": date})


def _tag(seat: str) -> str:
    """How the record names who sat in a seat."""
    return seat if seat == HUMAN else f"Tetrad level {seat}" if seat in LEVELS else f"Tetrad {seat}"
