"""What time it is for everything that is written down or due: one time, which only goes forward.

A computer's clock can be turned, by hand or by a time server, and an hour more or less would end
games. So the clock is read once, at the start; from then on only the seconds since are counted,
which nobody can turn. Several computers agree by the clock of the database they share, and small
differences are followed. A clock that stands before what is written down already begins there.
"""

from __future__ import annotations

import logging
import time

log = logging.getLogger("tetrad.server")

# Two computers drift apart by less than this between two looks; more is a clock that was turned.
LARGEST_STEP = 2.0
# What was written further in the future is a mistake, and no reason to live there.
LONGEST_LEAP = 86_400.0


def _ticks() -> float:
    """Seconds since some moment, those in which the computer slept included where that is known."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Clock:
    """Seconds since 1970, as this process counts them."""

    def __init__(self) -> None:
        self._begin = time.time() - _ticks()
        self._warned = False

    def now(self) -> float:
        return self._begin + _ticks()

    def set(self, at: float) -> None:
        """At the start: the time by the database's clock."""
        self._begin = at - _ticks()

    def follow(self, at: float) -> None:
        """Goes along with the database's clock, as long as that is not turned."""
        step = at - self.now()
        if abs(step) <= LARGEST_STEP:
            self._begin += step
        elif not self._warned:
            self._warned = True
            log.warning("the database's clock was turned by %.0f seconds; it is ignored", step)

    def begin_after(self, newest: float) -> None:
        """Nothing happens before what has happened already."""
        behind = newest - self.now()
        if 0 < behind <= LONGEST_LEAP:
            log.warning("the clock is %.0f seconds behind what is written down", behind)
            self._begin += behind


CLOCK = Clock()
now = CLOCK.now
