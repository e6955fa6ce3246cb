"""Quantik on two 64-bit words.

A code is `(mine, theirs)`: the pieces of the player to move and those of the other one. A word is
four boards of 16 bits, one per shape; a board numbers the squares as the rulebook view does:

    63 .... 48 47 .... 32 31 .... 16 15 ..... 0        12 13 14 15   rank 4
    cones D    cubes C    cylinders  spheres A          8  9 10 11
                          B                             4  5  6  7
                                                        0  1  2  3   rank 1
    bit = 16 * shape + square                           a  b  c  d

An action is the number of the bit that it sets, 0 to 63, so that a set of actions is a word, too,
and its bits from low to high are the moves in the rulebook's order. Whose turn it is follows from
the counts: FIRST's, if both have as many pieces.

    ..../..../..../....   mine = 0                    theirs = 0
    ..../..../..../A...   mine = 0                    theirs = 1 << 0     after A@a1, action 0
    ..../.b../..../A...   mine = 1 << 0               theirs = 1 << 25    after B@b3, action 25
    the actions allowed there: no A on a1 and b3, no B near b3, C and D on the other 14 squares

Twelve lines (rows 0-3, columns 4-7, regions 8-11) can be completed. A `seen` word has four lanes
of 16 bits as well; bit `16 * shape + line` says that the line holds the shape, whoever owns it. A
line is complete if its bit is set in all four lanes. A `bans` word holds the actions that a player
may not choose: taken squares, squares near an opposing piece of the shape, shapes used up.

The compiled body, `tetrad.kernels.fast.quantik`, has the same words and is a thousand times faster.
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from tetrad.kernels.quantik_symmetry import canonical, symmetries
from tetrad.position import Player
from tetrad.rules.quantik import INDEX, LINES, SQUARES, Move, Piece, Quantik
from tetrad.rules.quantik import SHAPES as NAMES

__all__ = [
    "ACTIONS", "Code", "action_of", "apply", "canonical", "decode", "encode", "is_won",
    "legal_actions", "mask", "move_of", "plies", "start", "symmetries", "turn", "winner",
]  # fmt: skip

Code = tuple[int, int]

ACTIONS = 64
PIECES = 16
_ALL = (1 << ACTIONS) - 1


SHAPES = "".join(NAMES)
_CROSS = [
    sum(1 << number for number, line in enumerate(LINES.values()) if square in line)
    for square in range(16)
]


def squares_of(lines: int) -> int:
    """The squares of a set of lines."""
    return sum(1 << square for square in range(16) if _CROSS[square] & lines)


_PLACES = [divmod(action, 16) for action in range(ACTIONS)]
# What one action adds: to the lines' shapes, to its maker's bans, to the other player's bans.
SEEN = tuple(_CROSS[square] << 16 * shape for shape, square in _PLACES)
TAKEN = tuple(0x0001_0001_0001_0001 << square for shape, square in _PLACES)
NEAR = tuple(squares_of(_CROSS[square]) << 16 * shape for shape, square in _PLACES)
LANE_OF = tuple(0xFFFF << 16 * shape for shape, square in _PLACES)


def start() -> Code:
    return 0, 0


def turn(code: Code) -> int:
    return 1 + plies(code) % 2


def legal_actions(code: Code) -> list[int]:
    return members(_allowed(code))


def mask(code: Code) -> list[bool]:
    allowed = _allowed(code)
    return [bool(allowed >> action & 1) for action in range(ACTIONS)]


def apply(code: Code, action: SupportsIndex) -> Code:
    mine, theirs = code
    return theirs, mine | 1 << index(action)


def winner(code: Code) -> int | None:
    """Who completed a line, or placed the last piece that could be placed; there is no draw."""
    if _allowed(code):
        return None
    return 3 - turn(code)


def is_won(code: Code) -> bool:
    """Whether the last placement completed a line."""
    seen = 0
    for action in members(code[0] | code[1]):
        seen |= SEEN[action]
    return bool(seen & seen >> 16 & seen >> 32 & seen >> 48)


def plies(code: Code) -> int:
    """How many pieces stand on the board, which is how many plies were played."""
    return code[0].bit_count() + code[1].bit_count()


def _allowed(code: Code) -> int:
    """The actions allowed to the player to move as a word, none after the end of the game."""
    return 0 if is_won(code) else allowed_to(*code)


def allowed_to(mine: int, theirs: int) -> int:
    """The placements that the owner of `mine` could make if it were their turn."""
    bans, once = 0, 0
    for action in members(theirs):
        bans |= TAKEN[action] | NEAR[action]
    for action in members(mine):
        bans |= TAKEN[action] | (once & LANE_OF[action])
        once |= LANE_OF[action]
    return _ALL & ~bans


def members(word: int) -> list[int]:
    """The numbers of the bits of a word, the lowest first."""
    found = []
    while word:
        lowest = word & -word
        found.append(lowest.bit_length() - 1)
        word ^= lowest
    return found


def encode(position: Quantik) -> Code:
    boards = {Player.FIRST: 0, Player.SECOND: 0}
    for square, piece in enumerate(position.spaces):
        if piece is not None:
            boards[piece.owner] |= 1 << 16 * SHAPES.index(piece.shape) + square
    return boards[position.turn], boards[position.turn.other]


def decode(code: Code) -> Quantik:
    mover = Player(turn(code))
    spaces: list[Piece | None] = [None] * 16
    for owner, board in zip((mover, mover.other), code, strict=True):
        for action in members(board):
            spaces[action % 16] = Piece(owner, SHAPES[action // 16])
    return Quantik(tuple(spaces))


def action_of(move: Move) -> int:
    return 16 * SHAPES.index(move.shape) + INDEX[move.square]


def move_of(action: SupportsIndex) -> Move:
    shape, square = divmod(index(action), 16)
    return Move(SHAPES[shape], SQUARES[square])
