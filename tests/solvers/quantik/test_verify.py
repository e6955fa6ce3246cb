from typing import Any, cast

from tetrad.kernels import quantik as kernel
from tetrad.kernels.quantik import Code
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.quantik.verify import counted, sample_errors
from tetrad.solvers.solution import Limits


class Searched:
    """Answers like a table, by searching; every answer that is divisible by `lie` is wrong."""

    def __init__(self, lie: int = 99) -> None:
        self._solver = Solver(1 << 22)
        self._lie = lie

    def probe(self, code: Code) -> int:
        distance = self._solver.solve(kernel.decode(code), Limits(time=None)).distance or 0
        return distance + (2 if distance and distance % self._lie == 0 else 0)


def test_true_samples_have_no_errors() -> None:
    assert sample_errors(cast(Any, Searched()), 30) == []


def test_wrong_samples_are_named() -> None:
    errors = sample_errors(cast(Any, Searched(lie=3)), 30)
    assert any("a search says otherwise" in error for error in errors)
    assert any("does not follow from the rules" in error for error in errors)


def test_counts_are_told_ply_by_ply() -> None:
    assert counted([[0, 0, 1], [5, 1_000, 7]]) == [
        "ply   positions         won        lost  longest",
        "  0           1           0           1        2",
        "  1       1,012       1,000          12        2",
        "  =       1,013       1,000          13        2",
    ]
