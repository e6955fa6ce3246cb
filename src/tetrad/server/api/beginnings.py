"""How a match begins, over HTTP: made anew, brought as a record, joined by a guest."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request

from tetrad.bots.seated import DEFAULT_LEVEL
from tetrad.matches import state as states
from tetrad.matches.clocks import Clock
from tetrad.matches.log import Draft, Sitting
from tetrad.matches.match import Match
from tetrad.matches.reading import LONGEST_RECORD, check_length, read_position
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server.api import schema
from tetrad.server.api.matches import Entered, read_visitor, view
from tetrad.server.api.services import (
    Services,
    Shared,
    asker,
    greet,
    introduced,
    problems,
    take_creation,
    take_engine_turn,
)
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import UnprocessableError
from tetrad.server.http.identity import person
from tetrad.server.http.limits import client
from tetrad.server.storage.secrets import digest, new_invite, new_secret
from tetrad.server.storage.store import Key
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.server.workers.turns import Asker

SEATS = {"first": Player.FIRST, "second": Player.SECOND}

router = APIRouter(prefix="/api/matches", tags=["matches"])
records = APIRouter(prefix="/api/records", tags=["matches"])


@router.post(
    "",
    status_code=201,
    response_model=schema.Created,
    responses=problems(400, 401, 403, 409, 413, 422, 429),
    dependencies=[Depends(take_creation), Depends(read_visitor)],
)
async def create_match(request: Request, body: schema.NewMatch, shared: Shared) -> Json:
    """A new match; you hold every human seat except the one you invite somebody to."""
    start = _start(body)
    await _name_players(shared, person(request), body, start)
    kinds = (body.first.kind, body.second.kind)
    if kinds == ("bot", "bot"):
        await shared.fairness.check_record(person(request), body.game)
    elif "bot" in kinds:
        await shared.fairness.check(person(request), read_position(GAMES[body.game], body.start))
    own = [player for name, player in SEATS.items() if _is_own(body, name)]
    invite = new_invite() if body.invite else None
    return await _created(request, shared, [Draft("start", start)], own, body.id, body.pace, invite)


async def _created(
    request: Request, shared: Services, drafts: list[Draft], own: list[Player], wish: str | None,
    pace: float = 0.0, invite: str | None = None,
) -> Json:  # fmt: skip
    """A match that begins with these events, and the keys to one's seats."""
    me = await introduced(request)
    tokens = {player: new_secret() for player in own}
    keys = [Key(digest(token), player.value) for player, token in tokens.items()]
    keys += [Key(me.person, player.value) for player in own]
    who, (start, *more) = Asker(client(request), me.person), drafts
    named = digest(wish) if wish else None
    room = await shared.lobby.create(start.data, keys, who, invite, pace, named, more=more)
    answer = Json(
        {
            "id": room.id,
            "tokens": {str(player.value): token for player, token in tokens.items()},
            "invite": room.invite,
            "match": await view(room, frozenset(own)),
        },
        201,
        {"Location": f"/api/matches/{room.id}"},
    )
    greet(answer, request, me)
    return answer


async def _name_players(
    shared: Services, who: str | None, body: schema.NewMatch, start: dict[str, Any]
) -> None:
    """Who has an account plays under its name; two at one device are called as they like."""
    own = [player for name, player in SEATS.items() if _is_own(body, name)]
    if len(own) == 1:
        sitting = start["players"][str(own[0].value)]
        sitting |= await introduction(shared, who, sitting["name"], alone=not body.invite)


async def introduction(
    shared: Services, who: str | None, name: str, *, alone: bool = False
) -> dict[str, Any]:
    """How somebody is shown: by the account, or by a name that nobody else is known by."""
    account = await shared.accounts.of(who)
    if account is None:
        if not alone:
            await shared.accounts.check_guest(name)
        return {"name": name}
    told = {"name": account.name, "person": account.person}
    return told | ({"program": True} if account.program else {})


@records.post(
    "",
    status_code=201,
    response_model=schema.Created,
    responses=problems(400, 401, 403, 413, 422, 429),
    dependencies=[Depends(take_creation), Depends(take_engine_turn), Depends(read_visitor)],
)
async def bring_match(request: Request, body: schema.Brought, shared: Shared) -> Json:
    """A game from elsewhere, as its record: you hold every seat that is not the computer's.

    It is never rated. Sent twice under the same `id`, it is one match.
    """
    check_length(body.record, LONGEST_RECORD)
    asked = shared.engine.ask("quick", asker(request), tasks.bring, body.record)
    drafts = await while_connected(request, asked)
    shared.moves_a_day_of_a_person.take(person(request) or client(request), len(drafts))
    seats = drafts[0].data["players"]
    own = [player for player in Player if seats[str(player.value)]["kind"] == "human"]
    if len(own) < len(seats):
        await shared.fairness.check_record(person(request), drafts[0].data["game"])
    if len(own) == 1:
        sitting = seats[str(own[0].value)]
        sitting |= await introduction(shared, person(request), sitting["name"], alone=True)
    return await _created(request, shared, drafts, own, body.id)


def _is_own(body: schema.NewMatch, name: str) -> bool:
    wanted: schema.NewSeat = getattr(body, name)
    return wanted.kind == "human" and body.invite != name


def _start(body: schema.NewMatch) -> dict[str, Any]:
    """The first event of the match that was asked for."""
    match = Match(read_position(GAMES[body.game], body.start), draw_by_repetition=body.repetition)
    sittings = {"1": _sitting(body, "first"), "2": _sitting(body, "second")}
    if all(each.kind == "bot" for each in sittings.values()) and not body.repetition:
        raise UnprocessableError("two bots need the draw by repetition, or never end", "shape")
    return states.start_event(match, sittings, read_clock(body.clock))


def read_clock(wanted: schema.NewClock | None) -> Clock | None:
    return Clock(**wanted.model_dump()) if wanted else None


def _sitting(body: schema.NewMatch, name: str) -> Sitting:
    wanted: schema.NewSeat = getattr(body, name)
    invited = body.invite == name
    if wanted.kind == "bot":
        if invited:
            raise UnprocessableError(f"{name}: a bot's seat cannot be kept for a guest", "shape")
        level = DEFAULT_LEVEL if wanted.level is None else wanted.level
        return Sitting("bot", wanted.name or "", level)
    return Sitting("human", wanted.name or "", None, invited)


@router.post(
    "/{match_id}/join",
    response_model=schema.Joined,
    responses=problems(400, 401, 403, 404, 409, 413, 422, 429),
    dependencies=[Depends(take_creation), Depends(read_visitor)],
)
async def join_match(request: Request, body: schema.Joining, shared: Shared, room: Entered) -> Json:
    """Takes the seat that is kept free, with the code of the invitation."""
    me = await introduced(request)
    who = await introduction(shared, me.person, body.name or "")
    player, token = await shared.lobby.join(room, me.person, body.code, who)
    match = await view(room, frozenset(room.keys[me.person]))
    answer = Json({"seat": player.value, "token": token, "match": match})
    greet(answer, request, me)
    return answer
