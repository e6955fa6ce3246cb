"""The value of every Qomet position, worked out from the end of the game backwards.

This is the plain form, for small games, that the builders are checked against: they find the same
in less memory on all processors (`tetrad.solvers.qomet.passes`) or on a GPU (`qomet.cu`).

A table has one 32-bit word for each index of `tetrad.solvers.qomet.index`, as described in
`tetrad.solvers.qomet.coder`, with one more bit on top:

    31       28 .. 22   21 ......... 11   10 .......... 0
    to do    undo       plies with undo   plies

Pass n decides the positions that end in n plies. It looks only at what was decided before it, so
that the number of the pass is the distance; and it looks only at positions one of whose successors
was decided in the pass before, which are marked `to do` by going through all moves backwards.
"""

from collections.abc import Iterator

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import (
    MOST_ACTIONS,
    can_win,
    child,
    first_bit,
    has_square,
    image,
    is_legal,
    size,
)
from tetrad.kernels.fast.qomet_board import (
    BEHIND,
    BLOCK,
    IS_UNDO,
    ORIGIN,
    STEP_TO,
    STEP_TO_START,
    TARGET,
)
from tetrad.kernels.qomet import LOST, SPACES, WON
from tetrad.solvers.qomet.coder import OVER, PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.index_arrays import (
    SELF_SIMILAR,
    Array,
    Index,
    next_set,
    number,
    place_of,
    rank,
    spread_out,
    stars_at,
)

TO_DO = 1 << 31
_OUTER = 0xFF0000


@compiled
def plies_of(word: int, undo: int) -> int:
    """What a word says about its position when an undo (or none, 0) is forbidden."""
    if undo and word >> UNDO & 127 == undo:
        return word >> WITH_UNDO & PLIES
    return word & PLIES


@compiled
def is_complete(word: int) -> bool:
    """Whether nothing can be added to a word any more."""
    undo = word >> UNDO & 127
    if undo == OVER:
        return True
    return word & PLIES != 0 and (undo == 0 or word >> WITH_UNDO & PLIES != 0)


@compiled
def verdict(index: Index, words: Array, key: int, before: int) -> int:
    """Plies to the end after a move, as known up to a pass; 0 if unknown. Keys may be marked."""
    if key & LOST:
        return 1
    if key & WON:
        return 2
    entry, undo = number(index, key)
    plies = plies_of(words[entry], undo)
    return plies if plies <= before else 0


@compiled
def tally(
    index: Index, words: Array, mine: int, theirs: int, turn: int, skip: int
) -> tuple[int, int, int, int]:
    """How many moves win, and how many do not lose, as far as known before a pass.

    With each number comes the undo that the last such move would be, or 0. The push that is undo
    `skip` does not count. An odd pass can find only wins and an even one only losses, so that two
    moves which say otherwise are enough.
    """
    wins = holds = winning = holding = 0
    for action in range(MOST_ACTIONS):
        if is_legal(mine, theirs, 0, action, index.each):
            undo = max(IS_UNDO[action], 0) if theirs & TARGET[action] else 0
            if undo and undo == skip:
                continue
            plies = verdict(index, words, child(mine, theirs, action), turn - 1)
            if plies and plies % 2 == 0:
                wins, winning = wins + 1, undo
            if plies % 2 == 0:
                holds, holding = holds + 1, undo
            if (wins if turn % 2 else holds) == 2:
                break
    return wins, winning, holds, holding


@compiled
def judged(index: Index, words: Array, mine: int, theirs: int, word: int, turn: int) -> int:
    """The word of a position that is not over after pass `turn`."""
    plies, undo = word & PLIES, word >> UNDO & 127
    with_undo = word >> WITH_UNDO & PLIES
    if plies == 0:
        wins, winning, holds, holding = tally(index, words, mine, theirs, turn, 0)
        if wins or not holds:
            plies = turn
            if wins == 1 and undo == 0:
                undo = winning
        elif turn % 2 == 0 and holds == 1 and undo == 0 and holding:
            undo, with_undo = holding, turn
    elif undo and with_undo == 0:
        wins, _, holds, _ = tally(index, words, mine, theirs, turn, undo)
        if wins or not holds:
            with_undo = turn
    return plies | with_undo << WITH_UNDO | undo << UNDO


@compiled
def first_pass(index: Index, words: Array, k: int, m: int) -> int:
    """Marks what is over and decides what is won in one ply, in one block."""
    changed = 0
    entry = index.offsets[8 * k + m]
    for place in range(index.smallest_start[k], index.smallest_start[k + 1]):
        mine = index.smallest[place]
        others = (1 << m) - 1
        for _ in range(index.widths[8 * k + m]):
            theirs = spread_out(others, mine)
            if has_square(mine) or has_square(theirs):
                words[entry] = OVER << UNDO
            elif can_win(mine, theirs, 0, index.each):
                words[entry] = judged(index, words, mine, theirs, 0, 1)
                changed += 1
            entry += 1
            others = next_set(others)
    return changed


@compiled
def touch(index: Index, words: Array, mine: int, theirs: int) -> None:
    """Marks the entries of a position as to do, unless they are complete."""
    found = index.sets[index.set_start[size(mine)] + rank(index.ranks, mine)]
    place = (found & SELF_SIMILAR - 1) >> 3
    smallest = image(mine, found & 7)
    for symmetry in range(8):
        if symmetry == found & 7 or (found & SELF_SIMILAR and image(mine, symmetry) == smallest):
            entry = place_of(index, smallest, image(theirs, symmetry), place)
            if not is_complete(words[entry]):
                words[entry] |= TO_DO


@compiled
def touch_before(index: Index, words: Array, mine: int, theirs: int) -> None:
    """Marks all positions from which the opponent can have moved here."""
    empty = ~(mine | theirs) & SPACES
    stars = theirs
    while stars:
        touch(index, words, theirs ^ stars & -stars, mine)
        touch_steps(index, words, mine, theirs, first_bit(stars))
        stars &= stars - 1
    if size(theirs) < index.each:
        stars = empty & _OUTER
        while stars:
            touch(index, words, theirs | stars & -stars, mine)
            stars &= stars - 1


@compiled
def touch_steps(index: Index, words: Array, mine: int, theirs: int, bit: int) -> None:
    """Marks the positions from which the opponent's star can have stepped or pushed to a space."""
    taken, target = mine | theirs, 1 << bit
    for i in range(STEP_TO_START[bit], STEP_TO_START[bit + 1]):
        action = STEP_TO[i]
        origin, behind = ORIGIN[action], BEHIND[action]
        if taken & origin:
            continue
        back = theirs ^ target | origin
        touch(index, words, back, mine)
        if behind & theirs:
            touch(index, words, theirs ^ behind | origin, mine)
        elif behind & mine:
            touch(index, words, back, mine ^ behind | target)
        elif behind == 0 and BLOCK[action] == 0:
            if size(theirs) < index.each:
                touch(index, words, theirs | origin, mine)
            if size(mine) < index.each:
                touch(index, words, back, mine | target)


@compiled
def mark_pass(index: Index, words: Array, block: int, turn: int) -> None:
    """Marks what may change because of what was decided in pass `turn`, in one block."""
    for entry in range(index.offsets[block], index.offsets[block + 1]):
        word = words[entry]
        if word & PLIES == turn or word >> WITH_UNDO & PLIES == turn:
            mine, theirs = stars_at(index, block, entry)
            touch_before(index, words, mine, theirs)


@compiled
def judge_pass(index: Index, words: Array, block: int, turn: int) -> int:
    """Judges what is marked in one block; returns how many words changed."""
    changed = 0
    for entry in range(index.offsets[block], index.offsets[block + 1]):
        if words[entry] & TO_DO:
            mine, theirs = stars_at(index, block, entry)
            word = words[entry] ^ TO_DO
            words[entry] = judged(index, words, mine, theirs, word, turn)
            changed += words[entry] != word
    return changed


def build(index: Index, words: Array) -> Iterator[tuple[int, int]]:
    """Fills a table of zeros; yields the number of each pass and how many words it changed."""
    blocks = [8 * k + m for k in range(index.each + 1) for m in range(index.each + 1)]
    changed, turn = sum(first_pass(index, words, *divmod(block, 8)) for block in blocks), 1
    yield turn, changed
    while changed:
        for block in blocks:
            mark_pass(index, words, block, turn)
        turn += 1
        changed = sum(judge_pass(index, words, block, turn) for block in blocks)
        yield turn, changed
