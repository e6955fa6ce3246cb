"""The answers to `?`: what a piece, a stack, a star or a space may do, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tetrad.position import AnyPosition, InvalidMoveError, quote
from tetrad.rules import qomet, quantik
from tetrad.rules.qawale import INDEX, Move, Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import SHAPES, Quantik
from tetrad.terminal.reading import EXAMPLES, read_move
from tetrad.terminal.steps import count_paths, next_letters

MOST_PATHS_LISTED = 48


@dataclass(frozen=True)
class Answer:
    """Sentences, and the squares to mark on the board with them."""

    sentences: Sequence[str]
    marked: frozenset[str] = frozenset()


def explain(position: AnyPosition, subject: str) -> Answer:
    if outcome := position.outcome():
        return Answer([f"The game is over: {outcome.reason}."])
    if isinstance(position, Quantik):
        return _explain_quantik(position, subject)
    if isinstance(position, Qawale):
        return _explain_qawale(position, subject)
    assert isinstance(position, Qomet)
    return _explain_qomet(position, subject)


def _verdict(position: AnyPosition, subject: str) -> Answer:
    """Whether a whole move is legal."""
    try:
        move = read_move(position, subject)
    except InvalidMoveError:
        example = EXAMPLES[position.NAME]
        return Answer(
            [f"{quote(subject)} is no piece, space or move of this game; moves are {example}."]
        )
    objection = position.objection(move)
    return Answer([f"{move} is not possible: {objection}." if objection else f"{move} is legal."])


def _explain_quantik(position: Quantik, subject: str) -> Answer:
    letters = {letter: letter for letter in SHAPES} | {name: s for s, name in SHAPES.items()}
    if not subject:
        return Answer([
            f"{position.turn} may choose among {len(position.legal_moves())} moves.",
            "Ask about a shape (? A), a space (? b3) or a move (? A@b3).",
        ])  # fmt: skip
    shape = letters.get(subject.upper()) or letters.get(subject.lower())
    if shape:
        return _explain_shape(position, shape)
    if subject.lower() in quantik.INDEX:
        return _explain_space(position, subject.lower())
    return _verdict(position, subject)


def _explain_shape(position: Quantik, shape: str) -> Answer:
    if shape not in position.in_hand(position.turn):
        return Answer([f"{position.turn} has no {SHAPES[shape]} left."])
    squares = [move.square for move in position.legal_moves() if move.shape == shape]
    where = f"may go to {', '.join(squares)}" if squares else "may not go anywhere"
    return Answer([f"{position.turn}'s {SHAPES[shape]} ({shape}) {where}."], frozenset(squares))


def _explain_space(position: Quantik, square: str) -> Answer:
    piece = position.spaces[quantik.INDEX[square]]
    if piece:
        return Answer([f"{square} holds {piece.owner}'s {SHAPES[piece.shape]}."])
    sentences = []
    for shape, name in SHAPES.items():
        objection = position.objection(quantik.Move(shape, square))
        sentences.append(f"{shape}@{square} {name}: {f'no, {objection}' if objection else 'yes'}.")
    return Answer(sentences)


def _explain_qawale(position: Qawale, subject: str) -> Answer:
    typed = subject.lower().replace(" ", "")
    if not typed:
        heights = ((square, len(position.stacks[index])) for square, index in INDEX.items())
        ways = sum(count_paths(square, None, height + 1) for square, height in heights if height)
        return Answer([
            f"{position.turn} may choose among {ways} sowings.",
            "Ask about a stack (? a1), the start of a path (? a1n) or a move (? a1nne).",
        ])  # fmt: skip
    square, path = typed[:2], typed[2:]
    height = len(position.stacks[INDEX[square]]) if square in INDEX else 0
    if square in INDEX and not height:
        return Answer([f"There is no stack on {square}; a pebble goes on a stack."])
    if not height or len(path) > height or (path and not next_letters(square, path)):
        return _verdict(position, subject)
    return _explain_path(position, square, path)


def _explain_path(position: Qawale, square: str, path: str) -> Answer:
    """The ways to sow a stack that begin with a path, or its next steps if they are many."""
    stack = position.stacks[INDEX[square]]
    lead = f"{square} holds {stack}, bottom first; with the new pebble it sows {len(stack) + 1}."
    paths = _paths_from(square, path, len(stack) + 1)
    if len(paths) <= MOST_PATHS_LISTED:
        ways = [square + rest for rest in paths]
        return Answer([lead, f"{len(ways)} ways: {' '.join(ways)}"])
    steps = []
    for step in next_letters(square, path):
        before, at = _ends(Move(square, path + step))
        ways_on = count_paths(at, before, len(stack) - len(path))
        steps.append(f"? {square}{path}{step} ({ways_on} ways)")
    return Answer([lead, f"Ask on: {', '.join(steps)}."])


def _paths_from(square: str, path: str, length: int) -> list[str]:
    """Every completion of the path, but no more than one beyond what is listed."""
    paths = [path]
    while len(paths) <= MOST_PATHS_LISTED and len(paths[0]) < length:
        paths = [longer + step for longer in paths for step in next_letters(square, longer)]
    return paths


def _ends(move: Move) -> tuple[str, str]:
    """The last two squares of a sowing."""
    squares = (move.square, *move.trail())
    return squares[-2], squares[-1]


def _explain_qomet(position: Qomet, subject: str) -> Answer:
    typed = subject.lower()
    placings = frozenset(m.target for m in position.legal_moves() if m.target and not m.origin)
    if not typed:
        return Answer([
            f"{position.turn} may choose among {len(position.legal_moves())} moves.",
            "Ask about placing (? @), a space or star (? d4) or a move (? d4-d5).",
        ])  # fmt: skip
    if typed == "@":
        left = position.in_hand(position.turn)
        where = f"has {left} in hand to place on any empty space" if left else "has none in hand"
        return Answer([f"{position.turn} {where}."], placings)
    if typed in qomet.INDEX:
        return _explain_spot(position, typed)
    return _verdict(position, subject)


def _explain_spot(position: Qomet, square: str) -> Answer:
    star = position.at(square)
    if star is position.turn.other:
        return Answer([f"{square} holds a star of {star}, and it is {position.turn}'s turn."])
    if star is None:
        moves = [str(move) for move in position.legal_moves() if move.target == square]
        return Answer([f"{square} is empty; it can be reached by {', '.join(moves) or 'no move'}."])
    moves_of_star = [move for move in position.legal_moves() if move.origin == square]
    sentences = [f"{move} {_effect(position, move)}." for move in moves_of_star]
    refused = [qomet.Move(square, target) for target in qomet.STEPS[square]]
    refused = [move for move in refused if move not in moves_of_star]
    sentences += [f"{move} is not possible: {position.objection(move)}." for move in refused]
    return Answer(sentences, frozenset(move.target for move in moves_of_star if move.target))


def _effect(position: Qomet, move: qomet.Move) -> str:
    if move.origin is None or move.target is None:
        return "takes the star off the board, back to hand"
    pushed, behind = position.at(move.target), qomet.STEPS[move.origin][move.target]
    if pushed is None:
        return "slides"
    away = "off the board" if behind == qomet.OFF else f"to {behind}"
    return f"pushes {pushed}'s star {away}"
