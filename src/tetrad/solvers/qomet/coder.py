"""How the entries of a Qomet table are squeezed into few bits.

Whoever works out a table has a 32-bit word for each position in the order of the index:

    28 .. 22   21 ......... 11   10 .......... 0
    undo       plies with undo   plies

`plies` is the distance to the end of the game: odd if the player to move wins, even if the opponent
does, 0 if neither can force it. A position in which the no-undo rule forbids a push has no entry of
its own. It is worth the same, except where the one move that decides is that very push: then `undo`
is its number, and the plies with this undo forbidden stand beside it. There is never more than one
such push: a win changes only if its single fastest move is forbidden, a loss only if its single
slowest move is. Undo 127 marks positions in which the game is over.

Entries stand in pages of 256. A position that is over, or won in one ply, has no symbol: whoever
reads a page goes through the same positions and can see that for themselves. Each other entry is

    plies                        0 to 254; 1 for a win whose plies are not stored
    255, plies, which, with      if forbidding one push changes the plies: its place among the
                                 pushes that can be undone, in the order of actions, and the plies

Neighbours in a table are alike, so what a symbol costs depends on the row that it is coded by:

    for plies    by the two symbols before, whether the opponent threatens to win, and a 255 before
    for which    by the number of such pushes
    for with     by the plies

A row says how often each symbol comes in TOTAL times. The symbols become one number: rANS, a coder
with a state of 32 bits that moves 16 bits at a time. A page is that state, then 16-bit words.
"""

from typing import Any, NamedTuple

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import can_win, first_bit, has_square, is_legal
from tetrad.kernels.fast.qomet_board import FIRST_ACTION, IS_UNDO, LAST_ACTION, TARGET
from tetrad.solvers.qomet.index_arrays import Array, Index, next_set, row_at, spread_out

PLIES = 2047
WITH_UNDO = 11
UNDO = 22
OVER = 127
PAGE = 256
SYMBOLS = 256
EXCEPTION = 255
LONG_WIN = 1
NO_ENTRY = 1 << 24
_BITS = 14
TOTAL = 1 << _BITS
_LEAST_STATE = 1 << 16
# Numba takes this for a cast.
_signed: Any = np.int64
# At the start of a page there is no symbol before.
_NONE = 255


def _classes(bounds: tuple[int, ...]) -> Array:
    """Symbols by size, wins and losses apart; the last class is that of no symbol."""
    symbols = np.arange(SYMBOLS)
    classes = 2 * np.searchsorted(bounds, symbols // 2, side="right") + symbols % 2
    classes[_NONE] = 2 * len(bounds) + 2
    return classes


_LAST = _classes((1, 2, 3, 4, 5, 6, 8, 11, 14, 18, 24, 32, 40, 50, 60, 70, 80, 90, 100))
_LAST_BUT_ONE = _classes((1, 2, 3, 5, 12, 40))
_COLUMNS = int(_LAST_BUT_ONE[_NONE]) + 1
_FOR_WITH = 4 * _COLUMNS * (int(_LAST[_NONE]) + 1)
_FOR_WHICH = _FOR_WITH + int(_LAST[_NONE])
ROWS = _FOR_WHICH + 64


class Coding(NamedTuple):
    """What is stored: wins up to some plies, and all changes by undos or only those to losses."""

    stars: int
    longest_win: int
    all_undos: bool


@compiled
def row_for(last: int, last_but_one: int, threat: int, excepted: int) -> int:
    pair: int = _LAST[last] * _COLUMNS + _LAST_BUT_ONE[last_but_one]
    return pair * 4 + threat * 2 + excepted


@compiled
def threat_in(mine: int, theirs: int, stars: int) -> int:
    """Whether the opponent threatens to win, 0 or 1; -1 if the position needs no entry."""
    if has_square(mine) or has_square(theirs) or can_win(mine, theirs, 0, stars):
        return -1
    return 1 if can_win(theirs, mine, 0, stars) else 0


@compiled
def pushes_up_to(mine: int, theirs: int, stars: int, wanted: int, undo: int) -> tuple[int, int]:
    """How many pushes can be undone, up to one: the one with a number, or the one that is an undo.

    Returns the number of pushes before it and which undo it is, or all of them and 0.
    """
    found, left = 0, mine
    while left:
        bit = first_bit(left)
        for action in range(FIRST_ACTION[bit], LAST_ACTION[bit]):
            is_push = IS_UNDO[action] > 0 and theirs & TARGET[action]
            if is_push and is_legal(mine, theirs, 0, action, stars):
                if found == wanted or IS_UNDO[action] == undo:
                    return found, IS_UNDO[action]
                found += 1
        left &= left - 1
    return found, 0


@compiled
def symbols_of(
    index: Index, coding: Coding, words: Array, first: int, rows: Array, symbols: Array
) -> int:
    """Writes rows and symbols of the words of one page, which begins at an entry; how many."""
    count, last, last_but_one = 0, _NONE, _NONE
    mine, others, end = 0, 0, first
    for i in range(len(words)):
        if first + i == end:
            mine, others, end = row_at(index, end)
        else:
            others = next_set(others)
        theirs = spread_out(others, mine)
        threat = threat_in(mine, theirs, coding.stars)
        if threat < 0:
            continue
        plies, undo, changed = split(coding, words[i])
        if undo:
            rows[count], symbols[count] = row_for(last, last_but_one, threat, 0), EXCEPTION
            count += 1
        rows[count] = row_for(last, last_but_one, threat, 1 if undo else 0)
        symbols[count] = plies
        count += 1
        last, last_but_one = plies, last
        if undo:
            pushes, _ = pushes_up_to(mine, theirs, coding.stars, -1, -1)
            which, _ = pushes_up_to(mine, theirs, coding.stars, -1, undo)
            rows[count], symbols[count] = _FOR_WHICH + pushes, which
            rows[count + 1], symbols[count + 1] = _FOR_WITH + _LAST[plies], changed
            count += 2
    return count


@compiled
def split(coding: Coding, word: int) -> tuple[int, int, int]:
    """What is stored of a word: plies, and undo and plies with it, or zeros."""
    plies, undo, changed = word & PLIES, word >> UNDO & 127, word >> WITH_UNDO & PLIES
    if plies % 2 and plies > coding.longest_win:
        plies = LONG_WIN
    if not undo or not (coding.all_undos or (changed and changed % 2 == 0)):
        return plies, 0, 0
    return plies, undo, changed


@compiled
def count_symbols(index: Index, coding: Coding, words: Array, first: int, counts: Array) -> None:
    """Counts how often each symbol comes in each row."""
    rows, symbols = np.empty(4 * PAGE, np.int64), np.empty(4 * PAGE, np.int64)
    for start in range(0, len(words), PAGE):
        page = words[start : start + PAGE]
        for i in range(symbols_of(index, coding, page, first + start, rows, symbols)):
            counts[rows[i], symbols[i]] += 1


def model_of(counts: Array) -> Array:
    """For each row where each symbol begins among TOTAL; every symbol gets at least one place."""
    sums = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    shares = 1 + counts * (TOTAL - SYMBOLS) // sums
    shares[np.arange(len(counts)), counts.argmax(axis=1)] += TOTAL - shares.sum(axis=1)
    return np.concatenate([np.zeros((len(counts), 1), int), shares.cumsum(axis=1)], axis=1)


@compiled
def fold(
    index: Index, coding: Coding, model: Array, words: Array, first: int, ends: Array, out: Array
) -> int:
    """Codes many pages into 16-bit words; `ends` gets where each page ends. How many words."""
    rows, symbols = np.empty(4 * PAGE, np.int64), np.empty(4 * PAGE, np.int64)
    top = 0
    for number in range(len(ends)):
        page = words[number * PAGE : (number + 1) * PAGE]
        count = symbols_of(index, coding, page, first + number * PAGE, rows, symbols)
        if count:
            top = fold_page(model, rows, symbols, count, out, top)
        ends[number] = top
    return top


@compiled
def fold_page(model: Array, rows: Array, symbols: Array, count: int, out: Array, top: int) -> int:
    """Codes the symbols, last one first, and turns the words around; returns the new top."""
    state, start = _LEAST_STATE, top
    for i in range(count - 1, -1, -1):
        begin = _signed(model[rows[i], symbols[i]])
        share = _signed(model[rows[i], symbols[i] + 1]) - begin
        if state >= share << 32 - _BITS:
            out[top] = state & 0xFFFF
            state >>= 16
            top += 1
        state = (state // share << _BITS) + state % share + begin
    out[top], out[top + 1] = state & 0xFFFF, state >> 16
    top += 2
    out[start:top] = out[start:top][::-1].copy()
    return top


@compiled
def unfold(
    index: Index, coding: Coding, model: Array, page: Array, first: int, entries: Array
) -> None:
    """Decodes the first entries of the page that begins at `first`, as many as there is room for.

    An entry is plies, undo << 8 and plies with it << 16, or NO_ENTRY.
    """
    last, last_but_one, at = _NONE, _NONE, 2
    state = _signed(page[0]) << 16 | _signed(page[1]) if len(page) else 0
    mine, others, end = 0, 0, first
    for i in range(len(entries)):
        if first + i == end:
            mine, others, end = row_at(index, end)
        else:
            others = next_set(others)
        theirs = spread_out(others, mine)
        threat = threat_in(mine, theirs, coding.stars)
        if threat < 0:
            entries[i] = NO_ENTRY
            continue
        row = row_for(last, last_but_one, threat, 0)
        plies, state, at = symbol_in(model, row, page, state, at)
        undo = changed = 0
        if plies == EXCEPTION:
            plies, state, at = symbol_in(model, row + 1, page, state, at)
            pushes, _ = pushes_up_to(mine, theirs, coding.stars, -1, -1)
            which, state, at = symbol_in(model, _FOR_WHICH + pushes, page, state, at)
            _, undo = pushes_up_to(mine, theirs, coding.stars, which, -1)
            changed, state, at = symbol_in(model, _FOR_WITH + _LAST[plies], page, state, at)
        entries[i] = plies | undo << 8 | changed << 16
        last, last_but_one = plies, last


@compiled
def unfold_pages(
    index: Index, coding: Coding, model: Array, words: Array, pages: int, first: int, entries: Array
) -> None:
    """Decodes a list of where pages end, and those pages."""
    begin = pages
    for number in range(-(-len(entries) // PAGE)):
        end = pages + _signed(words[number])
        part = entries[number * PAGE : (number + 1) * PAGE]
        unfold(index, coding, model, words[begin:end], first + number * PAGE, part)
        begin = end


@compiled
def differences(coding: Coding, entries: Array, words: Array) -> int:
    """How many entries are not what is to be stored of the words."""
    found = 0
    for i in range(len(words)):
        if entries[i] == NO_ENTRY:
            found += words[i] >> UNDO & 127 != OVER and words[i] & PLIES != 1
        else:
            plies, undo, changed = split(coding, words[i])
            found += entries[i] != plies | undo << 8 | changed << 16
    return found


@compiled
def symbol_in(model: Array, row: int, page: Array, state: int, at: int) -> tuple[int, int, int]:
    """The next symbol, the state after it, and where the next word is."""
    place = state & TOTAL - 1
    symbol, step = 0, SYMBOLS // 2
    while step:
        if model[row, symbol + step] <= place:
            symbol += step
        step //= 2
    begin = _signed(model[row, symbol])
    share = _signed(model[row, symbol + 1]) - begin
    state = share * (state >> _BITS) + place - begin
    if state < _LEAST_STATE:
        state = state << 16 | _signed(page[at])
        at += 1
    return symbol, state, at
