"""Puzzles as they are given to people: one of them, all of them, and whether an answer is right.

A puzzle knows every right move and the strongest reply to it, so an answer is judged without
searching.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import Any

from tetrad.matches import board as views
from tetrad.matches.refusals import ConflictError, NotFoundError, UnprocessableError
from tetrad.position import AnyPosition
from tetrad.puzzles import puzzle as puzzles
from tetrad.puzzles.puzzle import Puzzle, Tree
from tetrad.puzzles.themes import themes
from tetrad.rules import GAMES


def daily(day: date) -> dict[str, Any]:
    """The puzzle of a day of each game, without its answer."""
    today = (puzzles.daily(game, day) for game in GAMES)
    found = [_listed(each) | {"game": each.game, "position": each.position} for each in today]
    return {"day": day.isoformat(), "puzzles": found}


def given(
    game: type[AnyPosition], name: str | None, day: date | None, difficulty: int | None
) -> dict[str, Any]:
    """A puzzle: the named one, the one of the day, one of a difficulty; or an easy one."""
    collection = _all(game)
    if name is not None:
        chosen = _named(game, name)
    elif day is not None:
        chosen = puzzles.daily(game.NAME, day)
    else:
        fitting = [each for each in collection if _suits(each, difficulty)]
        chosen = random.choice(fitting or collection)
    number, view = collection.index(chosen) + 1, chosen.as_dict() | {"themes": themes(chosen)}
    return {"puzzle": view, "number": number, "total": len(collection)}


def listing(game: type[AnyPosition]) -> dict[str, Any]:
    """All puzzles of a game, without their answers."""
    return {"puzzles": [_listed(each) for each in _all(game)]}


def tried(game: type[AnyPosition], name: str, moves: list[str]) -> dict[str, Any]:
    """Whether the moves so far are right, and how the other side answers them."""
    if len(moves) % 2 == 0:
        raise UnprocessableError("the last move is the solver's, so their number is odd", "shape")
    return judge(_named(game, name), moves)


def start(game: type[AnyPosition], name: str) -> AnyPosition:
    """What the named puzzle begins with."""
    return _named(game, name).start


def answered(game: type[AnyPosition], name: str) -> list[AnyPosition]:
    """Every position in which the named puzzle tells what is right."""
    puzzle = _named(game, name)
    return [*_answered(puzzle.start, puzzle.tree)]


def _answered(position: AnyPosition, tree: Tree) -> Iterator[AnyPosition]:
    yield position
    for move, right in tree.items():
        if right["reply"] is not None:
            yield from _answered(position.play(move).play(right["reply"]), right["next"])


def _all(game: type[AnyPosition]) -> tuple[Puzzle, ...]:
    try:
        return puzzles.puzzles(game.NAME)
    except FileNotFoundError:
        raise NotFoundError(f"there are no puzzles for {game.NAME} yet", "no-puzzles") from None


def _named(game: type[AnyPosition], name: str) -> Puzzle:
    _all(game)
    puzzle = puzzles.find(game.NAME, name)
    if puzzle is None:
        raise NotFoundError(f"there is no puzzle {name[:40]!r}", "no-such-puzzle")
    return puzzle


def _suits(puzzle: Puzzle, difficulty: int | None) -> bool:
    """Who wishes nothing may have never solved one: a win in one move."""
    return puzzle.difficulty == difficulty or (difficulty is None and "win-1" in themes(puzzle))


def _listed(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "plies": puzzle.plies,
        "difficulty": puzzle.difficulty,
        "themes": [*themes(puzzle)],
    }


def judge(puzzle: Puzzle, moves: list[str]) -> dict[str, Any]:
    """Follows the moves down the tree of what is right."""
    position, tree = puzzle.start, puzzle.tree
    for move, answer in zip(moves[::2], [*moves[1::2], None], strict=True):
        after = _played(position, move)
        outcome = after.outcome()
        if outcome and outcome.winner is position.turn:
            return _verdict("solved", after)
        right = tree.get(move)
        if right is None:
            return _verdict("wrong", after)
        if right["reply"] is None:
            return _verdict("solved", after)
        if answer is None:
            return _verdict("right", after, right["reply"])
        if answer != right["reply"]:
            raise ConflictError(f"the reply to {move} is {right['reply']}", "other-reply")
        position, tree = after.play(answer), right["next"]
    raise AssertionError("the last move has no answer yet")


def _played(position: AnyPosition, text: str) -> AnyPosition:
    move = position.parse_move(text)
    views.check(position, move)
    return position.play(move)


def _verdict(status: str, position: AnyPosition, reply: str | None = None) -> dict[str, Any]:
    answer = None
    if reply is not None:
        answer = views.legal_move(position, position.parse_move(reply))
        position = position.play(reply)
    outcome = views.ending(position.outcome())
    return {"status": status, "reply": answer, "position": str(position), "outcome": outcome}
