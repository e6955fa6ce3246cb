"""How a match stands, in words: the panel beside the board and the sentence at its end."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from tetrad.match import DRAW_AGREED, REPETITION, RESIGNATION, Match
from tetrad.position import AnyPosition, Outcome, Player
from tetrad.rules.qawale import ALL_PLAYED, Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import LINES, NO_PLACEMENT, SQUARES, Quantik
from tetrad.terminal import qawale, qomet, quantik
from tetrad.terminal.canvas import PLAYER_STYLE, Line, View

COLUMN = 11


def draw(view: View) -> list[Line]:
    """The board of whichever game the position belongs to."""
    drawings = {"quantik": quantik.draw, "qawale": qawale.draw, "qomet": qomet.draw}
    return drawings[view.position.NAME](view)


def panel(match: Match, names: Mapping[Player, str]) -> list[Line]:
    """Who plays, what is in hand, whose turn it is and what was played last."""
    position, ply = match.position, len(match.moves)
    rows: list[Line] = [
        [("class:title", position.NAME.capitalize()), ("", f", move {ply // 2 + 1}")],
        [],
        [_cell(""), *((PLAYER_STYLE[p], f"{p!s:<{COLUMN}}") for p in Player)],
        [_cell(""), *(_cell(names[p]) for p in Player)],
        *_reserves(position),
        [],
    ]
    outcome = match.outcome()
    rows.append(_row("result", match.result) if outcome else _turn(position))
    if match.moves:
        rows += _wrapped_row("last move", str(match.moves[-1]))
    if isinstance(position, Qomet) and position.forbidden and not outcome:
        rows.append(_row("no undo by", str(position.forbidden)))
    return rows


def _reserves(position: AnyPosition) -> list[Line]:
    if isinstance(position, Quantik):
        return quantik.reserves(position)
    if isinstance(position, Qawale):
        return qawale.reserves(position)
    assert isinstance(position, Qomet)
    return qomet.reserves(position)


def _cell(text: str) -> tuple[str, str]:
    return "", f"{text[: COLUMN - 1]:<{COLUMN}}"


def _row(label: str, text: str, style: str = "") -> Line:
    return [_cell(label), (style, text)]


def _turn(position: AnyPosition) -> Line:
    return _row("to move", str(position.turn), PLAYER_STYLE[position.turn])


def _wrapped_row(label: str, text: str) -> list[Line]:
    first, *rest = textwrap.wrap(text, 2 * COLUMN)
    return [_row(label, first), *(_row("", more) for more in rest)]


def ending(match: Match, outcome: Outcome) -> str:
    """Who won and why, as one sentence."""
    if outcome.winner is None:
        return f"The game is drawn: {_drawn(outcome.reason)}."
    loser = outcome.winner.other
    if outcome.reason == RESIGNATION:
        return f"{outcome.winner} wins: {loser} resigned."
    if outcome.reason == NO_PLACEMENT:
        return f"{outcome.winner} wins: {loser} has no legal placement left."
    return f"{outcome.winner} wins: {_completed(match.position, outcome)}."


def _drawn(reason: str) -> str:
    sentences = {
        DRAW_AGREED: "the players agreed",
        REPETITION: "the position stands for the third time",
        ALL_PLAYED: "all pebbles are played and no line stands",
    }
    return sentences.get(reason, reason)


def _completed(position: AnyPosition, outcome: Outcome) -> str:
    squares = position.winning_squares()
    shown = " ".join(squares)
    own_goal = f", made by {position.turn.other}" if outcome.winner is position.turn else ""
    if isinstance(position, Quantik):
        full = {name for name, line in LINES.items() if {SQUARES[i] for i in line} <= {*squares}}
        lines = [name for name in LINES if name in full]
        return f"all four shapes stand in {' and in '.join(lines)}"
    if isinstance(position, Qawale):
        return f"visible pebbles on {shown} make a line{own_goal}"
    return f"stars on {shown} make a square{own_goal}"
