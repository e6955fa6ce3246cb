"""The search for a GPU, run on the processor lane by lane, against the search that is for it."""

import ctypes
import random
import shutil
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from research.qawale import gpu as qawale_gpu
from research.qawale.gpu import COUNTERS, LIST_ROOM, OPEN, Array, Batch, work_for
from research.qawale.lookups import tables
from research.qawale.proof import SIDE
from tetrad.kernels import qawale
from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast.qawale_wins import can_win_now, wins_table
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.attack import desk, forces
from tetrad.solvers.qawale.memory import memory_for
from tetrad.solvers.solution import NO_LIMIT

HERE = Path(__file__).parent
SOURCES = Path(qawale_gpu.__file__).parent
BUCKETS, WARPS, LEVELS = 1 << 12, 16, 16

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++ to stand in for a GPU")
lookups = cache(tables)


@pytest.fixture(scope="module", params=[False, True], ids=["first", "second opinion"])
def warp(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """A warp of 32 lanes that take turns."""
    return _warp(tmp_path_factory.mktemp("warp") / "warp.so", request.param)


def _warp(library: Path, second_opinion: bool) -> ctypes.CDLL:
    command = ["g++", "-O1", "-shared", "-fPIC", f"-I{SOURCES}", "-o", str(library)]
    command += [f"-DSECOND_OPINION={second_opinion:d}", str(HERE / "warp_qawale.cpp")]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def empty_memory() -> Array:
    return np.zeros(BUCKETS * 128 + 128, np.uint8)


def answered(warp: ctypes.CDLL, batch: Batch, memory: Array | None = None) -> None:
    """What `Gpu.answer` does, in this machine's memory."""
    memory = empty_memory() if memory is None else memory
    arrays = {
        **lookups(),
        **{name: getattr(batch, name) for name in ("codes", "answers", "nodes")},
        "lists": np.zeros((WARPS, LIST_ROOM), np.uint32),
        "replies": np.zeros((WARPS, LEVELS, 32, 2), np.uint64),
        "counters": np.zeros(len(COUNTERS), np.uint64),
    }
    pointers = {name: array.ctypes.data for name, array in arrays.items()}
    pointers |= {"memory": memory.ctypes.data + 128 & ~127, "buckets": BUCKETS - 1}
    warp.prove_here(ctypes.byref(work_for(batch, pointers, 1)))


def random_code(rng: random.Random, ply: int) -> Code:
    """Of a position from random play in which the player to move cannot win at once."""
    while True:
        position = Qawale.start()
        while position.outcome() is None and len("".join(position.stacks)) < 8 + ply:
            position = position.play(rng.choice(position.legal_moves()))
        code = qawale.encode(position)
        if position.outcome() is None and not can_win_now(code):
            return code


def on_the_processor(code: Code, attacker: Player, depth: int) -> int:
    control = np.array([NO_LIMIT, 0])
    place = desk(wins_table(), memory_for(1 << 20), control)
    return int(forces(place, *kernel.board_of(code), SIDE[attacker], depth, 1))


@pytest.mark.parametrize(
    ("depth", "ply"), [(3, 8), (3, 11), (3, 13), (4, 10), (4, 12), (5, 10), (6, 9)]
)
def test_a_warp_answers_as_the_processor_does(warp: ctypes.CDLL, depth: int, ply: int) -> None:
    rng = random.Random(100 * depth + ply)
    codes = [random_code(rng, ply) for _ in range(60 if depth < 5 else 6)]
    attacker = Player.FIRST if (ply + depth) % 2 else Player.SECOND
    batch = Batch.of(codes, depth, attacker is Player.SECOND)
    answered(warp, batch)
    expected = [on_the_processor(code, attacker, depth) for code in codes]
    assert batch.answers.tolist() == expected
    assert depth < 4 or batch.nodes.min() > 0


def test_a_second_opinion_takes_another_way(tmp_path: Path) -> None:
    rng = random.Random(7)
    codes = [random_code(rng, 9) for _ in range(4)]
    batches = [Batch.of(codes, 6, False) for _ in range(3)]
    memories = [empty_memory() for _ in batches]
    for name, batch, memory in zip("aba", batches, memories, strict=True):
        answered(_warp(tmp_path / f"{name}.so", name == "b"), batch, memory)
    one, other, again = (batch.nodes.tolist() for batch in batches)
    assert one == again != other
    assert batches[0].answers.tolist() == batches[1].answers.tolist()
    used, elsewhere = (memory.reshape(-1, 128).any(axis=1) for memory in memories[:2])
    assert used.any()
    assert (used != elsewhere).any()


def test_both_answers_occur(warp: ctypes.CDLL) -> None:
    rng = random.Random(12)
    batch = Batch.of([random_code(rng, 12) for _ in range(120)], 3, False)
    answered(warp, batch)
    assert set(batch.answers.tolist()) == {0, 1}


def test_what_is_remembered_of_one_question_is_not_taken_for_the_answer_to_another(
    warp: ctypes.CDLL,
) -> None:
    rng, memory = random.Random(4), empty_memory()
    codes = [random_code(rng, 10) for _ in range(40)]
    found = []
    for depth, second_attacks in ((3, False), (5, False), (4, True)):
        batch = Batch.of(codes, depth, second_attacks)
        answered(warp, batch, memory)
        attacker = Player.SECOND if second_attacks else Player.FIRST
        assert batch.answers.tolist() == [on_the_processor(code, attacker, depth) for code in codes]
        found.append(batch.answers.tolist())
    assert found[0] != found[1]


def test_a_stack_too_tall_for_the_tables_is_never_taken_for_a_proof(
    warp: ctypes.CDLL,
) -> None:
    # FIRST would need a closer look at a stack of sixteen to be denied a line.
    tall = Qawale.parse("0000000012121212,1,x2/x,1,x,2/x4/2,x3 1")
    batch = Batch.of([qawale.encode(tall)], 3, False)
    answered(warp, batch)
    assert batch.answers.tolist() == [OPEN]


def test_paths_are_those_of_the_rulebook() -> None:
    paths, touched, first = (lookups()[name] for name in ("paths", "touched", "first"))
    rng = random.Random(3)
    for _ in range(200):
        origin, height = rng.randrange(16), rng.randrange(1, 8)
        begin, end = first[origin, height], first[origin, height + 1]
        assert end - begin == lookups()["sowings"][32 * origin + height]
        at = rng.randrange(begin, end)
        path = int(paths[at])
        steps = [path >> 4 * step & 15 for step in range(path >> 56 & 15)]
        assert (path >> 60, len(steps)) == (origin, height + 1)
        assert int(touched[at]) == sum(1 << square for square in {origin, *steps})
        visited = [origin, *steps]
        assert all(abs(a % 4 - b % 4) + abs(a // 4 - b // 4) == 1 for a, b in pairwise(visited))
        assert all(a != b for a, b in zip(visited, visited[2:], strict=False))


def test_a_batch_travels_in_a_file(tmp_path: Path) -> None:
    batch = Batch.of([(1, 2), (3, 4)], 7, True)
    batch.answers[1], batch.nodes[1] = 0, 5
    batch.save(tmp_path / "batch.npz", wins=np.arange(3))
    again = Batch.load(tmp_path / "batch.npz")
    assert list(again.answered()) == [((1, 2), OPEN, 0), ((3, 4), 0, 5)]
    assert (again.depth, again.second_attacks) == (7, True)


def test_questions_that_are_not_there_are_missed_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing, out = str(tmp_path / "none.npz"), str(tmp_path / "out.npz")
    assert qawale_gpu.main([missing, "--out", out]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_questions_are_answered_without_numba() -> None:
    code = "import sys; sys.modules['numba'] = None; import research.qawale.gpu"
    subprocess.run([sys.executable, "-c", code], check=True)
