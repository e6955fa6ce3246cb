"""Writing to PostgreSQL: a whole batch in one transaction, beside other processes that do the same.

Two batches that come to the same matches from different ends would wait for each other until the
database ends one of them. So everybody goes through the matches in one order. Who is ended all the
same, because somebody else did not, has written nothing and writes once more.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

Rows = list[dict[str, Any]]

TRIES = 5
LONGEST_PAUSE = 0.05
# A deadlock; two transactions that fit into no order.
GAVE_WAY = ("40P01", "40001")


async def write(connection: AsyncConnection, together: Mapping[Executable, Rows]) -> None:
    """All rows in one transaction, or none of them."""
    ordered = {statement: sorted(rows, key=_match) for statement, rows in together.items() if rows}
    for tries_left in reversed(range(TRIES)):
        nothing_sent = True
        try:
            async with connection.begin():
                for statement, rows in ordered.items():
                    await connection.execute(statement, rows)
                    nothing_sent = False
            return
        except DBAPIError as error:
            # A line that has died since the last time is opened anew.
            again = _gave_way(error) or (nothing_sent and error.connection_invalidated)
            if not tries_left or not again:
                raise
        await asyncio.sleep(random.uniform(0, LONGEST_PAUSE))


def _match(row: dict[str, Any]) -> str:
    """The match that a row is about, if it is; rows of one match keep their order."""
    names = ("match_id", "match", "row", "id")
    found: str = next((row[name] for name in names if row.get(name)), "")
    return found


def _gave_way(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in GAVE_WAY
