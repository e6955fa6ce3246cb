"""Which of a computer's addresses are offered to the home network."""

from __future__ import annotations

import socket

import pytest

from tetrad.server import addresses as finding


def test_addresses_of_home_networks_are_offered_and_no_others() -> None:
    for address in ("192.168.1.5", "10.0.0.7", "172.20.1.1", "100.64.3.4", "fd12::5"):
        assert finding._home(address), address
    for address in ("127.0.0.1", "0.0.0.0", "8.8.8.8", "169.254.1.1", "224.0.0.1", "fe80::1",
                    "2600::1", "::1", "::", "", "localhost"):  # fmt: skip
        assert not finding._home(address), address


def test_the_way_to_the_internet_comes_first_and_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "_towards_the_internet", lambda _: "192.168.1.5")
    monkeypatch.setattr(finding, "_of_interfaces", lambda: ["127.0.0.1", "10.0.0.7", "192.168.1.5"])
    assert finding.addresses() == ["192.168.1.5", "10.0.0.7"]


def test_without_ipv4_the_address_is_one_of_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {socket.AF_INET: "", socket.AF_INET6: "fd12::5"}
    monkeypatch.setattr(finding, "_towards_the_internet", lambda family: found[family])
    monkeypatch.setattr(finding, "_of_interfaces", list)
    assert finding.addresses() == ["fd12::5"]
    assert finding.in_url("fd12::5") == "[fd12::5]"


def test_where_network_cards_cannot_be_asked_the_name_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "SIOCGIFADDR", {})
    assert set(finding._of_interfaces()) <= {
        str(address[0]) for *_, address in socket.getaddrinfo(socket.gethostname(), None)
    }
