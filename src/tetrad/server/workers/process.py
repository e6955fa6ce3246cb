"""A process that thinks: `python -m tetrad.server.workers.process NICENESS`.

It is given one task at a time on its standard input and answers on its standard output; it can be
told meanwhile to come to an end with what it has. It leaves when the server does, however that
ended. Both sides are ours, so what they send is pickled, with its length before it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import struct
import sys
import threading
from typing import Any, BinaryIO

LENGTH = struct.Struct("!I")

# (number, the pickled task and its arguments), or the number of a task that has to end.
Order = tuple[int, bytes] | int


def pack(message: Any) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with contextlib.suppress(AttributeError, OSError):
        os.nice(int(sys.argv[1]))
    tasks: queue.SimpleQueue[tuple[int, bytes, threading.Event]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders, tasks), daemon=True).start()
    while True:
        number, task, cancel = tasks.get()
        answers.write(_answer(number, task, cancel))
        answers.flush()


def _listen(orders: BinaryIO, tasks: queue.SimpleQueue[tuple[int, bytes, threading.Event]]) -> None:
    cancel, current = threading.Event(), -1
    while (order := _read(orders)) is not None:
        if isinstance(order, int):
            if order == current:
                cancel.set()
        else:
            cancel, current = threading.Event(), order[0]
            tasks.put((*order, cancel))
    os._exit(0)


def _read(orders: BinaryIO) -> Order | None:
    """The next order, or None when the server is gone."""
    head = orders.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = orders.read(LENGTH.unpack(head)[0])
    try:
        order: Order = pickle.loads(body)
    except (EOFError, pickle.UnpicklingError):
        return None
    return order


def _answer(number: int, task: bytes, cancel: threading.Event) -> bytes:
    """What came of the task: its result, or the error that it ended with."""
    try:
        function, arguments = pickle.loads(task)
        return pack((number, True, function(*arguments, cancel)))
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = RuntimeError(f"{type(error).__name__}: {error}")
        return pack((number, False, error))


if __name__ == "__main__":
    main()
