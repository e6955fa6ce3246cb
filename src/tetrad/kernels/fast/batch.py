"""Many games of one kind stepped together: the loops that all three games share.

A game being played is a row of 64-bit words; the module of each game says which. It gives five
compiled functions, and `loops` makes the rest of them:

    begin(rows, game)            the row of this number becomes the start of a game
    advance(rows, game, action)  plays a legal action: GOES_ON, 0 for a draw, 1 or 2 for who has won
    mover(rows, game)            0 if it is FIRST's turn, 1 if it is SECOND's
    over(rows, game)             whether the game has ended
    offer(rows, game, legal)     writes the legal actions of a game that goes on as a set of bits

They are put into the loops as source, and no row is ever cut out: both would let Numba count, again
and again, who holds the array, which takes longer than a step.

Every game draws its chances from a number of its own, so that results do not depend on how the
rows are shared out between threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled, inlined
from tetrad.kernels.fast.bits import Word, count

GOES_ON = -1
# Games that are played on together, so that what one waits for does not hold up the next.
AT_HAND = 32

Words = NDArray[np.uint64]
Rows = NDArray[Any]

_BYTE = Word(255)
_EIGHT = Word(8)
_GOLDEN = Word(0x9E37_79B9_7F4A_7C15)
_MIX, _MIX_AGAIN = Word(0xBF58_476D_1CE4_E5B9), Word(0x94D0_49BB_1331_11EB)
_HALF = Word(32)
_BYTES, _TOPS = Word(0x0101_0101_0101_0101), Word(0x8080_8080_8080_8080)
_ODD, _PAIRS = Word(0x5555_5555_5555_5555), Word(0x3333_3333_3333_3333)
_NIBBLES = Word(0x0F0F_0F0F_0F0F_0F0F)


def _spread() -> Words:
    """A byte's eight bits as eight bytes, the lowest first."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return bits.view(np.uint64).ravel()


def _selected() -> NDArray[np.uint8]:
    """At 8 * byte + n, the number of the byte's bit that n set ones come before."""
    table = np.zeros((256, 8), np.uint8)
    for byte in range(256):
        for n, bit in enumerate(bit for bit in range(8) if byte >> bit & 1):
            table[byte, n] = bit
    return table.ravel()


SPREAD, SELECTED = _spread(), _selected()


class Loops(NamedTuple):
    """What a batch does to the rows from one number up to another, compiled for one game."""

    restart: Callable[..., None]
    turn: Callable[..., None]
    look: Callable[..., None]
    step: Callable[..., None]
    wander: Callable[..., int]


@inlined
def chance(seeds: Words, game: int, below: Word) -> Word:
    """A number from 0 up to `below`, drawn from the game's own source (splitmix64)."""
    seeds[game] += _GOLDEN
    mixed = seeds[game]
    mixed = (mixed ^ (mixed >> Word(30))) * _MIX
    mixed = (mixed ^ (mixed >> Word(27))) * _MIX_AGAIN
    drawn: Word = ((mixed ^ (mixed >> Word(31))) >> _HALF) * below >> _HALF
    return drawn


@inlined
def member(legal: Words, game: int, number: Word) -> int:
    """The action of a game that `number` legal ones come before."""
    word, base, before, passed = legal[game, 0], 0, Word(0), count(legal[game, 0])
    for place in range(1, legal.shape[1]):
        if number >= passed:
            word, base, before = legal[game, place], 64 * place, passed
        passed += count(legal[game, place])
    return base + member_of(word, number - before)


@inlined
def member_of(word: Word, number: Word) -> int:
    """The same in one word, without a branch: the ones before each byte are summed side by side."""
    sums = word - (word >> Word(1) & _ODD)
    sums = (sums & _PAIRS) + (sums >> Word(2) & _PAIRS)
    sums = (sums + (sums >> Word(4)) & _NIBBLES) * _BYTES
    place = _EIGHT * count((number * _BYTES | _TOPS) - sums & _TOPS)
    number -= (sums << _EIGHT) >> place & _BYTE
    return int(place) + int(SELECTED[_EIGHT * (word >> place & _BYTE) + number])


@inlined
def clear(legal: Words, game: int) -> None:
    """Allow nothing in a game."""
    for place in range(legal.shape[1]):
        legal[game, place] = Word(0)


@inlined
def size(legal: Words, game: int) -> Word:
    """How many actions are legal in a game."""
    total = Word(0)
    for place in range(legal.shape[1]):
        total += count(legal[game, place])
    return total


@compiled
def illegal(legal: Words, left: Any, chosen: Any, actions: int, low: int, high: int) -> int:
    """The first game whose action is not allowed, or -1; some are left as they are."""
    for game in range(low, high):
        action = chosen[game]
        if left[game]:
            continue
        if action < 0 or action >= actions:
            return game
        if not legal[game, action >> 6] >> Word(action & 63) & Word(1):
            return game
    return -1


@compiled
def mask(legal: Words, out: Words, low: int, high: int) -> None:
    """Write the legal actions of each game as bytes, eight at a time."""
    for game in range(low, high):
        for group in range(out.shape[1]):
            byte = legal[game, group >> 3] >> Word(8 * (group & 7)) & _BYTE
            out[game, group] = SPREAD[byte]


@compiled
def sample(legal: Words, seeds: Words, out: Any, low: int, high: int) -> None:
    """A random legal action of each game; 0 where there is none."""
    for game in range(low, high):
        total = size(legal, game)
        out[game] = member(legal, game, chance(seeds, game, total)) if total else 0


def loops(
    begin: Callable[..., Any],
    mover: Callable[..., Any],
    over: Callable[..., Any],
    offer: Callable[..., Any],
    advance: Callable[..., Any],
) -> Loops:
    """The loops of one game, compiled around its five functions."""

    @compiled
    def restart(rows: Rows, legal: Words, low: int, high: int) -> None:
        for game in range(low, high):
            begin(rows, game)
            offer(rows, game, legal)

    @compiled
    def turn(rows: Rows, out: Any, low: int, high: int) -> None:
        for game in range(low, high):
            out[game] = 1 + mover(rows, game)

    @compiled
    def look(rows: Rows, legal: Words, low: int, high: int) -> None:
        for game in range(low, high):
            if over(rows, game):
                clear(legal, game)
            else:
                offer(rows, game, legal)

    @compiled
    def step(
        rows: Rows, legal: Words, done: Any, winner: Any, broken_off: Any, plies: Any, left: Any,
        chosen: Any, seeds: Words, steps: int, longest: int, again: bool, low: int, high: int,
    ) -> None:  # fmt: skip
        """Play an action in each game that is not left as it is, or so many at random."""
        at_random = len(chosen) == 0
        for first in range(low, high, AT_HAND):
            for _ in range(steps):
                for game in range(first, min(first + AT_HAND, high)):
                    if left[game]:
                        continue
                    if at_random:
                        action = member(legal, game, chance(seeds, game, size(legal, game)))
                    else:
                        action = chosen[game]
                    ply = 1 if done[game] else plies[game] + 1
                    result = advance(rows, game, action)
                    broken_off[game] = result == GOES_ON and ply >= longest
                    over_now = result != GOES_ON or ply >= longest
                    plies[game], winner[game], done[game] = ply, max(result, 0), over_now
                    if over_now and not again:
                        left[game] = True
                        clear(legal, game)
                        continue
                    if over_now:
                        begin(rows, game)
                    offer(rows, game, legal)

    @compiled
    def wander(
        rows: Rows, legal: Words, seeds: Words, done: Any, winner: Any, longest: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Play each game that is not over to its end; returns how many actions that took."""
        total = 0
        for game in range(low, high):
            if done[game]:
                continue
            winner[game] = 0
            for _ in range(longest):
                action = member(legal, game, chance(seeds, game, size(legal, game)))
                result = advance(rows, game, action)
                total += 1
                if result != GOES_ON:
                    winner[game] = result
                    break
                offer(rows, game, legal)
        return total

    return Loops(restart, turn, look, step, wander)
