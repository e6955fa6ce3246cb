"""How a match stands, in words: the panel beside the board and the sentence at its end."""

from __future__ import annotations

from collections.abc import Mapping

from tetrad.columns import clipped, columns, padded, wrapped
from tetrad.language import labelled, left_to_right, name_of, t
from tetrad.matches.match import Match
from tetrad.position import AnyPosition, Outcome, Player
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik
from tetrad.terminal.boards import qawale, qomet, quantik
from tetrad.terminal.boards.canvas import PLAYER_STYLE, Line, View

COLUMN, LONGEST_NAME = 11, 12


def draw(view: View) -> list[Line]:
    """The board of whichever game the position belongs to."""
    drawings = {"quantik": quantik.draw, "qawale": qawale.draw, "qomet": qomet.draw}
    return drawings[view.position.NAME](view)


def panel(match: Match, names: Mapping[Player, str]) -> list[Line]:
    """Who plays, what is in hand, whose turn it is and what was played last."""
    position, ply = match.position, len(match.moves)
    # Translators: over the board; the name of a game, and where it stands
    title = t("{game}, move {n}", game=position.NAME.capitalize(), n=ply // 2 + 1)
    table: list[Line] = [
        [("", ""), *((PLAYER_STYLE[p], name_of(p)) for p in Player)],
        [("", ""), *(("", clipped(names[p], LONGEST_NAME)) for p in Player)],
        *_reserves(position),
    ]
    return [[("class:title", title)], [], *_aligned(table), [], *_news(match)]


def _news(match: Match) -> list[Line]:
    """Whose turn it is or how the game ended, and what was played last."""
    position, outcome = match.position, match.outcome()
    news = [("", match.result)] if outcome else [_turn(position)]
    if match.moves:
        rows = wrapped(labelled(t("last move"), match.moves[-1]), 3 * COLUMN)
        news += [("", row) for row in rows]
    if isinstance(position, Qomet) and position.forbidden and not outcome:
        news.append(("", labelled(t("not allowed"), position.forbidden)))
    return [[each] for each in news]


def _turn(position: AnyPosition) -> tuple[str, str]:
    return PLAYER_STYLE[position.turn], t("{side} to move", side=position.turn)


def _aligned(table: list[Line]) -> list[Line]:
    """The cells of each row under those of the row before, whatever their letters are."""
    widths = [
        max(COLUMN, *(columns(text) + 1 for _, text in row)) for row in zip(*table, strict=True)
    ]
    mark = left_to_right()
    return [
        [
            (style, padded(text, width) + mark)
            for (style, text), width in zip(row, widths, strict=True)
        ]
        for row in table
    ]


def _reserves(position: AnyPosition) -> list[Line]:
    if isinstance(position, Quantik):
        return quantik.reserves(position)
    if isinstance(position, Qawale):
        return qawale.reserves(position)
    assert isinstance(position, Qomet)
    return qomet.reserves(position)


def ending(match: Match, outcome: Outcome) -> str:
    """Who won and why, as one sentence."""
    why = t(outcome.reason)
    if outcome.winner is None:
        return t("Draw: {why}.", why=why)
    position = match.position
    if squares := " ".join(outcome.squares):
        if outcome.winner is position.turn:
            # Translators: behind the reason of a win, where the loser made the line that won
            squares = t("{squares}; made by {player}", squares=squares, player=position.turn.other)
        # Translators: the reason of a win, and the spaces that show it
        why = t("{why} ({where})", why=why, where=squares)
    return t("{side} wins: {why}.", side=outcome.winner, why=why)
