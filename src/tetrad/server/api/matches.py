"""Matches over HTTP: see, play, take back, resign, agree, play again."""

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
from tetrad.matches.refusals import ForbiddenError
from tetrad.message import Wording
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.api import schema
from tetrad.server.api.services import (
    Services,
    Shared,
    asker,
    problems,
    take_answer,
    take_engine_turn,
    take_move,
)
from tetrad.server.http.answers import Json, zipped
from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.http.headers import PRIVATE
from tetrad.server.http.identity import Visitor, person, visitor
from tetrad.server.rooms.lobby import unbroken
from tetrad.server.rooms.room import Room
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected

# Translators: the answer to who wishes something and holds no seat
WHO_ARE_YOU = Wording("who-are-you", "this browser has no seat in this game; you can watch")

# Translators: the answer to who talks to somebody who has blocked them, or whom they have blocked
NO_TALK = Wording("no-talk", "the two of you do not talk to each other")

# A long game takes longer to tell.
MOVES_FOR_A_TOKEN = 50
MOST_EVENTS_ANSWERED = 50

router = APIRouter(prefix="/api/matches", tags=["matches"])


InPath = Annotated[str, Path(max_length=64)]


async def _room(shared: Shared, match_id: InPath) -> Room:
    return await shared.lobby.enter(match_id)


async def _known_room(shared: Shared, match_id: InPath) -> Room:
    """Who acts says what they have seen; only where that is more does the room look it up."""
    return await shared.lobby.room(match_id)


async def read_visitor(connection: HTTPConnection) -> Visitor:
    return visitor(connection)


Visiting = Annotated[Visitor, Depends(read_visitor)]
Entered = Annotated[Room, Depends(_room)]
Known = Annotated[Room, Depends(_known_room)]


async def _seats(
    room: Known, visiting: Visiting, connection: HTTPConnection, shared: Shared
) -> frozenset[Player]:
    """The seats of the one who asks; without cookie or token nobody can have one."""
    if not visiting.keys:
        raise UnauthorizedError(WHO_ARE_YOU())
    await take_move(connection, visiting.keys)
    seats = await shared.lobby.seats(room, visiting)
    if seats:
        room.asker = asker(connection)
    return seats


Seated = Annotated[frozenset[Player], Depends(_seats)]


def brief(room: Room, you: frozenset[Player]) -> Brief:
    return states.brief(
        room.id,
        room.standing,
        you,
        room.present,
        invite=room.invite,
        thinking=room.thinking,
        time=clock.now(),
    )


async def view(room: Room, you: frozenset[Player]) -> State:
    """Everything a client needs to show the match, to look back and to play on."""
    history, standing = await room.history(), room.standing
    while len(history) != len(standing.match.positions):
        history, standing = await room.history(), room.standing
    way = {"history": history, "choices": choices(standing.position)}
    return {**brief(room, you), **way}  # type: ignore[typeddict-item]


async def acknowledged(room: Room, you: frozenset[Player], seq: int | None) -> Json:
    """The answer to a request that changed the match: the same events that everybody hears.

    Who has missed a lot hears of the latest alone, and loads the match for what is between.
    """
    newest = room.standing.seq
    since = newest - 1 if seq is None or newest - seq > MOST_EVENTS_ANSWERED else seq
    await room.recall(since)
    events = [Raw(line.encode()) for line in room.since(since)]
    return Json({**brief(room, you), "events": events})


@router.get("", response_model=schema.Summaries, responses=problems(401, 404, 422))
async def list_matches(
    shared: Shared,
    visiting: Visiting,
    mine: Annotated[bool, Query(description="There is no other list yet.")] = True,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[str | None, Query(max_length=64, description="The last id you have.")] = None,
) -> Json:
    """The games of this browser, the latest first."""
    key = visiting.player if mine else None
    found = await shared.store.mine(key, limit, after) if key else []
    return Json({"matches": found}, headers=PRIVATE)


@router.get("/{match_id}", response_model=State, responses=problems(401, 403, 404, 422, 429))
async def show_match(
    request: Request, shared: Shared, room: Entered, visiting: Visiting
) -> Response:
    """The match as it stands; whoever has the link may watch."""
    await take_answer(request, len(room.standing.match.moves) / MOVES_FOR_A_TOKEN)
    answer = Json(await view(room, await shared.lobby.seats(room, visiting)))
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


_REFUSALS = problems(400, 401, 403, 404, 409, 413, 422, 429)


async def check_fair(
    shared: Services, who: str | None, room: Room, seq: int | None, move: str = ""
) -> None:
    """A bot is not asked for its answer to a position of a rated game that goes on.

    Without a move it may be asked to play again, or to agree to a draw. In a tournament the bot is
    the opponent, and no help in games elsewhere.
    """
    if all(each.kind == "human" for each in room.standing.sittings.values()):
        return
    if seq is None or seq > room.standing.seq:
        room = await shared.lobby.enter(room.id)
    standing, tournament = room.standing, room.standing.tournament
    if move:
        await shared.fairness.check_after(who, standing.position, move, tournament)
    else:
        positions = [standing.match.start, standing.position]
        await shared.fairness.check_all(who, positions, tournament)


@router.post("/{match_id}/moves", response_model=Acknowledged, responses=_REFUSALS)
async def play_move(
    request: Request, body: schema.NewMove, shared: Shared, room: Known, you: Seated
) -> Json:
    """Plays a move; `seq` is the last event you have seen. Sending it twice is harmless."""
    await check_fair(shared, person(request), room, body.seq, body.move)
    await unbroken(shared.lobby.play(room, you, body.move, body.seq, body.pace, body.id))
    return await acknowledged(room, you, body.seq)


# What a bot decides by looking at the position.
ASKED_OF_BOTS = ("draw", "rematch")
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
        request: Request, shared: Shared, room: Known, you: Seated, body: schema.Act | None = None
    ) -> Json:
        seq, wish = (body.seq, body.id) if body else (None, None)
        if name in ASKED_OF_BOTS:
            await check_fair(shared, person(request), room, seq)
        await unbroken(shared.lobby.wish(room, you, decide, seq, wish))
        return await acknowledged(room, you, seq)

    act.__name__ = name
    path, summary = f"/{{match_id}}/{name}", _SUMMARIES[name]
    router.post(path, response_model=Acknowledged, responses=_REFUSALS, summary=summary)(act)


for _name, _decide in actions.WISHES.items():
    _add_route(_name, _decide)


@router.post("/{match_id}/claim", response_model=Acknowledged, responses=_REFUSALS)
async def claim(shared: Shared, room: Known, you: Seated, body: schema.Act | None = None) -> Json:
    """Claims a game with a clock that the opponent has left a minute ago."""
    seq = body.seq if body else None
    actions.sit(you)
    await unbroken(shared.lobby.claim_win(room, you, seq))
    return await acknowledged(room, you, seq)


@router.post("/{match_id}/say", response_model=Acknowledged, responses=_REFUSALS)
async def say(
    request: Request, shared: Shared, room: Known, you: Seated, body: schema.Said
) -> Json:
    """Says one of the preset phrases to the opponent."""
    actions.sit(you)
    others = [key for key, held in room.keys.items() if not held <= you]
    if (me := person(request)) and not (await shared.accounts.apart(me)).isdisjoint(others):
        raise ForbiddenError(NO_TALK())
    said = shared.lobby.act(room, you, lambda now: actions.say(now, you, body.phrase))
    await unbroken(said)
    return await acknowledged(room, you, None)


@router.get(
    "/{match_id}/hint",
    response_model=schema.Hint,
    responses=problems(401, 403, 404, 409, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def hint(request: Request, shared: Shared, room: Known, you: Seated) -> Json:
    """A good move for the seat to move, and why; not against another person."""
    await shared.lobby.enter(room.id)
    standing, position = room.standing, room.standing.position
    actions.may_ask_for_a_hint(standing, you)
    await shared.fairness.check(person(request), position)
    asked = shared.engine.ask("play", asker(request), tasks.hint, position)
    answer = await while_connected(request, asked)
    shown = {"move": str(answer.move), "steps": steps(position, answer.move)}
    return Json({**shown, "reasons": answer.reasons})
