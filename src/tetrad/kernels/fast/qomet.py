"""Qomet compiled: the rules on keys and codes as `tetrad.kernels.qomet` lays them out.

Inside, a position is seen by the player to move: `mine`, `theirs`, `undo`. Most functions take the
number of stars in a player's box, `each`, so that smaller games can be solved as well.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from tetrad.kernels import qomet as light
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import count, lowest
from tetrad.kernels.fast.qomet_board import (
    BEHIND,
    BLOCK,
    FIRST_ACTION,
    FORBIDS,
    IS_UNDO,
    LAST_ACTION,
    ORIGIN,
    PLACING,
    PUSH_TO,
    PUSH_TO_START,
    STEP_TO,
    STEP_TO_START,
    TARGET,
    UNDO_IMAGE,
)
from tetrad.kernels.qomet import KEY, LOST, SPACES, TURN, UNDO_SHIFT, WON
from tetrad.kernels.qomet_board import WALL
from tetrad.rules.qomet import STARS_EACH

Column = np.ndarray[Any, np.dtype[Any]]

MOST_ACTIONS = light.ACTIONS

# Numba takes these for casts; mixing signed and unsigned words would make it use floats.
_signed: Any = np.int64
_word: Any = np.uint64
_inlined: Callable[[Callable[[int], bool]], Callable[[int], bool]] = njit(
    inline="always", nogil=True
)

_MIDPOINTS, _CORNERS = 0x555555, 0xAAAAAA

_STARS = (1 << UNDO_SHIFT) - 1

key_of = compiled(light.key_of)
mirrored = compiled(light.mirrored)
turned = compiled(light.turned)


@compiled
def size(stars: int) -> int:
    number: int = _signed(count(_word(stars)))
    return number


@compiled
def first_bit(stars: int) -> int:
    bit: int = _signed(lowest(_word(stars)))
    return bit


# Inlined as source, not as machine code: its branches then join those of the caller, which makes
# counting leaves half as fast again.
has_square = _inlined(light.has_square)


@compiled
def completing(stars: int) -> int:
    """The empty spaces on which one more star would make a square."""
    after = (stars >> 1 & 0x7F7F7F) | (stars & 0x010101) << 7
    before = (stars << 1 & 0xFEFEFE) | (stars >> 7 & 0x010101)
    second = (stars >> 2 & 0x3F3F3F) | (stars & 0x030303) << 6
    second_last = (stars << 2 & 0xFCFCFC) | (stars >> 6 & 0x030303)
    opposite = (stars >> 4 & 0x0F0F0F) | (stars & 0x0F0F0F) << 4
    spaces = second & second_last & opposite & _CORNERS
    if stars >> 24:
        spaces |= (after & second | before & second_last) & _MIDPOINTS | after & before & _CORNERS
    elif stars & after & second & _MIDPOINTS:
        spaces |= 1 << 24
    return spaces & ~stars


@compiled
def can_win(mine: int, theirs: int, undo: int, each: int) -> bool:
    """Whether the player to move, with `each` stars in the box, can win in one move."""
    spaces = completing(mine)
    if spaces & ~theirs and size(mine) < each:
        return True
    while spaces:
        space = first_bit(spaces)
        if theirs >> space & 1:
            if can_push_into(mine, theirs, undo, space):
                return True
        elif can_step_into(mine, space):
            return True
        spaces &= spaces - 1
    return False


@compiled
def can_win_now(key: int) -> bool:
    """The same of a key in the whole game."""
    return can_win(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT & 127, STARS_EACH)


@compiled
def can_step_into(mine: int, space: int) -> bool:
    """Whether a slide, or a push of an own star, to an empty space makes a square."""
    full = mine | 1 << space
    for i in range(STEP_TO_START[space], STEP_TO_START[space + 1]):
        origin = ORIGIN[STEP_TO[i]]
        if mine & origin and has_square(full ^ origin):
            return True
    for i in range(PUSH_TO_START[space], PUSH_TO_START[space + 1]):
        origin = ORIGIN[PUSH_TO[i]]
        if mine & origin and mine & TARGET[PUSH_TO[i]] and has_square(full ^ origin):
            return True
    return False


@compiled
def can_push_into(mine: int, theirs: int, undo: int, space: int) -> bool:
    """Whether pushing the opponent's star away from a space makes a square, and none for them."""
    full = mine | 1 << space
    taken = mine | theirs | WALL
    for i in range(STEP_TO_START[space], STEP_TO_START[space + 1]):
        action = STEP_TO[i]
        origin = ORIGIN[action]
        if (
            mine & origin
            and not taken & BLOCK[action]
            and IS_UNDO[action] != undo
            and has_square(full ^ origin)
            and not has_square(theirs ^ 1 << space | BEHIND[action])
        ):
            return True
    return False


@compiled
def is_legal(mine: int, theirs: int, undo: int, action: int, each: int) -> bool:
    """Whether the player to move may choose an action in a position that is not over."""
    origin, target = ORIGIN[action], TARGET[action]
    if not origin:
        return not (mine | theirs) & target and size(mine) < each
    if not mine & origin:
        return False
    if not (mine | theirs) & target:
        return True
    pushed = not (mine | theirs | WALL) & BLOCK[action]
    return pushed and IS_UNDO[action] != undo


@compiled
def child(mine: int, theirs: int, action: int) -> int:
    """The key after a legal action, seen by the other player; marked if the game is over."""
    target = TARGET[action]
    undo = 0
    after = mine & ~ORIGIN[action] | target
    if mine & target:
        after |= BEHIND[action]
    elif theirs & target:
        theirs = theirs ^ target | BEHIND[action]
        undo = FORBIDS[action]
    if has_square(theirs):
        undo |= LOST >> UNDO_SHIFT
    elif has_square(after):
        undo |= WON >> UNDO_SHIFT
    return theirs | after << 25 | undo << UNDO_SHIFT


@compiled
def children(key: int, each: int, keys: Column, top: int) -> int:
    """Writes the key after each legal action to `keys` from `top` on; returns the new top."""
    mine, theirs, undo = key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT
    taken = mine | theirs
    if size(mine) < each:
        spaces = ~taken & SPACES
        while spaces:
            keys[top] = child(mine, theirs, PLACING[first_bit(spaces)])
            top += 1
            spaces &= spaces - 1
    stars = mine
    while stars:
        bit = first_bit(stars)
        for action in range(FIRST_ACTION[bit], LAST_ACTION[bit]):
            if taken & TARGET[action] and (
                (taken | WALL) & BLOCK[action] or IS_UNDO[action] == undo
            ):
                continue
            keys[top] = child(mine, theirs, action)
            top += 1
        stars &= stars - 1
    return top


@compiled
def count_leaves(key: int, each: int) -> tuple[int, int]:
    """How many children there are, each made and tested, and how many of them are over."""
    mine, theirs, undo = key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT
    taken = mine | theirs
    leaves = finished = 0
    if size(mine) < each:
        spaces = ~taken & SPACES
        while spaces:
            leaves += 1
            finished += has_square(mine | spaces & -spaces)
            spaces &= spaces - 1
    stars = mine
    while stars:
        bit = first_bit(stars)
        rest = mine ^ stars & -stars
        for action in range(FIRST_ACTION[bit], LAST_ACTION[bit]):
            target = TARGET[action]
            if not taken & target:
                leaves += 1
                finished += has_square(rest | target)
            elif not (taken | WALL) & BLOCK[action] and IS_UNDO[action] != undo:
                leaves += 1
                if mine & target:
                    finished += has_square(rest | target | BEHIND[action])
                else:
                    finished += has_square(rest | target) or has_square(
                        theirs ^ target | BEHIND[action]
                    )
        stars &= stars - 1
    return leaves, finished


@compiled
def code_of(key: int, turn: int) -> int:
    """The code of a key when the player numbered `turn` (0 FIRST, 1 SECOND) is to move."""
    return key_of(key & KEY | TURN) | TURN if turn else key & KEY


@compiled
def is_over(key: int) -> bool:
    return has_square(key & SPACES) or has_square(key >> 25 & SPACES)


@compiled
def leaves_of(code: int, depth: int) -> tuple[int, int]:
    """The leaves of the move tree, and how many finished games are among them."""
    leaves = finished = 0
    keys = np.empty((depth + 1) * MOST_ACTIONS, np.int64)
    depths = np.empty((depth + 1) * MOST_ACTIONS, np.int64)
    keys[0], depths[0] = key_of(code), depth
    top = 1
    while top:
        top -= 1
        key, left = keys[top], depths[top]
        if left == 0:
            leaves += 1
            finished += is_over(key)
        elif key > KEY or (left == depth and is_over(key)):
            continue
        elif left == 1:
            more, over = count_leaves(key, STARS_EACH)
            leaves += more
            finished += over
        else:
            end = children(key, STARS_EACH, keys, top)
            depths[top:end] = left - 1
            top = end
    return leaves, finished


@compiled
def legal_actions(code: int) -> Column:
    """Every action that the player to move may choose, in order; none when the game is over."""
    key = key_of(code)
    actions = np.empty(MOST_ACTIONS, np.int64)
    found = 0
    if not is_over(key):
        for action in range(MOST_ACTIONS):
            if is_legal(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT, action, STARS_EACH):
                actions[found] = action
                found += 1
    return actions[:found]


@compiled
def apply(code: int, action: int) -> int:
    """The code after a legal action."""
    key = key_of(code)
    return code_of(child(key & SPACES, key >> 25 & SPACES, action), 1 - (code >> 57))


@compiled
def winner(code: int) -> int:
    """0 while the game goes on, else 1 for FIRST or 2 for SECOND.

    A square of the player to move comes first: the opponent's turn has made it.
    """
    key, turn = key_of(code), code >> 57
    if has_square(key & SPACES):
        return 1 + turn
    return 2 - turn if has_square(key >> 25 & SPACES) else 0


@compiled
def image(code: int, symmetry: int) -> int:
    """A code or key under one of the eight symmetries."""
    stars = code & _STARS
    if symmetry & 4:
        stars = mirrored(stars)
    for _ in range(symmetry & 3):
        stars = turned(stars)
    undo = UNDO_IMAGE[65 * symmetry + (code >> UNDO_SHIFT & 127)]
    return code & TURN | undo << UNDO_SHIFT | stars


@compiled
def to_canonical(code: int) -> int:
    """The symmetry that leads to the smallest image of a code or key."""
    best = 0
    stars, undo = code & _STARS, code >> UNDO_SHIFT & 127
    smallest = stars | undo << UNDO_SHIFT
    for symmetry in range(1, 8):
        stars = turned(stars) if symmetry != 4 else mirrored(turned(stars))
        candidate = stars | UNDO_IMAGE[65 * symmetry + undo] << UNDO_SHIFT
        if candidate < smallest:
            best, smallest = symmetry, candidate
    return best


@compiled
def canonical(code: int) -> int:
    """The smallest image of a code or key, the same for all positions that look alike."""
    return image(code, to_canonical(code))


@compiled
def spread(key: int) -> int:
    """A well mixed number of 63 bits that stands for a key."""
    mixed = (key ^ key >> 29) * 0x1F85_1EB8_5D2C_97A7
    mixed = (mixed ^ mixed >> 32) * 0x2545_F491_4F6C_DD1D
    return (mixed ^ mixed >> 31) & 0x7FFF_FFFF_FFFF_FFFF


def perft(code: int, depth: int) -> int:
    """The number of leaves of the move tree; a finished game is not expanded."""
    return int(leaves_of(code, depth)[0])
