"""The processes that play an arena's games: `python -m tetrad.arena.pool`, one per core.

Each is given a game as a line of JSON and answers with one when it is played. It leaves when the
arena does, however that ended, and takes the programs it has started with it. A process that dies
is replaced, and its game tried once more.

The standard library's pools promise neither: a `ProcessPoolExecutor` fails with every game under
way when one process dies, without saying which game it was, and its processes stay behind when
the arena is killed; `multiprocessing.Pool` waits for a dead process's game for ever.
"""

from __future__ import annotations

import contextlib
import json
import selectors
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Self

from tetrad.arena.entrants import Stable
from tetrad.arena.game import Result, Task, Terms, play
from tetrad.message import Message

TRIES = 2
SECONDS_TO_LEAVE = 10.0


class ArenaError(RuntimeError):
    """The arena itself cannot go on, and why."""


class Pool:
    """As many processes as there are games to be played at a time."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._working: dict[subprocess.Popen[bytes], Task] = {}
        self._idle: list[subprocess.Popen[bytes]] = []
        self._deaths: Counter[tuple[int, str, str]] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        processes = [*self._working, *self._idle]
        for process in processes:
            process.terminate()
        for process in processes:
            _end(process)

    @property
    def busy(self) -> int:
        return len(self._working)

    def give(self, task: Task) -> None:
        """Has a game played by a process that is free, or by a new one."""
        process = self._idle.pop() if self._idle else self._hire()
        self._working[process] = task
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # a process that has died is noticed by its silence
            process.stdin.write(json.dumps(asdict(task)).encode() + b"\n")
            process.stdin.flush()

    def _hire(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "tetrad.arena.pool", json.dumps(asdict(self._terms))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def take(self) -> Iterator[tuple[Result, str]]:
        """The games that have ended, after waiting for at least one to end."""
        with selectors.DefaultSelector() as selector:
            for process in self._working:
                assert process.stdout is not None
                selector.register(process.stdout, selectors.EVENT_READ, process)
            ended = [key.data for key, _events in selector.select()]
        for process in ended:
            task = self._working.pop(process)
            if line := process.stdout.readline():
                self._idle.append(process)
                answer = json.loads(line)
                yield Result(**answer["result"]), answer["record"]
            else:
                _end(process)
                self._try_again(task)

    def _try_again(self, task: Task) -> None:
        self._deaths[task.key] += 1
        if self._deaths[task.key] == TRIES:
            raise ArenaError(
                Message("the process playing {first} against {second} crashed twice",
                        first=task.first, second=task.second)
            )  # fmt: skip
        self.give(task)


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            assert pipe is not None
            pipe.close()
    try:
        process.wait(SECONDS_TO_LEAVE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _leave(*_signal: Any) -> None:
    sys.exit(0)


def main() -> None:
    """Plays the games that come in until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    terms = Terms(**json.loads(sys.argv[1]))
    stable = Stable(terms.game)
    try:
        for line in sys.stdin:
            result, record = play(Task(**json.loads(line)), terms, stable)
            print(json.dumps({"result": result.as_dict(), "record": record}), flush=True)
    except BrokenPipeError:
        sys.stdout = None
    finally:
        stable.close()


if __name__ == "__main__":
    main()
