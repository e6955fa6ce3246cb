"""Elo, error bars and the sequential test."""

import math
import random

import pytest

from tetrad.arena.ratings import PAIR_SCORES, PairResult, Pairs, Sprt, elo, expected_score, ratings


def test_elo_and_score_are_each_others_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(0.64) == pytest.approx(100, abs=0.1)
    for lead in (-300.0, 0.0, 55.0):
        assert elo(expected_score(lead)) == pytest.approx(lead)


def test_pairs_are_counted_by_their_points() -> None:
    pairs = Pairs.of([0, 0.5, 1, 1, 1.5, 2, 2, 2])
    assert pairs.counts == (1, 1, 2, 1, 3)
    assert pairs.score == pytest.approx((0.5 + 2 + 1.5 + 6) / 16)


def test_openings_that_decide_themselves_make_a_small_error() -> None:
    assert 0 < Pairs((0, 0, 50, 0, 0)).margin < 0.04
    assert Pairs((25, 0, 0, 0, 25)).margin == pytest.approx(1.96 * 0.5 / math.sqrt(54), rel=0.01)


@pytest.mark.parametrize("pairs", [10, 40, 200])
def test_a_clean_sweep_has_the_margin_of_what_may_still_be_lost(pairs: int) -> None:
    sweep, beaten = Pairs((0, 0, 0, 0, pairs)), Pairs((pairs, 0, 0, 0, 0))
    low, high = sweep.interval
    assert low <= 0.025 ** (1 / pairs)  # who scores that sweeps once in 40 times
    assert high == sweep.score == 1
    assert beaten.margin == pytest.approx(sweep.margin)
    assert sweep.margin == 1 - low > 0


def test_nothing_played_says_nothing() -> None:
    lead, low, high = Pairs().elo_range()
    assert low < lead == 0 < high


def test_a_clean_sweep_has_a_finite_lead() -> None:
    lead, low, high = Pairs((0, 0, 0, 0, 40)).elo_range()
    assert 300 < low < 500 < lead < high < 2000


@pytest.mark.parametrize("pairs", [0, 1, 5, 1000])
def test_the_ends_of_an_interval_lie_around_the_lead(pairs: int) -> None:
    lead, low, high = Pairs((pairs, 0, 0, 0, 0)).elo_range()
    assert low <= lead < high
    assert (low, high) == pytest.approx((-1200, 1200), abs=1) or pairs


def test_the_interval_covers_the_truth_about_19_times_in_20() -> None:
    chance, covered = random.Random(1), 0
    for _ in range(400):
        games = [chance.choices((0, 0.5, 1), (0.2, 0.2, 0.6))[0] for _ in range(200)]
        pairs = Pairs.of(one + two for one, two in zip(games[::2], games[1::2], strict=True))
        covered += abs(pairs.score - 0.7) <= pairs.margin
    assert 0.91 < covered / 400 < 0.985


def test_the_sequential_test_favours_what_the_results_favour() -> None:
    test = Sprt(0, 50)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert test.ratio(Pairs()) == 0
    assert test.ratio(Pairs((5, 10, 20, 20, 15))) > 0 > test.ratio(Pairs((15, 20, 20, 10, 5)))


def test_the_ratio_is_close_to_the_normal_approximation() -> None:
    pairs, test = Pairs((20, 60, 100, 80, 40)), Sprt(0, 20)
    low, high = expected_score(0), expected_score(20)
    counts = zip(pairs.counts, PAIR_SCORES, strict=True)
    variance = sum(n * (score - pairs.score) ** 2 for n, score in counts) / pairs.number
    normal = pairs.number * (high - low) * (2 * pairs.score - low - high) / (2 * variance)
    assert test.ratio(pairs) == pytest.approx(normal, rel=0.05)


def test_the_sequential_test_errs_as_seldom_as_promised() -> None:
    chance, wrong = random.Random(2), 0
    for _ in range(60):
        counts = [0, 0, 0, 0, 0]
        verdict = None
        while verdict is None:
            for _ in range(8):
                counts[chance.choices(range(5), (1, 2, 4, 2, 1))[0]] += 1
            verdict = Sprt(0, 80).verdict(Pairs((*counts,)))  # type: ignore[arg-type]
        wrong += verdict == "elo1"
    assert wrong <= 7


def test_ratings_reproduce_the_strengths_that_made_the_results() -> None:
    truth, chance = {"a": 100.0, "b": 0.0, "c": -100.0}, random.Random(3)
    results = []
    for one, other in (("a", "b"), ("b", "c"), ("a", "c")):
        score = expected_score(truth[one] - truth[other])
        for _ in range(600):
            points = sum(chance.random() < score for _ in range(2))
            results.append(PairResult(one, other, points))
    rated = ratings(results)
    assert [rating.name for rating in rated] == ["a", "b", "c"]
    for rating in rated:
        assert rating.elo == pytest.approx(truth[rating.name], abs=25)
        assert 3 < rating.margin < 30


def test_a_bot_that_lost_everything_still_gets_a_rating() -> None:
    rated = ratings([PairResult("a", "b", 2.0)] * 10)
    assert 100 < rated[0].elo < 1000
    assert rated[0].elo == pytest.approx(-rated[1].elo)


def test_a_bot_that_won_everything_has_an_error_bar() -> None:
    few, many = (ratings([PairResult("a", "b", 2.0)] * pairs)[0] for pairs in (4, 100))
    assert few.margin > 50
    assert many.margin > 50
    assert ratings([PairResult("a", "b", 1.0, games=1)])[0].margin > 50


def test_a_single_game_weighs_half_a_pair() -> None:
    single = ratings([PairResult("a", "b", 1.0), PairResult("a", "b", 1.0, games=1)])
    paired = ratings([PairResult("a", "b", 1.0), PairResult("a", "b", 2.0)])
    assert 0 < single[0].elo < paired[0].elo
