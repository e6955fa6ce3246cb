"""A friend on the sofa: the home network is let in by the person at the computer, and only so."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.conftest import Server
from tetrad.server import addresses as finding
from tetrad.server.home_network import at_this_computer

HERE = finding.addresses()
API = "/api/home-network"
pytestmark = pytest.mark.skipif(not HERE, reason="this machine is in no network")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("home") / "serve.db", "--port", "0")
    yield started
    started.stop()


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    """A server of a person's own, not opened to anybody."""
    yield running
    ask(running, "DELETE").raise_for_status()


def ask(server: Server, method: str = "GET", **headers: str) -> httpx.Response:
    """What the page on the same computer sends."""
    body = {"address": HERE[0]} if method == "POST" else None
    own = {"Origin": server.address} if method != "GET" else {}
    return httpx.request(method, server.address + API, json=body, headers=own | headers)


def opened(server: Server) -> str:
    return str(ask(server, "POST").raise_for_status().json()["open"])


def test_nobody_is_let_in_before_the_person_says_so(server: Server) -> None:
    assert ask(server).json() == {"addresses": HERE, "open": None}
    port = int(server.address.rpartition(":")[2])
    with pytest.raises(ConnectionRefusedError), socket.create_connection((HERE[0], port), 2):
        pass


def test_the_same_app_then_answers_at_the_home_address_on_the_same_port(server: Server) -> None:
    address = opened(server)
    assert address == f"http://{HERE[0]}:{server.address.rpartition(':')[2]}"
    assert ask(server).json()["open"] == address
    people = {"first": {"kind": "human"}, "invite": "second", "game": "qomet"}
    made = httpx.post(f"{server.address}/api/matches", json=people, timeout=60).json()
    where = f"{address}/api/matches/{made['id']}"
    joined = httpx.post(f"{where}/join", json={"code": made["invite"], "name": "Grace"}, timeout=60)
    assert joined.json()["match"]["players"]["2"]["name"] == "Grace"
    events = where.replace("http", "ws") + "/events?since=2"
    with connect(events, origin=Origin(address)) as live:
        assert '"ready"' in live.recv(timeout=60)


def test_another_port_is_taken_where_the_same_one_is_not_free(server: Server) -> None:
    port = int(server.address.rpartition(":")[2])
    with socket.create_server((HERE[0], port)):
        address = opened(server)
    assert address != f"http://{HERE[0]}:{port}"
    assert httpx.get(f"{address}/api/health", timeout=60).status_code == 200


def test_the_person_can_close_it_again(server: Server) -> None:
    address = opened(server)
    with connect(_some_match(server, address)) as live:
        assert ask(server, "DELETE").json()["open"] is None
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/api/health")
        with pytest.raises(ConnectionClosed):
            list(live)
        assert live.close_code == 1012
    assert httpx.get(f"{server.address}/api/health", timeout=60).status_code == 200
    assert opened(server) == address


def test_it_closes_with_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path / "serve.db", "--port", "0")
    address = opened(server)
    with connect(_some_match(server, address)) as live:
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed):
            list(live)
    assert (server.stdout, server.stderr) == ("", "")
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/api/health")


def _some_match(server: Server, address: str) -> str:
    made = httpx.post(f"{server.address}/api/matches", json={"game": "qomet"}, timeout=60).json()
    return f"{address.replace('http', 'ws')}/api/matches/{made['id']}/events"


def test_under_another_name_nobody_gets_in_from_the_home_network(server: Server) -> None:
    """A website whose name was made to lead to this computer shows its own name."""
    address = opened(server)
    for host in ("evil.example", f"localhost:{address.rpartition(':')[2]}", HERE[0]):
        refused = httpx.get(f"{address}/api/health", headers={"Host": host}, timeout=60)
        assert (refused.status_code, refused.json()["error"]["code"]) == (421, "wrong-host")
    with pytest.raises(InvalidStatus):
        connect(_some_match(server, address), additional_headers={"Host": "evil.example"})


def test_the_home_network_cannot_open_or_close_it(server: Server) -> None:
    address = opened(server)
    for method in ("GET", "POST", "DELETE"):
        body = {"address": HERE[0]} if method == "POST" else None
        answer = httpx.request(method, address + API, json=body, headers={"Origin": address})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-here")
    assert ask(server).json()["open"] == address


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Real-IP": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"Via": "1.1 proxy"},
    ],
)
def test_neither_other_sites_nor_requests_through_a_proxy_open_it(
    server: Server, headers: dict[str, str]
) -> None:
    for method in ("POST", "DELETE"):
        assert ask(server, method, **headers).status_code in (403, 421)
    assert ask(server).json()["open"] is None


def test_a_page_of_another_site_does_not_learn_the_addresses(server: Server) -> None:
    assert ask(server, "GET", **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert ask(server, "GET", Host="evil.example").status_code == 421


def test_who_opens_it_has_to_say_where_the_request_is_from(server: Server) -> None:
    answer = httpx.post(server.address + API, json={"address": HERE[0]}, timeout=60)
    assert answer.status_code == 403


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "127.0.0.1", "203.0.113.9", "", "localhost"])
def test_only_an_address_of_this_computer_in_a_home_network_is_opened(
    server: Server, address: str
) -> None:
    own = {"Origin": server.address}
    answer = httpx.post(server.address + API, json={"address": address}, headers=own, timeout=60)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no-such-address")


@pytest.mark.parametrize("options", [("--hosted",), ("--host", "0.0.0.0")])
def test_a_hosted_server_never_offers_it(tmp_path: Path, options: tuple[str, ...]) -> None:
    hosted = Server(tmp_path / "serve.db", "--port", "0", *options)
    for method in ("GET", "POST", "DELETE"):
        assert ask(hosted, method).status_code == 403
    assert hosted.stop() == 0


def request(**changes: Any) -> HTTPConnection:
    headers = {"host": "localhost:8000", "origin": "http://localhost:8000", **changes}
    scope = {name: headers.pop(name) for name in [*headers] if name in SCOPE}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({**SCOPE, **scope, "headers": raw})


SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "POST",
    "http_version": "1.1",
    "client": ("127.0.0.1", 50_000),
    "server": ("127.0.0.1", 8000),
}


def test_the_page_on_the_same_computer_is_told_from_all_others() -> None:
    assert at_this_computer(request())
    six = {"host": "[::1]:8000", "origin": "http://[::1]:8000"}
    assert at_this_computer(request(client=("::1", 5), server=("::1", 8000), **six))
    for change in (
        {"client": ("192.168.1.7", 5)},
        {"server": ("192.168.1.5", 8000)},
        {"client": None},
        {"http_version": "1.0"},
        {"host": "localhost", "origin": "http://localhost"},
        {"host": "localhost:9000", "origin": "http://localhost:9000"},
    ):
        assert not at_this_computer(request(**change)), change
