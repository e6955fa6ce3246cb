"""Bots as programs: the engine on stdin and stdout, clients for others, a check of both.

import asyncio
from tetrad.protocol import popen
from tetrad.rules import GAMES

async def main() -> None:
    async with await popen("tetrad bot qomet --level 7") as bot:
        played = await bot.play(GAMES["qomet"].start(), time=0.5)
        print(played.move, played.info.value)

asyncio.run(main())
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tetrad.protocol.asynchronous import Analysis, AsyncBot, Info, Played, popen

__all__ = ["Analysis", "AsyncBot", "Info", "Played", "popen"]


def __getattr__(name: str) -> Any:
    """What needs asyncio is loaded when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tetrad.protocol import asynchronous

    return getattr(asynchronous, name)
