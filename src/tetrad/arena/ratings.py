"""Who is stronger, by how much, and how sure is that?

Every opening is played twice with colours changed, and the pair is the unit of counting: its score
is 0, 1/2, 1, 3/2 or 2 points, so results are five numbers (the "pentanomial"). Pairs weigh out the
openings that favour one side and make error bars honest.

A sweep of ten pairs does not prove that the eleventh will be won. So the error bars are made as if
a few more pairs had been played, as many lost as won (Agresti and Coull, 1998).

Elo: a lead of 100 means a score of 64 %, of 200 one of 76 %. SPRT is a test that stops by itself:
after every pair it weighs "elo0" against "elo1" and ends when one is likely enough.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
TWO_SIGMA = 1.96
# Pairs that the error bars count as lost 0-2, and as many as won 2-0.
UNSEEN = TWO_SIGMA**2 / 2
# An interval ends at 1200 Elo, or at the lead of a longer sweep.
NEARLY_ALL = 0.001
RESAMPLINGS = 100
ROUNDS = 200

Verdict = Literal["elo0", "elo1"]


def elo(score: float) -> float:
    """The lead that makes a score between 0 and 1."""
    return -400 * math.log10(1 / score - 1)


def expected_score(lead: float) -> float:
    return 1 / (1 + 10 ** (-lead / 400))


@dataclass(frozen=True, slots=True)
class Pairs:
    """How often a pair of games brought 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pairs:
        """From the points of each pair, 0 to 2."""
        seen = Counter(round(2 * each) for each in points)
        return cls((seen[0], seen[1], seen[2], seen[3], seen[4]))

    @property
    def number(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; even where nothing was played."""
        return _mean(self.counts) if self.number else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the score lies with 95 % probability."""
        lost, *between, won = self.counts
        counts = [lost + UNSEEN, *between, won + UNSEEN]
        margin = TWO_SIGMA * math.sqrt(_variance(counts) / sum(counts))
        return max(0.0, _mean(counts) - margin), min(1.0, _mean(counts) + margin)

    @property
    def margin(self) -> float:
        """How far the score may be off."""
        low, high = self.interval
        return max(self.score - low, high - self.score)

    def elo_range(self) -> tuple[float, float, float]:
        """The lead and the ends of its 95 % interval; a clean sweep counts half a point short."""
        short = 0.25 / max(1, self.number)
        end = min(short, NEARLY_ALL)
        low, high = self.interval
        return _lead(self.score, short), _lead(low, end), _lead(high, end)


def _lead(score: float, short: float) -> float:
    """The lead, kept finite: nobody scores less than `short`, or more than all but that."""
    return elo(min(max(score, short), 1 - short))


def _mean(counts: Sequence[float]) -> float:
    total = sum(counts)
    return sum(n * score for n, score in zip(counts, PAIR_SCORES, strict=True)) / total


def _variance(counts: Sequence[float]) -> float:
    mean, total = _mean(counts), sum(counts)
    squares = ((score - mean) ** 2 for score in PAIR_SCORES)
    return sum(n * square for n, square in zip(counts, squares, strict=True)) / total


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two leads, with the chances of error allowed."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """How much likelier elo1 makes the results than elo0 does, as a logarithm."""
        if not pairs.number:
            return 0.0
        # Results not seen yet are rare, not impossible.
        counts = [max(n, 1e-3) for n in pairs.counts]
        shares = [n / sum(counts) for n in counts]
        likeliest = [_tilted(shares, expected_score(lead)) for lead in (self.elo0, self.elo1)]
        return math.fsum(
            n * math.log(second / first)
            for n, first, second in zip(counts, *likeliest, strict=True)
        )

    def verdict(self, pairs: Pairs) -> Verdict | None:
        lower, upper = self.bounds
        ratio = self.ratio(pairs)
        if ratio <= lower:
            return "elo0"
        return "elo1" if ratio >= upper else None


def _tilted(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that explains the observed shares best.

    It is share / (1 + x (score - mean)) for the one x at which the mean is right; the sum below
    falls as x grows, so x is found by halving.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        x = (low + high) / 2
        excess = sum(
            share * (score - mean) / (1 + x * (score - mean))
            for share, score in zip(shares, PAIR_SCORES, strict=True)
        )
        low, high = (x, high) if excess > 0 else (low, x)
    return [
        share / (1 + low * (score - mean)) for share, score in zip(shares, PAIR_SCORES, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class PairResult:
    """One opening played by the same two, twice if all went well: the points of `one`."""

    one: str
    other: str
    points: float
    games: int = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's place among all that played, in Elo above their mean, plus or minus a margin."""

    name: str
    elo: float
    margin: float


def ratings(results: Sequence[PairResult], seed: int = 0) -> list[Rating]:
    """Everybody's rating, best first; the margins come from resampling the pairs.

    They are drawn with those not seen yet, so that a sweep has a margin, too.
    """
    fitted, meetings = _fit(results), _meetings(results)
    chance = random.Random(seed)
    unseen = [PairResult(*two, points) for two in meetings for points in (0.0, 2.0)]
    weights = [1.0] * len(results) + [UNSEEN] * len(unseen)
    samples = [
        _fit(chance.choices([*results, *unseen], weights, k=len(results)))
        for _ in range(RESAMPLINGS)
    ]
    rated = []
    for name, strength in fitted.items():
        spread = [sample[name] - strength for sample in samples if name in sample]
        deviation = math.sqrt(sum(each**2 for each in spread) / max(1, len(spread)))
        rated.append(Rating(name, strength, TWO_SIGMA * deviation))
    return sorted(rated, key=lambda rating: -rating.elo)


def _fit(results: Sequence[PairResult]) -> dict[str, float]:
    """The ratings that make the results likeliest (Bradley and Terry), with mean zero.

    Everyone who met gets one drawn pair on top, so that a clean sweep stays finite.
    """
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    points: defaultdict[str, float] = defaultdict(float)
    drawn = [PairResult(one, other, 1.0) for one, other in _meetings(results)]
    for result in [*results, *drawn]:
        met[result.one][result.other] += result.games
        met[result.other][result.one] += result.games
        points[result.one] += result.points
        points[result.other] += result.games - result.points
    strengths = dict.fromkeys(points, 1.0)
    for _ in range(ROUNDS):
        for name, mine in strengths.items():
            shares = (games / (mine + strengths[other]) for other, games in met[name].items())
            strengths[name] = points[name] / sum(shares)
    logs = {name: 400 * math.log10(strength) for name, strength in strengths.items()}
    mean = sum(logs.values()) / max(1, len(logs))
    return {name: log - mean for name, log in logs.items()}


def _meetings(results: Sequence[PairResult]) -> list[tuple[str, str]]:
    return sorted({(result.one, result.other) for result in results})
