"""What the proofs know of Qawale's opening is what the notes say, and the solver uses it."""

import random
from pathlib import Path

import pytest

from research.qawale.gather import gathered, main, write
from research.qawale.proof import answer, open_desk
from tetrad.bots.levels import holding
from tetrad.kernels import qawale as kernel
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.opening import PATH, Known, known, read
from tetrad.solvers.qawale.root import NO
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.format import TableError

PROOFS = Path(__file__).parents[3] / "docs" / "proofs"
MEBIBYTE = 1 << 20
START = kernel.canonical(kernel.start())


@pytest.fixture(scope="module")
def facts() -> Known:
    return gathered(PROOFS)


def test_the_file_that_comes_with_the_program_says_what_the_notes_say(facts: Known) -> None:
    shipped = read(PATH)
    for code in facts:
        for side in Player:
            assert shipped.last_ply(code, side) >= facts.last_ply(code, side)
    assert {code for code in shipped if kernel.plies(code) <= 3} >= {START}


# The first sowings, one of each kind: by which plies FIRST and SECOND cannot force a line.
FIRST_SOWINGS = {
    "a1nne": (15, 16),
    "a1nee": (15, 16),
    "a1nes": (15, 16),
    "a1nen": (15, 16),
    "a1nnn": (15, 16),
}


@pytest.mark.parametrize(("sowing", "plies"), FIRST_SOWINGS.items())
def test_of_each_first_sowing_the_file_says_what_the_notes_prove(
    sowing: str, plies: tuple[int, int], facts: Known
) -> None:
    code = kernel.canonical(kernel.encode(Qawale.start().play(sowing)))
    for known_facts in (facts, read(PATH)):
        assert tuple(known_facts.last_ply(code, player) for player in Player) == plies


def test_all_kinds_of_first_sowings_draw_and_the_program_follows_one() -> None:
    solution = Solver(1 << 20).solve(Qawale.start(), Limits(time=None, nodes=0))
    drawn = [each for each in solution.moves if each.value == "draw"]
    assert len(drawn) == 40
    followed = {str(each.move) for each in drawn if not each.unaided}
    assert len(followed) == 8
    assert "a1nne" in followed
    assert holding(solution.moves) == [each for each in drawn if not each.unaided]


def test_neither_player_can_force_a_line_from_the_start(facts: Known) -> None:
    assert facts.last_ply(START, Player.FIRST) == 15
    assert facts.last_ply(START, Player.SECOND) == 16


def test_a_search_finds_the_same_as_far_as_it_sees(facts: Known) -> None:
    rng, seen = random.Random(1), 0
    open_desk(16 * MEBIBYTE)
    for code in rng.sample(sorted(facts), 60):
        mover = Player(kernel.turn(code))
        for side in Player:
            plies = min(7 if mover is side else 6, facts.last_ply(code, side))
            if plies:
                assert answer(code, side, plies).answer == NO
                seen += 1
    assert seen >= 60


@pytest.mark.parametrize("pebbles", [4, 5, 6, 7, 8])
def test_the_game_and_the_smaller_ones_are_drawn_without_searching(pebbles: int) -> None:
    solution = Solver(MEBIBYTE, pebbles).solve(Qawale.start(), Limits(nodes=0))
    assert (solution.value, solution.distance, solution.source) == ("draw", None, "table")
    assert solution.moves[0].value == "draw"


def test_the_replies_of_the_proofs_lead_from_draw_to_draw_without_searching() -> None:
    solver, position = Solver(MEBIBYTE), Qawale.start()
    for _ in range(6):
        solution = solver.solve(position, Limits(nodes=0))
        assert (solution.value, solution.source) == ("draw", "table")
        played, *further = solution.line
        position = position.play(played)
        assert solver.solve(position, Limits(nodes=0)).line == tuple(further)


def test_bounds_of_the_distance_are_no_values() -> None:
    early = Known.of([(START, Player.FIRST, 13), (START, Player.SECOND, 14)])
    solution = Solver(MEBIBYTE, known=early).solve(Qawale.start(), Limits(nodes=0))
    assert (solution.value, solution.source) == ("unknown", "search")


def test_no_sowing_of_first_wins(facts: Known) -> None:
    for move in Qawale.start().legal_moves():
        after = kernel.canonical(kernel.encode(Qawale.start().play(move)))
        assert facts.last_ply(after, Player.FIRST) == 15


def test_solving_with_and_without_the_facts_gives_the_same_values() -> None:
    """In the game with four pebbles each, near the start, where the facts matter."""
    told, alone = Solver(16 * MEBIBYTE, 4), Solver(16 * MEBIBYTE, 4, Known())
    rng, tables = random.Random(3), 0
    for ply in (0, 1, 1, 2, 2, 3, 3, 3, 4, 4):
        position = Qawale.start()
        for _ in range(ply):
            position = position.play(rng.choice(position.legal_moves()))
        one, other = (each.solve(position, Limits(time=None)) for each in (told, alone))
        assert (one.value, one.distance) == (other.value, other.distance)
        assert other.source == "search"
        tables += one.source == "table"
        assert {m.move: m.value for m in one.moves} == {m.move: m.value for m in other.moves}
    assert tables > 0


def test_facts_of_two_sources_are_joined_player_by_player() -> None:
    one = Known.of([(START, Player.FIRST, 9), (START, Player.SECOND, 12)])
    other = Known.of([(START, Player.FIRST, 13), (START, Player.SECOND, 10)])
    joined = one.joined(other)
    assert [joined.last_ply(START, side) for side in Player] == [13, 12]
    assert len(joined) == 1


def test_facts_survive_writing_and_reading(facts: Known, tmp_path: Path) -> None:
    write(facts, tmp_path / "facts.table")
    again = read(tmp_path / "facts.table")
    assert set(again) == set(facts)
    assert all(again.last_ply(c, s) == facts.last_ply(c, s) for c in facts for s in Player)


def test_a_damaged_file_tells_nothing(facts: Known, tmp_path: Path) -> None:
    path = tmp_path / "facts.table"
    write(facts, path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 997):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(TableError):
            read(path)
    path.write_bytes(whole[:-1])
    with pytest.raises(TableError):
        read(path)


def test_a_table_in_the_data_folder_is_used(
    facts: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    write(Known.of([(START, Player.FIRST, 15)]), tmp_path / "qawale.table")
    known.cache_clear()
    try:
        assert known().last_ply(START, Player.FIRST) == 15
        assert known().last_ply(START, Player.SECOND) >= facts.last_ply(START, Player.SECOND)
    finally:
        known.cache_clear()


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path)]) == 2
    assert "has no notes" in capsys.readouterr().err
    assert main(["--folder", str(PROOFS), "--output", str(tmp_path / "q.table")]) == 0
    assert len(read(tmp_path / "q.table")) > 1000
