"""Programs: anybody's may play over HTTP, with a token of an account marked as a program."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select

from tetrad.matches.refusals import ConflictError
from tetrad.message import Wording
from tetrad.server.people.accounts import Account
from tetrad.server.storage.schema import accounts, tokens
from tetrad.server.storage.secrets import digest, new_secret
from tetrad.server.storage.store import Store

MOST_TOKENS = 10
LETTERS_OF_AN_ID = 10
SECONDS_REMEMBERED = 30.0
MOST_REMEMBERED = 10_000

# Translators: the answer to who wants a token for a program; an account is either
NO_PROGRAM = Wording(
    "no-program", "this account belongs to a person; make another one for the program"
)
# Translators: the answer to who wants an eleventh token
TOO_MANY_TOKENS = Wording("too-many-tokens", "an account has at most {most} tokens")

_INSERT = insert(tokens)
_OF = select(tokens).where(tokens.c.person == bindparam("who")).order_by(tokens.c.made)
_END = delete(tokens).where(
    tokens.c.person == bindparam("who"), tokens.c.digest == bindparam("given")
)
_END_ALL = delete(tokens).where(tokens.c.person == bindparam("who"))
_WHO = (
    select(tokens.c.person)
    .join(accounts, accounts.c.person == tokens.c.person)
    .where(tokens.c.digest == bindparam("given"), accounts.c.banned.is_(False))
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is listed; the secret itself is shown once."""

    id: str
    name: str
    made: float


class Programs:
    """Gives out tokens, and finds whose they are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._remembered: OrderedDict[str, tuple[float, str | None]] = OrderedDict()

    async def new(self, account: Account, name: str) -> tuple[str, Token]:
        """A token, which is shown this once."""
        if not account.program:
            raise ConflictError(NO_PROGRAM())
        if len(await self.of(account.person)) >= MOST_TOKENS:
            raise ConflictError(TOO_MANY_TOKENS(most=MOST_TOKENS))
        secret, now = new_secret(), time.time()
        kept = digest(secret)
        row = {"digest": kept, "person": account.person, "name": name, "made": now}
        await self._store.write([(_INSERT, [row])])
        self._remember(kept, account.person)
        return secret, Token(kept[:LETTERS_OF_AN_ID], name, now)

    async def of(self, person: str) -> list[Token]:
        rows = await self._store.read(_OF, {"who": person})
        return [Token(row.digest[:LETTERS_OF_AN_ID], row.name, row.made) for row in rows]

    async def revoke(self, person: str, token_id: str) -> None:
        """From now on it stands for nobody."""
        for row in await self._store.read(_OF, {"who": person}):
            if row.digest.startswith(token_id):
                await self._store.write([(_END, [{"who": person, "given": row.digest}])])
                self._remember(row.digest, None)

    async def revoke_all(self, person: str) -> None:
        """When a password changes hands, no token stays behind."""
        await self._store.write([(_END_ALL, [{"who": person}])])
        for given, (_, known) in list(self._remembered.items()):
            if known == person:
                self._remember(given, None)

    def remembered(self, given: str) -> tuple[bool, str | None]:
        when, person = self._remembered.get(given, (float("-inf"), None))
        return when + SECONDS_REMEMBERED > time.monotonic(), person

    async def person(self, given: str) -> str | None:
        """Whose program brings this digest, if it is one of a program at all."""
        fresh, person = self.remembered(given)
        if not fresh:
            rows = await self._store.read(_WHO, {"given": given})
            person = rows[0].person if rows else None
            self._remember(given, person)
        return person

    def _remember(self, given: str, person: str | None) -> None:
        self._remembered[given] = time.monotonic(), person
        self._remembered.move_to_end(given)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
