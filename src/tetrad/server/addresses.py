"""This computer's addresses in the networks that it is in, found with the standard library."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from ipaddress import ip_address

DISCARD = 9
# Reserved for documentation: nothing is sent, the system only looks up which way it would go.
FAR_AWAY = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}
# The request for the address of an interface, where the system has it.
SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}
# Networks inside this computer, which no other device is in.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "bridge")


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def addresses() -> list[str]:
    """This computer's addresses in home networks, the one most likely to be right first."""
    return _among(socket.AF_INET, _of_interfaces()) or _among(socket.AF_INET6, [])


def _among(family: socket.AddressFamily, others: list[str]) -> list[str]:
    return [each for each in dict.fromkeys([_towards_the_internet(family), *others]) if _home(each)]


def _home(address: str) -> bool:
    """Whether only devices nearby can reach it: an address of the internet is never offered."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    nowhere = found.is_loopback or found.is_link_local or found.is_multicast or found.is_unspecified
    return not (nowhere or found.is_global)


def _towards_the_internet(family: socket.AddressFamily) -> str:
    """The address of the interface of the default route; empty if there is none."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR_AWAY[family], DISCARD))
        return str(probe.getsockname()[0])
    return ""


def _of_interfaces() -> list[str]:
    """IPv4 addresses of the network cards; where they cannot be asked, those of the name."""
    if sys.platform not in SIOCGIFADDR:
        with contextlib.suppress(OSError):
            found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
            return [str(address[0]) for *_, address in found]
        return []
    names = [name for _, name in socket.if_nameindex() if not name.startswith(INSIDE)]
    return [address for name in names if (address := _of_interface(name))]


def _of_interface(name: str) -> str | None:
    import fcntl

    question = struct.pack("256s", name.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        answer = fcntl.ioctl(probe, SIOCGIFADDR[sys.platform], question)
        return socket.inet_ntoa(answer[20:24])
    return None


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
