"""Glicko-2: how strong a player is, how sure that is, and how steadily they play.

After Mark Glickman, 'Example of the Glicko-2 system' (2022); the numbered steps are his. Results
are counted as they come, one pairing at a time: two games with sides exchanged are one result of
0, 1/4, 1/2, 3/4 or 1. Who does not play becomes less certain: after a year without a game a
deviation of 60 has grown to about 110.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

START, UNSURE, VOLATILITY = 1500.0, 350.0, 0.06
# How much a volatility may change; small values keep a surprise from moving a rating too far.
TAU = 0.5
SUREST = 45.0
# A rating of a greater deviation is shown with a question mark, and not in a list of the best.
PROVISIONAL = 110.0
DAYS_OF_A_PERIOD = 4.665
SCALE = 173.7178
_CLOSE = 1e-6

_Function = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation and volatility; 95 % are within two deviations."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = VOLATILITY

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL


@dataclass(frozen=True, slots=True)
class Result:
    """A result against an opponent: 1 for a win, 1/2 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def aged(player: Rating, days: float) -> Rating:
    """The rating after days without a result."""
    return _spread(player, max(0.0, days) / DAYS_OF_A_PERIOD)


def rated(player: Rating, results: Sequence[Result]) -> Rating:
    """The rating after results of one period; without any, step 6 alone is taken."""
    if not results:
        return _spread(player, 1)
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    variance, improvement = _compare(mu, results)
    delta = variance * improvement
    sigma = _volatility(phi, player.volatility, variance, delta)
    before = phi * phi + sigma * sigma
    after = 1 / sqrt(1 / before + 1 / variance)
    return Rating(
        START + SCALE * (mu + after * after * improvement),
        min(UNSURE, max(SUREST, SCALE * after)),
        sigma,
    )


def expected(player: Rating, opponent: Rating) -> float:
    """The score that a player can expect."""
    mu, other = ((each.rating - START) / SCALE for each in (player, opponent))
    return _chance(mu, other, opponent.deviation / SCALE)


def _spread(player: Rating, periods: float) -> Rating:
    """Step 6: the deviation grows with time."""
    drift = SCALE * player.volatility
    grown = sqrt(player.deviation * player.deviation + periods * drift * drift)
    return replace(player, deviation=min(UNSURE, grown))


def _compare(mu: float, results: Sequence[Result]) -> tuple[float, float]:
    """Steps 3 and 4: the variance of the results, and how far they are from the expected ones."""
    information = improvement = 0.0
    for result in results:
        other, phi = (result.opponent.rating - START) / SCALE, result.opponent.deviation / SCALE
        weight, chance = _weight(phi), _chance(mu, other, phi)
        information += weight * weight * chance * (1 - chance)
        improvement += weight * (result.score - chance)
    return 1 / information, improvement


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _chance(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * (mu - other)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the root of f, by the Illinois algorithm."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + exp(x)
        rise = exp(x) * (delta * delta - grown) / (2 * grown * grown)
        return rise - (x - start) / (TAU * TAU)

    low, high = start, _other_end(f, start, delta * delta - phi * phi - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_end(f: _Function, start: float, excess: float) -> float:
    if excess > 0:
        return log(excess)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
