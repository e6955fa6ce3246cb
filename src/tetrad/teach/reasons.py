"""Why a move is good or bad, in words about lines, regions, squares and threats.

    >>> from tetrad.rules import GAMES
    >>> position = GAMES["quantik"].parse("..../..../..../Ab..")
    >>> [reason.message for reason in glance(position, position.parse_move("C@c1"))]
    ['SECOND can now complete row 1 with a cone (D@d1)']

`glance` needs the rules alone: what a move completes, stops, threatens, allows or misses. `explain`
takes a `Judged` move (see `review.judge`), whose values come from a solver, and says first what the
move cost, then what a glance shows, then how it ends. Everything said is so: a move named as a
win does win at once, and a line that is named stands at the end of the best play that is known.

A `Reason` is a message for people, the `squares` to light up on the board, and the `line` of moves
that would follow the move it speaks of. `reason.data()` is what a client gets: the message as other
messages are sent, with `squares` and `line` beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tetrad.bots.levels import DRAWS, EVERY_MOVE_LOSES
from tetrad.message import Counted, Message, Wording
from tetrad.position import AnyPosition, Player
from tetrad.rules import qomet, quantik
from tetrad.teach.fours import Four, Threat, completed, threats, wins
from tetrad.teach.judgement import Judged, chance, own_moves

# Translators: what a move does. In all of these {side} and {other} are players, Light or Dark or a
# person's name: keep them where no ending is needed. {four} is such as 'row 3', 'the region a1-b2',
# 'the diagonal a1-d4' or 'the square d4-f6'; {move} is in notation, such as A@b3
COMPLETES = Wording("completes", "{side} completes {four}")
# Translators: what a move does; the opponent has lost
NO_ANSWER = Wording("left-stuck", "now {side} cannot place any piece")
# Translators: what a move does: {side} is the opponent, who has won by it
GIVES = Wording("gives", "this completes {four} for {side}")
# Translators: what a move allows the opponent, {side}
ALLOWS = Wording("allows", "{side} can now complete {four} ({move})")
# Translators: the same where the piece that completes it has a shape
ALLOWS_SHAPE = Wording("allows-shape", "{side} can now complete {four} with a {shape} ({move})")
# Translators: what a move allows the opponent, {side}
ALLOWS_STUCK = Wording(
    "allows-stuck", "{side} can now leave {other} without a space for any piece ({move})"
)
# Translators: what a move does not prevent; {side} is the opponent
OVERLOOKS = Wording("overlooks", "{side} threatened to complete {four}, and still can ({move})")
# Translators: what a move prevents; {side} is the opponent
TAKES_SPACE = Wording("takes-space", "{side} threatened to complete {four}; this takes the space")
# Translators: what a move prevents: that shape may not be placed there any more
KEEPS_OUT = Wording("keeps-out", "{side} threatened to complete {four}; this keeps the {shape} out")
# Translators: what a move prevents
STOPS = Wording("stops", "{side} threatened to complete {four}; this stops it")
# Translators: what a move prepares
THREATENS = Wording("threatens", "{side} now threatens to complete {four} ({move})")
# Translators: what a move prepares; {four} and {another} such as 'row 3' and 'column b'
THREATENS_BOTH = Wording("threatens-both", "{side} now threatens {four} and {another} at once")
# Translators: the move that would have won was not seen
MISSES = Wording("misses", "{side} could have completed {four} ({move})")
# Translators: what a move cost, as are the next ones
WIN_TO_LOSS = Wording("win-to-loss", "this turns a won game into a lost one")
# Translators: what a move cost
WIN_TO_DRAW = Wording("win-to-draw", "this turns a won game into a draw")
# Translators: what a move cost
DRAW_TO_LOSS = Wording("draw-to-loss", "this turns a draw into a loss")
# Translators: what a move cost in a lost game
LASTED = Counted(
    "lasted",
    "{side} was losing, but could have lasted {n} more move",
    "{side} was losing, but could have lasted {n} more moves",
    "n",
)
# Translators: what a move cost in a won game
LATER = Counted(
    "later",
    "this still wins, but {n} move later than it could",
    "this still wins, but {n} moves later than it could",
    "n",
)
# Translators: how it goes on with best play
FORCES = Counted(
    "forces",
    "{side} can force a win in {n} move, for example with {four}",
    "{side} can force a win in {n} moves, for example with {four}",
    "n",
)
# Translators: how it goes on with best play
WINS_IN = Counted(
    "wins-in", "{side} can force a win in {n} move", "{side} can force a win in {n} moves", "n"
)
# Translators: what the engine believes where nothing is proven; {percent} is a number
VIEW = Wording("view", "nothing is proven here; the engine puts {side}'s chances at {percent}%")
# Translators: what the engine believes that a move cost; both are numbers
VIEW_DROP = Wording(
    "view-drop",
    "nothing is proven here; the engine puts {side}'s chances at {percent}% instead of {best}%",
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Something to say about a move, what to point at, and the moves that would follow it."""

    message: Message
    squares: tuple[str, ...] = ()
    line: tuple[Any, ...] = ()

    @property
    def code(self) -> str:
        return self.message.code

    def data(self) -> Any:
        """Everything a client needs to say it in its own language and to show it."""
        return {
            **self.message.data(),
            "squares": list(self.squares),
            "line": [str(move) for move in self.line],
        }


def glance(position: AnyPosition, move: Any) -> tuple[Reason, ...]:
    """What the rules alone show of a move: the most telling first."""
    after = position.play(move)
    outcome = after.outcome()
    if outcome and outcome.winner is position.turn:
        return _ending(after, position.turn)
    missed = tuple(_missed(wins(position)))
    if outcome:
        return missed + (_ending(after, position.turn) if outcome.winner else ())
    if answers := wins(after):
        return *missed, _allowed(answers[0], threats(position))
    return *missed, *_stopped(position, move), *_threatened(threats(after))


def _ending(after: AnyPosition, mover: Player) -> tuple[Reason, ...]:
    outcome, fours = after.outcome(), completed(after)
    if not fours:
        return (Reason(NO_ANSWER(side=after.turn)),)
    wording = COMPLETES if outcome and outcome.winner is mover else GIVES
    winner = mover if wording is COMPLETES else mover.other
    return tuple(Reason(wording(side=winner, four=four.name), four.squares) for four in fours)


def _missed(own: Iterable[Threat]) -> Iterator[Reason]:
    """The first four that the mover could have completed instead."""
    for win in own:
        if win.four:
            message = MISSES(side=win.player, four=win.four.name, move=win.move)
            yield Reason(message, win.four.squares)
            return


def _allowed(answer: Threat, before: Iterable[Threat]) -> Reason:
    """A win that the move leaves to the opponent, or gives them."""
    parts: dict[str, Any] = {"side": answer.player, "move": answer.move}
    if answer.four is None:
        return Reason(ALLOWS_STUCK(**parts, other=answer.player.other), (), (answer.move,))
    parts["four"] = answer.four.name
    if answer.four in (each.four for each in before):
        message = OVERLOOKS(**parts)
    elif isinstance(answer.move, quantik.Move):
        message = ALLOWS_SHAPE(**parts, shape=quantik.SHAPES[answer.move.shape])
    else:
        message = ALLOWS(**parts)
    return Reason(message, answer.four.squares, (answer.move,))


def _stopped(position: AnyPosition, move: Any) -> Iterator[Reason]:
    """The first of the opponent's threats, all of which are gone."""
    for threat in threats(position)[:1]:
        if threat.four:
            message = _stopping(threat, threat.four, move)
            yield Reason(message, threat.four.squares)


def _stopping(threat: Threat, four: Four, move: Any) -> Message:
    parts: dict[str, Any] = {"side": threat.player, "four": four.name}
    if isinstance(move, quantik.Move):
        if move.square == threat.move.square:
            return TAKES_SPACE(**parts)
        if move.shape == threat.move.shape:
            return KEEPS_OUT(**parts, shape=quantik.SHAPES[move.shape])
    elif isinstance(move, qomet.Move) and move.target and move.target == threat.move.target:
        return TAKES_SPACE(**parts)
    return STOPS(**parts)


def _threatened(own: Iterable[Threat]) -> Iterator[Reason]:
    """What the mover would do next."""
    fours = [(each, each.four) for each in own if each.four]
    if len(fours) > 1:
        (one, four), (_, another) = fours[:2]
        both = THREATENS_BOTH(side=one.player, four=four.name, another=another.name)
        yield Reason(both, tuple(dict.fromkeys(four.squares + another.squares)))
    for one, four in fours if len(fours) == 1 else ():
        message = THREATENS(side=one.player, four=four.name, move=one.move)
        yield Reason(message, four.squares)


def explain(judged: Judged) -> tuple[Reason, ...]:
    """What a move cost, what a glance shows of it, and how it goes on from there."""
    seen = glance(judged.position, judged.move)
    said = [*_cost(judged), *seen]
    if not any(reason.line for reason in seen) and judged.played.distance != 1:
        said += _continuation(judged)
    return tuple(said)


_DROPS = {
    ("win", "loss"): WIN_TO_LOSS,
    ("win", "draw"): WIN_TO_DRAW,
    ("draw", "loss"): DRAW_TO_LOSS,
}


def _cost(judged: Judged) -> Iterator[Reason]:
    best, played = judged.best, judged.played
    if drop := _DROPS.get((best.value, played.value)):
        yield Reason(drop())
    elif not judged.cost or not best.distance or not played.distance:
        return
    elif best.value == "loss":
        more = own_moves(best.distance) - own_moves(played.distance)
        yield Reason(LASTED(side=judged.by, n=more))
    elif best.value == "win":
        later = own_moves(played.distance) - own_moves(best.distance)
        yield Reason(LATER(n=later))


def _continuation(judged: Judged) -> Iterator[Reason]:
    """Who wins how with best play, or what the engine believes."""
    played, side = judged.played, judged.by
    if played.value == "unknown":
        yield Reason(_view(judged))
    elif played.value == "draw":
        if not judged.cost:
            yield Reason(DRAWS())
    elif played.distance:
        moves = own_moves(played.distance)
        if played.value == "loss" and judged.best.value == "loss" and not judged.cost:
            yield Reason(EVERY_MOVE_LOSES(n=moves), (), judged.line)
        else:
            yield _forced(judged, side if played.value == "win" else side.other, moves)


def _forced(judged: Judged, winner: Player, moves: int) -> Reason:
    end = judged.position.play(judged.move)
    for move in judged.line:
        end = end.play(move)
    outcome = end.outcome()
    if outcome and outcome.winner is winner and (fours := completed(end)):
        message = FORCES(side=winner, four=fours[0].name, n=moves)
        return Reason(message, fours[0].squares, judged.line)
    return Reason(WINS_IN(side=winner, n=moves), (), judged.line)


def _view(judged: Judged) -> Message:
    percent, best = (round(100 * chance(each)) for each in (judged.played, judged.best))
    if judged.grade is None or judged.best.value != "unknown":
        return VIEW(side=judged.by, percent=percent)
    return VIEW_DROP(side=judged.by, percent=percent, best=best)
