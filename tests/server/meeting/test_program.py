"""The program of the documentation in an arena, over real connections, until the arena is over."""

from __future__ import annotations

import asyncio
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.conftest import serving
from tests.server.meeting.test_tournaments import (
    ARENA,
    enter,
    hurry,
    look,
    opened,
    turn_back,
    until,
)
from tests.server.people.test_programs import PAGE, lines, token_of
from tetrad.rules import GAMES
from tetrad.server.meeting import director

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(400)]

GAMES_WANTED = 3
LAST_LINE = "play(find_opponent())\n"


@pytest.fixture(autouse=True)
def _soon(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(app)
    monkeypatch.setattr(director, "SECONDS_BETWEEN_LOOKS", 0.2)
    # However slow the machine is, who looks every few seconds is there.
    monkeypatch.setattr(director, "SECONDS_THERE", 60.0)


def documented() -> str:
    """The program for an arena: the first one, with the other lines in place of its last."""
    program, arena = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert program.endswith(LAST_LINE)
    return str(program).removesuffix(LAST_LINE) + str(arena)


async def play_along(ada: httpx.AsyncClient, arena: str, over: asyncio.Event) -> None:
    """Somebody who looks on, and plays whatever game begins to its end."""
    chance = random.Random(3)
    while not over.is_set():
        found = (await look(ada, arena))["you"]["matches"]
        for match in found:
            await play(ada, match, chance)
        await asyncio.sleep(0.2)


async def play(ada: httpx.AsyncClient, match: str, chance: random.Random) -> None:
    state: dict[str, Any] = {}
    async for told in lines("", f"/api/matches/{match}/stream", ada):
        state |= told
        if state["outcome"]:
            return
        if "position" in told and state["turn"] in state["you"]:
            moves = GAMES["quantik"].parse(state["position"]).legal_moves()
            body = {"move": str(chance.choice(moves)), "seq": state["seq"]}
            assert (await ada.post(f"/api/matches/{match}/moves", json=body)).status_code == 200


async def test_the_documented_program_plays_an_arena_to_its_end(
    app: FastAPI, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(documented())
    over = asyncio.Event()
    async with (
        serving(app, "off") as place,
        httpx.AsyncClient(base_url=f"http://{place}", timeout=60) as owner,
        httpx.AsyncClient(base_url=f"http://{place}", timeout=60) as ada,
    ):
        secret = (await token_of(owner, "Arena Program"))["secret"]
        arena = await opened(ada, ARENA, game="quantik")
        await enter(ada, arena, "Ada")
        playing = asyncio.create_task(play_along(ada, arena, over))
        program = await asyncio.create_subprocess_exec(
            sys.executable, "program.py", f"http://{place}", secret, "quantik", arena,
            cwd=tmp_path, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        async with asyncio.timeout(240):
            while played(await look(owner, arena)) < GAMES_WANTED:
                assert program.returncode is None
                await asyncio.sleep(0.5)
        await turn_back(app, arena, starts=time.time() - 1801)
        end = await until(owner, arena, lambda now: now["over"])
        said, _ = await asyncio.wait_for(program.communicate(), 120)
        over.set()
        await playing
    assert program.returncode == 0
    assert said.decode().count("The game is over") >= GAMES_WANTED
    rows = {row["name"]: row for row in end["table"]["standings"]}
    assert rows["Arena Program"]["program"]
    assert rows["Arena Program"]["games"] == rows["Ada"]["games"] >= GAMES_WANTED


def played(found: dict[str, Any]) -> int:
    """How many games of the program have counted so far."""
    rows = found["table"]["standings"]
    return sum(row["games"] for row in rows if row["program"])
