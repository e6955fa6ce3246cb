"""Live play against a real server: WebSockets, resuming, bots, spectators."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.api.test_analysis import HARD
from tests.server.api.test_matches import BOT, act, new, play
from tests.server.conftest import Server, serving
from tetrad.server.api import live
from tetrad.server.app import create_app
from tetrad.server.storage.database import AwayError

# The first time solvers have to be compiled, which takes a while on a busy machine.
PATIENCE = 200
NOW = ["can", "choices", "offer", "rematch", "result", "timing"]
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(2 * PATIENCE)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("live") / "live.db", "--port", "0")
    yield server
    server.stop()


def guest(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.address, timeout=PATIENCE)


def watch(server: Server, match: str, since: int = 0, **more: Any) -> websockets.connect:
    token = f"&token={more.pop('token')}" if "token" in more else ""
    return websockets.connect(
        f"{server.live}/api/matches/{match}/events?since={since}{token}", **more
    )


async def heard(socket: ClientConnection, count: int) -> list[dict[str, Any]]:
    """The next events that have a number."""
    events: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while len(events) < count:
            message = json.loads(await socket.recv())
            if "seq" in message and message["kind"] != "ready":
                events.append(message)
    return events


async def awaited(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """The next message that has all of this."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if wanted.items() <= message.items():
                return message


async def test_everybody_hears_every_event_in_order(running: Server) -> None:
    async with guest(running) as ada, guest(running) as grace:
        created = await new(ada, "qomet", invite="second")
        match = created["id"]
        async with watch(running, match) as spectator, watch(running, match) as other:
            joining = {"code": created["invite"], "name": "Grace"}
            await grace.post(f"/api/matches/{match}/join", json=joining)
            await play(ada, match, "@d4", 2)
            await play(grace, match, "@d5", 3)
            await act(ada, match, "undo")
            await act(grace, match, "accept")
            await act(grace, match, "resign")
            for socket in (spectator, other):
                events = await heard(socket, 7)
                assert [event["seq"] for event in events] == list(range(1, 8))
                assert [event["kind"] for event in events] == [
                    "start", "join", "move", "move", "offer", "undo", "resign",
                ]  # fmt: skip
        move = events[2]
        assert move["steps"] == [{"place": "star", "by": 1, "at": "d4"}]
        assert (move["turn"], move["outcome"], move["by"]) == (2, None, 1)
        assert events[5]["position"] == events[0]["start"]
        assert events[6]["outcome"]["winner"] == 1


async def test_a_client_resumes_after_the_last_event_it_saw(running: Server) -> None:
    async with guest(running) as ada:
        match = (await new(ada))["id"]
        for seq, move in enumerate(("A@a1", "B@b2", "C@c3"), 1):
            await play(ada, match, move, seq)
        async with watch(running, match, since=2) as socket:
            events = await heard(socket, 2)
            assert [event["seq"] for event in events] == [3, 4]
            assert [sorted(event.get("now", {})) for event in events] == [[], NOW]
            ready = await awaited(socket, kind="ready")
            assert ready["seq"] == 4
            await play(ada, match, "D@d4", 4)
            (newest,) = await heard(socket, 1)
            assert (newest["seq"], sorted(newest["now"])) == (5, NOW)
        async with watch(running, match, since=5) as socket:
            assert (await awaited(socket, kind="ready"))["seq"] == 5


async def test_who_is_signed_out_elsewhere_plays_no_more_over_an_open_line(
    running: Server,
) -> None:
    account = {"name": "Line Lost", "password": "correct horse"}
    async with guest(running) as stolen, guest(running) as owner:
        assert (await stolen.post("/api/people", json=account)).status_code == 201
        match = (await new(stolen))["id"]
        cookies = "; ".join(f"{name}={value}" for name, value in stolen.cookies.items())
        async with watch(running, match, additional_headers={"Cookie": cookies}) as socket:
            await socket.send('{"move": "A@a1", "seq": 1}')
            assert (await awaited(socket, kind="move"))["seq"] == 2
            assert (await owner.post("/api/session", json=account)).status_code == 200
            assert (await owner.delete("/api/sessions")).status_code == 204
            await socket.send('{"move": "B@b2", "seq": 2}')
            async with asyncio.timeout(PATIENCE):
                while "error" not in (told := json.loads(await socket.recv())):
                    pass
            assert told["error"]["code"] == "signed-out"
        assert (await play(owner, match, "B@b2", 2)).status_code == 200


async def test_moves_can_be_sent_over_the_socket(running: Server) -> None:
    async with guest(running) as ada:
        created = await new(ada)
        async with watch(running, created["id"], token=created["tokens"]["1"]) as socket:
            await socket.send('{"move": "A@a1", "seq": 1}')
            assert (await awaited(socket, kind="move"))["seq"] == 2
            await socket.send('{"move": "B@b2", "seq": 2}')
            assert (await awaited(socket))["error"]["code"] == "out-of-turn"
            for rubbish in ("{", "[]", '{"move": 7, "seq": 1}', '{"move": "x"}', "x" * 5000):
                await socket.send(rubbish)
                assert "error" in await awaited(socket)
            await socket.send(b"\xff\x00")
            assert "error" in await awaited(socket)
            await socket.send('{"ping": 42}')
            assert await awaited(socket) == {"pong": 42}
        async with watch(running, created["id"]) as spectator:
            await awaited(spectator, kind="presence")
            await spectator.send('{"move": "B@b2", "seq": 2}')
            assert (await awaited(spectator))["error"]["code"] == "not-your-seat"


async def test_a_move_with_an_id_is_acknowledged_however_often_it_is_sent(running: Server) -> None:
    async with guest(running) as ada:
        created = await new(ada)
        async with watch(running, created["id"], token=created["tokens"]["1"]) as socket:
            await socket.send('{"move": "A@a1", "seq": 1, "id": "one"}')
            assert (await awaited(socket, kind="move"))["seq"] == 2
            await socket.send('{"move": "A@a1", "seq": 1, "id": "one"}')
            assert await awaited(socket) == {"kind": "counted", "id": "one", "seq": 2}
            await socket.send('{"move": "B@b2", "seq": 1, "id": "two"}')
            late = await awaited(socket)
            assert (late["error"]["code"], late["id"]) == ("stale", "two")
            await socket.send('{"move": "B@b2", "seq": 2, "id": "no spaces"}')
            assert (await awaited(socket))["error"]["code"] == "shape"


async def test_presence_is_told_in_words_that_count(running: Server) -> None:
    async with guest(running) as ada:
        created = await new(ada, second=BOT)
        match = created["id"]
        async with watch(running, match) as spectator:
            assert (await awaited(spectator, kind="presence"))["present"]["1"] is False
            async with watch(running, match, token=created["tokens"]["1"]):
                told = await awaited(spectator, kind="presence")
                assert (told["present"]["1"], told["watching"]) == (True, 2)
                state = (await ada.get(f"/api/matches/{match}")).json()
                assert state["players"]["1"]["present"]
            assert (await awaited(spectator, kind="presence"))["present"]["1"] is False


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("nope/events", 4404),
        ("{match}/events?since=99", 4409),
        ("{match}/events?since=1&at=2001-01-01T00:00:00.000%2B00:00", 4409),
        ("{match}/events?since=-1", 4400),
        ("{match}/events?since=x", 4400),
        ("{match}/events?token=short", 4403),
        ("{match}/events?token=" + "x" * 32, 4403),
    ],
)
async def test_a_socket_that_cannot_be_opened_says_why(
    running: Server, path: str, code: int
) -> None:
    async with guest(running) as ada:
        match = (await new(ada))["id"]
    where = f"{running.live}/api/matches/{path.format(match=match)}"
    async with websockets.connect(where) as socket:
        assert "error" in json.loads(await socket.recv())
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == code


async def test_who_has_missed_a_lot_is_told_to_load_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_EVENTS_TOLD", 2)
    async with serving(create_app(str(tmp_path / "missed.db"))) as address:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as ada:
            match = (await new(ada))["id"]
            for seq, move in enumerate(("A@a1", "B@b2"), 1):
                await play(ada, match, move, seq)
        where = f"ws://{address}/api/matches/{match}/events?since="
        async with websockets.connect(where + "1") as socket:
            assert [each["seq"] for each in await heard(socket, 2)] == [2, 3]
        async with websockets.connect(where + "0") as socket:
            assert (await awaited(socket))["error"]["code"] == "reload"
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 4409


async def test_other_websites_cannot_listen(running: Server) -> None:
    async with guest(running) as ada:
        match = (await new(ada))["id"]
    with pytest.raises(websockets.InvalidStatus):
        async with watch(running, match, origin="https://evil.example"):
            pass
    async with watch(running, match, origin=running.address):
        pass
    with pytest.raises(websockets.InvalidStatus):
        async with websockets.connect(f"{running.live}/somewhere"):
            pass


async def test_two_bots_play_while_somebody_watches(running: Server) -> None:
    async with guest(running) as ada:
        created = await new(ada, "quantik", first=BOT, second=BOT)
        assert created["tokens"] == {}
        await asyncio.sleep(0.5)
        state = (await ada.get(f"/api/matches/{created['id']}")).json()
        assert state["moves"] == []
        async with watch(running, created["id"], since=1) as socket:
            assert (await awaited(socket, kind="thinking"))["on"] is True
            assert [event["by"] for event in await heard(socket, 3)] == [1, 2, 1]


async def test_a_bot_stops_thinking_when_its_turn_is_taken_back(running: Server) -> None:
    async with guest(running) as ada:
        created = await new(ada, "qomet", second={"kind": "bot", "level": 10})
        match = created["id"]
        async with watch(running, match, since=1) as socket:
            await play(ada, match, "@d4", 1)
            await act(ada, match, "undo")
            await play(ada, match, "@a1", 3)
            state = (await ada.get(f"/api/matches/{match}")).json()
            events = await heard(socket, 4)
        assert [event["kind"] for event in events] == ["move", "undo", "move", "move"]
        assert state["seq"] in (4, 5)


async def test_a_bot_takes_its_time_where_that_is_wished(running: Server) -> None:
    async with guest(running) as ada:
        slow, quick, first = [(await new(ada, "qomet", second=BOT))["id"] for _ in range(3)]
        async with watch(running, first, since=1) as socket:  # what has to be compiled is, then
            await play(ada, first, "@d4", 1)
            await heard(socket, 2)
        async with watch(running, slow, since=1) as one, watch(running, quick, since=1) as other:
            before = time.perf_counter()
            wish = {"move": "@d4", "seq": 1, "pace": 4}
            assert (await ada.post(f"/api/matches/{slow}/moves", json=wish)).json()["thinking"]
            await play(ada, quick, "@d4", 1)
            hearing = asyncio.create_task(heard(one, 2))
            await heard(other, 2)
            assert not hearing.done(), "who takes time keeps nobody else waiting"
            assert [event["kind"] for event in await hearing] == ["move", "move"]
            assert time.perf_counter() - before >= 4


async def test_a_move_is_taken_back_while_the_bot_takes_its_time(running: Server) -> None:
    async with guest(running) as ada:
        match = (await new(ada, "qomet", second=BOT))["id"]
        async with watch(running, match, since=1) as socket:
            wish = {"move": "@d4", "seq": 1, "pace": 10}
            assert (await ada.post(f"/api/matches/{match}/moves", json=wish)).status_code == 200
            assert (await act(ada, match, "undo")).json()["thinking"] is False
            await play(ada, match, "@a1", 3)
            events = await heard(socket, 4)
        assert [event["kind"] for event in events] == ["move", "undo", "move", "move"]


async def test_a_bot_answers_the_offer_of_a_draw(running: Server) -> None:
    async with guest(running) as ada:
        match = (await new(ada, "qomet", second=BOT))["id"]
        async with watch(running, match, since=1) as socket:
            await act(ada, match, "draw")
            assert [event["kind"] for event in await heard(socket, 2)] == ["offer", "decline"]


async def test_the_engine_stops_when_the_browser_leaves(running: Server) -> None:
    async with guest(running) as ada:
        await ada.get("/api/qomet", params={"position": HARD, "time": 0.3})
        before = time.perf_counter()
        for _ in range(8):
            with pytest.raises(httpx.ReadTimeout):
                await ada.get("/api/qomet", params={"position": HARD, "time": 5}, timeout=0.3)
        await ada.get("/api/qomet", params={"position": HARD, "time": 0})
        assert time.perf_counter() - before < 20, "eight times five seconds were asked for"


async def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    """Kill -9 in the middle of play: acknowledged moves are there, and the bot goes on."""
    database = tmp_path / "killed.db"
    server = Server(database, "--port", "0")
    moves = ["A@a1", "A@c2", "B@b3", "B@d4", "C@d1"]
    async with guest(server) as ada:
        match = (await new(ada))["id"]
        for seq, move in enumerate(moves, 1):
            assert (await play(ada, match, move, seq)).status_code == 200
        against_bot = (await new(ada, second={"kind": "bot", "level": 10}))["id"]
        assert (await play(ada, against_bot, "A@a1", 1)).json()["thinking"]
        server.kill()
        cookies = dict(ada.cookies)
    server = Server(database, "--port", "0")
    async with httpx.AsyncClient(base_url=server.address, cookies=cookies, timeout=PATIENCE) as ada:
        state = (await ada.get(f"/api/matches/{match}")).json()
        assert (state["moves"], state["you"]) == (moves, [1, 2])
        assert (await play(ada, match, "C@b2", 6)).status_code == 200
    async with watch(server, match) as socket:
        assert [event["seq"] for event in await heard(socket, 7)] == list(range(1, 8))
    async with watch(server, against_bot, since=2) as socket:
        assert (await heard(socket, 1))[0]["by"] == 2
    server.stop()


async def test_who_watches_hears_what_another_server_has_written(tmp_path: Path) -> None:
    """Two servers on one database, though nobody has told them of each other."""
    here, there = (Server(tmp_path / "shared.db", "--port", "0") for _ in range(2))
    async with guest(here) as ada, guest(there) as elsewhere:
        match = (await new(ada))["id"]
        elsewhere.cookies.update(dict(ada.cookies))
        async with watch(here, match, since=1) as socket:
            await awaited(socket, kind="ready")
            assert (await play(elsewhere, match, "A@a1", 1)).status_code == 200
            assert (await awaited(socket, kind="move"))["move"] == "A@a1"
            assert (await play(ada, match, "C@c3", 1)).json()["error"]["code"] == "stale"
            assert (await play(ada, match, "B@b2", 2)).status_code == 200
            assert (await awaited(socket, kind="move"))["move"] == "B@b2"
    here.stop()
    there.stop()


async def test_a_database_that_is_away_is_a_reason_to_come_back() -> None:
    closed: list[int] = []

    class Socket:
        async def send_text(self, text: str) -> None: ...

        async def close(self, code: int, reason: str) -> None:
            closed.append(code)

    await live._refuse(Socket(), AwayError())  # type: ignore[arg-type]
    assert closed == [1012]
