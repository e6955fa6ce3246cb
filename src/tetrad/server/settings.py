"""What whoever runs a server may choose, in one place.

Every setting has an option of `tetrad serve` and an environment variable, `TETRAD_` and its name:

    tetrad serve --hosted --allow-host play.example.org
    TETRAD_HOSTED=1 TETRAD_ALLOW_HOST=play.example.org tetrad serve

An option counts more than a variable. What cannot be read is refused in one sentence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Literal, cast

from tetrad.language import NOT_WHOLE, mark
from tetrad.message import Message

LOOPBACK = ("127.0.0.0/8", "::1/128")
DAYS_KEPT_BY_A_HOST = 180
PREFIX = "TETRAD_"
REDIS_URLS = ("redis://HOST:PORT", "rediss://HOST:PORT", "unix:///PATH")

# Translators: about a setting; {name} is an option like --port or a variable like TETRAD_PORT
WRONG = "{name}: {why}"
_NAME = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")

Log = Literal["text", "json"]
Metrics = Literal["off", "local", "all"]
Push = Literal["on", "off", "local"]


class SettingsError(ValueError):
    """Which setting is wrong, and why."""


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= 65535):
        raise ValueError(NOT_WHOLE(text=repr(text), least=0, most=65535))
    return int(text)


def _days(text: str) -> int | None:
    """0 is for ever."""
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= 36500):
        raise ValueError(NOT_WHOLE(text=repr(text), least=0, most=36500))
    return int(text)


def _network(text: str) -> str:
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        raise ValueError(
            Message("{text} is not an address or network such as 10.0.0.0/8", text=repr(text))
        ) from None


def _host(text: str) -> str:
    """A name, without a port; `*.` stands for any one part in front."""
    name = text.strip().lower().rstrip(".")
    bare = name.strip("[]")
    try:
        return str(ip_address(bare))
    except ValueError:
        if _NAME.fullmatch(name):
            return name
    raise ValueError(Message("{text} is not a host name such as play.example.org", text=repr(text)))


def _contact(text: str) -> str:
    if not re.fullmatch(r"(https://|mailto:)[!-~]{3,200}", text) or '"' in text:
        raise ValueError(
            Message("{text} is not an address such as mailto:me@example.org", text=repr(text))
        )
    return text


def _redis(text: str) -> str:
    """Looked at by the client itself, where it is there; a password is not repeated."""
    try:
        from redis.asyncio.connection import parse_url

        parse_url(text)
    except ImportError:
        return text
    except ValueError:
        shown = repr(re.sub("//[^@]*@", "//***@", text))
        raise ValueError(_none_of(shown, REDIS_URLS)) from None
    return text


def _none_of(shown: str, words: tuple[str, ...]) -> Message:
    return Message("{text} is not one of: {words}", text=shown, words=", ".join(words))


def _yes(text: str) -> bool:
    if text.lower() in ("1", "yes", "true", "on"):
        return True
    if text.lower() in ("", "0", "no", "false", "off"):
        return False
    raise ValueError(Message("{text} is neither yes nor no", text=repr(text)))


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(_none_of(repr(text), words))
        return text

    return read


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: how it is written, how it is read, and what it is for."""

    name: str
    metavar: str
    read: Callable[[str], Any]
    what: str
    several: bool = False

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


OPTIONS = (
    Option("host", "H", str, mark("the address to listen on (127.0.0.1)")),
    Option("port", "N", _port, mark("the port to listen on (8000, or the next one that is free)")),
    Option("database", "URL", str, mark("a file or URL (one in your data folder)")),
    Option("redis", "URL", _redis, mark("joins several servers on one database")),
    Option("hosted", "", _yes, mark("for a server that others use: never opens the home network")),
    Option("allow_host", "NAME", _host, mark("a name the server is reached by"), several=True),
    Option("trust_proxy", "NET", _network,
           mark("trust proxies in this network to say who is asking"), several=True),
    Option("keep", "DAYS", _days,
           mark("remove games that nobody has touched for this long; 0 keeps all")),
    Option("metrics", "WHO", _one_of("off", "local", "all"),
           mark("who may read /metrics: off, local or all (local)")),
    Option("log", "FORM", _one_of("text", "json"), mark("how to log: text or json (text)")),
    Option("push", "HOW", _one_of("on", "off", "local"),
           mark("send notifications: on, off, or local: to services inside, too, for tests (on)")),
    Option("contact", "URL", _contact,
           mark("how push services reach you: an https or mailto address")),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is to run."""

    host: str = "127.0.0.1"
    port: int | None = None
    database: str | None = None
    redis: str | None = None
    hosted: bool = False
    # Empty: any, where others use the server; otherwise the names of this computer.
    allow_host: tuple[str, ...] = ()
    trust_proxy: tuple[str, ...] = ()
    keep: int | None = None
    metrics: Metrics = "local"
    log: Log = "text"
    push: Push = "on"
    # Empty: the first name under which the server answers.
    contact: str = ""
    open_browser: bool = False
    static_dir: Path | None = None

    @property
    def days_kept(self) -> int:
        """For how long games are kept that nobody touches; 0 is for ever."""
        if self.keep is not None:
            return self.keep
        return DAYS_KEPT_BY_A_HOST if self.hosted else 0

    @property
    def proxies(self) -> tuple[str, ...]:
        """Who is believed: those that were named, or one on the same machine as a hosted server."""
        return self.trust_proxy or (LOOPBACK if self.hosted else ())


def read(
    given: Mapping[str, str | Sequence[str] | bool | None],
    environment: Mapping[str, str] | None = None,
    **more: Any,
) -> Settings:
    """The settings of a command line and an environment; raises SettingsError."""
    variables = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    for option in OPTIONS:
        value, name = given.get(option.name), option.flag
        if not value:
            value, name = variables.get(option.variable), option.variable
        if value:
            found[option.name] = value if value is True else _read(option, name, value)
    return Settings(**found, **more)


def _read(option: Option, name: str, value: str | Sequence[str]) -> Any:
    try:
        if not option.several:
            return option.read(cast("str", value))
        texts = value.split(",") if isinstance(value, str) else value
        return tuple(option.read(text) for text in texts if text.strip())
    except ValueError as error:
        raise SettingsError(Message(WRONG, name=name, why=error.args[0])) from None
