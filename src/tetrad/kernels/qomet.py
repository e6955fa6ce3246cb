"""Qomet on one 58-bit integer.

A code holds the stars of both players, the push that the no-undo rule forbids, and the turn:

    57    56 ... 50   49 ......... 25   24 .......... 0
    turn  undo        SECOND's stars    FIRST's stars         turn: 0 FIRST, 1 SECOND

A set of stars is 25 bits, and a bit is `8 * ring + spoke`: ring 0 is the inner square, 2 the outer
one; the spokes run clockwise from north; bit 24 is the centre. Turning the board rotates the bytes.

    23---------16---------17      a7 d7 g7      spoke  7 0 1
     | 15-------8-------9 |                            6   2
     |  |  7----0----1  | |                            5 4 3
     |  |  |    |    |  | |
    22-14--6---24----2-10-18      a4 b4 c4 d4 e4 f4 g4
     |  |  |    |    |  | |
     |  |  5----4----3  | |
     | 13------12------11 |
    21---------20---------19      a1 d1 g1

Undo 0 forbids nothing; 1 to 64 number the pushes that leave the pushed star on the board, in the
order of the actions. The actions 0 to 128 are in the order of the rulebook view: 25 placings, then
for each space its steps clockwise from north and, on the outer square, its way off.

    empty board, FIRST to move                         code 0
    after @d4 (action 12): FIRST has bit 24            code 1 << 57 | 1 << 24
    then @d5 (action 17): SECOND has bit 0             code 1 << 25 | 1 << 24

Solvers and tables see a position as the player to move does: a key is a code without the turn, the
stars of the player to move in the low bits. Functions never check that what they are given can be.

The compiled body, `tetrad.kernels.fast.qomet`, says the same and is a hundred times faster.
"""

from operator import index
from typing import SupportsIndex

from tetrad.kernels.qomet_board import (
    ACTION,
    BEHIND,
    BITS,
    BLOCK,
    FORBIDS,
    IS_UNDO,
    MOVES,
    ORIGIN,
    TARGET,
    UNDO,
    UNDO_IMAGE,
    UNDO_MOVES,
    WALL,
)
from tetrad.position import Player
from tetrad.rules.qomet import STARS_EACH, Move, Qomet

Code = int
Action = SupportsIndex

ACTIONS = len(MOVES)
SPACES = (1 << 25) - 1
UNDO_SHIFT = 50
TURN = 1 << 57
# Marks on a child's key: the move that led there won, or lost, on the spot.
WON = 1 << 57
LOST = 1 << 58
KEY = WON - 1


def _rings(byte: int) -> int:
    """The same spokes on all rings of both players."""
    return sum(byte << shift for shift in (0, 8, 16, 25, 33, 41))


_STARS = (1 << UNDO_SHIFT) - 1
_CENTRES = 1 << 24 | 1 << 49
_STAY = _rings(0x11) | _CENTRES
_NORTH_EAST, _EAST, _SOUTH_EAST = _rings(0x02), _rings(0x04), _rings(0x08)
_SIX_SPOKES, _TWO_SPOKES = _rings(0x3F), _rings(0x03)


def start() -> Code:
    return 0


def turn(code: Code) -> int:
    return 2 if index(code) & TURN else 1


def legal_actions(code: Code) -> list[int]:
    """Every action that the player to move may choose, in order; none when the game is over."""
    key = key_of(index(code))
    if winner(code):
        return []
    return [action for action in range(ACTIONS) if _is_legal(key, action)]


def _is_legal(key: int, action: int) -> bool:
    mine, taken = key & SPACES, (key | key >> 25) & SPACES
    origin, target = ORIGIN[action], TARGET[action]
    if not origin:
        return not taken & target and mine.bit_count() < STARS_EACH
    if not mine & origin:
        return False
    pushed = not (taken | WALL) & BLOCK[action] and IS_UNDO[action] != key >> UNDO_SHIFT
    return not taken & target or pushed


def mask(code: Code) -> list[bool]:
    """For each action whether the player to move may choose it."""
    legal = {*legal_actions(code)}
    return [action in legal for action in range(ACTIONS)]


def apply(code: Code, action: Action) -> Code:
    """The code after a legal action."""
    code = index(code)
    after = child(key_of(code), index(action)) & KEY
    return after if code & TURN else key_of(after | TURN) | TURN


def winner(code: Code) -> int | None:
    """None while the game goes on, else 1 for FIRST or 2 for SECOND.

    A square of the player to move comes first: the opponent's turn has made it.
    """
    code = index(code)
    squares = [has_square(code & SPACES), has_square(code >> 25 & SPACES)]
    if not any(squares):
        return None
    turn = 1 if code & TURN else 0
    return 1 + turn if squares[turn] else 2 - turn


def has_square(stars: int) -> bool:
    """The corners of a ring; or the centre and three spokes in a row, a corner in the middle."""
    if (stars & 0xAA) == 0xAA or (stars & 0xAA00) == 0xAA00 or (stars & 0xAA0000) == 0xAA0000:
        return True
    after = (stars >> 1 & 0x7F7F7F) | (stars & 0x010101) << 7
    second = (stars >> 2 & 0x3F3F3F) | (stars & 0x030303) << 6
    return (stars >> 24) != 0 and (stars & after & second & 0x555555) != 0


def key_of(code: Code) -> int:
    """The key of a code: the stars of the player to move first."""
    if code & TURN:
        undo = (code & KEY) >> UNDO_SHIFT
        return undo << UNDO_SHIFT | (code & SPACES) << 25 | code >> 25 & SPACES
    return code


def child(key: int, action: int) -> int:
    """The key after a legal action, seen by the other player; marked if the game is over."""
    mine, theirs, target, undo = key & SPACES, key >> 25 & SPACES, TARGET[action], 0
    after = mine & ~ORIGIN[action] | target
    if mine & target:
        after |= BEHIND[action]
    elif theirs & target:
        theirs = theirs ^ target | BEHIND[action]
        undo = FORBIDS[action]
    mark = LOST if has_square(theirs) else WON if has_square(after) else 0
    return theirs | after << 25 | undo << UNDO_SHIFT | mark


def mirrored(stars: int) -> int:
    """One set of stars or both, in the low 50 bits of a key, with west and east exchanged."""
    return (
        stars & _STAY
        | (stars & _NORTH_EAST) << 6
        | stars >> 6 & _NORTH_EAST
        | (stars & _EAST) << 4
        | stars >> 4 & _EAST
        | (stars & _SOUTH_EAST) << 2
        | stars >> 2 & _SOUTH_EAST
    )


def turned(stars: int) -> int:
    """One set of stars or both, in the low 50 bits of a key, after a quarter turn clockwise."""
    return stars & _CENTRES | (stars & _SIX_SPOKES) << 2 | stars >> 6 & _TWO_SPOKES


def images(code: Code) -> list[Code]:
    """A code or key under the eight symmetries, in the order of `kernels.qomet_board`."""
    stars, undo = code & _STARS, code >> UNDO_SHIFT & 127
    found = []
    for symmetry in range(8):
        found.append(code & TURN | UNDO_IMAGE[65 * symmetry + undo] << UNDO_SHIFT | stars)
        stars = turned(stars) if symmetry != 3 else mirrored(turned(stars))
    return found


def symmetries(code: Code) -> list[Code]:
    """The distinct codes that look like a code, itself first."""
    return [*dict.fromkeys(images(index(code)))]


def canonical(code: Code) -> Code:
    """The smallest image of a code or key, the same for all positions that look alike."""
    return min(images(index(code)))


def encode(position: Qomet) -> Code:
    """The code of a position of the rulebook view."""
    code = UNDO[position.forbidden] << UNDO_SHIFT if position.forbidden else 0
    for bit, star in zip(BITS, position.stars, strict=True):
        if star:
            code |= 1 << bit + (25 if star is Player.SECOND else 0)
    return code | (TURN if position.turn is Player.SECOND else 0)


def decode(code: Code) -> Qomet:
    """The position of the rulebook view that a code stands for."""
    code = index(code)
    owner = {0: None, 1: Player.FIRST, 2: Player.SECOND}
    stars = tuple(owner[(code >> bit & 1) + 2 * (code >> 25 + bit & 1)] for bit in BITS)
    return Qomet(stars, Player(turn(code)), UNDO_MOVES[code >> UNDO_SHIFT & 127])


def action_of(move: Move) -> int:
    return ACTION[move]


def move_of(action: Action) -> Move:
    return MOVES[action]
