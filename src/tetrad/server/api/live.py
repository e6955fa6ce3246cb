"""Live play: one WebSocket per watcher, one line of JSON per event.

A client says the last number it has seen (`since`); it gets what it missed, then a line `ready`,
then whatever happens. Closing codes: 4400 bad `since`, 4403 wrong token, 4404 no such match,
4408 too slow, 4429 too many from one address; after 1012, 4408 and 4429 it is right to connect
again. Who sends faster than people play is read more slowly.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tetrad.matches.refusals import RefusedError
from tetrad.position import IllegalMoveError, InvalidNotationError
from tetrad.server.api.services import asker, services, take_move
from tetrad.server.http.errors import NotFoundError, UnprocessableError, problem
from tetrad.server.http.identity import visitor
from tetrad.server.http.limits import same_origin
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.room import RESTARTING, Room, Watcher, encode

BAD_SINCE, WRONG_TOKEN, NO_SUCH_MATCH, TOO_MANY_SOCKETS = 4400, 4403, 4404, 4429
MOST_SOCKETS_OF_AN_ADDRESS = 5_000
LONGEST_MESSAGE = 1024


async def events(socket: WebSocket) -> None:
    """WS /api/matches/{match_id}/events?since=SEQ[&token=T]"""
    if not same_origin(socket):
        await socket.close()
        return
    await socket.accept()
    shared, who = services(socket), asker(socket)
    if shared.sockets[who.address] >= MOST_SOCKETS_OF_AN_ADDRESS:
        await socket.close(TOO_MANY_SOCKETS)
        return
    shared.sockets[who.address] += 1
    try:
        await _serve(socket, shared.lobby)
    finally:
        shared.sockets[who.address] -= 1
        if not shared.sockets[who.address]:
            del shared.sockets[who.address]


async def _serve(socket: WebSocket, lobby: Lobby) -> None:
    try:
        room = await lobby.room(socket.path_params["match_id"])
        watcher = Watcher(room.seats(visitor(socket)))
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
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > room.standing.seq:
        raise UnprocessableError(f"the match has {room.standing.seq} events so far", "bad-since")
    return int(text)


async def _refuse(socket: WebSocket, error: RefusedError) -> None:
    codes = {NotFoundError: NO_SUCH_MATCH, UnprocessableError: BAD_SINCE}
    await socket.send_text(encode({"error": problem(error)}))
    await socket.close(codes.get(type(error), WRONG_TOKEN), error.code)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    """Sends what waits for this watcher; the end comes when it is too slow or the server stops."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (line := await watcher.lines.get()) is not None:
            await socket.send_text(line)
        await socket.close(watcher.goodbye or RESTARTING)


async def _listen(socket: WebSocket, lobby: Lobby, room: Room, watcher: Watcher) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        text = message.get("text") or ""
        try:
            await take_move(socket, watcher)
            await _answer(_read(text), lobby, room, watcher)
        except (RefusedError, InvalidNotationError, IllegalMoveError) as error:
            watcher.tell(encode({"error": problem(error)}))


def _read(text: str) -> dict[str, Any]:
    try:
        message = msgspec.json.decode(text) if len(text) <= LONGEST_MESSAGE else None
    except (msgspec.DecodeError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise UnprocessableError('send {"ping": 1} or {"move": "A@b3", "seq": 7}', "shape")
    return message


async def _answer(message: dict[str, Any], lobby: Lobby, room: Room, watcher: Watcher) -> None:
    if "ping" in message:
        watcher.tell(encode({"pong": message["ping"]}))
        return
    move, seq = message.get("move"), message.get("seq")
    if not isinstance(move, str) or type(seq) is not int:
        raise UnprocessableError("a move is text and seq the last number you have seen", "shape")
    await lobby.play(room, watcher.seats, move, seq)
