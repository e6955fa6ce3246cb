"""What a search of Qawale has learned: a table of bounded size with exact keys.

An entry is two words and belongs to one position. A position's code has 88 bits, and the entry
holds all of them, so one position is never taken for another, however often the table is asked.

    word 0   63 ... 56  55 ... 32  31 ... 24  23 ... 0     the pebbles of the code, and between its
             age        pebbles    effort     pebbles      planes the age and effort of the entry
    word 1   63 .. 60  59 .. 50  49 .. 40  39 ... 0        the ends of the code, and what is known
             nothing   SECOND    FIRST     ends            of either player as the attacker

For each attacker ten bits: in the low five the fewest plies in which they are known to force a
line (0 if in none), in the high five the most plies in which they are known to be unable to.
Four entries share a cache line, and the one of least effort, or of an older search, gives way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import FIRST, mixed
from tetrad.solvers.qawale.root import NO, OPEN, YES
from tetrad.solvers.qawale.sowings import AGES, WAYS, entries_of

Memory = NDArray[np.int64]

PEBBLE_BITS = 0x00FFFFFF_00FFFFFF
END_BITS = (1 << 40) - 1
EFFORT = 24
AGE = 56


def memory_for(size: int) -> Memory:
    """An empty table of at most so many bytes, but at least one bucket."""
    return np.zeros((entries_of(size), 2), np.int64)


@compiled
def bucket(memory: Memory, pebbles: int, ends: int) -> int:
    return WAYS * int(mixed(pebbles, ends) & (memory.shape[0] // WAYS - 1))


@compiled
def holds(memory: Memory, at: int, pebbles: int, ends: int) -> bool:
    return bool((memory[at, 0] & PEBBLE_BITS) == pebbles and (memory[at, 1] & END_BITS) == ends)


@compiled
def shift_of(attacker: int) -> int:
    return 40 if attacker == FIRST else 50


@compiled
def recall(memory: Memory, pebbles: int, ends: int, attacker: int, depth: int) -> int:
    """YES or NO if it is known whether the attacker forces a line in `depth` plies, else OPEN."""
    first = bucket(memory, pebbles, ends)
    for at in range(first, first + WAYS):
        if holds(memory, at, pebbles, ends):
            known = memory[at, 1] >> shift_of(attacker)
            if 0 < (known & 31) <= depth:
                return YES
            return NO if (known >> 5 & 31) >= depth else OPEN
    return OPEN


@compiled
def victim(memory: Memory, pebbles: int, ends: int, age: int) -> int:
    """Where to write: the position's own entry, or the least valuable of its bucket."""
    first = bucket(memory, pebbles, ends)
    worst, least = first, 1 << 62
    for at in range(first, first + WAYS):
        if holds(memory, at, pebbles, ends):
            return at
        worth = memory[at, 0] >> EFFORT & 255
        if memory[at, 0] >> AGE & AGES == age:
            worth += 256
        if worth < least:
            worst, least = at, worth
    return worst


@compiled
def remember(
    memory: Memory, pebbles: int, ends: int, attacker: int, depth: int, value: int, age: int
) -> None:
    at = victim(memory, pebbles, ends, age)
    facts = memory[at, 1] if holds(memory, at, pebbles, ends) else ends
    shift = shift_of(attacker)
    yes, no = facts >> shift & 31, facts >> (shift + 5) & 31
    if value == YES:
        yes = depth if yes == 0 else min(yes, depth)
    else:
        no = max(no, depth)
    memory[at, 0] = pebbles | depth << EFFORT | age << AGE
    memory[at, 1] = (facts & ~(1023 << shift)) | (no << 5 | yes) << shift
