"""How a match looks from outside: to one visitor, to those who watch, in a list, after the end."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from tetrad.matches.match import Match
from tetrad.position import Player
from tetrad.server.api.schema import Ending, LegalMove, PlayerView, State, Summary
from tetrad.server.rooms import log as matches
from tetrad.server.rooms.board import ending, legal_move, seat
from tetrad.server.rooms.log import Event, Sitting, Table
from tetrad.server.rooms.store import Overview


def state(
    match_id: str,
    table: Table,
    you: frozenset[Player],
    present: Collection[Player],
    *,
    invite: str | None,
    thinking: bool,
) -> State:
    match = table.match
    waiting = any(sitting.open for sitting in table.sittings.values())
    return {
        "id": match_id,
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "position": str(match.position),
        "turn": seat(match.position.turn),
        "outcome": _ending(table),
        "result": table.result,
        "players": players(table, present),
        "you": sorted(map(seat, you)),
        "offer": table.offer,
        "seq": table.seq,
        "created": timestamp(table.created),
        "repetition": match.draw_by_repetition,
        "invite": invite if you and waiting else None,
        "rematch": table.rematch,
        "thinking": thinking,
        "can": matches.possible(table, you),
        "last": _last(match),
        "record": record(table),
    }


def players(table: Table, present: Collection[Player] = ()) -> dict[str, PlayerView]:
    return {
        str(player.value): {
            "kind": sitting.kind,
            "name": sitting.name,
            "level": sitting.level,
            "present": sitting.kind == "bot" or player in present,
            "open": sitting.open,
        }
        for player, sitting in table.sittings.items()
    }


def presence(present: Collection[Player], watching: int) -> dict[str, Any]:
    return {
        "kind": "presence",
        "present": {str(player.value): player in present for player in Player},
        "watching": watching,
    }


def event_view(event: Event, after: Table) -> dict[str, Any]:
    """An event as it is sent: what was written down, and what follows from it for the board."""
    view = {"seq": event.seq, "kind": event.kind, "at": timestamp(event.at), **event.data}
    if event.kind == "move":
        view["steps"] = _last(after.match)["steps"]  # type: ignore[index]
    if event.kind in ("move", "undo", "resign", "draw"):
        position = after.position
        view |= {"position": str(position), "turn": position.turn.value, "outcome": _ending(after)}
    return view


def _last(match: Match) -> LegalMove | None:
    return legal_move(match.positions[-2], match.moves[-1]) if match.moves else None


def _ending(table: Table) -> Ending | None:
    return ending(table.position, table.outcome)


def overview(match_id: str, table: Table) -> Overview:
    """What is kept beside the log, for lists and for the bots' turn after a restart."""
    summary: Summary = {
        "id": match_id,
        "game": table.match.start.NAME,
        "players": players(table),
        "result": table.result,
        "outcome": _ending(table),
        "turn": seat(table.position.turn),
        "plies": len(table.match.moves),
        "position": str(table.position),
        "you": [],
        "created": timestamp(table.created),
        "updated": timestamp(table.updated),
    }
    return Overview(dict(summary), table.bot_due and not table.bots_only)


def record(table: Table) -> str:
    """The match as text, with the names and the date."""
    match = table.match.copy()
    match.tags = {
        "First": _label(table.sittings[Player.FIRST]),
        "Second": _label(table.sittings[Player.SECOND]),
        "Date": datetime.fromtimestamp(table.created, UTC).strftime("%Y.%m.%d"),
    }
    return match.record()


def _label(sitting: Sitting) -> str:
    if sitting.kind == "bot":
        return sitting.name or f"Computer (level {sitting.level})"
    return sitting.name or "?"


def rematch_start(table: Table) -> dict[str, Any]:
    """The first event of the next match: the same players, sides swapped."""
    swapped = {str(player.other.value): sitting for player, sitting in table.sittings.items()}
    return start_event(table.match, swapped)


def start_event(match: Match, sittings: dict[str, Sitting]) -> dict[str, Any]:
    return {
        "game": match.start.NAME,
        "start": str(match.start),
        "repetition": match.draw_by_repetition,
        "players": {
            key: {"kind": each.kind, "name": each.name, "level": each.level, "open": each.open}
            for key, each in sorted(sittings.items())
        },
    }


def timestamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
