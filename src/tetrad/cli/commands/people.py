"""`tetrad people`: what whoever runs a server may do with accounts."""

from __future__ import annotations

import argparse

from tetrad.cli.arguments import BadInputError
from tetrad.cli.commands.backup import add_database, check_is_there, usable
from tetrad.language import t
from tetrad.message import Wording

# Translators: about an account on the server
NO_SUCH_NAME = Wording("no-such-name", "nobody here is called {name}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="WHAT", required=True)
    rename = deeds.add_parser("rename", help=t("give an account another name"))
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    for deed, what in (
        ("ban", t("close an account; it can be opened again")),
        ("unban", t("open a closed account again")),
        ("remove", t("delete an account for ever; its games stay")),
    ):
        deeds.add_parser(deed, help=what).add_argument("name", metavar="NAME")
    for each in deeds.choices.values():
        add_database(each)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    import asyncio

    from tetrad.matches.refusals import RefusedError

    check_is_there(arguments.database)
    database = usable(arguments)
    try:
        said = asyncio.run(_do(database, arguments))
    except RefusedError as error:
        raise BadInputError(error.args[0]) from error
    print(said)
    return 0


async def _do(database: str, arguments: argparse.Namespace) -> str:
    from tetrad.server.people import operator
    from tetrad.server.people.accounts import Accounts
    from tetrad.server.storage.persons import Persons
    from tetrad.server.storage.store import Store

    store = Store(database)
    await store.open()
    accounts = Accounts(store, Persons(store))
    try:
        account = await accounts.named(arguments.name)
        if account is None:
            raise BadInputError(NO_SUCH_NAME(name=arguments.name))
        if arguments.deed == "rename":
            new = await operator.rename(store, accounts, account, arguments.new)
            return t("{name} is now called {new}", name=account.name, new=new)
        if arguments.deed == "remove":
            await operator.remove(store, accounts, account)
            return t("{name} is removed", name=account.name)
        await operator.ban(store, accounts, account, on=arguments.deed == "ban")
        if arguments.deed == "ban":
            return t("the account of {name} is closed", name=account.name)
        return t("the account of {name} is open", name=account.name)
    finally:
        accounts.close()
        await store.close()
