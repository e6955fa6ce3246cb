"""Ratings, against the paper's worked example and against a published implementation."""

from __future__ import annotations

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given
from hypothesis import strategies as st

from tetrad.contests.glicko import SUREST, TAU, UNSURE, Rating, Result, aged, expected, rated

# Glickman's own example: three games against players of these ratings and deviations.
PAPER = [
    Result(Rating(1400, 30), 1.0),
    Result(Rating(1550, 100), 0.0),
    Result(Rating(1700, 300), 0.0),
]

ratings = st.builds(Rating, st.floats(800, 2400), st.floats(SUREST, UNSURE), st.floats(0.04, 0.1))
scores = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
results = st.lists(st.builds(Result, ratings, scores), min_size=1, max_size=6)


def test_the_example_of_the_paper_comes_out_to_the_digits_it_prints() -> None:
    after = rated(Rating(1500, 200, 0.06), PAPER)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(ratings, results)
def test_a_published_implementation_says_the_same(player: Rating, played: list[Result]) -> None:
    met = [
        (rating_to_mu(each.opponent.rating), rd_to_phi(each.opponent.deviation), each.score)
        for each in played
    ]
    mu, phi = rating_to_mu(player.rating), rd_to_phi(player.deviation)
    other = update_rating(mu, phi, player.volatility, met, TAU)
    after = rated(player, played)
    deviation = max(SUREST, min(UNSURE, phi_to_rd(other.phi)))
    assert after.rating == pytest.approx(mu_to_rating(other.mu), abs=0.01)
    assert after.deviation == pytest.approx(deviation, abs=0.01)
    assert after.volatility == pytest.approx(other.sigma, abs=1e-5)


@given(ratings, ratings)
def test_a_win_never_lowers_and_a_loss_never_raises_a_rating(one: Rating, other: Rating) -> None:
    assert rated(one, [Result(other, 1.0)]).rating >= one.rating
    assert rated(one, [Result(other, 0.0)]).rating <= one.rating


@given(ratings, st.floats(0, 10_000))
def test_time_makes_a_rating_less_certain_and_changes_nothing_else(
    player: Rating, days: float
) -> None:
    older = aged(player, days)
    assert player.deviation <= older.deviation <= UNSURE
    assert (older.rating, older.volatility) == (player.rating, player.volatility)


def test_a_year_without_a_game_makes_a_sure_rating_provisional() -> None:
    assert aged(Rating(1500, 60), 365).deviation == pytest.approx(110, abs=1)
    assert Rating(1500, 111).provisional
    assert not Rating(1500, 109).provisional


def test_a_period_without_a_game_only_spreads_the_rating() -> None:
    after = rated(Rating(1500, 200, 0.06), [])
    assert after.deviation == pytest.approx(200.27, abs=0.01)
    assert after.rating == 1500


def test_equals_expect_half_a_point() -> None:
    assert expected(Rating(), Rating()) == pytest.approx(0.5)
    assert expected(Rating(1700, 50), Rating(1500, 50)) > 0.7
