"""How a match looks from outside: to one visitor, to those who watch, in a list, after the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tetrad.matches.actions import possible
from tetrad.matches.board import choices, ending, hand, legal_move, seat
from tetrad.matches.clocks import Clock, written
from tetrad.matches.data import (
    Brief,
    Clocks,
    Ending,
    LegalMove,
    Now,
    PairView,
    PlayerView,
    Ply,
    Summary,
)
from tetrad.matches.log import Event, Sitting, Standing
from tetrad.matches.match import Match
from tetrad.position import AnyPosition, Player


def brief(
    match_id: str,
    standing: Standing,
    you: frozenset[Player],
    present: Collection[Player],
    *,
    invite: str | None,
    thinking: bool,
    time: float,
) -> Brief:
    """What holds now, for one who has these seats; with clocks, at which time by the server."""
    match = standing.match
    return {
        "id": match_id,
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "position": str(match.position),
        "turn": seat(match.position.turn),
        "outcome": _ending(standing),
        "result": standing.result,
        "players": players(standing, present),
        "you": sorted(map(seat, you)),
        "offer": standing.offer,
        "seq": standing.seq,
        "created": timestamp(standing.created),
        "updated": timestamp(standing.updated),
        "repetition": match.draw_by_repetition,
        **clocks(standing),
        "rated": standing.rated,
        "pair": standing.pair,
        "tournament": standing.tournament,
        "counted": standing.counted,
        "talk": list(standing.talk),
        "time": time if standing.clock else None,
        "invite": invite if you and standing.guest_awaited else None,
        "rematch": standing.rematch,
        "thinking": thinking,
        "can": possible(standing, you),
        "last": _last(match),
        "record": record(standing),
    }


def clocks(standing: Standing) -> Clocks:
    """What was agreed about the time, and what the clocks show."""
    return {
        "clock": standing.clock.view() if standing.clock else None,
        "timing": standing.timing.view() if standing.timing else None,
    }


def ply(positions: Sequence[AnyPosition], moves: Sequence[Any], number: int) -> Ply:
    """The start, as number 0, or a move with the board it led to."""
    after = positions[number]
    if not number:
        return {"move": None, "steps": [], "position": str(after), "hand": hand(after)}
    told = legal_move(positions[number - 1], moves[number - 1])
    return {**told, "position": str(after), "hand": hand(after)}


def players(standing: Standing, present: Collection[Player] = ()) -> dict[str, PlayerView]:
    return {
        str(player.value): {
            "kind": sitting.kind,
            "name": sitting.name,
            "level": sitting.level,
            "present": sitting.kind == "bot" or player in present,
            "open": sitting.open,
            "person": sitting.person,
            "rating": sitting.rating,
            "program": sitting.program,
        }
        for player, sitting in standing.sittings.items()
    }


def presence(
    present: Collection[Player], watching: int, away: Mapping[Player, float | None]
) -> dict[str, Any]:
    """Who is there; with a clock for the whole game, also since when somebody is not."""
    told = {
        "kind": "presence",
        "present": {str(player.value): player in present for player in Player},
        "watching": watching,
    }
    if away:
        told["away"] = {str(player.value): since for player, since in away.items()}
    return told


def event_view(event: Event, after: Standing) -> dict[str, Any]:
    """An event as it is sent: what was written down, and what follows from it for the board."""
    view = {"seq": event.seq, "kind": event.kind, "at": timestamp(event.at), **event.data}
    if event.kind == "move":
        view |= {"steps": _last(after.match)["steps"], "hand": hand(after.position)}  # type: ignore[index]
    if event.kind == "say":
        view["template"] = after.talk[-1]["template"]
    if event.kind == "undo":
        view["ply"] = len(after.match.moves)
    if event.kind in ("move", "undo", *_ENDS):
        position = after.position
        view |= {"position": str(position), "turn": position.turn.value, "outcome": _ending(after)}
    return view


_ENDS = ("resign", "draw", "flag", "abandon")


def now(standing: Standing) -> Now:
    """What follows from the newest event for everybody: sent along with it."""
    return {
        "result": standing.result,
        "offer": standing.offer,
        "rematch": standing.rematch,
        "timing": clocks(standing)["timing"],
        "can": {key: possible(standing, you) for key, you in _SEATS.items()},
        "choices": choices(standing.position),
    }


_SEATS = {"1": (Player.FIRST,), "2": (Player.SECOND,), "12": tuple(Player)}


def _last(match: Match) -> LegalMove | None:
    return legal_move(*match.last) if match.last else None


def _ending(standing: Standing) -> Ending | None:
    return ending(standing.outcome)


def summary(match_id: str, standing: Standing) -> Summary:
    """What a list of games shows of a match."""
    shown: Summary = {
        "id": match_id,
        "game": standing.match.start.NAME,
        "players": players(standing),
        "result": standing.result,
        "outcome": _ending(standing),
        "turn": seat(standing.position.turn),
        "plies": standing.match.ply,
        "position": str(standing.position),
        "you": [],
        "clock": clocks(standing)["clock"],
        "deadline": standing.timing.deadline if standing.timing else None,
        "rated": standing.rated,
        "tournament": standing.tournament,
        "created": timestamp(standing.created),
        "updated": timestamp(standing.updated),
    }
    if standing.brought:
        shown["brought"] = True
    return shown


def record(standing: Standing) -> str:
    """The match as text, with the names and the date."""
    match = standing.match.copy()
    match.tags = {
        "First": _label(standing.sittings[Player.FIRST]),
        "Second": _label(standing.sittings[Player.SECOND]),
        "Date": datetime.fromtimestamp(standing.created, UTC).strftime("%Y.%m.%d"),
        **_clock_tags(standing),
    }
    return match.record()


def _clock_tags(standing: Standing) -> dict[str, str]:
    """What was agreed, and after a game with one clock for all moves, what was left."""
    clock, timing = standing.clock, standing.timing
    if clock is None or timing is None:
        return {}
    tags = {"TimeControl": clock.tag}
    if standing.over and not clock.days:
        first, second = map(written, timing.left)
        tags |= {"FirstClock": first, "SecondClock": second}
    return tags


def _label(sitting: Sitting) -> str:
    if sitting.kind == "bot":
        return f"{sitting.name or 'Computer'} (level {sitting.level})"
    return sitting.name or "?"


def rematch_start(standing: Standing) -> dict[str, Any]:
    """The first event of the next match: the same players, sides swapped."""
    swapped = {str(player.other.value): sitting for player, sitting in standing.sittings.items()}
    return start_event(standing.match, swapped, standing.clock)


def start_event(
    match: Match,
    sittings: dict[str, Sitting],
    clock: Clock | None = None,
    pair: PairView | None = None,
    tournament: str | None = None,
) -> dict[str, Any]:
    """What the log begins with; what is not agreed is not mentioned."""
    event: dict[str, Any] = {
        "game": match.start.NAME,
        "start": str(match.start),
        "repetition": match.draw_by_repetition,
        "players": {key: _seated(each) for key, each in sorted(sittings.items())},
    }
    event |= {"clock": clock.view()} if clock else {}
    event |= {"pair": pair} if pair else {}
    return event | ({"tournament": tournament} if tournament else {})


def _seated(sitting: Sitting) -> dict[str, Any]:
    told = {name: getattr(sitting, name) for name in ("kind", "name", "level", "open")}
    extra = {name: getattr(sitting, name) for name in ("person", "rating", "program")}
    return told | {name: value for name, value in extra.items() if value}


def timestamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
