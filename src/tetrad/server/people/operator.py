"""What whoever runs the server may do: rename somebody, close an account, remove it."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from tetrad.matches.refusals import ConflictError
from tetrad.server.people import entries, traces
from tetrad.server.people.accounts import NAME_TAKEN, Account, Accounts
from tetrad.server.people.names import folded, proper
from tetrad.server.storage.schema import accounts as table
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import SeqTakenError

_RENAME = (
    update(table)
    .where(table.c.person == bindparam("who"))
    .values(name=bindparam("new"), folded=bindparam("same"))
)


async def rename(store: Store, people: Accounts, account: Account, name: str) -> str:
    """The account has another name from now on, and so has its player in games and tournaments."""
    name = proper(name)
    other = await people.named(name)
    if other and other.person != account.person:
        raise ConflictError(NAME_TAKEN())
    row = {"who": account.person, "new": name, "same": folded(name)}
    try:
        await store.write([(_RENAME, [row])])
    except SeqTakenError:
        raise ConflictError(NAME_TAKEN()) from None
    await traces.rename(store, account.person, name)
    await entries.rename(store, account.person, {"name": name})
    return name


async def ban(store: Store, people: Accounts, account: Account, *, on: bool) -> None:
    """A closed account can do nothing, and its games are given up."""
    await people.ban(account.person, on=on)
    if on:
        await traces.give_up(store, account.person)


async def remove(store: Store, people: Accounts, account: Account) -> list[str]:
    """Forgets the account; its games are given up and stay, without the name. Which games."""
    await traces.give_up(store, account.person)
    games = await traces.erase(store, account.person)
    await entries.rename(store, account.person, entries.NOBODY)
    await people.delete(account.person)
    return games
