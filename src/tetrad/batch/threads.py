"""Work on the games of a batch, shared between threads that wait for it.

Whoever asks takes parts of the work itself, and so does every other thread that is awake by then:
on a busy machine nobody waits for a thread that has not been woken yet.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

Part = tuple[int, int]


class Job:
    """A compiled function to be called for each part: from one game up to another."""

    def __init__(self, work: Callable[..., Any], arguments: tuple[Any, ...], parts: list[Part]):
        self._work, self._arguments = work, arguments
        self._parts: Iterator[Part] = iter(parts)
        self._left = len(parts)
        self._results: SimpleQueue[Any] = SimpleQueue()

    def help(self) -> None:
        """Do parts as long as there are any; a thread takes one while it holds Python's lock."""
        for part in self._parts:
            try:
                self._results.put(self._work(*self._arguments, *part))
            except BaseException as error:
                self._results.put(error)

    def results(self) -> list[Any]:
        """What the parts gave, in no order, when the last of them is done."""
        found = [self._results.get() for _ in range(self._left)]
        for each in found:
            if isinstance(each, BaseException):
                raise each
        return found


_jobs: SimpleQueue[Job] = SimpleQueue()
_helpers: list[Thread] = []


def share(work: Callable[..., Any], arguments: tuple[Any, ...], parts: list[Part]) -> list[Any]:
    """Call the function for all parts, each in one of as many threads as there are parts."""
    job = Job(work, arguments, parts)
    for _ in parts[1:]:
        _jobs.put(job)
    while len(_helpers) < min(len(parts), os.cpu_count() or 1) - 1:
        _helpers.append(Thread(target=_help_for_ever, name="batch", daemon=True))
        _helpers[-1].start()
    job.help()
    return job.results()


def _help_for_ever() -> None:
    while True:
        _jobs.get().help()


def _alone() -> None:
    """A process that was forked off has no threads but its own."""
    global _jobs
    _jobs = SimpleQueue()
    _helpers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)
