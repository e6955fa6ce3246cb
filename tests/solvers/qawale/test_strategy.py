"""The replies of the proof, for both players of Qawale."""

import random
import time
from pathlib import Path

import pytest

from tetrad.bots import bot
from tetrad.bots.levels import LevelBot
from tetrad.kernels import qawale as kernel
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers import solve
from tetrad.solvers.qawale import opening
from tetrad.solvers.qawale.opening import Known
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.qawale.strategy import (
    LAST_PLY,
    LAST_REPLY,
    PATH,
    Strategy,
    read,
    strategy,
    unsown,
)
from tetrad.solvers.solution import MEBIBYTE, Limits, MoveValue
from tetrad.solvers.tables.format import TableError

# The game that level 10 lost as SECOND: `b2wsee` was played, `b2swne` holds.
LOST_GAME = ["d1nws", "c1ne", "d4wss", "a4ess", "c2esww", "d2swnw", "d1wnw"]
AT_A_GLANCE = Limits(time=60, nodes=1)


def after(moves: list[str]) -> Qawale:
    position = Qawale.start()
    for move in moves:
        position = position.play(move)
    return position


def safe(position: Qawale, limits: Limits = AT_A_GLANCE) -> list[MoveValue]:
    moves = solve(position, limits).moves
    known = [each for each in moves if each.safe or each.value in ("win", "draw")]
    return [each for each in known if not each.unaided]


def lines(side: Player, count: int) -> list[Qawale]:
    """Positions at the last ply above the cut, of random play against the replies."""
    chance = random.Random(7)
    found: list[Qawale] = []
    while len(found) < count:
        position = Qawale.start()
        while kernel.plies(kernel.encode(position)) < LAST_REPLY[side.other]:
            moves = [each.move for each in safe(position)]
            if position.turn is not side:
                moves = [*position.legal_moves()]
            position = position.play(chance.choice(moves))
            if position.outcome() or solve(position, AT_A_GLANCE).value == "win":
                break
        else:
            found.append(position)
    return found


def test_the_file_is_read_in_milliseconds() -> None:
    begun = time.process_time()
    assert len(read(PATH)) == 17_922
    assert time.process_time() - begun < 0.1


def test_in_the_game_that_was_lost_the_reply_that_holds_is_played() -> None:
    player = LevelBot("qawale", 10, seed=1)
    player.seconds = None
    choice = player.choose(after(LOST_GAME), Limits(time=60, nodes=3_000_000))
    assert str(choice.move) == "b2swne"


def test_the_game_that_was_lost_is_not_reached_any_more() -> None:
    for ply in range(1, len(LOST_GAME), 2):
        position = after(LOST_GAME[:ply])
        choice = bot("qawale", 10, seed=1).choose(position, AT_A_GLANCE)
        if str(choice.move) != LOST_GAME[ply]:
            return
    raise AssertionError("the same replies again")


@pytest.mark.parametrize("side", Player)
def test_a_player_who_keeps_to_the_replies_always_has_one(side: Player) -> None:
    for position in lines(side, 25):
        assert strategy().meets(kernel.encode(position))
        assert safe(position)


@pytest.mark.parametrize("side", Player)
def test_level_10_keeps_to_the_replies_without_any_time(side: Player) -> None:
    for position in lines(side, 5):
        move = bot("qawale", 10, seed=1).choose(position, Limits(time=0.0)).move
        assert move in [each.move for each in safe(position)]


def test_level_10_says_that_a_reply_of_the_proof_holds() -> None:
    (position,) = lines(Player.SECOND, 1)
    assert "holds the draw" in bot("qawale", 10, seed=1).choose(position, AT_A_GLANCE).reasons


def test_a_reply_that_holds_is_a_bound_and_no_value() -> None:
    for position in lines(Player.SECOND, 5):
        solution = solve(position, AT_A_GLANCE)
        assert solution.value == "unknown"
        assert solution.moves[0].safe
        assert {each.value for each in solution.moves} <= {"unknown", "loss"}


def test_the_replies_hold_by_search_alone() -> None:
    judge = Solver(64 * MEBIBYTE, known=Known())
    for position in lines(Player.SECOND, 6):
        for each in safe(position):
            solution = judge.solve(position.play(each.move), Limits(time=600))
            assert solution.value in ("draw", "loss")


def test_nothing_is_claimed_of_a_position_that_the_replies_do_not_reach() -> None:
    position = after(LOST_GAME)
    assert not strategy().meets(kernel.encode(position))
    assert safe(position) == []


def test_the_last_sowing_is_taken_back_in_every_way() -> None:
    chance = random.Random(5)
    for _ in range(30):
        position = Qawale.start()
        for _ in range(chance.randint(1, 6)):
            before, position = position, position.play(chance.choice(position.legal_moves()))
        found = {kernel.decode(code) for code in unsown(kernel.encode(position))}
        assert before in found
        for each in chance.sample([*found], min(3, len(found))):
            assert position in map(each.play, each.legal_moves())


def test_facts_are_those_that_the_replies_lead_to() -> None:
    held = opening.read(opening.PATH)
    for attacker, due in (Player.FIRST, {2: 4, 4: 190, 6: 12_499}), (Player.SECOND, {5: 3_089}):
        proven = [c for c in held if held.last_ply(c, attacker) >= LAST_PLY[attacker]]
        plies = [kernel.plies(code) for code in proven]
        assert {ply: plies.count(ply) for ply in due} == due


def test_where_no_file_can_be_read_nothing_is_claimed(tmp_path: Path) -> None:
    with pytest.raises(TableError):
        read(tmp_path / "none.table")
    assert not Strategy(Known(), ()).meets(kernel.encode(after(["a1nne"])))


def test_another_table_is_refused() -> None:
    with pytest.raises(TableError, match="has no replies"):
        read(opening.PATH)
