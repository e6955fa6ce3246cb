"""Two servers on one database: one match, whoever writes to it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from tests.matches.test_log import BOT, HUMAN, start
from tests.server.services import Postgres, Redis
from tetrad.matches import actions
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import ConflictError
from tetrad.position import Player
from tetrad.server.http.errors import NotFoundError
from tetrad.server.http.identity import Visitor
from tetrad.server.rooms.due import SECONDS_BETWEEN_LOOKS
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.room import Room, Watcher, overview
from tetrad.server.rooms.wake import SECONDS_BETWEEN_SIGNS, Channel, RedisChannel
from tetrad.server.storage.leases import SECONDS_OF_A_LEASE
from tetrad.server.storage.schema import events
from tetrad.server.storage.store import Key, Overview, Store
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

pytestmark = pytest.mark.anyio

ADA, BEN = "a" * 32, "b" * 32
FIRST, SECOND = frozenset({Player.FIRST}), frozenset({Player.SECOND})
SOON = 30.0


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "several.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="module")
async def engine(anyio_backend: str) -> AsyncIterator[Engine]:
    shared = Engine()
    yield shared
    await shared.close()


class Process:
    """What one server has of its own."""

    def __init__(self, database: str, engine: Engine, channel: Channel | None = None) -> None:
        self.store = Store(database)
        self.lobby = Lobby(self.store, engine, channel)

    async def open(self) -> Process:
        await self.store.open()
        await self.lobby.open()
        return self

    async def close(self) -> None:
        await self.lobby.close()
        await self.store.close()


@pytest.fixture
async def two(database: str, engine: Engine) -> AsyncIterator[tuple[Process, Process]]:
    one, other = await Process(database, engine).open(), await Process(database, engine).open()
    yield one, other
    await one.close()
    await other.close()


async def new_match(process: Process, wish: str | None = None, **more: Any) -> Room:
    data = start(**more)[0].data
    keys = [Key(ADA, 1), Key(BEN, 2)]
    return await process.lobby.create(data, keys, Asker("", ADA), wish=wish)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.02)


def seqs(watcher: Watcher) -> list[int]:
    lines = [watcher.lines.get_nowait() for _ in range(watcher.lines.qsize())]
    told = [json.loads(line) for line in lines if line]
    return [each["seq"] for each in told if "seq" in each and each["kind"] != "ready"]


async def test_who_enters_finds_what_the_other_server_wrote(two: tuple[Process, Process]) -> None:
    one, other = two
    match = (await new_match(one)).id
    here, there = await one.lobby.enter(match), await other.lobby.enter(match)
    await one.lobby.play(here, FIRST, "A@a1", 1)
    assert there.standing.seq == 1
    assert (await other.lobby.enter(match)).standing.seq == 2
    await other.lobby.play(there, SECOND, "B@b2", 2)
    assert (await one.lobby.enter(match)).standing.seq == 3


async def test_moves_go_to_and_fro_between_servers(two: tuple[Process, Process]) -> None:
    match = (await new_match(two[0], game="qomet", repetition=False)).id
    moves = ["@a1", "@g7", *["a1-a4", "g7-g4", "a4-a1", "g4-g7"] * 5]
    for ply, move in enumerate(moves):
        lobby = two[ply % 2].lobby
        await lobby.play(await lobby.room(match), FIRST | SECOND, move, ply + 1)
    stored = await two[0].store.load(match)
    assert stored
    assert [event.data["move"] for event in stored.events[1:]] == moves


async def test_of_two_moves_at_once_one_counts_and_the_other_is_told(
    two: tuple[Process, Process],
) -> None:
    match = (await new_match(two[0])).id
    rooms = [await each.lobby.enter(match) for each in two]
    played = [
        each.lobby.play(room, FIRST, move, 1)
        for each, room, move in zip(two, rooms, ("A@a1", "B@b2"), strict=True)
    ]
    results = await asyncio.gather(*played, return_exceptions=True)
    assert [each for each in results if each is True] == [True]
    (refused,) = (each for each in results if isinstance(each, ConflictError))
    assert refused.code == "stale"
    assert [room.standing.seq for room in rooms] == [2, 2]
    assert str(rooms[0].standing.position) == str(rooms[1].standing.position)


async def test_a_move_sent_to_both_servers_counts_once(two: tuple[Process, Process]) -> None:
    match = (await new_match(two[0])).id
    rooms = [await each.lobby.enter(match) for each in two]
    sent = [
        each.lobby.play(room, FIRST, "A@a1", 1, wish="mine")
        for each, room in zip(two * 3, rooms * 3, strict=True)
    ]
    assert sorted(await asyncio.gather(*sent)) == [False] * 5 + [True]
    assert [room.standing.seq for room in rooms] == [2, 2]


async def test_a_wish_sent_again_counts_once_though_the_game_went_on(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    room = await new_match(one, game="qomet")
    assert await one.lobby.wish(room, FIRST, actions.draw, None, "offer")
    assert await one.lobby.wish(room, SECOND, actions.decline, None, "no")
    there = await other.lobby.room(room.id)
    assert not await other.lobby.wish(there, FIRST, actions.draw, None, "offer")
    assert await other.lobby.wish(there, SECOND, actions.draw, None, "offer"), "another player's"
    assert there.standing.seq == 4


async def test_a_match_asked_for_twice_is_made_once(two: tuple[Process, Process]) -> None:
    asked = (new_match(each, "f" * 32) for each in two * 3)
    made = await asyncio.gather(*asked)
    assert len({room.id for room in made}) == 1
    again = await two[1].lobby.create(
        start()[0].data, [Key("c" * 32, 1)], Asker("", ""), wish="f" * 32
    )
    assert again.id == made[0].id
    seats = await two[0].lobby.seats(made[0], Visitor("c" * 32))
    assert seats == FIRST, "who asks again gets the seats again"


async def test_a_rematch_agreed_on_both_servers_is_one_match(two: tuple[Process, Process]) -> None:
    match = (await new_match(two[0])).id
    rooms = [await each.lobby.enter(match) for each in two]
    await two[0].lobby.wish(rooms[0], FIRST, actions.resign, None)
    agreed = [
        two[0].lobby.wish(rooms[0], FIRST, actions.rematch, None),
        two[1].lobby.wish(rooms[1], SECOND, actions.rematch, None),
        two[1].lobby.wish(rooms[1], SECOND, actions.rematch, None),
    ]
    await asyncio.gather(*agreed, return_exceptions=True)
    for room, process in zip(rooms, two, strict=True):
        await process.lobby.enter(match)
        if not room.standing.rematch:
            await process.lobby.wish(room, SECOND, actions.accept, None)
    assert {room.standing.rematch for room in rooms} == {rooms[0].standing.rematch}
    assert len(await two[0].store.mine(ADA, 10)) == 2


async def test_a_watched_room_follows_the_log_by_itself(two: tuple[Process, Process]) -> None:
    one, other = two
    room = await new_match(one)
    there, watcher = await other.lobby.enter(room.id), Watcher(SECOND)
    await other.lobby.watch(there, watcher, 1)
    await one.lobby.play(room, FIRST, "A@a1", 1)
    await one.lobby.play(room, SECOND, "B@b2", 2)
    await until(lambda: there.standing.seq == 3)
    assert seqs(watcher) == [2, 3]


async def test_a_guest_who_joined_there_plays_here(two: tuple[Process, Process]) -> None:
    one, other = two
    players = {"1": HUMAN, "2": {**HUMAN, "open": True}}
    data = {**start()[0].data, "players": players}
    room = await one.lobby.create(data, [Key(ADA, 1)], Asker("", ADA), "code")
    there = await other.lobby.enter(room.id)
    seat, _ = await other.lobby.join(there, BEN, "code", {"name": "Ben"})
    assert seat is Player.SECOND
    assert await one.lobby.seats(room, Visitor(BEN)) == SECOND
    await other.lobby.play(there, FIRST, "A@a1", 2)
    await one.lobby.play(room, SECOND, "B@b2", 3)
    assert room.standing.sittings[Player.SECOND].name == "Ben"


async def test_a_match_that_was_removed_is_no_longer_there(
    two: tuple[Process, Process], database: str
) -> None:
    room = await new_match(two[0])
    watcher = Watcher(FIRST)
    await two[0].lobby.watch(room, watcher, 1)
    async with two[1].store._engine.begin() as connection:
        for table in ("keys", "events", "matches"):
            column = "id" if table == "matches" else "match_id"
            await connection.exec_driver_sql(f"DELETE FROM {table} WHERE {column} = '{room.id}'")
    with pytest.raises(NotFoundError):
        await two[0].lobby.play(room, FIRST, "A@a1", 1)
    assert watcher.goodbye
    with pytest.raises(NotFoundError):
        await two[0].lobby.enter(room.id)


async def test_one_server_sees_to_what_is_due(two: tuple[Process, Process]) -> None:
    one, other = two
    room = await new_match(one, second=BOT)
    watchers = [Watcher(FIRST), Watcher(FIRST)]
    there = await other.lobby.enter(room.id)
    await one.lobby.watch(room, watchers[0], 1)
    await other.lobby.watch(there, watchers[1], 1)
    for seq in (1, 3):
        move = str(there.standing.position.legal_moves()[0])
        await other.lobby.play(there, FIRST, move, seq)
        await until(partial(_level, room, there, seq + 2))
    assert seqs(watchers[0]) == seqs(watchers[1]) == [2, 3, 4, 5]


def _level(one: Room, other: Room, seq: int) -> bool:
    return one.standing.seq == other.standing.seq == seq


async def test_a_lease_is_taken_once_and_again_when_it_has_run_out(
    two: tuple[Process, Process],
) -> None:
    one, other = (process.store for process in two)
    data = start(second=BOT)
    await one.create("m", data, [], Overview({}, time.time()), None)
    claims = await asyncio.gather(*(each.leases.claim("m") for each in (one, other) * 3))
    assert claims == [True, False] * 3, "the one that wrote it, and nobody else"
    assert not await other.leases.claim("m")
    await _expire(one, "m")
    first = await asyncio.gather(one.leases.claim("m"), other.leases.claim("m"))
    assert sorted(first) == [False, True]


async def _expire(store: Store, match_id: str) -> None:
    past = time.time() - SECONDS_OF_A_LEASE
    async with store._engine.begin() as connection:
        await connection.exec_driver_sql(
            f"UPDATE matches SET until = {past} WHERE id = '{match_id}'"
        )


async def test_what_a_server_that_died_has_left_is_taken_over(
    database: str, engine: Engine
) -> None:
    store = Store(database)
    await store.open()
    moved = [*start(second=BOT)]
    await store.create("m", moved, [], Overview({}, time.time()), None)
    played = {"by": 1, "move": "A@a1"}
    await store.append("m", [Event(2, "move", played, time.time())], Overview({}, time.time()))
    await _expire(store, "m")
    other = await Process(database, engine).open()
    async with asyncio.timeout(SOON):
        while await store.seqs(["m"]) != {"m": 3}:
            await asyncio.sleep(0.1)
    assert await store.leases.due(time.time()) == []
    await other.close()
    await store.close()


async def test_a_flag_falls_soon_though_the_server_that_saw_to_it_died(
    database: str, engine: Engine
) -> None:
    store, at = Store(database), time.time()
    await store.open()
    moves = [{"by": 1, "move": "A@a1"}, {"by": 2, "move": "B@b2"}]
    log = [Event(1, "start", {**start()[0].data, "clock": {"base": 2, "increment": 0}}, at)]
    log += [Event(seq, "move", each, at) for seq, each in enumerate(moves, 2)]
    shown = overview("m", Standing(log))
    assert shown.due_at
    await store.create("m", log, [], shown, None)
    other = await Process(database, engine).open()
    async with asyncio.timeout(SOON):
        while await store.seqs(["m"]) != {"m": 4}:
            await asyncio.sleep(0.1)
    fell = (await other.lobby.enter("m")).events[-1]
    assert fell.kind == "flag"
    assert 0 <= fell.at - shown.due_at < SECONDS_OF_A_LEASE, "not only as late as a thought may be"
    await other.close()
    await store.close()


async def test_a_match_that_cannot_be_opened_keeps_nobody_from_the_others(
    database: str, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    """The broken one is due first, and both are read together."""
    store = Store(database)
    await store.open()
    for match, age in (("broken", 2.0), ("whole", 1.0)):
        moved = [*start(second=BOT), Event(2, "move", {"by": 1, "move": "A@a1"}, time.time())]
        await store.create(match, moved, [], Overview({}, time.time() - age), None)
        await _expire(store, match)
    broken = update(events).where(events.c.match_id == "broken").values(data="no JSON")
    await store.write([(broken, [{}])])
    other = await Process(database, engine).open()
    async with asyncio.timeout(SOON):
        while await store.seqs(["whole"]) != {"whole": 3}:
            await asyncio.sleep(0.1)
    read = await asyncio.gather(
        *(other.lobby.enter(match) for match in ("broken", "whole")), return_exceptions=True
    )
    assert [isinstance(each, Room) for each in read] == [False, True]
    await asyncio.sleep(2 * SECONDS_BETWEEN_LOOKS)
    said = [each.message for each in caplog.records if each.levelname == "WARNING"]
    assert said == ["the match broken cannot be seen to (DecodeError)"]
    await other.close()
    await store.close()


async def test_a_match_that_cannot_be_read_is_followed_by_nobody_and_others_are(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    matches = [(await new_match(one)).id for _ in range(3)]
    there = [await other.lobby.enter(match) for match in matches]
    watchers = [Watcher(SECOND) for _ in there]
    for room, watcher in zip(there, watchers, strict=True):
        await other.lobby.watch(room, watcher, 1)
    for match, move in zip(matches, ("no move", "nor this", "A@a1"), strict=True):
        played = Event(2, "move", {"by": 1, "move": move}, time.time())
        await one.store.append(match, [played], Overview({}))
    await until(lambda: there[2].standing.seq == 2)
    await until(lambda: all(watcher.goodbye for watcher in watchers[:2]))


async def test_nothing_that_is_said_through_redis_ends_the_line(
    tmp_path: Path, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    channel, heard = RedisChannel(redis.url), list[str]()
    channel.on("sour", lambda *_: 1 / 0)  # type: ignore[arg-type]
    channel.on("sweet", lambda _speaker, key, _value: heard.append(key))
    await channel.open("ours")
    try:
        await until(lambda: channel.connected)
        ours, theirs = channel._name, channel._name.replace("ours", "theirs")
        for name, said in (
            (ours, b"\xff no JSON"),
            (ours, b'["somebody", 7]'),
            (theirs, b'["somebody", {"sweet": {"of others": 1}}]'),
            (ours, b'["somebody", {"sour": {"a": 1}, "sweet": {"b": 2}}]'),
        ):
            await channel._redis.publish(name, said)
        await until(lambda: bool(heard))
        await asyncio.sleep(2 * SECONDS_BETWEEN_SIGNS)
        assert (heard, channel.connected) == (["b"], True)
        assert len([each for each in caplog.records if each.levelname == "WARNING"]) == 1
    finally:
        await channel.close()


async def test_an_installation_has_one_name_from_wherever_it_is_seen(database: str) -> None:
    one, other = Store(database), Store(database.replace("127.0.0.1", "localhost"))
    assert await one.installation() == await other.installation()
    await one.close()
    await other.close()


async def test_two_installations_have_two_names(postgres: Postgres, tmp_path: Path) -> None:
    databases = [postgres.new_database(), postgres.new_database()]
    stores = [Store(each) for each in (*databases, str(tmp_path / "a"), str(tmp_path / "b"))]
    assert len({await each.installation() for each in stores}) == 4
    for each in stores:
        await each.close()


async def test_redis_wakes_and_the_log_is_followed_without_it(
    tmp_path: Path, engine: Engine, redis: Redis
) -> None:
    database = str(tmp_path / "woken.db")
    channels = [RedisChannel(redis.url), RedisChannel(redis.url)]
    one, other = [await Process(database, engine, each).open() for each in channels]
    try:
        await until(lambda: all(channel.connected for channel in channels))
        room = await new_match(one)
        there, watcher = await other.lobby.enter(room.id), Watcher(SECOND)
        await other.lobby.watch(there, watcher, 1)
        await one.lobby.play(room, FIRST, "A@a1", 1)
        await until(lambda: there.standing.seq == 2)
        redis.stop()
        await until(lambda: not any(channel.connected for channel in channels))
        await one.lobby.play(room, SECOND, "B@b2", 2)
        await until(lambda: there.standing.seq == 3)
        redis.start()
        await until(lambda: all(channel.connected for channel in channels))
        await one.lobby.play(room, FIRST, "C@c3", 3)
        await until(lambda: there.standing.seq == 4)
        assert seqs(watcher) == [2, 3, 4]
    finally:
        await one.close()
        await other.close()
