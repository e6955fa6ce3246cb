"""Who waits for a game of theirs is woken when there is one, whichever process has made it.

Nobody asks the database again and again: a seat that is given away rings a bell, here and, through
the line between processes, elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tetrad.server.rooms.wake import Channel

TOPIC = "arrival"


class Arrivals:
    """The bells of those who wait, by what opens their seats."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._bells: dict[str, set[asyncio.Event]] = {}
        channel.on(TOPIC, lambda _speaker, person, _match: self._ring(person))

    @contextmanager
    def bell(self, person: str) -> Iterator[asyncio.Event]:
        """Rings whenever this person has a seat in one more match."""
        bell = asyncio.Event()
        bells = self._bells.setdefault(person, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(person, None)

    def tell(self, match_id: str, digests: Iterable[str]) -> None:
        """These have a seat in this match from now on."""
        for each in digests:
            self._ring(each)
            self._channel.tell(TOPIC, each, match_id)

    def _ring(self, person: str) -> None:
        for bell in self._bells.get(person, ()):
            bell.set()
