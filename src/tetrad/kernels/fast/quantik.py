"""Quantik on two 64-bit words.

A code is `(mine, theirs)`: the pieces of the player to move and those of the other one. A word is
four boards of 16 bits, one a shape; a board numbers the squares as the rulebook view does:

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
"""

from itertools import product

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, count, lowest
from tetrad.position import Player
from tetrad.rules.quantik import Move, Piece, Quantik

Code = tuple[int, int]

SHAPES = "ABCD"
_FILES = "abcd"

_ZERO = Word(0)
_ONE = Word(1)
_LANE = Word(16)
_TWO_LANES = Word(32)
_BOARD = Word(0xFFFF)
_LINES = Word(0x0FFF)
_SPREAD = Word(0x0001_0001_0001_0001)
_MULTIPLIER = Word(0x9E37_79B9_7F4A_7C15)
_FOLD = Word(29)


def _line_numbers(square: int) -> tuple[int, int, int]:
    rank, file = divmod(square, 4)
    return rank, 4 + file, 8 + 2 * (rank // 2) + file // 2


def _squares_of(lines: int) -> int:
    return sum(1 << s for s in range(16) if any(lines >> n & 1 for n in _line_numbers(s)))


_CROSS = [sum(1 << line for line in _line_numbers(square)) for square in range(16)]
_ACTIONS = list(product(range(4), range(16)))

# What one action adds: to the lines' shapes, to its maker's bans, to the other player's bans.
SEEN = np.array([_CROSS[square] << 16 * shape for shape, square in _ACTIONS], Word)
TAKEN = np.array([int(_SPREAD) << square for _, square in _ACTIONS], Word)
NEAR = np.array([_squares_of(_CROSS[square]) << 16 * shape for shape, square in _ACTIONS], Word)
LANE_OF = np.array([0xFFFF << 16 * shape for shape, _ in _ACTIONS], Word)
# The squares of a set of lines.
AREA = np.array([_squares_of(lines) for lines in range(1 << 12)], Word)


@compiled
def seen_of(mine: Word, theirs: Word) -> Word:
    left, seen = mine | theirs, _ZERO
    while left:
        seen |= SEEN[lowest(left)]
        left &= left - _ONE
    return seen


@compiled
def bans_of(mine: Word, theirs: Word) -> Word:
    """The actions that the owner of `mine` may not choose."""
    bans, left = _ZERO, theirs
    while left:
        action = lowest(left)
        bans |= TAKEN[action] | NEAR[action]
        left &= left - _ONE
    once, left = _ZERO, mine
    while left:
        action = lowest(left)
        bans |= TAKEN[action] | (once & LANE_OF[action])
        once |= LANE_OF[action]
        left &= left - _ONE
    return bans


@compiled
def complete(seen: Word) -> bool:
    """Whether some line holds all four shapes."""
    pairs = seen & (seen >> _TWO_LANES)
    return bool(pairs & (pairs >> _LANE) & _LINES)


@compiled
def completing(seen: Word) -> Word:
    """The actions that would complete a line, allowed or not."""
    low, high = seen & _BOARD, (seen >> _LANE) & _BOARD
    third, fourth = (seen >> _TWO_LANES) & _BOARD, seen >> (_TWO_LANES + _LANE)
    first_two, last_two = low & high, third & fourth
    word: Word = AREA[high & last_two] | AREA[low & last_two] << _LANE
    word |= AREA[first_two & fourth] << _TWO_LANES
    word |= AREA[first_two & third] << (_TWO_LANES + _LANE)
    return word


@compiled
def actions_of(mine: Word, theirs: Word) -> Word:
    """The actions allowed to the player to move, none after the end of the game."""
    return _ZERO if complete(seen_of(mine, theirs)) else ~bans_of(mine, theirs)


@compiled
def winning_of(mine: Word, theirs: Word) -> Word:
    """The allowed actions that complete a line: the wins in one."""
    seen = seen_of(mine, theirs)
    return _ZERO if complete(seen) else completing(seen) & ~bans_of(mine, theirs)


@compiled
def hash_of(mine: Word, theirs: Word) -> Word:
    mixed = (mine ^ (theirs * _MULTIPLIER)) * _MULTIPLIER
    mixed = (mixed ^ (mixed >> _FOLD)) * _MULTIPLIER
    return mixed ^ (mixed >> _FOLD)


@compiled
def leaves_of(mine: Word, theirs: Word, depth: int) -> tuple[int, int]:
    """The leaves `depth` >= 1 plies on and the wins met on the way, each made and tested."""
    stack = np.empty((depth, 6), np.uint64)
    stack[0, :] = (mine, theirs, bans_of(mine, theirs), bans_of(theirs, mine), _ZERO, _ZERO)
    stack[0, 4], stack[0, 5] = seen_of(mine, theirs), actions_of(mine, theirs)
    leaves, wins, level, last = 0, 0, 0, depth - 1
    while level >= 0:
        frame = stack[level]
        left, seen = frame[5], frame[4]
        if level == last:
            while left:
                wins += complete(seen | SEEN[lowest(left)])
                leaves += 1
                left &= left - _ONE
        if not left:
            level -= 1
            continue
        action = lowest(left)
        frame[5] = left & (left - _ONE)
        after = seen | SEEN[action]
        if complete(after):
            wins += 1
            continue
        level += 1
        child = stack[level]
        child[0], child[1] = frame[1], frame[0] | _ONE << action
        child[2] = frame[3] | NEAR[action] | TAKEN[action]
        child[3] = frame[2] | TAKEN[action]
        if frame[0] & LANE_OF[action]:
            child[3] |= LANE_OF[action]
        child[4], child[5] = after, ~child[2]
    return leaves, wins


def words(code: Code) -> tuple[Word, Word]:
    """A code as Numba wants it: two numbers whose type does not depend on their size."""
    return Word(code[0]), Word(code[1])


def encode(position: Quantik) -> Code:
    boards = {Player.FIRST: 0, Player.SECOND: 0}
    for square, piece in enumerate(position.spaces):
        if piece is not None:
            boards[piece.owner] |= 1 << 16 * SHAPES.index(piece.shape) + square
    return boards[position.turn], boards[position.turn.other]


def decode(code: Code) -> Quantik:
    mine, theirs = code
    mover = Player.FIRST if mine.bit_count() == theirs.bit_count() else Player.SECOND
    spaces: list[Piece | None] = [None] * 16
    for owner, board in ((mover, mine), (mover.other, theirs)):
        for action in members(board):
            spaces[action % 16] = Piece(owner, SHAPES[action // 16])
    return Quantik(tuple(spaces))


def action_of(move: Move) -> int:
    square = _FILES.index(move.square[0]) + 4 * (int(move.square[1]) - 1)
    return 16 * SHAPES.index(move.shape) + square


def move_of(action: int) -> Move:
    rank, file = divmod(action % 16, 4)
    return Move(SHAPES[action // 16], f"{_FILES[file]}{rank + 1}")


def members(word: int) -> list[int]:
    """The numbers of the bits of a word, the lowest first."""
    return [bit for bit in range(64) if word >> bit & 1]


def legal_actions(code: Code) -> list[int]:
    return members(int(actions_of(*words(code))))


def apply(code: Code, action: int) -> Code:
    mine, theirs = code
    return theirs, mine | 1 << action


def is_won(code: Code) -> bool:
    """Whether the last placement completed a line."""
    return bool(complete(seen_of(*words(code))))


def can_win_now(code: Code) -> bool:
    """Whether the player to move can complete a line at once."""
    return bool(winning_of(*words(code)))


def hash_code(code: Code) -> int:
    return int(hash_of(*words(code)))


def perft(code: Code, depth: int) -> int:
    """The number of leaves of the move tree; a finished game is not expanded."""
    return int(leaves_of(*words(code), depth)[0]) if depth else 1


@compiled
def pieces(mine: Word, theirs: Word) -> int:
    """How many pieces stand on the board, which is how many plies were played."""
    return int(np.int64(count(mine) + count(theirs)))
