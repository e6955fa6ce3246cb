"""The way back after a loss, as a game against hypothesis.

Two players at one match, two real servers on one database. A request may be lost, arrive twice,
late, or at the other server; both servers write at once; an answer may be lost; a line breaks with
what is on it; a server starts anew, or dies in the middle of a request. Whatever happens: nobody is
told what is not written down, or with a gap; what was acknowledged is there, once; what is written
down follows the rules; and in the end everybody knows the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.matches.test_log import start
from tests.server.rooms.test_several import ADA, BEN, Process
from tests.server.services import Postgres
from tetrad.matches import actions
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import RefusedError
from tetrad.position import Player
from tetrad.server.rooms.room import Room, Watcher
from tetrad.server.storage.store import Key
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

T = TypeVar("T")
WHO = st.sampled_from([0, 1])
WHERE = st.sampled_from([0, 1])
ANY = st.integers(0, 10**6)
SOME = st.lists(st.tuples(ANY, WHERE), min_size=2, max_size=5)


@dataclass
class Request:
    """On its way to a server, and what came back."""

    client: int
    id: str
    seq: int
    move: str | None


@dataclass
class Client:
    """A browser: what it was told, and the line it has, if it has one."""

    seat: Player
    heard: list[dict[str, Any]] = field(default_factory=list)
    line: Watcher | None = None
    at: int = 0
    room: Room | None = None

    def fold(self, told: dict[str, Any]) -> None:
        if told.get("seq") is None or told["kind"] == "ready":
            return
        assert told["seq"] <= len(self.heard) + 1, "there is a gap"
        if told["seq"] == len(self.heard) + 1:
            self.heard.append(told)

    def standing(self) -> Standing:
        events = []
        for told in self.heard:
            if told["kind"] == "start":
                data = {key: told[key] for key in ("game", "start", "repetition", "players")}
            else:
                data = {key: told[key] for key in ("by", "move", "offer") if key in told}
            events.append(Event(told["seq"], told["kind"], data, 1.0))
        return Standing(events)


class Resuming(RuleBasedStateMachine):
    """What hypothesis may do, and what must hold after each of it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.network: list[Request] = []
        self.answers: list[tuple[int, list[dict[str, Any]]]] = []
        self.acknowledged: set[str] = set()
        self.clients = [Client(Player.FIRST), Client(Player.SECOND)]
        self.ids = 0

    def new_database(self) -> str:
        return str(Path(self.folder.name) / "model.db")

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize()
    def begin(self) -> None:
        self.engine = Engine()
        self.database = self.new_database()
        self.servers = [self.run(self._server()) for _ in range(2)]
        self.match = self.run(self._new_match())

    async def _server(self) -> Process:
        process = Process(self.database, self.engine)
        await process.store.open()
        return process

    async def _new_match(self) -> str:
        data = start("qomet", repetition=False)[0].data
        keys = [Key(ADA, 1), Key(BEN, 2)]
        return (await self.servers[0].lobby.create(data, keys, Asker("", ADA))).id

    @rule(who=WHO, where=WHERE)
    def connect(self, who: int, where: int) -> None:
        self.drop(who)
        self.run(self._connect(self.clients[who], where))

    async def _connect(self, client: Client, where: int) -> None:
        lobby = self.servers[where].lobby
        client.room = await lobby.enter(self.match)
        client.line, client.at = Watcher(frozenset({client.seat})), where
        assert len(client.heard) <= client.room.standing.seq, "told what is not written down"
        await lobby.watch(client.room, client.line, len(client.heard))

    @rule(who=WHO)
    def drop(self, who: int) -> None:
        """With all that is still on the line."""
        client = self.clients[who]
        if client.line and client.room:
            self.run(self._leave(client))

    async def _leave(self, client: Client) -> None:
        assert client.line
        assert client.room
        self.servers[client.at].lobby.leave(client.room, client.line)
        client.line = None

    @rule(who=WHO, count=st.integers(1, 5))
    def hear(self, who: int, count: int) -> None:
        """Some of what waits on the line arrives, in its order."""
        client = self.clients[who]
        for _ in range(count):
            if client.line and not client.line.lines.empty():
                told = client.line.lines.get_nowait()
                if told is None:
                    client.line = None
                else:
                    client.fold(json.loads(told))

    @rule(who=WHO, pick=ANY)
    def want_a_move(self, who: int, pick: int) -> None:
        client = self.clients[who]
        if client.heard:
            moves = client.standing().position.legal_moves()
            if moves:
                self._want(who, str(moves[pick % len(moves)]))

    @rule(who=WHO)
    def want_a_draw(self, who: int) -> None:
        self._want(who, None)

    def _want(self, who: int, move: str | None) -> None:
        self.ids += 1
        known = len(self.clients[who].heard)
        self.network.append(Request(who, f"wish-{self.ids}", known, move))

    @rule(which=ANY, where=WHERE, again=st.booleans())
    def arrive(self, which: int, where: int, again: bool) -> None:
        """A request arrives, in any order, at any server; it may come once more."""
        if self.network:
            index = which % len(self.network)
            request = self.network[index] if again else self.network.pop(index)
            self.run(self._serve(request, where))

    async def _serve(self, request: Request, where: int) -> None:
        lobby, client = self.servers[where].lobby, self.clients[request.client]
        room, you = await lobby.room(self.match), frozenset({client.seat})
        with contextlib.suppress(RefusedError):
            if request.move:
                await lobby.play(room, you, request.move, request.seq, wish=request.id)
            else:
                await lobby.wish(room, you, actions.draw, request.seq, request.id)
            self.acknowledged.add(f"{client.seat.value}:{request.id}")
            await room.recall(request.seq)
            told = [json.loads(line) for line in room.since(request.seq)]
            self.answers.append((request.client, told))

    @rule(which=SOME, looking=st.booleans())
    def arrive_at_once(self, which: list[tuple[int, int]], looking: bool) -> None:
        """Requests, or one several times, are decided on by both servers at the same time."""
        if not self.network:
            return
        chosen = [(number % len(self.network), where) for number, where in which]
        work = [self._serve(self.network[index], where) for index, where in chosen]
        if looking:
            work += [server.lobby._follower.look() for server in self.servers]
        for index in sorted({index for index, _ in chosen}, reverse=True):
            self.network.pop(index)
        self.run(self._together(work))

    @rule(picks=st.lists(st.tuples(WHO, ANY, st.booleans()), min_size=1, max_size=3), there=WHERE)
    def write_at_once(self, picks: list[tuple[int, int, bool]], there: int) -> None:
        """Both know how it stands, and wish for something that counts, each at both servers."""
        for who, client in enumerate(self.clients):
            self.connect(who, who ^ there)
            self.hear(who, 10**4)
            moves = client.standing().position.legal_moves() or ("@a1",)
            for wanted, pick, moving in picks:
                if wanted == who:
                    self._want(who, str(moves[pick % len(moves)]) if moving else None)
        wanted_now = [self.network.pop() for _ in picks]
        self.run(self._together([self._serve(each, at) for each in wanted_now for at in (0, 1)]))

    async def _together(self, work: list[Coroutine[Any, Any, None]]) -> None:
        await asyncio.gather(*work)

    @rule(which=ANY, where=WHERE, restarting=st.booleans())
    def arrive_while_the_other_server_comes(self, which: int, where: int, restarting: bool) -> None:
        """Or while somebody comes to the other one, who knows what there is to know."""
        if not self.network:
            return
        serving = self._serve(self.network.pop(which % len(self.network)), where)
        if restarting:
            self._lose_lines(1 - where)
            self.run(self._together([serving, self._replace(1 - where)]))
        else:
            self.drop(0)
            self.run(self._together([serving, self._connect(self.clients[0], 1 - where)]))

    @rule(which=ANY, where=WHERE, steps=st.integers(0, 12))
    def die(self, which: int, where: int, steps: int) -> None:
        """A server ends in the middle of a request, and nobody knows whether it counts."""
        self._lose_lines(where)
        if self.network:
            request = self.network[which % len(self.network)]
            self.run(self._break_off(self._serve(request, where), steps))
        self.run(self._replace(where))

    async def _break_off(self, work: Coroutine[Any, Any, None], steps: int) -> None:
        task = asyncio.create_task(work)
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    @rule(which=ANY)
    def lose_a_request(self, which: int) -> None:
        if self.network:
            self.network.pop(which % len(self.network))

    @rule(which=ANY, lost=st.booleans())
    def answer(self, which: int, lost: bool) -> None:
        """An answer arrives, sooner or later than the same events on the line, or never."""
        if self.answers:
            who, events = self.answers.pop(which % len(self.answers))
            for told in [] if lost else events:
                self.clients[who].fold(told)

    @rule(where=WHERE)
    def restart(self, where: int) -> None:
        """A server goes, and everybody's line to it; another one comes."""
        self._lose_lines(where)
        self.run(self._replace(where))

    def _lose_lines(self, where: int) -> None:
        for client in self.clients:
            if client.line and client.at == where:
                client.line = None

    async def _replace(self, where: int) -> None:
        await self.servers[where].close()
        self.servers[where] = await self._server()

    @rule(where=WHERE)
    def look_at_the_log(self, where: int) -> None:
        """What every server does twice a second."""
        self.run(self.servers[where].lobby._follower.look())

    def _stored(self) -> list[Event]:
        stored = self.run(self.servers[0].store.load(self.match))
        assert stored
        return stored.events

    @invariant()
    def nobody_is_told_what_is_not_written_down(self) -> None:
        if not hasattr(self, "match"):
            return
        stored = self._stored()
        assert [event.seq for event in stored] == list(range(1, len(stored) + 1))
        Standing(stored)  # which refuses a move that is not legal
        for client in self.clients:
            for told, event in zip(client.heard, stored, strict=False):
                assert (told["kind"], told.get("move")) == (event.kind, event.data.get("move"))
            assert len(client.heard) <= len(stored)
        wishes = [event.wish for event in stored if event.wish]
        assert len(wishes) == len({*wishes}), "a wish was counted twice"
        assert self.acknowledged <= {*wishes}, "what was acknowledged is not there"

    def teardown(self) -> None:
        """In the end all come back, and know the same."""
        if not hasattr(self, "match"):
            return
        for who, client in enumerate(self.clients):
            self.connect(who, who)
            self.hear(who, 10**4)
            assert [told["seq"] for told in client.heard] == [event.seq for event in self._stored()]
        for server in self.servers:
            self.run(server.close())
        self.run(self.engine.close())
        self.loop.close()
        self.folder.cleanup()


SETTINGS = settings(
    max_examples=20,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
Resuming.TestCase.settings = SETTINGS
TestResuming = Resuming.TestCase


def test_the_way_back_is_the_same_on_postgresql(postgres: Postgres) -> None:
    """Where nobody waits for another one's whole transaction."""

    class OnPostgresql(Resuming):
        def new_database(self) -> str:
            return postgres.new_database()

    run_state_machine_as_test(OnPostgresql, settings=settings(SETTINGS, max_examples=10))
