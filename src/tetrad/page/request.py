"""What is asked in a page, and what is answered.

What has the wrong shape is refused as a server refuses it, with a sentence that names the part.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from tetrad.matches.refusals import UnprocessableError
from tetrad.teach.review import Parts

# Not a whole answer: more of it has to be asked for.
UNFINISHED = 102
# As a server reads them in an address.
_YES, _NO = ("1", "true", "t", "yes", "y", "on"), ("0", "false", "f", "no", "n", "off")


@dataclass(frozen=True, slots=True)
class Request:
    """The parts of an address behind `/api`, its query, the body, and the logs it is about."""

    method: str
    parts: list[str]
    query: dict[str, str]
    body: dict[str, Any]
    logs: list[dict[str, Any]]

    def text(self, name: str, *, needed: bool = False) -> str | None:
        found = self.body.get(name)
        if found is None and not needed:
            return None
        if not isinstance(found, str):
            raise _wrong(name, "a text")
        return found

    def choice(self, name: str, known: Collection[str], default: str | None = None) -> str:
        found = self.body.get(name, default)
        if not isinstance(found, str) or found not in known:
            raise _wrong(name, f"one of {', '.join(known)}")
        return found

    def flag(self, name: str, *, default: bool) -> bool:
        found = self.body.get(name, default)
        if not isinstance(found, bool):
            raise _wrong(name, "true or false")
        return found

    def number(self, name: str, least: int, most: float = math.inf) -> int | None:
        """A whole number; in JSON 3.0 is one, too."""
        found = self.body.get(name)
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int | float) or found != found // 1:
            raise _wrong(name, "a whole number")
        if not least <= found <= most:
            raise _wrong(name, f"a number from {least} on{_up_to(most)}")
        return int(found)

    def inner(self, name: str) -> Request:
        """What the body says in a part of it, which may be left out."""
        found = self.body.get(name, {})
        if not isinstance(found, dict):
            raise _wrong(name, "an object")
        return replace(self, body=found)

    def asked_number(self, name: str, default: float, least: float, most: float) -> float:
        """A number in the address."""
        text = self.query.get(name)
        try:
            found = default if text is None else float(text)
        except ValueError:
            raise _wrong(name, "a number") from None
        if not least <= found <= most:
            raise _wrong(name, f"a number from {least:g} on{_up_to(most)}")
        return found

    def asked_whole(self, name: str, default: int, least: int, most: int) -> int:
        found = self.asked_number(name, default, least, most)
        if found != int(found):
            raise _wrong(name, "a whole number")
        return int(found)

    def asked_flag(self, name: str) -> bool:
        text = self.query.get(name, "false").lower()
        if text not in _YES and text not in _NO:
            raise _wrong(name, "true or false")
        return text in _YES

    def asked_text(self, name: str) -> str:
        if name not in self.query:
            raise UnprocessableError(f"{name}: this is needed", "shape")
        return self.query[name]


def _wrong(name: str, wanted: str) -> UnprocessableError:
    return UnprocessableError(f"{name}: this should be {wanted}", "shape")


def _up_to(most: float) -> str:
    return "" if most == math.inf else f" up to {most:g}"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer, and what it adds to the log of the match `of`; `due` if a bot has to act then."""

    body: Any
    status: int = 200
    of: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    due: bool = False
    summary: Any = None
    told: list[dict[str, Any]] = field(default_factory=list)
    also: Result | None = None  # a match that began with it
    parts: Parts[Any] | None = None  # what leads to the body, where that takes long

    def data(self) -> dict[str, Any]:
        """As plain data; `told` is what those hear who watch the match."""
        return {
            "status": self.status,
            "body": self.body,
            "of": self.of,
            "events": self.events,
            "due": self.due,
            "summary": self.summary,
            "told": self.told,
            "also": self.also.data() if self.also else None,
        }
