"""The time of a match: what was agreed, what each player has left, and when the time is up.

    {"base": 180, "increment": 2}     three minutes for the game, two seconds more after each move
    {"days": 3}                       three days for every move

Nothing is counted down. The log says when each thing happened, and from these times follow the
seconds left and the moment at which the player to move runs out of them; so whoever reads the log
again, after a restart or on another machine, comes to the same second. The first move of each
player is free, if it comes within a minute: a page has to open first.

What the line costs is given back within a quota. The server measures the lag, writes down with the
move how much of it is forgiven, and the quota, too, follows from the log: a little is added with
each move, and the forgiven time is taken away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tetrad.matches.data import ClockView, TimingView
from tetrad.position import Player

DAY = 86_400
SECONDS_FOR_THE_FIRST_MOVE = 60.0
# How long a flag waits for a move that is still on the line.
LONGEST_GRACE = 1.0
# A game is taken to last forty moves of each player.
MOVES_OF_A_GAME = 40

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Clock:
    """What was agreed: seconds for the game and for each move, or days for each move."""

    base: int = 0
    increment: int = 0
    days: int = 0

    @property
    def total(self) -> int:
        """About how many seconds each player has for a game."""
        return self.days * DAY or self.base + MOVES_OF_A_GAME * self.increment

    @property
    def per_move(self) -> float:
        return float(self.days * DAY)

    @property
    def kind(self) -> str:
        """Games of one kind are rated together."""
        if self.days:
            return "days"
        return "fast" if self.total < 480 else "slow"

    @property
    def quota_of_a_move(self) -> float:
        """How many seconds of lag can be forgiven for each move, in the long run."""
        return 0.0 if self.days else min(1.0, 0.15 + 0.004 * self.total)

    @property
    def tag(self) -> str:
        """As records write it: `180+2`, or one move in so many seconds."""
        return f"1/{self.days * DAY}" if self.days else f"{self.base}+{self.increment}"

    def view(self) -> ClockView:
        return {"base": self.base, "increment": self.increment, "days": self.days}


def clock_of(data: dict[str, Any] | None) -> Clock | None:
    """The clock that a start event names."""
    return Clock(**data) if data else None


@dataclass(frozen=True, slots=True)
class Timing:
    """What the clocks show; `running` is the player whose time runs, since a moment."""

    clock: Clock
    left: Pair
    quota: Pair
    moved: tuple[bool, bool] = (False, False)
    running: Player | None = None
    since: float = 0.0

    @classmethod
    def of(cls, clock: Clock) -> Timing:
        full = clock.per_move or float(clock.base)
        quota = 3 * clock.quota_of_a_move
        return cls(clock, (full, full), (quota, quota))

    @property
    def deadline(self) -> float | None:
        """When the time of the player to move is up."""
        if self.running is None:
            return None
        return self.since + self.seconds(self.running)

    def seconds(self, player: Player) -> float:
        """What a player has for a move that begins now."""
        free = self._free(player)
        return SECONDS_FOR_THE_FIRST_MOVE if free else self.left[_index(player)]

    def _free(self, player: Player) -> bool:
        return not self.clock.days and not self.moved[_index(player)]

    @property
    def due(self) -> float | None:
        """When the flag falls: a little later, so that a move on the line still arrives."""
        if self.running is None or self.deadline is None:
            return None
        return self.deadline + min(LONGEST_GRACE, self.quota[_index(self.running)])

    def forgiven(self, lag: float) -> float:
        """How much of a measured lag is given back to the player to move."""
        if self.running is None:
            return 0.0
        return round(max(0.0, min(lag, self.quota[_index(self.running)])), 3)

    def in_time(self, at: float, forgiven: float) -> bool:
        return self.deadline is None or at - forgiven <= self.deadline

    def start(self, turn: Player, at: float) -> Timing:
        """Lets the time of the player to move run."""
        timing = self
        if self.clock.days:
            timing = replace(self, left=_put(self.left, turn, self.clock.per_move))
        return replace(timing, running=turn, since=at)

    def stop(self, at: float, lag: float = 0.0) -> Timing:
        """Takes what has been used; nobody's time runs."""
        player = self.running
        if player is None:
            return self
        used = max(0.0, at - self.since - lag)
        left = self.left[_index(player)]
        if not self._free(player):
            left = max(0.0, left - used)
        return replace(self, left=_put(self.left, player, round(left, 3)), running=None)

    def press(self, at: float, lag: float) -> Timing:
        """The player to move has moved: the increment is added, from the second move on."""
        player = self.running
        if player is None:
            return self
        here, gain = _index(player), self.clock.quota_of_a_move
        timing = self.stop(at, lag)
        left = timing.left[here] + (self.clock.increment if self.moved[here] else 0)
        quota = min(7 * gain, self.quota[here] - lag + gain)
        moved = (True, self.moved[1]) if here == 0 else (self.moved[0], True)
        return replace(
            timing,
            left=_put(timing.left, player, round(left, 3)),
            quota=_put(self.quota, player, round(max(0.0, quota), 3)),
            moved=moved,
        )

    def run_out(self, player: Player) -> Timing:
        return replace(self, left=_put(self.left, player, 0.0), running=None)

    def view(self) -> TimingView:
        return {
            "left": {"1": self.left[0], "2": self.left[1]},
            "running": None if self.running is None else self.running.value,
            "since": self.since,
            "deadline": self.deadline,
            "free": self.running is not None and self._free(self.running),
        }


def _index(player: Player) -> int:
    return player.value - 1


def _put(pair: Pair, player: Player, value: float) -> Pair:
    return (value, pair[1]) if player is Player.FIRST else (pair[0], value)


def written(seconds: float) -> str:
    """A clock as records write it, such as 0:02:05."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
