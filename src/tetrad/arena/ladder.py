"""The measured ladder: how much stronger is each level than the one below?

`tetrad arena ladder` plays every level against the one below it, in all three games, and keeps a
table (`ladder.csv`) and a picture of it (`ladder.svg`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from tetrad.arena.arena import Arena
from tetrad.bots.personality import LEVELS
from tetrad.language import t, tn

# What a step of the ladder should score: noticeably more than half, yet beatable.
LEAST, MOST = 0.60, 0.75


@dataclass(frozen=True, slots=True)
class Step:
    """One level against the one below: its score and half the width of the 95 % interval."""

    game: str
    level: int
    games: int
    score: float
    margin: float
    elo: float

    @classmethod
    def of(cls, arena: Arena) -> Step:
        above, below = arena.entrants
        pairs = arena.pairs(above, below)
        level = int(above.removeprefix("level:"))
        score, margin = round(pairs.score, 4), round(pairs.margin, 4)
        lead, _, _ = pairs.elo_range()
        return cls(arena.terms.game, level, 2 * pairs.number, score, margin, round(lead, 1))

    def told(self) -> str:
        """The step in one line, in the language that is spoken; a mark if it is not as wished."""
        levels = (t("level {level}", level=level) for level in (self.level, self.level - 1))
        against = t("{first} against {second}", first=next(levels), second=next(levels))
        games = tn("{n} game", "{n} games", self.games)
        mark = "" if LEAST <= self.score <= MOST else f"  != {LEAST:.0%}-{MOST:.0%}"
        score = f"{self.score:.1%} ± {self.margin:.1%}"
        return f"{self.game}, {against}: {score}, {games}{mark}"


def write_table(steps: Sequence[Step], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Step)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(step) for step in steps)


# The picture: two charts of the same width, the climb above and the steps below.
LEFT, RIGHT, WIDTH = 60, 600, 640
CLIMB_TOP, CLIMB_BOTTOM, STEP_TOP, STEP_BOTTOM, HEIGHT = 40, 300, 350, 530, 580
COLOURS = ("#0b6e99", "#b5482f", "#3f7d3a")


def picture(steps: Sequence[Step]) -> str:
    """The ladder as an SVG drawing."""
    games = list(dict.fromkeys(step.game for step in steps))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="13" fill="#222">',
        "<title>Elo of the levels, and the score of each level against the one below</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fff"/>',
        *_climb_frame(_highest(steps)),
        *_step_frame(),
    ]
    for number, game in enumerate(games):
        own = [step for step in steps if step.game == game]
        parts += _climb(own, number, _highest(steps))
        parts += _steps(own, number, len(games))
        parts += _legend(game, number)
    return "\n".join([*parts, "</svg>", ""])


def _highest(steps: Sequence[Step]) -> float:
    """The top of the upper chart: the strongest level of any game, rounded up."""
    climbs = [sum(s.elo for s in steps if s.game == game) for game in {s.game for s in steps}]
    return max(200.0, 200.0 * -(-max(climbs, default=0.0) // 200))


def _x(level: float) -> float:
    return LEFT + (level - 1) * (RIGHT - LEFT) / (len(LEVELS) - 1)


def _climb_y(elo: float, highest: float) -> float:
    return CLIMB_BOTTOM - elo / highest * (CLIMB_BOTTOM - CLIMB_TOP)


def _step_y(score: float) -> float:
    """The lower chart shows scores from 50 to 85 %."""
    share = (min(max(score, 0.5), 0.85) - 0.5) / 0.35
    return STEP_BOTTOM - share * (STEP_BOTTOM - STEP_TOP)


def _climb_frame(highest: float) -> Iterator[str]:
    yield _text(LEFT - 40, CLIMB_TOP - 18, "Elo above level 1", "start")
    for elo in range(0, int(highest) + 1, 200):
        yield from _rule(_climb_y(elo, highest), str(elo))


def _step_frame() -> Iterator[str]:
    top, bottom = _step_y(MOST), _step_y(LEAST)
    yield f'<rect x="{LEFT}" y="{top:.1f}" width="{RIGHT - LEFT}" height="{bottom - top:.1f}"'
    yield ' fill="#e8f0e4"/>'
    yield _text(LEFT - 40, STEP_TOP - 18, "Score against the level below (goal: shaded)", "start")
    for score in (0.5, 0.6, 0.75, 0.85):
        yield from _rule(_step_y(score), f"{score:.0%}")
    for level in LEVELS:
        yield _text(_x(level), CLIMB_BOTTOM + 18, str(level), "middle")
        yield _text(_x(level), STEP_BOTTOM + 18, str(level), "middle")
    yield _text((LEFT + RIGHT) / 2, STEP_BOTTOM + 38, "level", "middle")


def _rule(y: float, label: str) -> Iterator[str]:
    yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ccc"/>'
    yield _text(LEFT - 8, y + 4, label, "end")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def _climb(steps: Sequence[Step], number: int, highest: float) -> Iterator[str]:
    points, elo = [(_x(1), _climb_y(0, highest))], 0.0
    for step in steps:
        elo += step.elo
        points.append((_x(step.level), _climb_y(elo, highest)))
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path d="M{path}" fill="none" stroke="{COLOURS[number]}" stroke-width="2"/>'
    yield from (_mark(x, y, number) for x, y in points)


def _steps(steps: Sequence[Step], number: int, games: int) -> Iterator[str]:
    """A mark with its error bar; the games stand side by side."""
    for step in steps:
        x = _x(step.level) + 9 * (number - (games - 1) / 2)
        low, high = _step_y(step.score - step.margin), _step_y(step.score + step.margin)
        yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{COLOURS[number]}"/>'
        yield _mark(x, _step_y(step.score), number)


def _mark(x: float, y: float, number: int) -> str:
    """Each game has a shape as well as a colour."""
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"',
        f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"',
        f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z"',
    )
    return f'{shapes[number]} fill="{COLOURS[number]}"/>'


def _legend(game: str, number: int) -> Iterator[str]:
    x = LEFT + 250 + 110 * number
    yield _mark(x, CLIMB_TOP - 22, number)
    yield _text(x + 10, CLIMB_TOP - 18, game.capitalize(), "start")
