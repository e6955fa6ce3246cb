"""One time for everything: it only goes forward, whatever is done to the computer's clock."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.matches.test_log import start
from tests.server.services import Postgres
from tetrad.matches.log import Event, Standing
from tetrad.server import clock
from tetrad.server.clock import LARGEST_STEP, LONGEST_LEAP, Clock
from tetrad.server.rooms.room import overview
from tetrad.server.storage.store import Store


def test_a_clock_that_is_turned_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Clock()
    before = here.now()
    monkeypatch.setattr(time, "time", lambda: before + 3600)
    assert before <= here.now() < before + 60


def test_small_differences_are_followed_and_large_ones_are_not() -> None:
    here = Clock()
    begin = here.now()
    here.follow(begin + 0.5)
    assert here.now() >= begin + 0.5
    here.follow(begin + 10 * LARGEST_STEP)
    assert here.now() < begin + 2 * LARGEST_STEP


def test_nothing_happens_before_what_has_happened_already() -> None:
    here = Clock()
    begin = here.now()
    here.begin_after(begin - 1000)
    assert here.now() < begin + 60
    here.begin_after(begin + 1000)
    assert here.now() >= begin + 1000
    here.begin_after(begin + 10 * LONGEST_LEAP)
    assert here.now() < begin + 2000, "that was a mistake"


@pytest.mark.anyio
async def test_a_server_begins_where_the_log_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "CLOCK", behind := Clock())
    log = [Event(1, "start", start()[0].data, behind.now() + 500)]
    store = Store(str(tmp_path / "log.db"))
    await store.open()
    await store.create("game", log, [], overview("game", Standing(log)), None)
    await store.close()
    store = Store(str(tmp_path / "log.db"))
    await store.open()
    await store.close()
    assert behind.now() >= log[0].at


@pytest.mark.anyio
async def test_servers_agree_by_the_clock_of_their_database(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "CLOCK", wrong := Clock())
    truth = wrong.now()
    wrong.set(truth + 7200)
    store = Store(postgres.new_database())
    await store.open()
    assert abs(wrong.now() - truth) < 60
    wrong.set(wrong.now() + 1)
    await store.others_wrote()
    assert abs(wrong.now() - time.time()) < 0.5
    await store.close()
