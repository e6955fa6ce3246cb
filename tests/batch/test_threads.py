"""Work shared between threads: all of it is done, once, and what goes wrong is told."""

from __future__ import annotations

import multiprocessing
import sys
from threading import Barrier, Thread

import pytest

from tetrad.batch.threads import share

PARTS = [(part, part + 1) for part in range(40)]


def test_every_part_is_done_once() -> None:
    assert sorted(share(lambda low, _high: low, (), PARTS)) == [*range(40)]


def test_several_who_ask_at_once_get_their_own_answers() -> None:
    barrier, found = Barrier(4), dict[int, list[int]]()

    def ask(number: int) -> None:
        barrier.wait()
        found[number] = [sum(share(lambda a, low, _: a * low, (number,), PARTS)) for _ in range(50)]

    threads = [Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: [number * sum(range(40))] * 50 for number in range(4)}


def test_an_error_in_a_part_is_raised_and_the_next_work_is_done() -> None:
    def fails(low: int, _high: int) -> int:
        return 1 // (low - 7)

    with pytest.raises(ZeroDivisionError):
        share(fails, (), PARTS)
    assert len(share(lambda low, _high: low, (), PARTS)) == 40


def _shared() -> None:
    sys.exit(len(share(lambda low, _high: low, (), PARTS)))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    share(lambda low, _high: low, (), PARTS)
    child = multiprocessing.get_context("fork").Process(target=_shared)
    child.start()
    child.join(60)
    assert child.exitcode == 40
