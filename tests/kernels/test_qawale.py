"""Qawale step by step on integers says what the rulebook says about whole sowings."""

import random
from collections.abc import Iterator

import pytest

from tetrad.kernels import qawale as kernel
from tetrad.kernels.qawale import Code
from tetrad.rules.qawale import SQUARES, Move, Qawale

TALL = "0,1,x,2/x,1,1020012121200,x/x,0,x,0/x3,2 1"
TALLEST = Qawale(("0" * 8 + "12" * 7 + "1", *[""] * 15))


def games(count: int, seed: int) -> Iterator[Qawale]:
    """The positions of so many plies of random play, finished ones included."""
    rng = random.Random(seed)
    position = Qawale.start()
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else Qawale.start()


def sowings(code: Code, steps: list[int]) -> Iterator[tuple[Move, Code]]:
    """Every way to finish the sowing that these steps began, and where it leads."""
    for action in kernel.legal_actions(code):
        after = kernel.apply(code, action)
        if after[1] >> kernel.PLACE:
            yield from sowings(after, [*steps, action])
        else:
            yield kernel.move_of([*steps, action]), after


def mid_sowing(seed: int) -> Iterator[Code]:
    """States between two steps, a few for each of some positions."""
    rng = random.Random(seed)
    for position in games(100, seed):
        code = kernel.encode(position)
        while (actions := kernel.legal_actions(code)) and (
            (code := kernel.apply(code, rng.choice(actions)))[1] >> kernel.PLACE
        ):
            yield code


def test_positions_survive_encoding_and_decoding() -> None:
    for position in games(1000, seed=1):
        assert kernel.decode(kernel.encode(position)) == position


def test_a_code_lists_pebbles_and_ends_of_stacks_from_a1() -> None:
    after = Qawale.start().play("a1nes")
    assert str(after) == "00,x2,00/x4/0,0,x2/x,1,x,00 2"
    pebbles, ends = kernel.encode(after)
    assert pebbles == 1
    assert f"{ends:b}"[::-1] == "1" + "01" + "1" + "001" + "01" + "01" + "11" + "1111" + "00111001"


def test_the_numbers_of_the_steps_are_those_of_the_documentation() -> None:
    assert kernel.ACTIONS == 20
    assert [kernel.step_of(action) for action in range(20)] == [*SQUARES, "n", "e", "s", "w"]
    assert kernel.actions_of(Move("b4", "swne")) == [13, 18, 19, 16, 17]


def test_a_lifted_stack_is_read_after_the_others() -> None:
    pebbles, ends = kernel.apply(kernel.start(), kernel.action_of("a1"))
    assert pebbles == 1 << 8
    assert (ends >> kernel.ARRIVAL, ends >> kernel.PLACE & 15) == (kernel.LIFTED, 0)
    pebbles, ends = kernel.apply((pebbles, ends), kernel.action_of("n"))
    assert (ends >> kernel.ARRIVAL, ends >> kernel.PLACE & 15) == (1, 4)


def test_complete_sequences_of_steps_are_the_legal_moves_and_lead_where_they_lead() -> None:
    for position in games(60, seed=2):
        found = list(sowings(kernel.encode(position), []))
        assert tuple(move for move, _ in found) == position.legal_moves()
        for move, after in found:
            assert after == kernel.encode(position.play(move))
            assert kernel.move_of(kernel.actions_of(move)) == move


def test_a_game_ends_where_the_rulebook_ends_it() -> None:
    for position in games(1000, seed=4):
        outcome, code = position.outcome(), kernel.encode(position)
        expected = outcome and (outcome.winner.value if outcome.winner else 0)
        assert kernel.winner(code) == expected
        assert bool(kernel.legal_actions(code)) == (outcome is None)
        assert kernel.turn(code) == position.turn.value


def test_the_turn_lasts_until_the_hand_is_empty() -> None:
    code = kernel.start()
    for action in kernel.actions_of(Move("a1", "nne")):
        assert (kernel.turn(code), kernel.plies(code), kernel.winner(code)) == (1, 0, None)
        code = kernel.apply(code, action)
    assert (kernel.turn(code), kernel.plies(code)) == (2, 1)


def test_no_step_goes_straight_back_or_off_the_board() -> None:
    code = kernel.apply(kernel.start(), kernel.action_of("a1"))
    assert [kernel.step_of(action) for action in kernel.legal_actions(code)] == ["n", "e"]
    code = kernel.apply(code, kernel.action_of("n"))
    assert [kernel.step_of(action) for action in kernel.legal_actions(code)] == ["n", "e"]


def test_lines_of_both_players_win_for_the_one_who_has_just_sown() -> None:
    both = Qawale.parse("2,2,2,2/1,1,1,1/x4/00000000,x3 1")
    assert kernel.winner(kernel.encode(both)) == 2


@pytest.mark.parametrize("position", [Qawale.parse(TALL), TALLEST])
def test_stacks_of_any_height_are_sown_pebble_by_pebble(position: Qawale) -> None:
    rng = random.Random(5)
    code, steps = kernel.encode(position), list[int]()
    tallest = max(range(16), key=lambda square: len(position.stacks[square]))
    while not steps or code[1] >> kernel.PLACE:
        steps.append(rng.choice(kernel.legal_actions(code)) if steps else tallest)
        code = kernel.apply(code, steps[-1])
    assert len(steps) == len(position.stacks[tallest]) + 2
    assert kernel.decode(code) == position.play(kernel.move_of(steps))


def test_symmetric_codes_share_their_canonical_one() -> None:
    for position in games(100, seed=7):
        images = {kernel.encode(image) for image in _images(position)}
        assert images == set(kernel.symmetries(kernel.encode(position)))
        assert {kernel.canonical(image) for image in images} == {min(images)}


def _images(position: Qawale) -> Iterator[Qawale]:
    """The eight views of a board, by turning and mirroring it."""
    grid = [position.stacks[rank : rank + 4] for rank in (0, 4, 8, 12)]
    for _ in range(4):
        grid = [*map(tuple, zip(*reversed(grid), strict=True))]
        yield Qawale(tuple(stack for rank in grid for stack in rank))
        yield Qawale(tuple(stack for rank in reversed(grid) for stack in rank))


def test_symmetries_of_a_sowing_go_on_alike() -> None:
    for code in mid_sowing(seed=8):
        after = {kernel.canonical(kernel.apply(code, a)) for a in kernel.legal_actions(code)}
        for image in kernel.symmetries(code):
            assert kernel.canonical(image) == kernel.canonical(code)
            onward = [kernel.apply(image, action) for action in kernel.legal_actions(image)]
            assert {kernel.canonical(each) for each in onward} == after
