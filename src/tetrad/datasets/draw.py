"""Which positions are in a set: one of each random game, no two of them alike.

Games are played from the start, every legal action with the same chance; of each one position that
is not over is kept, each with the same chance. Two positions are alike if a symmetry of the game
takes one to the other, as the player to move sees them; of those the first one stays.

The same identity decides to which split a position belongs, and nothing else does: whatever plays
alike is in one split, in every set, whatever its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tetrad.batch import Batch
from tetrad.kernels import kernel, qomet
from tetrad.kernels.qawale import PLACE

GAMES_AT_ONCE = 4096
# In Qomet random games can go on for long; what comes later is never drawn.
LONGEST = {"quantik": 16, "qawale": 400, "qomet": 300}
SPLITS = ("train", "validation", "test")
# Of ten positions eight are for training and one each for the others.
TENTHS = (8, 9)
# Rounds in which nothing new turned up: there is nothing left to draw.
PATIENCE = 20
_WORD = (1 << 64) - 1

Code = Any


class Drawn(NamedTuple):
    """A position as a code, what it shares with all that play alike, the plies played before."""

    code: Code
    identity: int
    ply: int


def draw(game: str, seed: int) -> Iterator[Drawn]:
    """Positions without end, or until no new ones turn up."""
    seen: set[int] = set()
    idle = 0
    for number in range(1 << 30):
        before = len(seen)
        for code, ply in _kept(game, seed, number):
            identity = identity_of(game, code)
            if identity not in seen:
                seen.add(identity)
                yield Drawn(code, identity, ply)
        idle = 0 if len(seen) > before else idle + 1
        if idle == PATIENCE:
            return


def _kept(game: str, seed: int, number: int) -> Iterator[tuple[Code, int]]:
    """One position of each of many games: the n-th replaces the one before once in n times."""
    chance = np.random.default_rng((abs(seed), seed < 0, number))
    games = Batch(game, GAMES_AT_ONCE, seed=int(chance.integers(1 << 62)), longest=LONGEST[game])
    kept: list[Code] = [None] * GAMES_AT_ONCE
    plies = np.zeros(GAMES_AT_ONCE, np.int64)
    turns = np.zeros(GAMES_AT_ONCE, np.int64)
    while not games.done.all():
        codes = games.codes()
        open_ = ~games.done
        if game == "qawale":
            open_ &= np.array([code[1] >> PLACE == 0 for code in codes])
        turns += open_
        chosen = open_ & (chance.random(GAMES_AT_ONCE) * turns < 1)
        for place in np.flatnonzero(chosen).tolist():
            kept[place], plies[place] = codes[place], turns[place] - 1
        games.step(games.sample())
    yield from zip((_plain(code) for code in kept), plies.tolist(), strict=True)


def _plain(code: Code) -> Code:
    return tuple(int(word) for word in code) if isinstance(code, tuple) else int(code)


def identity_of(game: str, code: Code) -> int:
    """One number for all positions that play alike."""
    if game == "qomet":
        return qomet.canonical(qomet.key_of(code))
    first, second = kernel(game).canonical(code)
    return int(first) | int(second) << 64


def split_of(identity: int) -> int:
    """The number of the split that an identity belongs to."""
    tenth = mixed(identity & _WORD ^ mixed(identity >> 64)) % 10
    return sum(tenth >= bound for bound in TENTHS)


def mixed(word: int) -> int:
    """A word stirred well (the finish of splitmix64)."""
    word = (word + 0x9E37_79B9_7F4A_7C15) & _WORD
    word = (word ^ word >> 30) * 0xBF58_476D_1CE4_E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D0_49BB_1331_11EB & _WORD
    return word ^ word >> 31
