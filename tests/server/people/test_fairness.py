"""Fair although solved: every way to ask about a position that stands in one's own rated game."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.api.test_matches import act, new, play, refused
from tests.server.conftest import browser
from tests.server.meeting.test_meeting import OPENING, in_order, rated_pair, state_of
from tests.server.meeting.test_tournaments import (
    enter,
    hurry,
    opened,
    paired,
    points,
    running,
    until,
)
from tests.server.people.test_accounts import sign_in, sign_up
from tetrad.contests import rounds
from tetrad.position import Player
from tetrad.puzzles import puzzle as puzzles
from tetrad.rules import GAMES
from tetrad.rules.qomet import Qomet
from tetrad.server.api.services import Services
from tetrad.server.people import fairness

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

BEFORE = GAMES["qomet"].start()
for _move in OPENING[:-1]:
    BEFORE = BEFORE.play(_move)
STANDS = BEFORE.play(OPENING[-1])


@pytest.fixture(autouse=True)
async def patient(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here five moves take less than a moment."""
    monkeypatch.setattr(fairness, "SECONDS_FREE", 0.0)
    hurry(app)


async def in_a_rated_game(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, names: tuple[str, str]
) -> str:
    """Both play a rated game in which the position stands."""
    for each, name in zip((client, friend), names, strict=True):
        await sign_up(each, name)
    match = await rated_pair(client, friend, {"days": 3})
    players = await in_order(match, client, friend)
    for seq, move in enumerate(OPENING, 1):
        await play(players[(seq + 1) % 2], match, move, seq)
    return match


async def test_a_finished_game_is_not_reviewed_where_it_leads_through_the_position(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    rated = await in_a_rated_game(client, friend, ("Fair One", "Fair Two"))
    for start, moves in ((STANDS, [STANDS.legal_moves()[0]]), (BEFORE, [OPENING[-1]])):
        game = (await new(client, "qomet", start=str(start)))["id"]
        for seq, move in enumerate(moves, 1):
            assert (await play(client, game, str(move), seq)).status_code == 200
        await act(client, game, "resign")
        refused(await client.get(f"/api/matches/{game}/review"), 403, "rated-game-on")
        assert (await stranger.get(f"/api/matches/{game}/review")).status_code == 200
    elsewhere = (await new(client, "qomet"))["id"]
    await act(client, elsewhere, "resign")
    assert (await client.get(f"/api/matches/{elsewhere}/review")).status_code == 200
    await act(client, rated, "resign")
    assert (await client.get(f"/api/matches/{game}/review")).status_code == 200


async def test_a_bot_is_asked_neither_to_play_again_from_there_nor_for_a_draw(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    bot = {"kind": "bot", "level": 1}
    game = (await new(client, "qomet", start=str(STANDS), first=bot))["id"]
    await act(client, game, "resign")
    await in_a_rated_game(client, friend, ("Fair Three", "Fair Four"))
    for wish in ("rematch", "draw"):
        refused(await act(client, game, wish), 403, "rated-game-on")
    body = {"game": "qomet", "first": bot, "second": bot, "repetition": True}
    refused(await client.post("/api/matches", json=body), 403, "rated-game-on-records")


async def test_the_house_of_a_tournament_is_no_help_in_a_rated_game(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who copies the opponent's moves there would copy the answers here."""
    monkeypatch.setattr(rounds, "PATIENCE", 0.2)
    for each, name in ((client, "Fair Thirteen"), (friend, "Fair Fourteen")):
        await sign_up(each, name)
    rated = await rated_pair(client, friend, {"days": 3})
    arena = await opened(client, house=True)
    await enter(client, arena)
    (match,) = await paired(client, tournament=arena)
    state = await _ones_turn(client, match)
    while len(state["moves"]) < 5:
        move = GAMES["qomet"].parse(state["position"]).legal_moves()[0]
        assert (await play(client, match, str(move), state["seq"])).status_code == 200
        state = await _ones_turn(client, match)
    players = await in_order(rated, client, friend)
    for seq, move in enumerate(state["moves"], 1):
        assert (await play(players[(seq + 1) % 2], rated, move, seq)).status_code == 200
    move = GAMES["qomet"].parse(state["position"]).legal_moves()[0]
    refused(await play(client, match, str(move), state["seq"]), 403, "rated-game-on")
    await act(client, rated, "resign")
    assert (await play(client, match, str(move), state["seq"])).status_code == 200


async def _ones_turn(client: httpx.AsyncClient, match: str) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while (state := await state_of(client, match))["turn"] not in state["you"]:
            await asyncio.sleep(0.05)
    return state


async def test_a_server_that_has_missed_moves_asks_no_bot_about_where_they_led_to(
    tmp_path: Path,
) -> None:
    database, bot = str(tmp_path / "fair.db"), {"kind": "bot", "level": 1}
    async with (
        running(database) as one, running(database) as other,
        browser(one) as client, browser(one) as friend, browser(other) as elsewhere,
    ):  # fmt: skip
        await in_a_rated_game(client, friend, ("Fair Fifteen", "Fair Sixteen"))
        elsewhere.cookies.update(client.cookies)
        game = (await new(client, "qomet", start=str(BEFORE), second=bot))["id"]
        assert (await play(client, game, "@a7", 1)).status_code == 200
        assert len((await _ones_turn(client, game))["moves"]) == 2
        assert len((await state_of(elsewhere, game))["moves"]) == 2
        assert (await act(client, game, "undo")).status_code == 200
        state = await state_of(client, game)
        assert state["position"] == str(BEFORE)
        late = await play(elsewhere, game, OPENING[-1], state["seq"])
        refused(late, 403, "rated-game-on")


async def test_one_may_always_give_up_a_game_against_a_bot(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    bot = {"kind": "bot", "level": 1}
    game = (await new(client, "qomet", start=str(STANDS), first=bot))["id"]
    await in_a_rated_game(client, friend, ("Fair Seventeen", "Fair Eighteen"))
    assert (await act(client, game, "resign")).status_code == 200


async def test_what_each_move_leads_to_is_not_told_either(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await in_a_rated_game(client, friend, ("Fair Five", "Fair Six"))

    async def asked(position: object, what: str = "") -> httpx.Response:
        told = {"position": str(position), "time": "0"}
        return await client.get(f"/api/qomet{what}", params=told)

    for move in STANDS.legal_moves():
        refused(await asked(STANDS.play(move)), 403, "rated-game-on")
    refused(await asked(STANDS, "/opening"), 403, "rated-game-on")
    assert (await asked(STANDS, "/svg")).status_code == 200, "a picture tells nothing"
    assert (await asked(STANDS, "/board")).status_code == 200


async def test_what_led_to_the_position_is_not_told_either(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    match = await in_a_rated_game(client, friend, ("Fair Nine", "Fair Ten"))

    async def asked(position: object, what: str = "", **more: str) -> httpx.Response:
        told = {"position": str(position), **({} if what else {"time": "0"}), **more}
        return await client.get(f"/api/qomet{what}", params=told)

    assert (await asked(BEFORE)).status_code == 200, "the fourth ply stays open"
    move = "e5-e4"
    stands = STANDS.play("@b6")
    assert move in map(str, stands.legal_moves())
    players = await in_order(match, client, friend)
    await play(players[1], match, "@b6", len(OPENING) + 1)
    mirrored = next(each for each in STANDS.symmetries() if each != STANDS)
    another_way = GAMES["qomet"].start()
    for each in ("@d4", "@a1", "@d5", "@b6", "@e5"):
        another_way = another_way.play(each)
    assert stands == another_way.play("a1-a4")
    for way in (STANDS, mirrored, another_way):
        refused(await asked(way), 403, "rated-game-on")
    refused(await asked(STANDS, "/reasons", move="@b6"), 403, "rated-game-on")
    refused(await asked(STANDS, "/opening"), 403, "rated-game-on")
    bot = {"kind": "bot", "level": 1}
    body = {"game": "qomet", "start": str(STANDS), "second": bot}
    refused(await client.post("/api/matches", json=body), 403, "rated-game-on")
    assert (await stranger.get("/api/qomet", params={"position": str(STANDS)})).status_code == 200


@pytest.mark.parametrize("game", GAMES)
async def test_what_leads_to_a_position_is_found_however_it_is_turned(game: str) -> None:
    way = [each for each in _walk(GAMES[game].start(), 60) if each.outcome() is None]
    for before in way[4::9]:
        for stands in list(map(before.play, before.legal_moves()))[::7]:
            turned = before.symmetries()[-1]
            assert fairness._leads_to(stands, turned)
            assert not fairness._leads_to(GAMES[game].start(), turned)


async def test_a_tall_stack_keeps_nobody_waiting() -> None:
    """It can be sown in millions of ways."""
    tall = GAMES["qawale"].parse("0,x2,0/x4/x4/000000121212121212,x3 1")
    began = time.monotonic()
    assert len(fairness._near(tall)) > 100
    assert time.monotonic() - began < 5


async def test_no_way_of_writing_a_record_hides_of_which_game_it_is(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await in_a_rated_game(client, friend, ("Fair Eleven", "Fair Twelve"))
    moves = " ".join(f"{number}. {pair}" for number, pair in enumerate(("@d4 @a1", "@d5 a1-a4"), 1))
    for tag in ('[Game "qomet"]', r'[Game "q\omet"]', '[Event "[Game "]\n  [Game "qomet"]  '):
        record = {"record": f"{tag}\n\n{moves} *\n", "time": 0}
        refused(await client.post("/api/analyse", json=record), 403, "rated-game-on-records")


async def test_swapped_colours_and_what_may_not_be_undone_do_not_hide_a_position() -> None:
    assert isinstance(STANDS, Qomet)
    swapped = tuple(star and star.other for star in STANDS.stars)
    twin = Qomet(swapped, STANDS.turn.other)
    assert twin.canonical() != STANDS.canonical()
    assert fairness.kind_of(twin) == fairness.kind_of(STANDS)
    undone = [
        each for each in _walk(Qomet.start(), 400) if isinstance(each, Qomet) and each.forbidden
    ]
    assert undone
    for each in undone:
        assert fairness.kind_of(Qomet(each.stars, each.turn)) == fairness.kind_of(each)


def _walk(position: Any, most: int) -> list[Any]:
    """Many positions, each with another move than the last."""
    found = [position]
    for number in range(most):
        moves = found[-1].legal_moves()
        found.append(found[-1].play(moves[(7 * number) % len(moves)]) if moves else position)
    return found


async def test_a_puzzle_of_the_position_waits(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    puzzle = puzzles.puzzles("qomet")[0]

    async def stands(person: str | None, game: str) -> list[Any]:
        return [{"game": "qomet", "position": str(puzzle.start), "plies": 12}]

    monkeypatch.setattr(services.fairness, "_going_on", stands)
    refused(await client.get("/api/puzzles/qomet", params={"id": puzzle.id}), 403, "rated-game-on")
    body = {"moves": [puzzle.solutions[0]]}
    answer = await client.post(f"/api/puzzles/qomet/{puzzle.id}/try", json=body)
    refused(answer, 403, "rated-game-on")


async def test_a_puzzle_that_comes_to_the_position_waits(
    client: httpx.AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    puzzle = next(each for each in puzzles.puzzles("quantik") if len(each.solution) >= 5)
    later = puzzle.start
    for move in puzzle.solution[:4]:
        later = later.play(move)

    async def stands(person: str | None, game: str) -> list[Any]:
        return [{"game": "quantik", "position": str(later), "plies": 12}]

    monkeypatch.setattr(services.fairness, "_going_on", stands)
    asked = {"id": puzzle.id}
    refused(await client.get("/api/puzzles/quantik", params=asked), 403, "rated-game-on")


async def test_the_position_of_the_second_game_counts_like_that_of_the_first(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    match = await in_a_rated_game(client, friend, ("Fair Seven", "Fair Eight"))
    await act(client, match, "resign")
    asked = {"position": str(STANDS), "time": "0"}
    assert (await client.get("/api/qomet", params=asked)).status_code == 200
    for _ in range(100):
        if again := (await state_of(client, match))["rematch"]:
            break
        await asyncio.sleep(0.05)
    players = await in_order(again, client, friend)
    for seq, move in enumerate(OPENING, 1):
        await play(players[(seq + 1) % 2], again, move, seq)
    assert (await state_of(client, again))["turn"] == Player.SECOND.value
    refused(await client.get("/api/qomet", params=asked), 403, "rated-game-on")


async def test_who_signs_in_during_a_tournament_game_gets_no_help_in_it_either(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await sign_up(stranger, "Fair Guest")
    arena = await opened(friend)
    for one, name in ((client, "Ada"), (friend, "Grace")):
        await enter(one, arena, name)
    match, _ = await paired(client, friend, tournament=arena)
    players = await in_order(match, client, friend)
    for seq, move in enumerate(OPENING, 1):
        await play(players[(seq + 1) % 2], match, move, seq)
    asked = {"position": str(STANDS), "time": "0"}
    refused(await client.get("/api/qomet", params=asked), 403, "tournament-game-on")
    assert (await sign_in(client, "Fair Guest")).status_code == 200
    for same in (client, stranger):
        refused(await same.get("/api/qomet", params=asked), 403, "tournament-game-on")
    await act(client, match, "resign")
    await until(friend, arena, lambda now: any(points(now).values()))
    assert (await client.get("/api/qomet", params=asked)).status_code == 200
