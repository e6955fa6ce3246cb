"""Live play: one WebSocket per watcher, one line of JSON per event.

A client says the last number it has seen (`since`); it gets what it missed, then a line `ready`,
then whatever happens. Closing codes: 4400 bad `since`, 4403 wrong token, 4404 no such match,
4408 too slow, 4409 the client knows what is no longer written down (a backup was restored) or has
missed more than 500 events, 4429 too many from one address; after 1012, 4408 and 4429 it is right
to connect again, after 4409 to load the match first. Who sends faster than people play is read
more slowly.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tetrad.matches.refusals import ConflictError, RefusedError
from tetrad.matches.state import timestamp
from tetrad.position import IllegalMoveError, InvalidNotationError
from tetrad.server.api.matches import check_fair
from tetrad.server.api.services import asker, check_still, count_move, services, take_message
from tetrad.server.http.connections import WRITE_NOW
from tetrad.server.http.errors import NotFoundError, TooManyError, UnprocessableError, problem
from tetrad.server.http.identity import person, visitor
from tetrad.server.http.limits import same_origin
from tetrad.server.rooms.lobby import Lobby, told_time
from tetrad.server.rooms.room import MOST_EVENTS_TOLD, RESTARTING, Room, Watcher, encode
from tetrad.server.storage.database import AwayError

BAD_SINCE, WRONG_TOKEN, NO_SUCH_MATCH, RELOAD, TOO_MANY_SOCKETS = 4400, 4403, 4404, 4409, 4429
LONGEST_MESSAGE = 1024
_WISH = re.compile("[A-Za-z0-9_-]{1,64}")


async def events(socket: WebSocket) -> None:
    """WS /api/matches/{match_id}/events?since=SEQ[&at=TIME of that event][&token=T]"""
    if not same_origin(socket):
        await socket.close()
        return
    await socket.accept()
    shared, who = services(socket), asker(socket)
    try:
        # Who has gone before they were answered is no mistake of ours, and not worth a line.
        with shared.sockets.one(who.address), contextlib.suppress(WebSocketDisconnect):
            await _serve(socket, shared.lobby)
    except TooManyError:
        await socket.close(TOO_MANY_SOCKETS)


async def _serve(socket: WebSocket, lobby: Lobby) -> None:
    try:
        room = await lobby.enter(socket.path_params["match_id"])
        write_now = socket.scope["extensions"].get(WRITE_NOW)
        watcher = Watcher(await lobby.seats(room, visitor(socket)), write_now)
        since = _since(socket, room)
    except RefusedError as error:
        await _refuse(socket, error)
        return
    if watcher.seats or room.standing.bots_only:
        room.asker = asker(socket)
    await lobby.watch(room, watcher, since)
    sender = asyncio.create_task(_send(socket, watcher))
    try:
        await _listen(socket, lobby, room, watcher)
    finally:
        lobby.leave(room, watcher)
        sender.cancel()


def _since(socket: WebSocket, room: Room) -> int:
    text = socket.query_params.get("since", "0")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise UnprocessableError(f"the match has {room.standing.seq} events so far", "bad-since")
    since, at = int(text), socket.query_params.get("at")
    if since > room.standing.seq or (at and since and at != timestamp(room.events[since - 1].at)):
        raise ConflictError("what you know is no longer so; load the match again", "reload")
    if room.standing.seq - since > MOST_EVENTS_TOLD:
        raise ConflictError("you have missed a lot; load the match again", "reload")
    return since


async def _refuse(socket: WebSocket, error: RefusedError) -> None:
    codes = {NotFoundError: NO_SUCH_MATCH, UnprocessableError: BAD_SINCE, ConflictError: RELOAD,
             AwayError: RESTARTING}  # fmt: skip
    await socket.send_text(encode({"error": problem(error)}))
    await socket.close(codes.get(type(error), WRONG_TOKEN), error.code)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    """Sends what waits for this watcher; the end comes when it is too slow or the server stops."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (line := await watcher.lines.get()) is not None:
            await socket.send_text(line)
            watcher.sent()
        await socket.close(watcher.goodbye or RESTARTING)


async def _listen(socket: WebSocket, lobby: Lobby, room: Room, watcher: Watcher) -> None:
    shared, who = services(socket), asker(socket)
    # Who comes back with the same token is the same one; who has none has no seat either.
    proof = visitor(socket).keys or watcher
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        said: dict[str, Any] = {}
        try:
            await take_message(shared, who, proof)
            said = _read(message.get("text") or "")
            shared.metrics.heard("ping" if "ping" in said else "move")
            await _answer(said, socket, lobby, room, watcher)
        except (RefusedError, InvalidNotationError, IllegalMoveError) as error:
            if isinstance(error, TooManyError):
                await asyncio.sleep(error.told_after)
            named = {"id": said["id"]} if isinstance(said.get("id"), str) else {}
            watcher.tell(encode({"error": problem(error), **named}))


def _read(text: str) -> dict[str, Any]:
    try:
        message = msgspec.json.decode(text) if len(text) <= LONGEST_MESSAGE else None
    except (msgspec.DecodeError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise UnprocessableError('send {"ping": 1} or {"move": "A@b3", "seq": 7}', "shape")
    return message


async def _answer(
    message: dict[str, Any], socket: WebSocket, lobby: Lobby, room: Room, watcher: Watcher
) -> None:
    if "ping" in message:
        lobby.hear_from(room, watcher, message.get("held"))
        watcher.tell(encode({"pong": message["ping"]} | told_time(room)))
        return
    move, seq, wish = message.get("move"), message.get("seq"), message.get("id")
    if not isinstance(move, str) or type(seq) is not int:
        raise UnprocessableError("a move is text and seq the last number you have seen", "shape")
    if wish is not None and not (isinstance(wish, str) and _WISH.fullmatch(wish)):
        raise UnprocessableError("an id has 1 to 64 letters, digits, - and _", "shape")
    shared = services(socket)
    count_move(shared, asker(socket), visitor(socket).keys or watcher)
    await check_still(socket)
    await check_fair(shared, person(socket), room, seq, move)
    if not await lobby.play(room, watcher.seats, move, seq, wish=wish):
        watcher.tell(encode({"kind": "counted", "id": wish, "seq": room.standing.seq}))
