"""Every kernel offers the same names with the same meaning, and says what the rulebook says."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tetrad.kernels import DRAW, Kernel, kernel, qawale, qomet, quantik
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES

# That the modules have the names and types of the interface is for the type checker to say.
KERNELS: dict[str, Kernel] = {"quantik": quantik, "qawale": qawale, "qomet": qomet}


def actions_of(game: str, move: Any) -> list[int]:
    """The actions of a whole move: one, or in Qawale one for each step."""
    return qawale.actions_of(move) if game == "qawale" else [KERNELS[game].action_of(move)]


def games(game: str, number: int) -> Iterator[list[tuple[AnyPosition, Any]]]:
    """Random games, played by the rulebook and the kernel side by side."""
    rng, each = random.Random(game), KERNELS[game]
    for _ in range(number):
        position, code = GAMES[game].start(), each.start()
        played = [(position, code)]
        while (moves := position.legal_moves()) and len(played) < 60:
            move = rng.choice(moves)
            for action in actions_of(game, move):
                assert each.winner(code) is None
                assert action in each.legal_actions(code)
                code = each.apply(code, action)
            position = position.play(move)
            played.append((position, code))
        yield played


def turns(game: str, code: Any) -> Iterator[Any]:
    """The codes after every whole move."""
    each = KERNELS[game]
    for action in each.legal_actions(code):
        after = each.apply(code, action)
        if game == "qawale" and after[1] >> qawale.PLACE:
            yield from turns(game, after)
        else:
            yield after


@pytest.mark.parametrize("game", KERNELS)
def test_a_kernel_is_found_by_the_name_of_its_game(game: str) -> None:
    assert kernel(game) is KERNELS[game]
    assert KERNELS[game].decode(KERNELS[game].start()) == GAMES[game].start()


@pytest.mark.parametrize("game", KERNELS)
def test_the_two_views_agree_over_random_play(game: str) -> None:
    each = KERNELS[game]
    for played in games(game, 20):
        for position, code in played:
            assert each.decode(code) == position
            assert each.encode(position) == code
            assert each.turn(code) == position.turn.value
            actions = each.legal_actions(code)
            assert actions == sorted(actions)
            if len(moves := position.legal_moves()) < 300:
                after = [str(each.decode(after)) for after in turns(game, code)]
                assert sorted(after) == sorted(str(position.play(move)) for move in moves)


@pytest.mark.parametrize("game", [game for game in KERNELS if game != "qawale"])
def test_actions_and_moves_are_told_apart_and_joined(game: str) -> None:
    each = KERNELS[game]
    for position, code in next(games(game, 1)):
        actions = each.legal_actions(code)
        moves = [each.move_of(action) for action in actions]
        assert set(moves) == set(position.legal_moves())
        assert [each.action_of(move) for move in moves] == actions


@pytest.mark.parametrize("game", KERNELS)
def test_the_mask_is_the_list_of_legal_actions(game: str) -> None:
    each, rng = KERNELS[game], random.Random(3)
    for _ in range(20):
        code = each.start()
        for _ in range(100):
            mask, actions = each.mask(code), each.legal_actions(code)
            assert len(mask) == each.ACTIONS
            assert [action for action, legal in enumerate(mask) if legal] == actions
            assert all(type(legal) is bool for legal in mask)
            if not actions:
                break
            code = each.apply(code, rng.choice(actions))


@pytest.mark.parametrize("game", KERNELS)
@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint8, np.uint64, np.int64])
def test_any_integer_is_an_action(game: str, kind: type[Any]) -> None:
    each, rng = KERNELS[game], random.Random(5)
    code = each.start()
    for _ in range(60):
        if not (actions := [action for action in each.legal_actions(code) if action < 128]):
            break
        action = rng.choice(actions)
        after = each.apply(code, kind(action))
        assert after == each.apply(code, action)
        assert after != code
        code = after


@pytest.mark.parametrize("game", KERNELS)
def test_the_winner_is_the_rulebooks(game: str) -> None:
    for played in games(game, 30):
        for position, code in played:
            outcome = position.outcome()
            numbers = {None: DRAW, Player.FIRST: 1, Player.SECOND: 2}
            assert KERNELS[game].winner(code) == (outcome and numbers[outcome.winner])
            assert (outcome is None) == bool(KERNELS[game].legal_actions(code))


@pytest.mark.parametrize("game", KERNELS)
def test_symmetric_positions_have_one_canonical_code(game: str) -> None:
    each = KERNELS[game]
    for played in games(game, 2):
        for position, code in played:
            images = each.symmetries(code)
            assert code in images
            assert len(set(images)) == len(images)
            canonical = each.canonical(code)
            assert canonical in images
            for image in random.Random(1).sample(images, min(8, len(images))):
                assert each.canonical(image) == canonical
                assert each.decode(image).canonical() == position.canonical()


@pytest.mark.parametrize("game", KERNELS)
def test_positions_that_do_not_play_alike_have_different_canonical_codes(game: str) -> None:
    each = KERNELS[game]
    seen = dict(pair for played in games(game, 20) for pair in played)
    alike = {position.canonical() for position in seen}
    assert len({each.canonical(code) for code in seen.values()}) == len(alike)
