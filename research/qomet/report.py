"""What is worth telling and keeping of the table of all Qomet positions, from a GPU.

    python -m research.qomet.report --stars 7 --out FOLDER

solves the game as `tetrad.solvers.qomet.gpu` does. FOLDER gets

    report.json   how long the passes took and what they changed, the words that verification found
                  wrong, numbers of positions, the hardest ones, first moves, main line
    samples.npz   keys and plies of positions from random games
    games.npz     the same from games of players who often see the best move
    opening.npz   the words of all positions with at most three stars per side
    book.npz      keys, actions and plies of the winner's book, if the start is won
"""

import argparse
import json
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from research.qomet import harvest
from tetrad.kernels import qomet_board as board
from tetrad.solvers.qomet.gpu import GpuTable
from tetrad.solvers.qomet.index_arrays import Array

GAMES, PLIES_OF_A_GAME = 20_480, 60


def built(each: int) -> tuple[GpuTable, dict[str, Any]]:
    """A finished table, and how it came about."""
    begun = perf_counter()
    table = GpuTable(each)
    ready = perf_counter()
    passes = []
    for turn, changed in table.solve():
        passes.append({"pass": turn, "changed": changed, "seconds": perf_counter() - ready})
        print(f"pass {turn}: {changed} words, {perf_counter() - ready:.1f} s", flush=True)
    solved = perf_counter()
    wrong = table.verify()
    verified = perf_counter()
    print(f"{wrong} of {table.index.total} words wrong", flush=True)
    seconds = {"set up": ready - begun, "solve": solved - ready, "verify": verified - solved}
    report = {"stars": each, "words": table.index.total, "wrong": wrong, "seconds": seconds}
    return table, report | {"passes": passes}


def described(table: GpuTable) -> dict[str, Any]:
    """What the report says about the positions of a finished table."""
    counts = table.counts()
    plies = np.nonzero(counts.sum(axis=(0, 1))[1:2047])[0] + 1
    longest = int(plies.max(initial=0))
    found, hardest = table.find(longest, 64) if longest else (0, [])
    start = table.plies_after(np.zeros(1, dtype=np.int64))
    return {
        "start": int(harvest.plies_of(start)[0]),
        "first": {str(board.MOVES[a]): int(p) for a, p in enumerate(start[0]) if p >= 0},
        "line": [
            [str(board.MOVES[action]), left]
            for action, left in harvest.main_line(table.plies_after, 0, 400)
        ],
        "longest": longest,
        "hardest": {"indices": found, "keys": hardest},
        "plies": counts.sum(axis=(0, 1))[: longest + 1].tolist(),
        "pairs": [
            [k, m, *_summed(counts[k, m])] for k in range(8) for m in range(8) if counts[k, m].any()
        ],
    }


def _summed(counts: Array) -> list[int]:
    """Positions won, drawn, lost and over."""
    return [
        int(n) for n in (counts[1:2047:2].sum(), counts[0], counts[2:2047:2].sum(), counts[2047])
    ]


def sampled(table: GpuTable, skill: float, keep: float) -> dict[str, Array]:
    """A share of the positions of many random games, for players with some skill."""
    rng = np.random.default_rng(7)
    keys, plies = [], []
    seen = harvest.random_games(table.plies_after, GAMES, rng, skill)
    for here, left in islice(seen, PLIES_OF_A_GAME):
        kept = rng.random(GAMES) < keep
        keys.append(here[kept])
        plies.append(left[kept].astype(np.int16))
    return {"keys": np.concatenate(keys), "plies": np.concatenate(plies)}


def book_of(table: GpuTable, start: int) -> dict[str, Array]:
    """The book of the player who wins from the start."""
    roots = np.zeros(1, dtype=np.int64)
    if start % 2 == 0:
        actions = np.arange(25)
        roots = harvest.played(np.zeros(25, dtype=np.int64), actions)
    book = harvest.winning_book(table.plies_after, roots, _show)
    keys = sorted(book)
    return {
        "keys": np.array(keys, dtype=np.int64),
        "actions": np.array([book[key][0] for key in keys], dtype=np.uint8),
        "plies": np.array([book[key][1] for key in keys], dtype=np.uint16),
    }


def _show(plies: int, entries: int, waiting: int) -> None:
    print(f"book down to {plies} plies: {entries} positions, {waiting} waiting", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Qomet on a GPU.")
    parser.add_argument("--stars", type=int, default=7, choices=range(1, 8))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--digest", action="store_true", help="print the SHA-256 of the table")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    table, report = built(options.stars)
    if options.digest:
        report["digest"] = table.digest()
    report |= described(table)
    (options.out / "report.json").write_text(json.dumps(report))
    _save(options.out / "opening.npz", {"words": table.opening(min(3, options.stars))})
    _save(options.out / "samples.npz", sampled(table, skill=0.0, keep=0.018))
    _save(options.out / "games.npz", sampled(table, skill=0.7, keep=0.4))
    if report["start"]:
        _save(options.out / "book.npz", book_of(table, report["start"]))


def _save(path: Path, arrays: dict[str, Any]) -> None:
    np.savez_compressed(path, **arrays)
    print(f"{path.name}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
