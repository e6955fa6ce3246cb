"""`tetrad people`: rename, close and remove accounts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from tetrad.cli import main
from tetrad.matches import state as states
from tetrad.matches.log import Event, Sitting, Standing
from tetrad.matches.match import Match
from tetrad.rules import GAMES
from tetrad.server.people import operator
from tetrad.server.people.accounts import Account, Accounts
from tetrad.server.storage.persons import Persons
from tetrad.server.storage.schema import matches
from tetrad.server.storage.store import Key, Overview, Store


async def with_ada(database: str) -> str:
    """A database with an account and a game of hers; her person."""
    store = Store(database)
    await store.open()
    persons = Persons(store)
    accounts = Accounts(store, persons)
    known = await persons.new()
    await accounts.sign_up(known.person, "Rude Name", "correct horse")
    sittings = {"1": Sitting("human", "Rude Name", person=known.person), "2": Sitting("human", "")}
    log = [Event(1, "start", states.start_event(Match(GAMES["qomet"].start()), sittings), 1.0)]
    shown = Overview(dict(states.summary("game", Standing(log))), None)
    await store.write(store.creation("game", log, [Key(known.person, 1)], shown, None))
    accounts.close()
    await store.close()
    return known.person


async def look(database: str, name: str) -> tuple[Account | None, str]:
    """The account of a name, and what its game says."""
    store = Store(database)
    await store.open()
    accounts = Accounts(store, Persons(store))
    found, game = await accounts.named(name), await store.load("game")
    accounts.close()
    await store.close()
    assert game
    return found, str(game.events[0].data)


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "people.db")
    asyncio.run(with_ada(path))
    return path


def people(*words: str, database: str) -> int:
    return main(["people", *words, "--database", database])


def test_a_name_is_changed_wherever_it_stands(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert people("rename", "rude name", "Kind Name", database=database) == 0
    assert capsys.readouterr().out == "Rude Name is now called Kind Name\n"
    found, told = asyncio.run(look(database, "Kind Name"))
    assert found
    assert "Kind Name" in told
    assert "Rude" not in told


async def renamed_while_somebody_plays(database: str) -> tuple[int, str]:
    """How many moves a list of games shows afterwards, and which name."""
    store = Store(database)
    await store.open()
    accounts = Accounts(store, Persons(store))
    account, append = await accounts.named("Rude Name"), store.append

    async def too_late(match_id: str, log: Any, shown: Overview, *more: Any) -> None:
        store.append = append  # type: ignore[method-assign]
        game = await store.load(match_id)
        assert game
        moved = Event(2, "move", {"by": 1, "move": "@d4"}, 2.0)
        after = Standing([*game.events, moved])
        await append(match_id, [moved], Overview(dict(states.summary(match_id, after)), None))
        await append(match_id, log, shown, *more)

    store.append = too_late  # type: ignore[method-assign,assignment]
    assert account
    await operator.rename(store, accounts, account, "Kind Name")
    (row,) = await store.read(select(matches.c.summary), {})
    accounts.close()
    await store.close()
    told = msgspec.json.decode(row.summary)
    return told["plies"], told["players"]["1"]["name"]


def test_what_is_played_meanwhile_stays_in_the_list(database: str) -> None:
    assert asyncio.run(renamed_while_somebody_plays(database)) == (1, "Kind Name")


def test_an_account_is_closed_and_opened_again(database: str) -> None:
    assert people("ban", "Rude Name", database=database) == 0
    found, _ = asyncio.run(look(database, "Rude Name"))
    assert found
    assert found.banned
    assert people("unban", "Rude Name", database=database) == 0
    found, _ = asyncio.run(look(database, "Rude Name"))
    assert found
    assert not found.banned


def test_an_account_is_removed_and_its_games_stay(database: str) -> None:
    assert people("remove", "Rude Name", database=database) == 0
    found, told = asyncio.run(look(database, "Rude Name"))
    assert found is None
    assert "qomet" in told


@pytest.mark.parametrize("words", [("ban", "Nobody"), ("rename", "Rude Name", "x")])
def test_what_cannot_be_done_is_said_in_one_line(
    database: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*words, database=database) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
