"""Many games of one kind stepped together: the loops that all three games share.

A game being played is a row of 64-bit words; the module of each game says which. It gives four
compiled functions, and `loops` makes the rest of them:

    begin(row)              the row becomes the start of a game
    advance(row, action)    plays a legal action: GOES_ON, 0 for a draw, 1 or 2 for who has won
    mover(row)              0 if it is FIRST's turn, 1 if it is SECOND's
    allow(row, words)       writes the legal actions as a set of bits; none after the end

Every game draws its chances from a number of its own, so that results do not depend on how the
rows are shared out between threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, count

GOES_ON = -1

Words = NDArray[np.uint64]
Rows = NDArray[Any]

_BYTE = Word(255)
_EIGHT = Word(8)
_GOLDEN = Word(0x9E37_79B9_7F4A_7C15)
_MIX, _MIX_AGAIN = Word(0xBF58_476D_1CE4_E5B9), Word(0x94D0_49BB_1331_11EB)
_HALF = Word(32)


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


@compiled
def chance(seeds: Words, game: int, below: Word) -> Word:
    """A number from 0 up to `below`, drawn from the game's own source (splitmix64)."""
    seeds[game] += _GOLDEN
    mixed = seeds[game]
    mixed = (mixed ^ (mixed >> Word(30))) * _MIX
    mixed = (mixed ^ (mixed >> Word(27))) * _MIX_AGAIN
    drawn: Word = ((mixed ^ (mixed >> Word(31))) >> _HALF) * below >> _HALF
    return drawn


@compiled
def member(words: Words, number: Word) -> int:
    """The bit that `number` set ones come before."""
    base = 0
    for word in words:
        held = count(word)
        if number < held:
            while True:
                held = count(word & _BYTE)
                if number < held:
                    return base + int(SELECTED[_EIGHT * (word & _BYTE) + number])
                number -= held
                word >>= _EIGHT
                base += 8
        number -= held
        base += 64
    return base


@compiled
def size(words: Words) -> Word:
    """How many bits are set."""
    total = Word(0)
    for word in words:
        total += count(word)
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
        total = size(legal[game])
        out[game] = member(legal[game], chance(seeds, game, total)) if total else 0


def loops(
    begin: Callable[..., Any],
    mover: Callable[..., Any],
    allow: Callable[..., Any],
    advance: Callable[..., Any],
) -> Loops:
    """The loops of one game, compiled around its four functions."""

    @compiled
    def restart(rows: Rows, legal: Words, low: int, high: int) -> None:
        for game in range(low, high):
            begin(rows[game])
            allow(rows[game], legal[game])

    @compiled
    def turn(rows: Rows, out: Any, low: int, high: int) -> None:
        for game in range(low, high):
            out[game] = 1 + mover(rows[game])

    @compiled
    def look(rows: Rows, legal: Words, low: int, high: int) -> None:
        for game in range(low, high):
            allow(rows[game], legal[game])

    @compiled
    def step(
        rows: Rows, legal: Words, left: Any, over: Any, winner: Any, broken_off: Any, plies: Any,
        chosen: Any, longest: int, again: bool, low: int, high: int,
    ) -> None:  # fmt: skip
        """Play an action in each game that is not left as it is."""
        for game in range(low, high):
            if left[game]:
                continue
            if over[game]:
                plies[game] = 0
            result = advance(rows[game], chosen[game])
            plies[game] += 1
            broken_off[game] = result == GOES_ON and plies[game] >= longest
            over[game] = result != GOES_ON or broken_off[game]
            winner[game] = max(result, 0)
            if over[game] and again:
                begin(rows[game])
            if over[game] and not again:
                legal[game] = Word(0)
            else:
                allow(rows[game], legal[game])

    @compiled
    def wander(
        rows: Rows, legal: Words, seeds: Words, over: Any, winner: Any, longest: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Play each game that is not over to its end; returns how many actions that took."""
        played = 0
        for game in range(low, high):
            if over[game]:
                continue
            winner[game] = 0
            for _ in range(longest):
                total = size(legal[game])
                action = member(legal[game], chance(seeds, game, total))
                result = advance(rows[game], action)
                played += 1
                if result != GOES_ON:
                    winner[game] = result
                    break
                allow(rows[game], legal[game])
        return played

    return Loops(restart, turn, look, step, wander)
