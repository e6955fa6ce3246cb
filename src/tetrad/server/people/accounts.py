"""Accounts: a person with a name, and what proves that it is them.

Whoever has played without one keeps the games: an account is made for the very person whom the
browser's cookie stands for. Who signs in elsewhere brings along what that browser has played. There
is no mail: who forgets the password, or loses the device with the passkey, uses one of the codes
shown when the account was made, each good for one time. Whether a name exists is not told by
signing in: the answer and its time are the same.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from tetrad.matches.refusals import ConflictError
from tetrad.message import Wording
from tetrad.server.http.errors import UnauthorizedError, UnprocessableError
from tetrad.server.people.names import RESERVED, folded, proper
from tetrad.server.people.passwords import Passwords, code_digest, new_codes
from tetrad.server.storage.persons import Persons
from tetrad.server.storage.schema import (
    accounts,
    blocks,
    challenges,
    changes,
    cookies,
    entrants,
    keys,
    passkeys,
    rated_games,
    ratings,
    seeks,
    subscriptions,
    tokens,
    tournaments,
)
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import SeqTakenError, Work

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LARGEST_PROGRESS = 200_000
# So long a server may take not to hear that an account was closed by command.
SECONDS_UNTIL_A_BAN = 5.0

# Translators: the answer to who wants a name that somebody has
NAME_TAKEN = Wording("name-taken", "someone already has this name; choose another one")
# Translators: the answer to who signs in; it does not tell whether there is such a name
WRONG_PASSWORD = Wording("wrong-password", "the name or the password is wrong")
# Translators: the answer to who has forgotten the password; the codes were shown when signing up
WRONG_CODE = Wording("wrong-recovery-code", "the name or the code is wrong")
# Translators: the answer to a password that is too short
SHORT_PASSWORD = Wording("short-password", "a password needs at least {least} characters")
# Translators: the answer to who has an account and wants another
HAVE_ACCOUNT = Wording("have-account", "you already have an account; sign out first")
# Translators: the answer to what only somebody with an account can do
NEED_ACCOUNT = Wording("need-account", "you need an account for this")
# Translators: the answer to somebody whom the operator has excluded
BANNED = Wording("banned", "this account is closed; ask whoever runs this server")

_INSERT = insert(accounts)
_BY_PERSON = select(accounts).where(accounts.c.person == bindparam("who"))
_BY_NAME = select(accounts).where(accounts.c.folded == bindparam("wanted"))
_mine = accounts.c.person == bindparam("who")
_SET_PASSWORD = update(accounts).where(_mine).values(password=bindparam("hash"))
_SET_CODES = update(accounts).where(_mine).values(codes=bindparam("left"))
# Where another process has taken the same code meanwhile, nothing is changed.
_RECOVER = (
    update(accounts)
    .where(_mine, accounts.c.codes == bindparam("had"))
    .values(password=bindparam("hash"), codes=bindparam("left"))
)
_SET_PROGRESS = update(accounts).where(_mine).values(progress=bindparam("kept"))
_BANNED = select(accounts.c.person).where(accounts.c.banned.is_(True))
_BAN = update(accounts).where(_mine).values(banned=bindparam("out"))
_OTHER_COOKIES = delete(cookies).where(
    cookies.c.person == bindparam("who"), cookies.c.digest != bindparam("but")
)
_BLOCK = insert(blocks)
_UNBLOCK = delete(blocks).where(
    blocks.c.person == bindparam("who"), blocks.c.blocked == bindparam("whom")
)
_BLOCKED = select(blocks.c.blocked).where(blocks.c.person == bindparam("who"))
_BLOCKING = select(blocks.c.person).where(blocks.c.blocked == bindparam("who"))
_NAMELESS = (
    update(changes).where(changes.c.opponent == bindparam("who")).values(opponent=""),
    update(tournaments).where(tournaments.c.by == bindparam("who")).values(by=""),
)
_END_OFFERS = delete(seeks).where(seeks.c.person == bindparam("who"))
# A seat that both hold stays with the account; the other row would be one too many.
_held = select(keys.c.match_id).where(keys.c.digest == bindparam("to")).scalar_subquery()
_BOTH_SIT = delete(keys).where(keys.c.digest == bindparam("was"), keys.c.match_id.in_(_held))
_MOVE_KEYS = update(keys).where(keys.c.digest == bindparam("was")).values(digest=bindparam("to"))
_MOVE_SEEKS = update(seeks).where(seeks.c.person == bindparam("was")).values(person=bindparam("to"))
_MOVE_SUBSCRIPTIONS = (
    update(subscriptions)
    .where(subscriptions.c.person == bindparam("was"))
    .values(person=bindparam("to"))
)
# A browser that is signed out is told nothing; one that stays says again that it wants to be.
_END_SUBSCRIPTIONS = delete(subscriptions).where(subscriptions.c.person == bindparam("who"))
# Who has entered a tournament twice, as two, goes on as the account.
_entered = (
    select(entrants.c.tournament_id).where(entrants.c.person == bindparam("to")).scalar_subquery()
)
_BOTH_ENTERED = delete(entrants).where(
    entrants.c.person == bindparam("was"), entrants.c.tournament_id.in_(_entered)
)
_MOVE_ENTRANTS = (
    update(entrants).where(entrants.c.person == bindparam("was")).values(person=bindparam("to"))
)
# Whoever signs in during a tournament game is helped in it no more than before.
_fair = (
    select(rated_games.c.match_id).where(rated_games.c.person == bindparam("to")).scalar_subquery()
)
_BOTH_PLAY = delete(rated_games).where(
    rated_games.c.person == bindparam("was"), rated_games.c.match_id.in_(_fair)
)
_MOVE_FAIRNESS = (
    update(rated_games)
    .where(rated_games.c.person == bindparam("was"))
    .values(person=bindparam("to"))
)
_MOVE_TOURNAMENTS = (
    update(tournaments).where(tournaments.c.by == bindparam("was")).values(by=bindparam("to"))
)
_FORGET = [
    delete(table).where(column == bindparam("who"))
    for table, column in (
        (accounts, accounts.c.person),
        (ratings, ratings.c.person),
        (changes, changes.c.person),
        (tokens, tokens.c.person),
        (passkeys, passkeys.c.person),
        (challenges, challenges.c.person),
        (blocks, blocks.c.person),
        (blocks, blocks.c.blocked),
        (cookies, cookies.c.person),
        (seeks, seeks.c.person),
        (subscriptions, subscriptions.c.person),
        (entrants, entrants.c.person),
        (keys, keys.c.digest),
    )
]


_MERGE = (
    _BOTH_SIT, _MOVE_KEYS, _MOVE_SEEKS, _BOTH_ENTERED, _MOVE_ENTRANTS, _MOVE_TOURNAMENTS,
    _MOVE_SUBSCRIPTIONS, _BOTH_PLAY, _MOVE_FAIRNESS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Account:
    """A person who has a name."""

    person: str
    name: str
    password: str | None
    codes: tuple[str, ...]
    made: float
    program: bool
    banned: bool
    progress: str | None


class Accounts:
    """Makes accounts, and finds out whose they are."""

    def __init__(self, store: Store, persons: Persons) -> None:
        self._store, self._persons = store, persons
        self.passwords = Passwords()
        self._banned: tuple[float, frozenset[str]] = (float("-inf"), frozenset())

    async def of(self, person: str | None) -> Account | None:
        rows = await self._store.read(_BY_PERSON, {"who": person}) if person else []
        return _account(rows[0]) if rows else None

    async def named(self, name: str) -> Account | None:
        wanted = folded(name).replace("\0", " ")  # which PostgreSQL cannot read, and nobody has
        rows = await self._store.read(_BY_NAME, {"wanted": wanted})
        return _account(rows[0]) if rows else None

    async def sure(self, person: str | None) -> Account:
        """The account of who asks; refused where there is none, or no longer."""
        account = await self.of(person)
        if account is None:
            raise UnauthorizedError(NEED_ACCOUNT())
        if account.banned:
            raise UnauthorizedError(BANNED())
        return account

    async def check_open(self, person: str) -> None:
        """Refuses whoever the operator has excluded; who that is is read now and then."""
        when, banned = self._banned
        if when + SECONDS_UNTIL_A_BAN < time.monotonic():
            banned = frozenset(row.person for row in await self._store.read(_BANNED, {}))
            self._banned = time.monotonic(), banned
        if person in banned:
            raise UnauthorizedError(BANNED())

    async def free(self, person: str | None, name: str) -> str:
        """The name as it is kept, if this person may have it for a new account."""
        name = proper(name)
        if await self.of(person):
            raise ConflictError(HAVE_ACCOUNT())
        if await self.named(name):
            raise ConflictError(NAME_TAKEN())
        return name

    async def check_guest(self, name: str) -> None:
        """Without an account nobody has a name that somebody is known by, or the house's."""
        if folded(name) in RESERVED or await self.named(name):
            raise ConflictError(NAME_TAKEN())

    async def sign_up(
        self, person: str, name: str, password: str | None, *, program: bool = False,
        passkey: Work = (),
    ) -> tuple[Account, list[str]]:  # fmt: skip
        """An account for this person, and the recovery codes, which are shown once."""
        if password is not None:
            _check(password)
        name, codes = await self.free(person, name), new_codes()
        row = {
            "person": person,
            "name": name,
            "folded": folded(name),
            "password": None if password is None else await self.passwords.made(password),
            "codes": _kept(codes),
            "made": time.time(),
            "program": program,
            "banned": False,
            "progress": None,
        }
        try:
            await self._store.write([(_INSERT, [row]), *passkey])
        except SeqTakenError:
            raise ConflictError(NAME_TAKEN()) from None
        return await self.sure(person), codes

    async def sign_in(self, name: str, password: str, visitor: str | None) -> Account:
        """The account of this name and password; what the browser has played comes along."""
        account = await self.named(name)
        fits = await self.passwords.fits(account.password if account else None, password)
        if account is None or not fits:
            raise UnauthorizedError(WRONG_PASSWORD())
        return await self.enter(account, visitor)

    async def recover(self, name: str, code: str, password: str, visitor: str | None) -> Account:
        """A new password for whoever has one of the codes, which is used up by that."""
        _check(password)
        account, given = await self.named(name), code_digest(code)
        hashed = await self.passwords.made(password)
        if account is None or given not in account.codes:
            raise UnauthorizedError(WRONG_CODE())
        left = [each for each in account.codes if each != given]
        codes = {"had": _written(account.codes), "left": _written(left)}
        await self._store.write([(_RECOVER, [{"who": account.person, "hash": hashed, **codes}])])
        again = await self.of(account.person)
        if again is None or again.password != hashed:
            raise UnauthorizedError(WRONG_CODE())
        await self.sign_out_others(account, "")
        return await self.enter(account, visitor)

    async def enter(self, account: Account, visitor: str | None) -> Account:
        """Who has proved to be this person; what the browser has played comes along."""
        if account.banned:
            raise UnauthorizedError(BANNED())
        if visitor and visitor != account.person and await self.of(visitor) is None:
            await self.merge(visitor, account.person)
        return account

    async def merge(self, was: str, to: str) -> None:
        """The seats, offers and tournaments of one person become those of another."""
        both = {"was": was, "to": to}
        await self._store.write([(statement, [both]) for statement in _MERGE])

    async def change_password(self, account: Account, new: str, cookie: str) -> None:
        """Other browsers are signed out."""
        _check(new)
        who, hashed = {"who": account.person}, await self.passwords.made(new)
        work = [(_SET_PASSWORD, [{**who, "hash": hashed}]), *_signing_out(account.person, cookie)]
        await self._store.write(work)
        self._persons.forget(account.person)

    async def prove(self, account: Account, password: str) -> None:
        """Refuses who does not know the password."""
        if not await self.passwords.fits(account.password, password):
            raise UnauthorizedError(WRONG_PASSWORD())

    async def renew_codes(self, account: Account) -> list[str]:
        """New codes; the old ones are worth nothing any more."""
        codes = new_codes()
        await self._store.write([(_SET_CODES, [{"who": account.person, "left": _kept(codes)}])])
        return codes

    async def sign_out_others(self, account: Account, cookie: str) -> None:
        await self._store.write(_signing_out(account.person, cookie))
        self._persons.forget(account.person)

    async def keep_progress(self, account: Account, progress: dict[str, Any]) -> None:
        try:
            text = msgspec.json.encode(progress).decode()
        except UnicodeEncodeError:
            raise UnprocessableError("progress is text that can be written down", "shape") from None
        if len(text) > LARGEST_PROGRESS:
            raise UnprocessableError(f"progress has at most {LARGEST_PROGRESS} bytes", "too-large")
        await self._store.write([(_SET_PROGRESS, [{"who": account.person, "kept": text}])])

    async def block(self, account: Account, other: str, *, on: bool) -> None:
        """Neither meets the other by chance any more."""
        if on and other not in await self.blocked(account.person):
            row = {"person": account.person, "blocked": other}
            with contextlib.suppress(SeqTakenError):
                await self._store.write([(_BLOCK, [row])])
        elif not on:
            await self._store.write([(_UNBLOCK, [{"who": account.person, "whom": other}])])

    async def blocked(self, person: str) -> frozenset[str]:
        rows = await self._store.read(_BLOCKED, {"who": person})
        return frozenset(row.blocked for row in rows)

    async def apart(self, person: str | None) -> frozenset[str]:
        """Whom this person does not meet: who blocks the one blocks both."""
        if person is None:
            return frozenset()
        rows = await self._store.read(_BLOCKING, {"who": person})
        return await self.blocked(person) | {row.person for row in rows}

    async def names(self, people: Iterable[str]) -> list[str]:
        """By which name these are known."""
        found = [await self.of(person) for person in people]
        return sorted(account.name for account in found if account)

    async def ban(self, person: str, *, on: bool) -> None:
        """A closed account offers no game either, and is told of none."""
        gone = [{"who": person}]
        ends = [(_END_OFFERS, gone), (_END_SUBSCRIPTIONS, gone)] if on else []
        await self._store.write([(_BAN, [{"who": person, "out": on}]), *ends])
        self._banned = float("-inf"), frozenset()

    async def delete(self, person: str) -> None:
        """The name, ratings, cookies and keys; the games stay, with nobody in the seat."""
        work = [(statement, [{"who": person}]) for statement in (*_NAMELESS, *_FORGET)]
        await self._store.write(work)
        self._persons.forget(person)

    def close(self) -> None:
        self.passwords.close()


def _check(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise UnprocessableError(SHORT_PASSWORD(least=SHORTEST_PASSWORD))


def _signing_out(person: str, but: str) -> Work:
    """Of every browser but this one; those that are told of their turn ask for it again."""
    who = {"who": person}
    return [(_OTHER_COOKIES, [{**who, "but": but}]), (_END_SUBSCRIPTIONS, [who])]


def _kept(codes: list[str]) -> str:
    return _written([code_digest(code) for code in codes])


def _written(digests: Sequence[str]) -> str:
    return msgspec.json.encode(digests).decode()


def _account(row: Any) -> Account:
    codes = tuple(msgspec.json.decode(row.codes))
    return Account(row.person, row.name, row.password, codes, row.made,
                   bool(row.program), bool(row.banned), row.progress)  # fmt: skip
