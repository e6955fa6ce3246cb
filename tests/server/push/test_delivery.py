"""Messages go to push services alone, and never into the network that the server is in."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.push.service import P256, Device, Service, certificate, serving, signed
from tetrad.server.push import delivery as deliveries
from tetrad.server.push.delivery import Delivery, EndpointError, Parcel, Subscription, is_public
from tetrad.server.push.vapid import public
from tetrad.server.settings import Settings

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]

KEY = ec.generate_private_key(P256)
PARCEL = Parcel(b'{"title": "Qomet"}', 3600, "abc123", "high")
OUTSIDE = Delivery(Settings(hosted=True, allow_host=("play.example.org",)))


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "WAITS", (0.0, 0.02, 0.02))


def subscribed(device: Device) -> Subscription:
    told = device.subscription()
    keys = told["keys"]
    return Subscription("", "", told["endpoint"], keys["p256dh"], keys["auth"], "en", 0.0)


def local(**more: Any) -> Delivery:
    return Delivery(Settings(push="local", **more))


async def test_a_message_arrives_signed_sealed_and_with_its_topic(service: Service) -> None:
    device = service.device("some/where?x=1")
    sent = await local(contact="mailto:me@example.org").send(subscribed(device), PARCEL, KEY)
    (path, headers, body), = service.posted  # fmt: skip
    assert (sent, path, device.read(body)) == ("sent", "/some/where?x=1", {"title": "Qomet"})
    wanted = {"ttl": "3600", "urgency": "high", "topic": "abc123", "content-encoding": "aes128gcm"}
    assert wanted.items() <= headers.items()
    claims, key = signed(headers["authorization"])
    assert (claims["aud"], claims["sub"]) == (service.address, "mailto:me@example.org")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert key == public(KEY)


async def test_a_service_over_tls_has_to_prove_its_name(
    tmp_path: Path,
) -> None:
    named, other = certificate(tmp_path, "localhost"), certificate(tmp_path, "elsewhere.test")
    for certified, result in ((named, "sent"), (other, "failed")):
        sender = local()
        sender.__dict__["_tls"] = ssl.create_default_context(cafile=certified)
        async with serving(certified) as service:
            device = service.device("a")
            assert await sender.send(subscribed(device), PARCEL, KEY) == result
            assert len(service.posted) == (result == "sent")
            assert await local().send(subscribed(device), PARCEL, KEY) == "failed", "unknown"


@pytest.mark.parametrize(
    ("statuses", "result", "tries"),
    [
        ([201], "sent", 1),
        ([503, 429, 200], "sent", 3),
        ([500, 500, 500], "failed", 3),
        ([404], "gone", 1),
        ([410], "gone", 1),
        ([503, 410], "gone", 2),
        ([403], "failed", 1),
        ([302], "failed", 1),
    ],
)
async def test_what_a_service_answers_decides(
    service: Service, statuses: list[int], result: str, tries: int
) -> None:
    service.statuses = list(statuses)
    assert await local().send(subscribed(service.device("a")), PARCEL, KEY) == result
    assert len(service.posted) == tries


async def test_a_service_that_does_not_answer_is_not_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "SECONDS_FOR_ALL", 0.2)
    service.silent = True
    async with asyncio.timeout(30):
        assert await local().send(subscribed(service.device("a")), PARCEL, KEY) == "failed"
    assert len(service.posted) == 3


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/a",
        "https://push.example.net:8443/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://[64:ff9b::7f00:1]/a",
        "https://10.1.2.3/a",
        "https://192.168.1.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/a",
        "https://0.0.0.0/a",
        "https://224.0.0.1/a",
        "https://localhost/a",
        "https://metadata/a",
        "https://me:secret@push.example.net/a",
        "https://push.example.net/a#b",
        "https://push.example.net/a b",
        "https://push.example.net/\r\nHost: elsewhere",
        "https://push.example.net:99999/a",
        "https://[::1/a",
        "https:///a",
        "ftp://push.example.net/a",
        "file:///etc/passwd",
        "",
        "https://push.example.net/" + "a" * 1024,
        "https://püsh.example.net/a",
    ],
)
async def test_what_is_no_public_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(EndpointError):
        OUTSIDE.check(endpoint)
    assert await OUTSIDE.send(subscribed(Device(endpoint)), PARCEL, KEY) == "gone"


def test_push_services_are_let_through() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com:443/QGuQ",
        "https://wns2-by3p.notify.windows.com/w/?token=BQYA%2b",
    ):
        assert OUTSIDE.check(endpoint).scheme == "https"


async def test_a_name_that_leads_inside_is_not_followed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may lead elsewhere when it is asked for again; what was looked at is what is used."""
    for addresses in (["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"]):

        async def lead(*_: object, addresses: list[str] = addresses, **__: object) -> list[Any]:
            return [(2, 1, 6, "", (each, 443)) for each in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", lead)
        there = subscribed(Device("https://inside.example.net/a"))
        assert await OUTSIDE.send(there, PARCEL, KEY) == "gone"
    assert service.posted == []


@pytest.mark.parametrize(
    ("address", "anybodys"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("64:ff9b::5db8:d822", True),
        ("172.16.0.1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("2002:7f00:1::", False),
        ("255.255.255.255", False),
        ("240.0.0.1", False),
        ("ff02::1", False),
    ],
)
def test_only_addresses_that_anybody_can_reach_are_public(address: str, anybodys: bool) -> None:
    assert is_public(ip_address(address)) is anybodys
