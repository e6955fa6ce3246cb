"""Matches against bots and on one device, without a server: the same log, folded the same way.

The page keeps the logs; here a request is decided and becomes an event, as in the server's lobby.
Whoever opens the page holds every seat that is not a bot's.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from tetrad.bots import LEVELS
from tetrad.bots.levels import LevelBot
from tetrad.bots.seated import DEFAULT_LEVEL, FEWEST_PLIES_OF_A_DRAW, agrees_to_draw
from tetrad.matches import actions, brought
from tetrad.matches import state as states
from tetrad.matches.board import choices, steps
from tetrad.matches.log import Draft, Event, Sitting, Standing
from tetrad.matches.match import Match
from tetrad.matches.reading import LONGEST_RECORD, check_length, read_position
from tetrad.matches.refusals import ConflictError, NotFoundError, UnprocessableError
from tetrad.page.limits import BOT_SECONDS, LONGEST_REVIEW, MEMORY, REVIEW_PART, REVIEW_SECONDS
from tetrad.page.request import UNFINISHED, Request, Result
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.solvers.solution import Limits
from tetrad.teach import told
from tetrad.teach.advice import advise

# No server names a match so: whoever sees the name knows who keeps it. So many letters of a wish
# name what was wished for.
PREFIX = "local-"
_NAME = 12
LONGEST_NAME = 40
_SEATS = {"first": Player.FIRST, "second": Player.SECOND}
# How the matches stand that were asked about lately, by their names.
_known: dict[str, Standing] = {}
_MOST_KNOWN = 50


def answered(request: Request) -> Result:
    if (request.method, request.parts) == ("POST", ["records"]):
        return _bring(request)
    match request.method, request.parts[1:]:
        case "POST", []:
            return _create(request)
        case "GET", []:
            return Result({"matches": [_summary(log) for log in request.logs]})
        case "GET", [match_id]:
            return Result(_state(match_id, _standing(match_id, request)))
        case "GET", [match_id, "record"]:
            return Result(states.record(_standing(match_id, request)))
        case "GET", [match_id, "hint"]:
            return Result(_hint(_standing(match_id, request)))
        case "GET", [match_id, "review"]:
            return _review(_standing(match_id, request))
        case "POST", [match_id, what]:
            return _act(match_id, what, request)
    raise NotFoundError(f"there is no /api/{'/'.join(request.parts)} in the page", "not-found")


def standing_of(match_id: str, events: list[dict[str, Any]]) -> Standing:
    """How a match stands after the events of its log."""
    standing = _known.get(match_id)
    if standing is None or standing.seq > len(events):
        standing = Standing()
    for event in events[standing.seq :]:
        standing = standing.after(Event(**event))
    _known[match_id] = standing
    while len(_known) > _MOST_KNOWN:
        del _known[next(iter(_known))]
    return standing


def _log_of(match_id: str, logs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return next((log["events"] for log in logs if log["id"] == match_id), [])


def own_seats(standing: Standing) -> frozenset[Player]:
    return frozenset(
        player for player, sitting in standing.sittings.items() if sitting.kind == "human"
    )


def _standing(match_id: str, request: Request) -> Standing:
    events = _log_of(match_id, request.logs)
    if not events:
        raise NotFoundError(f"there is no match {match_id[:20]!r}", "no-such-match")
    return standing_of(match_id, events)


def _create(request: Request) -> Result:
    """A new match; the same wish twice is one match."""
    body = request.body
    if body.get("invite") is not None:
        raise ConflictError("a friend can be invited only where a server is", "needs-server")
    start = read_position(GAMES[request.choice("game", GAMES)], request.text("start"))
    match = Match(start, draw_by_repetition=request.flag("repetition", default=True))
    sittings = {str(player.value): _sitting(request, name) for name, player in _SEATS.items()}
    if all(each.kind == "bot" for each in sittings.values()) and not match.draw_by_repetition:
        raise UnprocessableError("two bots need the draw by repetition, or never end", "shape")
    return _begun([Draft("start", states.start_event(match, sittings))], request)


def _bring(request: Request) -> Result:
    """A match out of a record."""
    record = request.text("record", needed=True) or ""
    check_length(record, LONGEST_RECORD)
    return _begun(brought.drafts(record), request)


def _sitting(request: Request, seat: str) -> Sitting:
    wanted = request.inner(seat)
    name = (wanted.text("name") or "")[:LONGEST_NAME]
    level = wanted.number("level", LEVELS[0], LEVELS[-1])
    if wanted.choice("kind", ("human", "bot"), "human") == "human":
        return Sitting("human", name)
    return Sitting("bot", name, DEFAULT_LEVEL if level is None else level)


def _begun(drafts: list[Draft], request: Request | None = None) -> Result:
    """A match that begins with these events, or the one that the same wish has led to before."""
    wish = request.text("id") if request else None
    match_id = PREFIX + (wish[:_NAME] if wish else secrets.token_hex(_NAME // 2))
    at = time.time()
    events = [Event(number, each.kind, each.data, at) for number, each in enumerate(drafts, 1)]
    made = _log_of(match_id, request.logs) if request else []
    standing = standing_of(match_id, made) if made else Standing(events)
    _known[match_id] = standing
    body = {"id": match_id, "tokens": {}, "invite": None, "match": _state(match_id, standing)}
    return _added(match_id, standing, [] if made else events, body, 201)


def _added(
    match_id: str, standing: Standing, events: list[Event], body: Any, status: int = 200
) -> Result:
    kept = [_line(event) for event in events]
    views = [states.event_view(event, standing) for event in events]
    if views:
        views[-1] |= {"now": states.now(standing)}
    summary = {**states.summary(match_id, standing), "you": _you(standing)}
    return Result(body, status, match_id, kept, standing.bot_due, summary, views)


def _line(event: Event) -> dict[str, Any]:
    """An event as the page keeps it."""
    return {"seq": event.seq, "kind": event.kind, "data": event.data, "at": event.at}


def _you(standing: Standing) -> list[int]:
    return sorted(player.value for player in own_seats(standing))


def _brief(match_id: str, standing: Standing) -> dict[str, Any]:
    you = own_seats(standing)
    told = states.brief(
        match_id, standing, you, you, invite=None, thinking=standing.bot_due, time=time.time()
    )
    return {**told}


def _state(match_id: str, standing: Standing) -> dict[str, Any]:
    positions, moves = standing.match.positions, standing.match.moves
    history = [states.ply(positions, moves, number) for number in range(len(positions))]
    way = {"history": history, "choices": choices(standing.position)}
    return {**_brief(match_id, standing), **way}


def _summary(log: dict[str, Any]) -> dict[str, Any]:
    standing = standing_of(log["id"], log["events"])
    return {**states.summary(log["id"], standing), "you": _you(standing)}


def _act(match_id: str, what: str, request: Request) -> Result:
    """A move, or another wish; what is asked twice counts once."""
    standing, seq = _standing(match_id, request), request.number("seq", 0)
    if what == "moves":
        move = request.text("move", needed=True) or ""
        if seq is None:
            raise UnprocessableError("seq: this is needed", "shape")
        events = _log_of(match_id, request.logs)
        if _played_already(events, move, seq):
            return Result({**_brief(match_id, standing), "events": _since(events, seq)})
        draft = actions.play(standing, own_seats(standing), move, seq)
    elif what in actions.WISHES:
        draft = actions.wish(standing, own_seats(standing), actions.WISHES[what], seq)
    else:
        raise NotFoundError(f"a match knows no {what[:20]!r}", "not-found")
    also = None
    if draft == actions.NEW_MATCH:
        also = _begun([Draft("start", states.rematch_start(standing))])
        draft = Draft("rematch", {"match": also.of})
    return _with(match_id, standing, draft, also)


def _with(match_id: str, standing: Standing, draft: Draft, also: Result | None = None) -> Result:
    event = Event(standing.seq + 1, draft.kind, draft.data, time.time())
    after = standing.after(event)
    added = _added(match_id, after, [event], None)
    body = {**_brief(match_id, after), "events": added.told}
    return Result(body, 200, match_id, added.events, added.due, added.summary, added.told, also)


def _played_already(events: list[dict[str, Any]], move: str, seq: int) -> bool:
    """Whether the event after the last one seen is this very move."""
    if not 0 < seq < len(events):
        return False
    event = events[seq]
    return bool(event["kind"] == "move" and event["data"]["move"] == move)


def _since(events: list[dict[str, Any]], seq: int) -> list[dict[str, Any]]:
    """The events after number `seq`, as they are told; the newest says what holds now."""
    standing, found = Standing(), []
    for kept in events:
        event = Event(**kept)
        standing = standing.after(event)
        if event.seq > seq:
            found.append(states.event_view(event, standing))
    found[-1] |= {"now": states.now(standing)}
    return found


def _hint(standing: Standing) -> dict[str, Any]:
    """A good move for the seat to move, and why."""
    actions.may_ask_for_a_hint(standing, own_seats(standing))
    position = standing.position
    player = _hurried(LevelBot(position.NAME, LEVELS[-1]))
    move = player.choose(position, Limits(memory=MEMORY)).move
    reasons = advise(position, move, player.solution)
    shown = {"move": str(move), "steps": steps(position, move)}
    return {**shown, "reasons": [reason.data() for reason in reasons]}


def _hurried(player: LevelBot) -> LevelBot:
    player.seconds = BOT_SECONDS
    return player


def _review(standing: Standing) -> Result:
    if not standing.over:
        raise ConflictError("the game is not over yet", "not-over")
    check_length(standing.match.record(), LONGEST_REVIEW)
    return reviewed(standing.match)


def reviewed(match: Match) -> Result:
    """What a game was worth, in parts: that takes long, and may be stopped between them."""
    limits = Limits(time=REVIEW_SECONDS, memory=MEMORY, thorough=True)
    return Result(None, UNFINISHED, parts=told.judging_game(match, limits, REVIEW_PART))


def think(match_id: str, events: list[dict[str, Any]]) -> Result:
    """What the bot does that has to move, or to answer an offer; nothing if none has to."""
    standing = standing_of(match_id, events)
    if not standing.bot_due:
        return Result(None, 204)
    return _with(match_id, standing, _thought(standing))


def _thought(standing: Standing) -> Draft:
    position, limits = standing.position, Limits(memory=MEMORY)
    if asked := standing.asked_bot:
        late = len(standing.match.moves) >= FEWEST_PLIES_OF_A_DRAW
        agrees = late and agrees_to_draw(position, asked, limits)
        return Draft("draw", {}) if agrees else Draft("decline", {"by": asked.value})
    level = standing.sittings[position.turn].level or DEFAULT_LEVEL
    move = _hurried(LevelBot(position.NAME, level)).choose(position, limits).move
    return Draft("move", {"by": position.turn.value, "move": str(move)})
