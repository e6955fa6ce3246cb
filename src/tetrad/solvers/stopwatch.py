"""The clock beside a compiled search, which cannot look at one itself.

A search and its watch share `control`, an array of two numbers: how many positions may still be
looked at, and whether to stop (0 means go on). The search counts the first one down and reads the
second; the watch writes the second when the time is up or somebody cancels.

In a page there is no thread to watch: compiled for one, a search looks at the clock itself.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tetrad.kernels.compiled import compiled
from tetrad.solvers.solution import NO_LIMIT, Limits

Control = np.ndarray[Any, np.dtype[np.int64]]

# The slots of the control array.
NODES_LEFT, STOP = 0, 1
# How often a watch looks up, in seconds; and in a page a search, in positions, a power of two.
_GLANCE, PAGE_GLANCE = 0.005, 256
# Whether what is compiled is to run in a page; the builder of `wasm` says so.
in_a_page = False


@intrinsic
def glance(_context: Any) -> Any:
    """What the page says: 1 if the time is up, else 0."""

    def generate(_target: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        word = ir.IntType(64)
        function = ir.Function(builder.module, ir.FunctionType(word, []), "glance")
        return builder.call(function, [])

    return types.int64(), generate


@compiled
def spent(control: Control) -> bool:
    """Counts one more position; whether the search has to stop."""
    control[NODES_LEFT] -= 1
    if in_a_page and control[NODES_LEFT] & (PAGE_GLANCE - 1) == 0:
        control[STOP] |= glance()  # type: ignore[call-arg]
    return bool(control[NODES_LEFT] < 0 or control[STOP] != 0)


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
