"""What is said, once: a code, a wording in English, and the parts that fill its gaps.

Each wording stands beside the rule or check that says it and makes messages from parts:

    >>> NOT_EMPTY = Wording("not-empty", "{square} is not empty")
    >>> message = NOT_EMPTY(square="b3")
    >>> message, message.code, message.params
    ('b3 is not empty', 'not-empty', {'square': 'b3'})

A message is its English text, as programs read it. `language` says it to people, in any language:
there a part that is a message is translated, too, and a player goes by the look of the pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Wording:
    """Something to say; `brief` is what programs and records call it, where that is fixed."""

    code: str
    text: str
    brief: str = field(default="", kw_only=True)

    def __call__(self, **parts: object) -> Message:
        return Message(self, **parts)

    def english(self, _parts: Mapping[str, object]) -> str:
        """The form that fits the parts."""
        return self.text


@dataclass(frozen=True, slots=True)
class Counted(Wording):
    """A wording with a second form for any number but one; `count` names the part that decides."""

    many: str
    count: str

    def english(self, _parts: Mapping[str, object]) -> str:
        return self.text if _parts[self.count] == 1 else self.many


class Message(str):
    """An English text that remembers its wording and its parts."""

    __slots__ = ("parts", "wording")

    wording: Wording
    parts: dict[str, object]

    def __new__(cls, wording: Wording | str, /, **parts: object) -> Message:
        if isinstance(wording, str):
            wording = Wording("", wording)
        text = wording.brief or wording.english(parts)
        message = super().__new__(cls, text.format(**parts))
        message.wording, message.parts = wording, parts
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[Wording], dict[str, object]]:
        return (self.wording,), self.parts

    @property
    def code(self) -> str:
        return self.wording.code

    @property
    def template(self) -> str:
        """The English under which catalogs have it."""
        return self.wording.text

    @property
    def params(self) -> dict[str, Any]:
        """The parts as plain data: of a message its code, and its own parts beside it."""
        inner = [part.params for part in self.parts.values() if isinstance(part, Message)]
        outer = {name: _plain(part) for name, part in self.parts.items()}
        return {name: value for params in (*inner, outer) for name, value in params.items()}

    def data(self) -> Any:
        """Everything a client needs to say it in its own language."""
        said = {
            "code": self.code,
            "template": self.template,
            "params": self.params,
            "message": str(self),
        }
        if isinstance(self.wording, Counted):
            said |= {"plural": self.wording.many, "count": self.wording.count}
        shown = {name: as_shown(part) for name, part in self.parts.items()}
        parts = {name: part.data() for name, part in shown.items() if isinstance(part, Message)}
        return {**said, "parts": parts} if parts else said


@runtime_checkable
class Seen(Protocol):
    """What has a name in notation and another on the board, as players have."""

    @property
    def look(self) -> Message: ...


def as_shown(part: object) -> object:
    """A part as people see it, who do not call players by the names of the notation."""
    return part.look if isinstance(part, Seen) else part


def _plain(part: object) -> str | int:
    if isinstance(part, Message):
        return part.code or str(part)
    if isinstance(part, Enum):
        return int(part.value)
    return part if isinstance(part, int) else str(part)
