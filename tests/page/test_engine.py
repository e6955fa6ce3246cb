"""A page's searches are the same as everybody's: what they prove, visit and play is equal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.page.node import Node, NodeModule
from tetrad import solvers
from tetrad.bots import levels
from tetrad.bots.levels import LevelBot
from tetrad.kernels.compiled import UnavailableError, load
from tetrad.page.engine import install
from tetrad.page.limits import MEMORY
from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers.solution import MEBIBYTE, Limits

# Small enough that entries give way to each other.
LIMITS = Limits(time=None, nodes=1_500, memory=MEBIBYTE, listed=400)
DEPTHS = {"quantik": 4, "qawale": 3, "qomet": 4}
TALL = "x4/x4/x4/000000001212121212121,2,x2 1"


@contextmanager
def in_a_page(node: Node) -> Iterator[None]:
    """Solvers and bots as in a page, with nothing that was learned before."""
    with install(node.open), fresh():
        yield


@contextmanager
def fresh() -> Iterator[None]:
    levels.make_ready.cache_clear()
    solvers._desks.clear()
    yield
    levels.make_ready.cache_clear()
    solvers._desks.clear()


def positions(game: str, count: int, seed: int) -> list[AnyPosition]:
    """Positions of random games that are not over."""
    chance = random.Random(seed)
    found: list[AnyPosition] = []
    while len(found) < count:
        position: AnyPosition = GAMES[game].start()
        for _ in range(chance.randrange(1, 14 if game == "quantik" else 18)):
            moves = position.legal_moves()
            if not moves or len(moves) > 3_000:
                break
            position = position.play(chance.choice(moves))
        if position.outcome() is None:
            found.append(position)
    return found


def solved(asked: list[AnyPosition], limits: Limits = LIMITS) -> list[Any]:
    return [solvers.solve(position, limits) for position in asked]


def compare(node: Node, game: str, count: int, seed: int) -> None:
    asked = positions(game, count, seed)
    with fresh():
        expected = solved(asked)
    with in_a_page(node):
        found = solved(asked)
    assert found == expected


@pytest.mark.parametrize("game", GAMES)
def test_values_distances_lines_and_visits_are_equal(node: Node, game: str) -> None:
    compare(node, game, 100, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_values_are_equal(node: Node, game: str) -> None:
    compare(node, game, 1_500, 2)


def test_bundles_of_tall_stacks_are_equal(node: Node) -> None:
    asked = [GAMES["qawale"].parse(TALL)]
    with fresh():
        expected = solved(asked)
    with in_a_page(node):
        assert solved(asked) == expected


@pytest.mark.parametrize("game", GAMES)
def test_leaves_are_counted_alike(node: Node, game: str) -> None:
    start = GAMES[game].start()
    expected = [solvers.perft(start, depth) for depth in range(DEPTHS[game])]
    with in_a_page(node):
        assert [solvers.perft(start, depth) for depth in range(DEPTHS[game])] == expected


@pytest.mark.parametrize("game", GAMES)
def test_a_search_holds_little_more_than_it_may_remember(node: Node, game: str) -> None:
    """A phone gives a tab a few hundred megabytes for everything."""
    opened: list[NodeModule] = []

    def opener(name: str) -> NodeModule:
        opened.append(node.open(name))
        return opened[-1]

    asked = [*positions(game, 40, 3), *([GAMES[game].parse(TALL)] if game == "qawale" else [])]
    with install(opener), fresh():
        solved(asked, Limits(time=None, nodes=1_500, memory=MEMORY, listed=3_000))
    assert sum(module.held() for module in opened) <= MEMORY + 3 * MEBIBYTE


def moves_of(game: str, level: int, asked: list[AnyPosition]) -> list[str]:
    bot = LevelBot(game, level, seed=7)
    bot.seconds = None
    return [str(bot.choose(position, LIMITS).move) for position in asked]


@pytest.mark.parametrize("level", [1, 5, 10])
@pytest.mark.parametrize("game", GAMES)
def test_bots_with_the_same_seed_and_visits_play_the_same(
    node: Node, game: str, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "SECONDS", 1e6)  # traps are set until all moves are looked at
    asked = positions(game, 4, level)
    with fresh():
        expected = moves_of(game, level, asked)
    with in_a_page(node):
        assert moves_of(game, level, asked) == expected


def test_the_clock_stops_a_search_that_has_no_thread_beside_it(node: Node) -> None:
    with in_a_page(node):
        search = load("solvers.qomet.search").Search(MEBIBYTE)
        with search.within(Limits(time=0.2)):
            assert search.judge(1 << 24, 60) is None
            assert search.nodes > 100
        with search.within(Limits(time=0.0)):
            assert search.judge(1 << 24, 60) is None
            assert search.nodes == 1


def test_what_a_page_does_not_have_is_said_to_be_missing(node: Node) -> None:
    with in_a_page(node), pytest.raises(UnavailableError):
        load("solvers.qomet.table")
