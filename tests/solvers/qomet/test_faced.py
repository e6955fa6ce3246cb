"""The entries that come with the program, against the values that come with it."""

import io
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tetrad.kernels.qomet import SPACES, canonical, child, legal_actions
from tetrad.solvers.qomet.faced import PATH, Faced
from tetrad.solvers.qomet.opening import Known, known
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.solution import MEBIBYTE, Limits
from tetrad.solvers.tables.format import CHECKSUM, OFFSET, TableError, read_header


def stars(key: int) -> int:
    return max((key & SPACES).bit_count(), (key >> 25 & SPACES).bit_count())


def met(count: int) -> list[int]:
    """Keys with an entry, from games that SECOND plays by what is known and FIRST by chance."""
    rng, faced, found = random.Random(1), known().faced, dict[int, None]()
    for _ in range(4000):
        key = 0
        for ply in range(13):
            actions = legal_actions(key)
            if ply % 2 and key in faced:
                found[key] = None
            if ply % 2:
                wins = [a for a in actions if (known().plies(child(key, a)) or 1) % 2 == 0]
                actions = wins or actions
            key = canonical(child(key, rng.choice(actions)))
            if key >> 57 or len(found) == count:
                break
        if len(found) == count:
            break
    return [*found]


@pytest.fixture(scope="module")
def keys() -> list[int]:
    return met(12)


def test_entries_say_what_the_table_of_few_stars_says(keys: list[int]) -> None:
    known_twice = [key for key in keys if stars(key) <= 4]
    assert len(known_twice) > 3
    for key in known_twice:
        _, plies = known().faced[key]
        table = known().table
        assert table
        assert table.get(key & SPACES, key >> 25 & SPACES, key >> 50) == plies


def test_the_move_keeps_the_win_or_the_draw_against_every_reply(keys: list[int]) -> None:
    checked = 0
    for key in keys:
        action, plies = known().faced[key]
        after = child(key, action)
        for reply in legal_actions(after):
            left = known().plies(child(after, reply))
            if left is not None:
                assert left % 2 == 1 if plies else left % 2 == 1 or left == 0
                assert left <= plies - 2 or not plies
                checked += 1
    assert checked > 20


def test_the_solver_plays_by_an_entry_without_searching(keys: list[int]) -> None:
    from tetrad.kernels.qomet import decode, move_of

    for key in keys[:4]:
        action, plies = known().faced[key]
        solution = Solver(MEBIBYTE, known()).solve(decode(key), Limits(time=0))
        assert (solution.value, solution.distance) == (("win", plies) if plies else ("draw", None))
        assert solution.source == "table"
        if plies:
            assert solution.moves[0].value == "win"
            assert move_of(action) in [
                each.move for each in solution.moves if each.distance == plies
            ]


def test_of_entries_that_are_damaged_nothing_is_said(keys: list[int], tmp_path: Path) -> None:
    data = bytearray(PATH.read_bytes())
    layout, begin = read_header(io.BytesIO(data), PATH)
    end = len(data) - CHECKSUM.size - OFFSET.size * layout.blocks
    for place in range(begin + 40, end, 200):
        data[place] ^= 1
    (tmp_path / PATH.name).write_bytes(data)
    faced = Faced(tmp_path / PATH.name)
    with pytest.raises(TableError):
        faced[keys[0]]
    assert Known(faced=faced).plies(keys[0]) is None
    assert Known(faced=faced).best_move(keys[0]) is None


def test_several_threads_may_ask_at_once(keys: list[int]) -> None:
    faced = Faced(PATH)
    expected = {key: faced[key] for key in keys}
    blocks = [*range(faced._layout.blocks)] * 3
    whole = [bytes(faced._read(block)) for block in blocks]
    with ThreadPoolExecutor(8) as pool:
        assert [bytes(each) for each in pool.map(faced._read, blocks)] == whole
    assert {key: faced[key] for key in keys} == expected
