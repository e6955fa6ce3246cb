"""What `solve` and `perft` share: Ctrl-C stops compiled code, and its lack is mentioned."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from tetrad.language import t

Answer = TypeVar("Answer")


def interruptible(work: Callable[[], Answer]) -> Answer:
    """Runs compiled code in a second thread, so that Ctrl-C is heard at once."""
    answer: Future[Answer] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer.result()


def say_if_uncompiled() -> None:
    from tetrad.kernels import compiled

    if not compiled.available():
        print("tetrad:", t("Numba is not installed; using the slower rules"), file=sys.stderr)
