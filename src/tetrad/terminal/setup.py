"""Setting up a match: which game, who plays, and from which position or record."""

from __future__ import annotations

from pathlib import Path

from tetrad.language import NAME_A_GAME, OTHER_GAME, labelled, mark, t
from tetrad.matches.match import Match
from tetrad.message import Message
from tetrad.position import Player, not_one_of
from tetrad.rules import GAMES
from tetrad.terminal import files
from tetrad.terminal.console import Console, open_console
from tetrad.terminal.opponents import HUMAN, SEATS
from tetrad.terminal.session import Session, new_match

ABOUT = {
    "quantik": mark("Complete a row, column or region with four different shapes."),
    "qawale": mark("Sow the stacks until four of your pebbles form a line."),
    "qomet": mark("Put four stars on the corners of a square, and push what is in your way."),
}


class SetupError(ValueError):
    """Something asked for that cannot be played; the message says what to do."""


def play(
    game: str | None = None,
    first: str = HUMAN,
    second: str = HUMAN,
    *,
    start: str | None = None,
    load: str | Path | None = None,
) -> None:
    """Plays a game in the terminal.

    A seat is "human" or a bot's level from "1" to "10"; `start` is a position, `load` a record.
    """
    seats = {Player.FIRST: first, Player.SECOND: second}
    _check_seats(seats)
    match = _given_match(game, seats, start, load)
    console = open_console()
    if match is None:
        chosen = choose_game(console)
        if chosen is None:
            return
        match = new_match(GAMES[chosen].start(), seats)
    Session(console, seats, match, files.path_of(str(load)) if load else None).run()


def _check_seats(seats: dict[Player, str]) -> None:
    for seat in seats.values():
        if seat not in SEATS:
            raise SetupError(not_one_of(seat, SEATS))


def _given_match(
    game: str | None, seats: dict[Player, str], start: str | None, load: str | Path | None
) -> Match | None:
    """The match that was asked for, or None if the game is still to be chosen."""
    if game is not None and game not in GAMES:
        raise SetupError(not_one_of(game, GAMES))
    if load is not None:
        return _loaded(game, start, load)
    if game is None:
        if start is not None:
            raise SetupError(NAME_A_GAME(games=", ".join(GAMES)))
        return None
    return new_match(GAMES[game].start() if start is None else GAMES[game].parse(start), seats)


def _loaded(game: str | None, start: str | None, load: str | Path) -> Match:
    match = files.read(files.path_of(str(load)))
    if start is not None:
        raise SetupError(
            Message("a record has its own starting position: give --load or --position, not both")
        )
    if game not in (None, match.start.NAME):
        raise SetupError(OTHER_GAME(path=load, one=match.start.NAME, other=game))
    return match


def choose_game(console: Console) -> str | None:
    """Asks until one of the three games is named, by number or by name; None if nobody does."""
    for number, (game, about) in enumerate(ABOUT.items(), 1):
        console.say(f"  {number}  {game.capitalize():<9}{t(about)}", hang=14)
    try:
        while True:
            answer = console.ask(labelled(t("Choose a game"), "")).strip().lower()
            if found := named_game(answer):
                return found
            console.say(t("Type 1, 2 or 3, or the name of a game."), "class:error")
    except (EOFError, KeyboardInterrupt):
        console.say("")
        return None


def named_game(answer: str) -> str | None:
    games = list(GAMES)
    if answer in ("1", "2", "3"):
        return games[int(answer) - 1]
    fitting = [game for game in games if answer and game.startswith(answer)]
    return fitting[0] if len(fitting) == 1 else None
