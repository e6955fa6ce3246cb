"""Qomet's board as tables of bits: spaces, actions, undos and symmetries.

The layout is drawn in `kernels.qomet`. Everything here is worked out from the spaces and lines of
the rulebook view when it is imported.
"""

from itertools import accumulate, chain

from tetrad.rules.qomet import CORNERS_OF_SQUARES, OFF, OUTER, SQUARES, STEPS, Move

# Numbers in a row; compiled code sees them as an array of constants.
Column = tuple[int, ...]

# A space that is never free, behind the end of a line.
WALL = 1 << 25


def _bit(square: str) -> int:
    east, north = ord(square[0]) - ord("d"), int(square[1]) - 4
    ring = max(abs(east), abs(north)) - 1
    clockwise = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    if ring < 0:
        return 24
    return 8 * ring + clockwise.index((east // (ring + 1), north // (ring + 1)))


BITS = tuple(_bit(square) for square in SQUARES)
BIT = dict(zip(SQUARES, BITS, strict=True))
MOVES = (
    *(Move(None, square) for square in SQUARES),
    *(
        Move(square, target)
        for square in SQUARES
        for target in (*STEPS[square], *([None] if square in OUTER else []))
    ),
)
ACTION = {move: action for action, move in enumerate(MOVES)}


def _behind(move: Move) -> str | None:
    return STEPS[move.origin][move.target] if move.origin and move.target else None


UNDO_MOVES = (None, *(move for move in MOVES if _behind(move) not in (None, OFF)))
UNDO = {move: number for number, move in enumerate(UNDO_MOVES)}


def _mask(square: str | None) -> int:
    return 1 << BIT[square] if square and square != OFF else 0


# One row per action: the star that moves, where it goes, where a star there is pushed to, what must
# be free for that (the wall, if the line ends), which undo the push is (or -1), which it forbids.
ORIGIN = tuple(_mask(move.origin) for move in MOVES)
TARGET = tuple(_mask(move.target) for move in MOVES)
BEHIND = tuple(_mask(_behind(move)) for move in MOVES)
BLOCK = tuple(WALL if _behind(move) is None else _mask(_behind(move)) for move in MOVES)
IS_UNDO = tuple(UNDO.get(move, -1) for move in MOVES)
FORBIDS = tuple(UNDO.get(Move(_behind(move), move.target), 0) for move in MOVES)

# For each bit the action that places a star there, and the first and one past the last of those
# that move the star there.
PLACING = tuple(BITS.index(bit) for bit in range(25))
_OF_STAR = [[a for a, move in enumerate(MOVES) if _mask(move.origin) == 1 << b] for b in range(25)]
FIRST_ACTION = tuple(actions[0] for actions in _OF_STAR)
LAST_ACTION = tuple(actions[-1] + 1 for actions in _OF_STAR)

SQUARE_MASKS = tuple(sum(1 << BITS[i] for i in corners) for corners in CORNERS_OF_SQUARES)


def _leading(column: Column) -> tuple[Column, Column]:
    """The moves of stars with each bit in the column, and where those of each bit begin."""
    lists = [[a for a in range(25, len(MOVES)) if column[a] == 1 << bit] for bit in range(25)]
    return tuple(chain(*lists)), tuple(accumulate(map(len, lists), initial=0))


# The moves of stars that bring a star to each bit: by a step, and by a push.
STEP_TO, STEP_TO_START = _leading(TARGET)
PUSH_TO, PUSH_TO_START = _leading(BEHIND)


def _image(bit: int, symmetry: int) -> int:
    ring, spoke = divmod(bit, 8)
    return bit if bit == 24 else 8 * ring + ((-spoke if symmetry & 4 else spoke) + 2 * symmetry) % 8


def _image_move(move: Move, symmetry: int) -> Move:
    origin, target = (
        name and SQUARES[BITS.index(_image(BIT[name], symmetry))]
        for name in (move.origin, move.target)
    )
    return Move(origin, target)


# Symmetry s mirrors at the north-south line if s & 4, then makes s & 3 quarter turns clockwise.
# Undo u becomes UNDO_IMAGE[65 * s + u], action a becomes ACTION_IMAGE[129 * s + a].
UNDO_IMAGE = tuple(
    UNDO[_image_move(move, symmetry)] if move else 0 for symmetry in range(8) for move in UNDO_MOVES
)
ACTION_IMAGE = tuple(ACTION[_image_move(move, symmetry)] for symmetry in range(8) for move in MOVES)
