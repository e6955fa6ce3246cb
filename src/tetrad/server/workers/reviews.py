"""What the processes are asked about a whole game: what each move cost, and why."""

from __future__ import annotations

import threading
from typing import Any

from tetrad.matches.match import Match
from tetrad.position import AnyPosition
from tetrad.server.workers.tasks import MEMORY, Packed, packed
from tetrad.solvers.solution import Limits
from tetrad.teach import told


def review_record(record: str, seconds: float, cancel: threading.Event) -> Packed:
    """What every move of a game was worth, with the mistakes marked and explained."""
    limits = Limits(time=seconds, cancel=cancel, memory=MEMORY, thorough=True)
    return packed(told.judged_game(Match.parse(record), limits), zips=False)


def reasons_for(position: AnyPosition, move: Any, _cancel: threading.Event) -> Packed:
    """What the rules alone show of a legal move."""
    return packed(told.reasons_for(position, move), zips=False)
