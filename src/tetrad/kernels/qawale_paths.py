"""The paths of Qawale's sowings: which ways are open, and how many there are.

An arrival is `16 * direction + square`: the square last visited and the step that led there (n e s
w are 0 1 2 3; 4 before the first step). A sowing that has begun is a number like that of a whole
one, `origin | path << 4`, with a 1 after the last step so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from tetrad.rules.qawale import (
    INDEX,
    NEIGHBOURS,
    NEUTRAL_PEBBLES,
    PEBBLES_EACH,
    SQUARES,
    STEPS,
)

START_OF_PATH = 4  # stands for the direction of arrival before the first step
ARRIVALS = 16 * 5
TALLEST = NEUTRAL_PEBBLES + 2 * PEBBLES_EACH
# A stack is divided into bundles by as many steps as make no more than these.
MOST_BUNDLES = 40


def _onward() -> list[int]:
    """The steps open after each arrival, a byte each, in order."""
    table = [0] * ARRIVALS
    for arrival in range(ARRIVALS):
        came, square = divmod(arrival, 16)
        after = [
            128 | 16 * direction + INDEX[NEIGHBOURS[SQUARES[square]][step]]
            for direction, step in enumerate(STEPS)
            if step in NEIGHBOURS[SQUARES[square]]
            and (came == START_OF_PATH or direction != (came + 2) % 4)
        ]
        table[arrival] = sum(byte << 8 * place for place, byte in enumerate(after))
    return table


ONWARD = _onward()


def onward(arrival: int) -> list[int]:
    """The arrivals that can follow one."""
    word = ONWARD[arrival]
    return [word >> 8 * place & 127 for place in range(4) if word >> 8 * place]


def _ways() -> list[list[int]]:
    """WAYS[length][arrival]: the ways on after an arrival, for so many pebbles."""
    after = [onward(arrival) for arrival in range(ARRIVALS)]
    ways = [[1] * ARRIVALS]
    for _ in range(TALLEST + 1):
        ways.append([sum(ways[-1][each] for each in following) for following in after])
    return ways


WAYS = _ways()


def arrival_of(begun: int) -> int:
    """Where a sowing that has begun stands."""
    arrival, path = 16 * START_OF_PATH + (begun & 15), begun >> 4
    while path > 1:
        arrival = next(each for each in onward(arrival) if each >> 4 == path & 3)
        path >>= 2
    return arrival


def steps_of(begun: int) -> int:
    """How many pebbles have been sown."""
    return ((begun >> 4).bit_length() - 1) // 2


def ways_on(height: int, begun: int) -> int:
    """How many sowings of a stack of this height begin like this."""
    return WAYS[height + 1 - steps_of(begun)][arrival_of(begun)]


def divided(begun: int) -> list[int]:
    """The same sowings, divided by their first steps."""
    parts = [begun]
    while len(parts) * 2 <= MOST_BUNDLES:
        parts = [further for part in parts for further in longer(part)]
    return parts


def longer(begun: int) -> Iterator[int]:
    """The ways to go one step on."""
    mark = 1 << 4 + 2 * steps_of(begun)
    for arrival in onward(arrival_of(begun)):
        yield begun - mark | (arrival >> 4) * mark | mark << 2
