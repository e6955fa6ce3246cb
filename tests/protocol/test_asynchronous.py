"""Programs as bots, for programs that do several things at once."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from tetrad import GAMES, Match, protocol
from tetrad.protocol import asynchronous
from tetrad.protocol.asynchronous import Info
from tetrad.protocol.client import FoulError

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"
ENGINE = shlex.join([sys.executable, "-m", "tetrad", "bot", "quantik", "--level", "5"])
START = GAMES["quantik"].start()


def fake(manners: str) -> str:
    return shlex.join([sys.executable, str(FAKE), manners, "quantik"])


def test_a_bot_plays_a_match_and_says_what_it_thinks() -> None:
    async def talk() -> None:
        async with await protocol.popen(ENGINE) as bot:
            assert bot.name.startswith("Tetrad")
            assert bot.games == ("quantik",)
            await bot.configure(Level=10, Seed=1)
            with pytest.raises(ValueError, match="no option"):
                await bot.configure(Colour=3)
            match = Match(START)
            for _ in range(4):
                played = await bot.play(match, time=5)
                match.play(played.move)
            assert played.info.value in ("win", "loss")
            assert played.info.line[0] == str(played.move)
            assert played.info.nodes is not None

    asyncio.run(talk())


def test_an_analysis_goes_on_until_it_is_stopped() -> None:
    async def talk() -> None:
        position = GAMES["quantik"].parse("..../.A../..b./....")
        async with await protocol.popen(ENGINE) as bot:
            async with bot.analyse(position) as analysis:
                async for info in analysis:
                    assert info is analysis.info
                    break
                played = await analysis.stop()
            assert position.is_legal(played.move)
            async with bot.analyse(position) as analysis:
                pass  # nobody wants to know any more
            assert START.is_legal((await bot.play(START, time=1)).move)
            await bot.ping()

    asyncio.run(talk())


def test_a_question_that_is_given_up_leaves_the_bot_ready_for_the_next() -> None:
    async def talk() -> None:
        async with await protocol.popen(ENGINE) as bot:
            await bot.new_game("quantik")

            async def ask() -> None:
                async with bot.analyse(START) as analysis:
                    await analysis.played()

            question = asyncio.create_task(ask())
            await asyncio.sleep(0.1)
            question.cancel()
            with pytest.raises(asyncio.CancelledError):
                await question
            first, second = await asyncio.gather(bot.play(START), bot.play(START))
            assert START.is_legal(first.move)
            assert START.is_legal(second.move)

    asyncio.run(talk())


FOULS = [
    ("crash", "ended with status 3"),
    ("hang", "gave no answer in time"),
    ("illegal", "no move"),
    ("flood", "flooded its output"),
    ("endless-line", "flooded its output"),
]


@pytest.mark.parametrize(("manners", "foul"), FOULS)
def test_a_foul_is_named(manners: str, foul: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if manners == "hang":
        monkeypatch.setattr(asynchronous, "GRACE", 0.2)
        monkeypatch.setattr(asynchronous, "SECONDS_TO_LEAVE", 0.2)

    async def talk() -> None:
        async with await protocol.popen(fake(manners)) as bot:
            with pytest.raises(FoulError, match=foul):
                await bot.play(START, time=20 if manners != "hang" else 0.1)

    asyncio.run(talk())


@pytest.mark.parametrize("command", ["", "'", "no-such-program-at-all", "true"])
def test_what_is_no_bot_is_named(command: str) -> None:
    with pytest.raises(FoulError, match=r"cannot be started|ended with status 0"):
        asyncio.run(protocol.popen(command))


def test_what_is_not_understood_is_left_out() -> None:
    info = Info()
    info.hear("info depth 7 time 3 nodes many value fine distance 5 pv @d4 @d5")
    info.hear("info string looks good")
    assert (info.depth, info.nodes, info.value, info.distance) == (7, None, None, 5)
    assert (info.line, info.strings) == (("@d4", "@d5"), ["looks good"])


def test_the_room_names_nothing_else() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        protocol.nothing  # noqa: B018
