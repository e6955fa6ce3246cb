"""The clock beside a compiled search, which cannot look at one itself.

A search and its watch share `control`, an array of two numbers: how many positions may still be
looked at, and whether to stop (0 means go on). The search counts the first one down and reads the
second; the watch writes the second when the time is up or somebody cancels.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tetrad.solvers.solution import Limits

Control = np.ndarray[Any, np.dtype[np.int64]]

NO_LIMIT = 1 << 62
# How often a watch looks up, in seconds.
_GLANCE = 0.005


@contextmanager
def watched(limits: Limits) -> Iterator[Control]:
    """The control array of a search that has to keep to the limits while the block runs."""
    nodes = NO_LIMIT if limits.nodes is None else limits.nodes
    control = np.array([nodes, 0], dtype=np.int64)
    if limits.time is None and limits.cancel is None:
        yield control
        return
    deadline = None if limits.time is None else time.monotonic() + limits.time
    control[1] = _is_up(limits, deadline)
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(limits, deadline, control, done), daemon=True)
    watch.start()
    try:
        yield control
    finally:
        done.set()
        watch.join()


def _watch(limits: Limits, deadline: float | None, control: Control, done: threading.Event) -> None:
    while not control[1] and not done.wait(_GLANCE):
        control[1] = _is_up(limits, deadline)


def _is_up(limits: Limits, deadline: float | None) -> bool:
    cancelled = limits.cancel is not None and limits.cancel.is_set()
    return cancelled or (deadline is not None and time.monotonic() >= deadline)
