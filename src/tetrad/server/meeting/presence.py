"""Who is there: people who have looked at what is looked for in the last seconds."""

from __future__ import annotations

import time
from collections import OrderedDict

from tetrad.server.rooms.wake import Channel
from tetrad.server.storage.secrets import digest

SECONDS_THERE = 10.0
MOST_COUNTED = 10_000


class Presence:
    """Those who have shown themselves lately, to this process or to one that it hears."""

    def __init__(self, channel: Channel | None = None) -> None:
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._channel = channel or Channel()
        self._channel.on("here", lambda _speaker, who, _: self._note(who))

    def here(self, who: str) -> int:
        """Notes that somebody is there; how many are."""
        sign = digest(who)
        self._note(sign)
        self._channel.tell("here", sign, 1)
        return len(self._seen)

    def _note(self, sign: str) -> None:
        now = time.monotonic()
        self._seen[sign] = now
        self._seen.move_to_end(sign)
        while (
            len(self._seen) > MOST_COUNTED or next(iter(self._seen.values())) < now - SECONDS_THERE
        ):
            self._seen.popitem(last=False)
