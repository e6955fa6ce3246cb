"""The answers to `?`: what a piece, a stack, a star or a space may do, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tetrad.language import LABELLED, name_of, sentence, t, tn
from tetrad.message import Wording
from tetrad.position import GAME_OVER, AnyPosition, InvalidMoveError, quote
from tetrad.rules import qomet, quantik
from tetrad.rules.qawale import INDEX, NO_STACK, Move, Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import NONE_LEFT, SHAPES, Quantik
from tetrad.terminal.boards.qawale import contents
from tetrad.terminal.reading import EXAMPLES, read_move, shape_names
from tetrad.terminal.steps import count_paths, next_letters

MOST_PATHS_LISTED = 48

# Translators: a legend, and the answer about a move: the rules allow it
POSSIBLE = Wording("possible", "possible")


@dataclass(frozen=True)
class Answer:
    """Sentences, and the squares to mark on the board with them."""

    sentences: Sequence[str]
    marked: frozenset[str] = frozenset()


def explain(position: AnyPosition, subject: str) -> Answer:
    if position.outcome():
        return Answer([sentence(GAME_OVER())])
    if isinstance(position, Quantik):
        return _explain_quantik(position, subject)
    if isinstance(position, Qawale):
        return _explain_qawale(position, subject)
    assert isinstance(position, Qomet)
    return _explain_qomet(position, subject)


def _choices(position: AnyPosition, moves: int, *examples: str) -> Answer:
    """The answer to a bare `?`: how many moves there are, and what else to ask."""
    return Answer([
        tn("{player} has {n} legal move.", "{player} has {n} legal moves.", moves,
           player=position.turn),
        _ask_on(examples),
    ])  # fmt: skip


def _ask_on(examples: Iterable[str]) -> str:
    return t("Ask about one of these: {examples}.", examples=", ".join(examples))


def _verdict(position: AnyPosition, subject: str) -> Answer:
    """Whether a whole move is legal."""
    try:
        move = read_move(position, subject)
    except InvalidMoveError:
        return Answer([
            t("{text} is not a piece, space or move of this game; write moves like {example}.",
              text=quote(subject), example=EXAMPLES[position.NAME])
        ])  # fmt: skip
    if objection := position.objection(move):
        return Answer([not_possible(move, objection)])
    return Answer([_about(move, POSSIBLE())])


def _about(label: object, what: str) -> str:
    return sentence(LABELLED(label=label, what=what))


def not_possible(move: object, objection: str) -> str:
    return t("{move} is not possible: {objection}.", move=move, objection=objection)


def _explain_quantik(position: Quantik, subject: str) -> Answer:
    if not subject:
        return _choices(position, len(position.legal_moves()), "? A", "? b3", "? A@b3")
    names = shape_names()
    shape = subject.upper() if subject.upper() in SHAPES else names.get(subject.lower())
    if shape:
        return _explain_shape(position, shape)
    if subject.lower() in quantik.INDEX:
        return _explain_space(position, subject.lower())
    return _verdict(position, subject)


def _explain_shape(position: Quantik, shape: str) -> Answer:
    if shape not in position.in_hand(position.turn):
        return Answer([sentence(NONE_LEFT(player=position.turn, shape=SHAPES[shape]))])
    squares = [move.square for move in position.legal_moves() if move.shape == shape]
    where = ", ".join(squares) if squares else t("not allowed")
    return Answer(
        [_about(f"{name_of(position.turn)}, {t(SHAPES[shape])}", where)], frozenset(squares)
    )


def _explain_space(position: Quantik, square: str) -> Answer:
    piece = position.spaces[quantik.INDEX[square]]
    if piece:
        return Answer([_about(square, f"{name_of(piece.owner)}, {t(SHAPES[piece.shape])}")])
    sentences = []
    for shape, name in SHAPES.items():
        objection = position.objection(quantik.Move(shape, square))
        sentences.append(_about(f"{shape}@{square} {t(name)}", objection or POSSIBLE()))
    return Answer(sentences)


def _explain_qawale(position: Qawale, subject: str) -> Answer:
    typed = subject.lower().replace(" ", "")
    if not typed:
        heights = ((square, len(position.stacks[index])) for square, index in INDEX.items())
        ways = sum(count_paths(square, None, height + 1) for square, height in heights if height)
        return _choices(position, ways, "? a1", "? a1n", "? a1nne")
    square, path = typed[:2], typed[2:]
    height = len(position.stacks[INDEX[square]]) if square in INDEX else 0
    if square in INDEX and not height:
        return Answer([sentence(NO_STACK(square=square))])
    if not height or len(path) > height or (path and not next_letters(square, path)):
        return _verdict(position, subject)
    return _explain_path(position, square, path)


def _explain_path(position: Qawale, square: str, path: str) -> Answer:
    """The ways to sow a stack that begin with a path, or its next steps if they are many."""
    stack = position.stacks[INDEX[square]]
    to_sow = tn(
        "The stack has {n} pebble to sow.", "The stack has {n} pebbles to sow.", len(stack) + 1
    )
    lead = f"{contents(square, stack)}. {to_sow}"
    paths = _paths_from(square, path, len(stack) + 1)
    if len(paths) <= MOST_PATHS_LISTED:
        ways = [square + rest for rest in paths]
        return Answer([lead, f"{_moves(len(ways))}: {' '.join(ways)}"])
    steps = []
    for step in next_letters(square, path):
        before, at = _ends(Move(square, path + step))
        ways_on = count_paths(at, before, len(stack) - len(path))
        steps.append(f"? {square}{path}{step} ({_moves(ways_on)})")
    return Answer([lead, _ask_on(steps)])


def _moves(n: int) -> str:
    return tn("{n} move", "{n} moves", n)


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
        return _choices(position, len(position.legal_moves()), "? @", "? d4", "? d4-d5")
    if typed == "@":
        in_hand = tn("{n} star in hand", "{n} stars in hand", position.in_hand(position.turn))
        return Answer([f"{name_of(position.turn)}: {in_hand}."], placings)
    if typed in qomet.INDEX:
        return _explain_spot(position, typed)
    return _verdict(position, subject)


def _explain_spot(position: Qomet, square: str) -> Answer:
    star = position.at(square)
    if star is position.turn.other:
        return Answer([t("That star is your opponent's.")])
    if star is None:
        moves = [str(move) for move in position.legal_moves() if move.target == square]
        empty = t("{square}, empty", square=square)
        return Answer([f"{empty}: {', '.join(moves) or '-'}."])
    moves_of_star = [move for move in position.legal_moves() if move.origin == square]
    sentences = [f"{move}: {_effect(position, move)}." for move in moves_of_star]
    refused = [qomet.Move(square, target) for target in qomet.STEPS[square]]
    refused = [move for move in refused if move not in moves_of_star]
    sentences += [not_possible(move, position.objection(move) or "") for move in refused]
    return Answer(sentences, frozenset(move.target for move in moves_of_star if move.target))


def _effect(position: Qomet, move: qomet.Move) -> str:
    if move.origin is None or move.target is None:
        return t("back to the hand")
    pushed, behind = position.at(move.target), qomet.STEPS[move.origin][move.target]
    if pushed is None:
        return t("possible")
    if behind == qomet.OFF:
        return t("pushes a star of {player} off the board", player=pushed)
    return t("pushes a star of {player} to {square}", player=pushed, square=behind)
