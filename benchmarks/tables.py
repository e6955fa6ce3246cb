"""How long it takes to look up positions: one core.

Quantik's come from random play, a million of them, as codes; its table is built first, in ten
seconds, where the data folder has none. Those of Qomet are chosen by chance among those that are
neither over nor won in one ply. The opening comes with the program; where the data folder has the
full table, it is measured, too, and nearly every look-up is the first one in its page.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

import tetrad
from tetrad.batch import Batch
from tetrad.solvers.quantik.probe import loaded

POSITIONS = 10_000
MANY = 1_000_000
ROUNDS = 5


def main() -> None:
    _quantik()
    from tetrad.solvers.qomet.opening import MOST_STARS, known
    from tetrad.solvers.qomet.table import opened
    from tetrad.solvers.tables.folder import table_path

    print("Positions of Qomet without searching: median, 95th percentile")
    begun = time.perf_counter()
    opening = known()
    print(f"  the opening is read in {1000 * (time.perf_counter() - begun):.0f} ms")
    _show("opening", opening.plies, MOST_STARS)
    if table := opened(table_path("qomet")):
        _show("full table", lambda key: table.probe(*_parts(key)), table.most)


def _quantik() -> None:
    from tetrad.solvers.quantik.build import build
    from tetrad.solvers.tables.folder import built, table_path

    print("Positions of Quantik by the million: `tetrad.values`, from the table of all")
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ):
        if not built("quantik"):
            os.environ["TETRAD_DATA"] = folder
            build(table_path("quantik"), None, None)
        begun = time.perf_counter()
        assert loaded()
        print(f"  the table is read in {1000 * (time.perf_counter() - begun):.0f} ms")
        codes = _random_codes()
        tetrad.values(codes[:1], "quantik")  # compiled now, if not before
        rate = max(_rate(codes) for _ in range(ROUNDS))
    print(f"  {rate / 1e6:.1f} M positions/s", flush=True)


def _rate(codes: NDArray[np.uint64]) -> float:
    """Look-ups in a second of processor time: others may be busy on this machine, too."""
    begun = time.thread_time()
    found = tetrad.values(codes, "quantik")
    assert found.known.all()
    return len(codes) / (time.thread_time() - begun)


def _random_codes() -> NDArray[np.uint64]:
    """Positions of random games at every ply, in no order."""
    games, rows = Batch("quantik", MANY // 12, seed=1), []
    for _ in range(12):
        games.step(games.sample())
        rows.append(games.code_array())
    found: NDArray[np.uint64] = np.random.default_rng(1).permutation(np.concatenate(rows))
    return found


def _show(name: str, probe: Callable[[int], int | None], most: int) -> None:
    keys = _keys(most)
    probe(keys[0])  # compiled now, if not before
    times = sorted(_timed(probe, key) for key in keys)
    middle, high = times[len(times) // 2], times[int(0.95 * len(times))]
    print(f"  {name}: {1e6 * middle:.0f} µs, {1e6 * high:.0f} µs", flush=True)


def _keys(most: int) -> list[int]:
    """Positions with as many stars as there can be, in which something is left to find."""
    from tetrad.kernels.fast.qomet import can_win_now, is_over

    rng, keys = random.Random(5), list[int]()
    while len(keys) < POSITIONS:
        bits = rng.sample(range(25), 2 * most)
        key = sum(1 << bit for bit in bits[:most]) | sum(1 << 25 + bit for bit in bits[most:])
        if not is_over(key) and not can_win_now(key):
            keys.append(key)
    return keys


def _parts(key: int) -> tuple[int, int, int]:
    return key & (1 << 25) - 1, key >> 25, 0


def _timed(probe: Callable[[int], int | None], key: int) -> float:
    begun = time.perf_counter()
    probe(key)
    return time.perf_counter() - begun
