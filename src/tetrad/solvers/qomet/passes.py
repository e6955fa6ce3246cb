"""Qomet worked out backwards with one byte for each position.

Pass n decides the positions that end in n plies, from what the passes before it have decided. It
looks only at positions one of whose successors changed in the pass before, which are found by going
through all moves backwards. A byte says what is known, not since which pass:

    0           nothing yet
    1, 2        won, or lost, by the player to move
    3           the game is over
    3 + undo    lost if the undo is forbidden, else nothing yet
    67 + undo   won, but nothing is known if the undo is forbidden
    131 + undo  won, but lost if the undo is forbidden

That is enough: an odd pass finds wins alone, which follow from losses, and an even one losses,
which follow from wins, so that what a pass finds cannot mislead it. Which bytes it changed is kept
as one bit each, from which the next pass marks what may change, with one bit each as well.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import (
    can_win,
    child,
    first_bit,
    has_square,
    image,
    size,
)
from tetrad.kernels.fast.qomet_board import (
    BEHIND,
    BLOCK,
    FIRST_ACTION,
    IS_UNDO,
    LAST_ACTION,
    ORIGIN,
    STEP_TO,
    STEP_TO_START,
    TARGET,
)
from tetrad.kernels.qomet import LOST, SPACES, WON
from tetrad.kernels.qomet_board import WALL
from tetrad.solvers.qomet.coder import PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.index_arrays import (
    SELF_SIMILAR,
    Array,
    Index,
    block_of,
    next_set,
    number,
    place_of,
    rank,
    row_at,
    spread_out,
    stars_at,
)

NOTHING, WIN, LOSS, OVER = range(4)
LOST_WITH, WON_BUT, WON_LOST_WITH = 3, 67, 131
GROUP = 8
# Numba takes these for casts.
_signed: Any = np.int64
_byte: Any = np.uint8
_OUTER = 0xFF0000
_PLAIN = np.array([0, 1, 2, 3] + [0] * 64 + [1] * 128, dtype=np.uint8)
_WITH_UNDO = np.array([0, 1, 2, 3] + [2] * 64 + [0] * 64 + [2] * 64, dtype=np.uint8)
_UNDO = np.array([0] * 4 + [*range(1, 65)] * 3, dtype=np.uint8)


@intrinsic
def _set_bits(_: Any, array: Any, index: Any, bits: Any) -> tuple[Any, Any]:
    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        pointers: Any = cgutils
        pointer = pointers.get_item_pointer(context, builder, array, view, [arguments[1]])
        builder.atomic_rmw("or", pointer, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, index, bits), code


# Sets bits of a byte in an array, which other threads may be doing at the same time.
set_bits: Any = _set_bits


@compiled
def is_complete(code: int) -> bool:
    """Whether nothing can be added to a code any more."""
    return 1 <= code <= OVER or code > WON_LOST_WITH


@compiled
def value_of(code: int, undo: int) -> int:
    """NOTHING, WIN or LOSS for the player to move, when an undo (or none, 0) is forbidden."""
    return _WITH_UNDO[code] if undo and _UNDO[code] == undo else _PLAIN[code]  # type: ignore[no-any-return]


@compiled
def value_after_push(index: Index, codes: Array, mine: int, theirs: int, action: int) -> int:
    """The value for the opponent after a push of the opponent's star."""
    key = child(mine, theirs, action)
    if key & (WON | LOST):
        return LOSS if key & WON else WIN
    entry, undo = number(index, key)
    return value_of(codes[entry], undo)


@compiled
def value_after(index: Index, codes: Array, theirs: int, found: int, after: int) -> int:
    """The value for the opponent, whose stars have not changed, after any other move.

    `found` is what the index says about these stars, `after` are those of the player who moved.
    """
    if has_square(after):
        return LOSS
    symmetry = found & 7
    place = (found & SELF_SIMILAR - 1) >> 3
    entry = place_of(index, image(theirs, symmetry), image(after, symmetry), place)
    return _PLAIN[codes[entry]]  # type: ignore[no-any-return]


@compiled
def moves_for(
    index: Index, codes: Array, mine: int, theirs: int, odd: bool, skip: int
) -> tuple[int, int]:
    """How many moves win, in an odd pass, or do not lose, in an even one; two are as good as many.

    With the number comes the undo that the last such move is, or 0. The undo `skip` is forbidden.
    """
    count = which = 0
    taken, found = (
        mine | theirs,
        index.sets[index.set_start[size(theirs)] + rank(index.ranks, theirs)],
    )
    spaces = ~taken & SPACES if size(mine) < index.each else 0
    while spaces and count < 2:
        value = value_after(index, codes, theirs, found, mine | spaces & -spaces)
        if value == LOSS if odd else value != WIN:
            count, which = count + 1, 0
        spaces &= spaces - 1
    stars = mine
    while stars and count < 2:
        bit = first_bit(stars)
        rest = mine ^ stars & -stars
        for action in range(FIRST_ACTION[bit], LAST_ACTION[bit]):
            target, undo = TARGET[action], 0
            if taken & target and (taken | WALL) & BLOCK[action]:
                continue
            if theirs & target:
                undo = max(IS_UNDO[action], 0)
                if undo and undo == skip:
                    continue
                value = value_after_push(index, codes, mine, theirs, action)
            else:
                pushed = BEHIND[action] if mine & target else 0
                value = value_after(index, codes, theirs, found, rest | target | pushed)
            if value == LOSS if odd else value != WIN:
                count, which = count + 1, undo
        stars &= stars - 1
    return count, which


@compiled
def judged(index: Index, codes: Array, mine: int, theirs: int, code: int, odd: bool) -> int:
    """The code of a position that is not over after an odd or an even pass."""
    undo: int = _UNDO[code]
    if code > WON_BUT:
        found, _ = moves_for(index, codes, mine, theirs, odd, undo)
        if odd:
            return WIN if found else code
        return code if found else WON_LOST_WITH + undo
    found, which = moves_for(index, codes, mine, theirs, odd, 0)
    if odd:
        if not found:
            return code
        if undo:
            return WON_LOST_WITH + undo
        return WON_BUT + which if found == 1 and which else WIN
    if not found:
        return LOSS
    return LOST_WITH + which if found == 1 and which and not undo else code


@compiled
def begin(index: Index, codes: Array, news: Array, start: int, end: int) -> int:
    """The first pass over some entries: what is over, and what is won in one ply."""
    changed, mine, others, turning = 0, 0, 0, start
    for entry in range(start, end):
        if entry == turning:
            mine, others, turning = row_at(index, entry)
        else:
            others = next_set(others)
        theirs = spread_out(others, mine)
        if has_square(mine) or has_square(theirs):
            codes[entry] = OVER
        elif can_win(mine, theirs, 0, index.each):
            news[entry // GROUP] |= 1 << entry % GROUP
            codes[entry] = judged(index, codes, mine, theirs, NOTHING, True)
            changed += 1
    return changed


@compiled
def judge(
    index: Index,
    codes: Array,
    marks: Array,
    news: Array,
    start: int,
    end: int,
    turn: int,
    every: bool,
) -> int:
    """Judges the marked ones of some entries, or every open one; returns how many it changed."""
    changed = 0
    for group in range(start // GROUP, -(-end // GROUP)):
        if not marks[group] and not every:
            continue
        for entry in range(group * GROUP, min(group * GROUP + GROUP, end)):
            code = codes[entry]
            if (every or marks[group] >> entry % GROUP & 1) and not is_complete(code):
                mine, theirs = stars_at(index, block_of(index, entry), entry)
                judgement = judged(index, codes, mine, theirs, code, turn % 2 == 1)
                if judgement != code:
                    news[group] |= 1 << entry % GROUP
                    codes[entry] = judgement
                    changed += 1
        marks[group] = 0
    return changed


@compiled
def mark(index: Index, codes: Array, marks: Array, news: Array, start: int, end: int) -> None:
    """Marks what may change because some entries have changed."""
    for group in range(start // GROUP, -(-end // GROUP)):
        bits = news[group]
        for bit in range(GROUP):
            if bits >> bit & 1:
                entry = group * GROUP + bit
                mine, theirs = stars_at(index, block_of(index, entry), entry)
                mark_before(index, codes, marks, mine, theirs)


@compiled
def mark_one(index: Index, codes: Array, marks: Array, mine: int, theirs: int) -> None:
    """Marks the entries of a position, unless they are complete."""
    found = index.sets[index.set_start[size(mine)] + rank(index.ranks, mine)]
    place = (found & SELF_SIMILAR - 1) >> 3
    smallest = image(mine, found & 7)
    for symmetry in range(8):
        if symmetry == found & 7 or (found & SELF_SIMILAR and image(mine, symmetry) == smallest):
            entry = place_of(index, smallest, image(theirs, symmetry), place)
            if not is_complete(codes[entry]):
                set_bits(marks, entry // GROUP, _byte(1 << entry % GROUP))


@compiled
def mark_before(index: Index, codes: Array, marks: Array, mine: int, theirs: int) -> None:
    """Marks all positions from which the opponent can have moved here."""
    stars = theirs
    while stars:
        mark_one(index, codes, marks, theirs ^ stars & -stars, mine)
        mark_steps(index, codes, marks, mine, theirs, first_bit(stars))
        stars &= stars - 1
    if size(theirs) < index.each:
        stars = ~(mine | theirs) & _OUTER
        while stars:
            mark_one(index, codes, marks, theirs | stars & -stars, mine)
            stars &= stars - 1


@compiled
def mark_steps(index: Index, codes: Array, marks: Array, mine: int, theirs: int, bit: int) -> None:
    """Marks the positions from which the opponent's star can have stepped or pushed to a space."""
    taken, target = mine | theirs, 1 << bit
    for i in range(STEP_TO_START[bit], STEP_TO_START[bit + 1]):
        action = STEP_TO[i]
        origin, behind = ORIGIN[action], BEHIND[action]
        if taken & origin:
            continue
        back = theirs ^ target | origin
        mark_one(index, codes, marks, back, mine)
        if behind & theirs:
            mark_one(index, codes, marks, theirs ^ behind | origin, mine)
        elif behind & mine:
            mark_one(index, codes, marks, back, mine ^ behind | target)
        elif behind == 0 and BLOCK[action] == 0:
            if size(theirs) < index.each:
                mark_one(index, codes, marks, theirs | origin, mine)
            if size(mine) < index.each:
                mark_one(index, codes, marks, back, mine | target)


@compiled
def changes_of(codes: Array, news: Array, out: Array) -> int:
    """Writes the codes of the entries whose bits are set; returns how many."""
    count = 0
    for group in range(len(news)):
        if news[group]:
            for bit in range(GROUP):
                if news[group] >> bit & 1:
                    out[count] = codes[group * GROUP + bit]
                    count += 1
    return count


@compiled
def add_to_words(words: Array, news: Array, codes: Array, turn: int) -> None:
    """Adds what a pass found to the words of the table, from the bits and the new codes."""
    place = 0
    for group in range(len(news)):
        if news[group]:
            for bit in range(GROUP):
                if news[group] >> bit & 1:
                    i = group * GROUP + bit
                    words[i] = word_with(_signed(words[i]), _signed(codes[place]), turn)
                    place += 1


@compiled
def word_with(word: int, code: int, turn: int) -> int:
    """A word after a pass that gave its position a new code."""
    word |= _signed(_UNDO[code]) << UNDO
    later = word & PLIES != 0
    if LOST_WITH < code <= WON_BUT or (later and (code == WIN or code > WON_LOST_WITH)):
        return word | turn << WITH_UNDO
    return word | turn
