"""Matches over HTTP: create, join, see, play, take back, resign, agree, play again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse
from msgspec import Raw
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.board import choices, steps
from tetrad.matches.data import Acknowledged, Brief, State
from tetrad.matches.log import Sitting
from tetrad.matches.match import Match
from tetrad.message import Wording
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server.api import schema
from tetrad.server.api.analysis import read_position
from tetrad.server.api.services import (
    Shared,
    asker,
    problems,
    take_answer,
    take_creation,
    take_engine_turn,
    take_move,
)
from tetrad.server.http.answers import Json, zipped
from tetrad.server.http.errors import UnauthorizedError, UnprocessableError
from tetrad.server.http.identity import (
    COOKIE,
    Visitor,
    digest,
    new_invite,
    new_secret,
    remember,
    visitor,
)
from tetrad.server.http.limits import client
from tetrad.server.rooms import bots
from tetrad.server.rooms.room import Room
from tetrad.server.rooms.store import Key
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.server.workers.turns import Asker

# Translators: the answer to who wishes something and holds no seat
WHO_ARE_YOU = Wording("who-are-you", "this browser has no seat in this game; you can watch")

# A long game takes longer to tell.
MOVES_FOR_A_TOKEN = 50

SEATS = {"first": Player.FIRST, "second": Player.SECOND}

router = APIRouter(prefix="/api/matches", tags=["matches"])


async def _room(shared: Shared, match_id: Annotated[str, Path(max_length=64)]) -> Room:
    return await shared.lobby.room(match_id)


async def _visitor(connection: HTTPConnection) -> Visitor:
    return visitor(connection)


Visiting = Annotated[Visitor, Depends(_visitor)]
Entered = Annotated[Room, Depends(_room)]


async def _seats(
    room: Entered, visiting: Visiting, connection: HTTPConnection
) -> frozenset[Player]:
    """The seats of the one who asks; without cookie or token nobody can have one."""
    if not visiting.keys:
        raise UnauthorizedError(WHO_ARE_YOU())
    await take_move(connection, visiting.keys)
    seats = room.seats(visiting)
    if seats:
        room.asker = asker(connection)
    return seats


Seated = Annotated[frozenset[Player], Depends(_seats)]


def brief(room: Room, you: frozenset[Player]) -> Brief:
    return states.brief(
        room.id, room.standing, you, room.present, invite=room.invite, thinking=room.thinking
    )


async def view(room: Room, you: frozenset[Player]) -> State:
    """Everything a client needs to show the match, to look back and to play on."""
    history, standing = await room.history(), room.standing
    while len(history) != len(standing.match.positions):
        history, standing = await room.history(), room.standing
    way = {"history": history, "choices": choices(standing.position)}
    return {**brief(room, you), **way}  # type: ignore[typeddict-item]


async def acknowledged(room: Room, you: frozenset[Player], seq: int | None) -> Json:
    """The answer to a request that changed the match: the same events that everybody hears."""
    since = room.standing.seq - 1 if seq is None else seq
    await room.recall(since)
    events = [Raw(line.encode()) for line in room.since(since)]
    return Json({**brief(room, you), "events": events})


@router.post(
    "",
    status_code=201,
    response_model=schema.Created,
    responses=problems(400, 401, 403, 413, 422, 429),
    dependencies=[Depends(take_creation)],
)
async def create_match(
    request: Request, body: schema.NewMatch, shared: Shared, visiting: Visiting
) -> Json:
    """A new match; you hold every human seat except the one you invite somebody to."""
    start = _start(body)
    cookie = request.cookies.get(COOKIE) if visiting.player else None
    cookie = cookie or new_secret()
    invite = new_invite() if body.invite else None
    own = [player for name, player in SEATS.items() if _is_own(body, name)]
    tokens = {player: new_secret() for player in own}
    keys = [Key(digest(token), player.value) for player, token in tokens.items()]
    keys += [Key(digest(cookie), player.value) for player in own]
    who = Asker(client(request), digest(cookie))
    room = await shared.lobby.create(start, keys, who, invite, body.pace)
    answer = Json(
        {
            "id": room.id,
            "tokens": {str(player.value): token for player, token in tokens.items()},
            "invite": invite,
            "match": await view(room, frozenset(own)),
        },
        201,
        {"Location": f"/api/matches/{room.id}"},
    )
    remember(answer, cookie, secure=request.url.scheme == "https")
    return answer


def _is_own(body: schema.NewMatch, name: str) -> bool:
    wanted: schema.NewSeat = getattr(body, name)
    return wanted.kind == "human" and body.invite != name


def _start(body: schema.NewMatch) -> dict[str, object]:
    """The first event of the match that was asked for."""
    match = Match(read_position(GAMES[body.game], body.start), draw_by_repetition=body.repetition)
    sittings = {"1": _sitting(body, "first"), "2": _sitting(body, "second")}
    if all(each.kind == "bot" for each in sittings.values()) and not body.repetition:
        raise UnprocessableError("two bots need the draw by repetition, or never end", "shape")
    return states.start_event(match, sittings)


def _sitting(body: schema.NewMatch, name: str) -> Sitting:
    wanted: schema.NewSeat = getattr(body, name)
    invited = body.invite == name
    if wanted.kind == "bot":
        if invited:
            raise UnprocessableError(f"{name}: a bot's seat cannot be kept for a guest", "shape")
        level = bots.DEFAULT_LEVEL if wanted.level is None else wanted.level
        return Sitting("bot", wanted.name or "", level)
    return Sitting("human", wanted.name or "", None, invited)


@router.get("", response_model=schema.Summaries, responses=problems(401, 422))
async def list_matches(
    shared: Shared,
    visiting: Visiting,
    mine: Annotated[bool, Query(description="There is no other list yet.")] = True,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[str | None, Query(max_length=64, description="The last id you have.")] = None,
) -> Json:
    """The games of this browser, the latest first."""
    key = visiting.player if mine else None
    return Json({"matches": await shared.store.mine(key, limit, after) if key else []})


@router.get("/{match_id}", response_model=State, responses=problems(401, 403, 404, 422, 429))
async def show_match(request: Request, room: Entered, visiting: Visiting) -> Response:
    """The match as it stands; whoever has the link may watch."""
    await take_answer(request, len(room.standing.match.moves) / MOVES_FOR_A_TOKEN)
    answer = Json(await view(room, room.seats(visiting)))
    return await zipped(answer, request.headers)


@router.get(
    "/{match_id}/record",
    responses={200: {"content": {"text/plain": {}}}, **problems(404, 422)},
)
async def show_record(room: Entered) -> PlainTextResponse:
    """The match as text, to keep or to analyse elsewhere."""
    name = f"{room.standing.position.NAME}-{room.id}.txt"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(states.record(room.standing), headers=disposition)


@router.delete("/{match_id}", status_code=204, responses=problems(401, 403, 404, 422))
async def forget_match(shared: Shared, room: Entered, visiting: Visiting) -> Response:
    """Takes the match out of this browser's list."""
    if visiting.player is None:
        raise UnauthorizedError(WHO_ARE_YOU())
    await shared.store.hide(room.id, visiting.player)
    return Response(status_code=204)


@router.post(
    "/{match_id}/join",
    response_model=schema.Joined,
    responses=problems(400, 401, 403, 404, 409, 413, 422, 429),
    dependencies=[Depends(take_creation)],
)
async def join_match(
    request: Request, body: schema.Joining, shared: Shared, room: Entered, visiting: Visiting
) -> Json:
    """Takes the seat that is kept free, with the code of the invitation."""
    cookie = request.cookies.get(COOKIE) if visiting.player else None
    cookie = cookie or new_secret()
    player, token = await shared.lobby.join(room, digest(cookie), body.code, body.name)
    match = await view(room, frozenset(room.keys[digest(cookie)]))
    answer = Json({"seat": player.value, "token": token, "match": match})
    remember(answer, cookie, secure=request.url.scheme == "https")
    return answer


_REFUSALS = problems(400, 401, 403, 404, 409, 413, 422, 429)


@router.post("/{match_id}/moves", response_model=Acknowledged, responses=_REFUSALS)
async def play_move(body: schema.NewMove, shared: Shared, room: Entered, you: Seated) -> Json:
    """Plays a move; `seq` is the last event you have seen. Sending it twice is harmless."""
    await shared.lobby.play(room, you, body.move, body.seq, body.pace)
    return await acknowledged(room, you, body.seq)


_SUMMARIES = {
    "undo": "Takes back your last move, or asks the other player for it",
    "resign": "Gives the game up",
    "draw": "Offers a draw, or agrees to one",
    "rematch": "Plays again with sides swapped, or offers it",
    "accept": "Accepts the other player's offer",
    "decline": "Declines an offer, or takes back your own",
}


def _add_route(name: str, decide: actions.Decision) -> None:
    """A request that is nothing but a wish: POST /api/matches/{match_id}/{name}."""

    async def act(
        shared: Shared, room: Entered, you: Seated, body: schema.Act | None = None
    ) -> Json:
        seq = body.seq if body else None
        await shared.lobby.act(room, lambda standing: actions.wish(standing, you, decide, seq))
        return await acknowledged(room, you, seq)

    act.__name__ = name
    path, summary = f"/{{match_id}}/{name}", _SUMMARIES[name]
    router.post(path, response_model=Acknowledged, responses=_REFUSALS, summary=summary)(act)


for _name, _decide in actions.WISHES.items():
    _add_route(_name, _decide)


@router.get(
    "/{match_id}/hint",
    response_model=schema.Hint,
    responses=problems(401, 403, 404, 409, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def hint(request: Request, shared: Shared, room: Entered, you: Seated) -> Json:
    """A good move for the seat to move, and why; not against another person."""
    standing, position = room.standing, room.standing.position
    actions.may_ask_for_a_hint(standing, you)
    asked = shared.engine.ask("play", asker(request), tasks.hint, position)
    answer = await while_connected(request, asked)
    shown = {"move": str(answer.move), "steps": steps(position, answer.move)}
    return Json({**shown, "reasons": answer.reasons})
