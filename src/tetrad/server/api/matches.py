"""Matches over HTTP: create, join, see, play, take back, resign, agree, play again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse
from msgspec import Raw
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tetrad.bots.seated import DEFAULT_LEVEL
from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.board import choices, steps
from tetrad.matches.clocks import Clock
from tetrad.matches.data import Acknowledged, Brief, State
from tetrad.matches.log import Draft, Sitting
from tetrad.matches.match import Match
from tetrad.matches.reading import LONGEST_RECORD, check_length, read_position
from tetrad.matches.refusals import ForbiddenError
from tetrad.message import Wording
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server import clock
from tetrad.server.api import schema
from tetrad.server.api.services import (
    Services,
    Shared,
    asker,
    greet,
    introduced,
    problems,
    take_answer,
    take_creation,
    take_engine_turn,
    take_move,
)
from tetrad.server.http.answers import Json, zipped
from tetrad.server.http.errors import UnauthorizedError, UnprocessableError
from tetrad.server.http.headers import PRIVATE
from tetrad.server.http.identity import Visitor, person, visitor
from tetrad.server.http.limits import client
from tetrad.server.rooms.lobby import unbroken
from tetrad.server.rooms.room import Room
from tetrad.server.storage.secrets import digest, new_invite, new_secret
from tetrad.server.storage.store import Key
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.server.workers.turns import Asker

# Translators: the answer to who wishes something and holds no seat
WHO_ARE_YOU = Wording("who-are-you", "this browser has no seat in this game; you can watch")

# Translators: the answer to who talks to somebody who has blocked them, or whom they have blocked
NO_TALK = Wording("no-talk", "the two of you do not talk to each other")

# A long game takes longer to tell.
MOVES_FOR_A_TOKEN = 50
MOST_EVENTS_ANSWERED = 50

SEATS = {"first": Player.FIRST, "second": Player.SECOND}

router = APIRouter(prefix="/api/matches", tags=["matches"])
records = APIRouter(prefix="/api/records", tags=["matches"])


InPath = Annotated[str, Path(max_length=64)]


async def _room(shared: Shared, match_id: InPath) -> Room:
    return await shared.lobby.enter(match_id)


async def _known_room(shared: Shared, match_id: InPath) -> Room:
    """Who acts says what they have seen; only where that is more does the room look it up."""
    return await shared.lobby.room(match_id)


async def _visitor(connection: HTTPConnection) -> Visitor:
    return visitor(connection)


Visiting = Annotated[Visitor, Depends(_visitor)]
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


@router.post(
    "",
    status_code=201,
    response_model=schema.Created,
    responses=problems(400, 401, 403, 409, 413, 422, 429),
    dependencies=[Depends(take_creation), Depends(_visitor)],
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
    dependencies=[Depends(take_creation), Depends(take_engine_turn), Depends(_visitor)],
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


@router.post(
    "/{match_id}/join",
    response_model=schema.Joined,
    responses=problems(400, 401, 403, 404, 409, 413, 422, 429),
    dependencies=[Depends(take_creation), Depends(_visitor)],
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


_REFUSALS = problems(400, 401, 403, 404, 409, 413, 422, 429)


async def check_fair(shared: Services, who: str | None, room: Room, move: str = "") -> None:
    """A bot is not asked for its answer to a position of a rated game that goes on.

    Without a move it may be asked to play again, or to agree to a draw. In a tournament the bot is
    the opponent.
    """
    standing = room.standing
    if standing.tournament or all(each.kind == "human" for each in standing.sittings.values()):
        return
    if move:
        await shared.fairness.check_after(who, standing.position, move)
    else:
        await shared.fairness.check_all(who, [standing.match.start, standing.position])


@router.post("/{match_id}/moves", response_model=Acknowledged, responses=_REFUSALS)
async def play_move(
    request: Request, body: schema.NewMove, shared: Shared, room: Known, you: Seated
) -> Json:
    """Plays a move; `seq` is the last event you have seen. Sending it twice is harmless."""
    await check_fair(shared, person(request), room, body.move)
    await unbroken(shared.lobby.play(room, you, body.move, body.seq, body.pace, body.id))
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
        request: Request, shared: Shared, room: Known, you: Seated, body: schema.Act | None = None
    ) -> Json:
        seq, wish = (body.seq, body.id) if body else (None, None)
        await check_fair(shared, person(request), room)
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
