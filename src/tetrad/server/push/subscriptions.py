"""Which browsers want to be told, and of whom they are.

A browser is known by the address that its push service has given to it, which nobody else knows; so
who brings the same address again is the same browser, maybe with another person, or another
language. A person has ten at most: a new one takes the place of the oldest.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from tetrad.server.http.errors import UnprocessableError
from tetrad.server.push.delivery import Delivery, EndpointError, Subscription
from tetrad.server.push.encryption import LENGTH_OF_A_SECRET, point
from tetrad.server.push.vapid import data
from tetrad.server.storage.schema import keys, subscriptions
from tetrad.server.storage.secrets import digest
from tetrad.server.storage.store import Store

MOST_OF_A_PERSON = 10

_FORGET = delete(subscriptions).where(subscriptions.c.id == bindparam("of"))
_FORGET_OWN = _FORGET.where(subscriptions.c.person == bindparam("who"))
_KEEP = insert(subscriptions)
_OF = (
    select(subscriptions)
    .where(subscriptions.c.person == bindparam("who"))
    .order_by(subscriptions.c.made)
)
# Who holds one seat of a match and has not taken it out of the list; who holds both knows.
_other = keys.alias()
_holds_both = (
    select(_other.c.seat)
    .where(
        _other.c.match_id == keys.c.match_id,
        _other.c.digest == keys.c.digest,
        _other.c.seat != keys.c.seat,
    )
    .exists()
)
_AT = (
    select(subscriptions)
    .join(keys, keys.c.digest == subscriptions.c.person)
    .where(
        keys.c.match_id == bindparam("match"),
        keys.c.seat == bindparam("sits"),
        keys.c.hidden.is_(False),
        ~_holds_both,
    )
)


class Subscriptions:
    """Keeps them, and finds those of a seat."""

    def __init__(self, store: Store, delivery: Delivery) -> None:
        self._store, self._delivery = store, delivery

    async def keep(
        self, person: str, endpoint: str, public: str, secret: str, language: str
    ) -> None:
        """From now on this browser is told, in this language."""
        try:
            self._delivery.check(endpoint)
            point(data(public))
            if len(data(secret)) != LENGTH_OF_A_SECRET:
                raise ValueError("the secret has 16 bytes")
        except EndpointError as error:
            why = f"this is not the address of a push service: {error}"
            raise UnprocessableError(why, "bad-endpoint") from None
        except ValueError:
            raise UnprocessableError("these are not keys of a push service", "shape") from None
        row = {
            "id": digest(endpoint),
            "person": person,
            "endpoint": endpoint,
            "public": public,
            "secret": secret,
            "language": language,
            "made": time.time(),
        }
        others = [each for each in await self.of(person) if each.id != row["id"]]
        leave = [each.id for each in others[: max(0, len(others) + 1 - MOST_OF_A_PERSON)]]
        gone = [{"of": each} for each in (row["id"], *leave)]
        await self._store.write([(_FORGET, gone), (_KEEP, [row])])

    async def end(self, person: str, endpoint: str) -> None:
        """This browser is told nothing any more."""
        await self._store.write([(_FORGET_OWN, [{"of": digest(endpoint), "who": person}])])

    async def forget(self, gone: Subscription) -> None:
        """Its push service does not know it any more."""
        await self._store.write([(_FORGET, [{"of": gone.id}])])

    async def of(self, person: str) -> list[Subscription]:
        """The oldest first."""
        return [_read(row) for row in await self._store.read(_OF, {"who": person})]

    async def at(self, match_id: str, seat: int) -> list[Subscription]:
        """Of whoever sits there."""
        return [
            _read(row) for row in await self._store.read(_AT, {"match": match_id, "sits": seat})
        ]

    async def told(self, person: str) -> list[dict[str, Any]]:
        """What is kept, for whoever asks what is kept about them."""
        return [
            {"endpoint": each.endpoint, "language": each.language, "made": each.made}
            for each in await self.of(person)
        ]


def _read(row: Any) -> Subscription:
    return Subscription(
        row.id, row.person, row.endpoint, row.public, row.secret, row.language, row.made
    )
