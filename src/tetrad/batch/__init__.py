"""Thousands of games stepped together, in NumPy arrays.

    from tetrad.batch import Batch
    games = Batch("qomet", 4096, seed=1)
    while not games.done.all():
        games.step(games.sample())          # or any legal actions: see games.mask()
    games.winner                            # 1, 2, or 0 for a draw

Actions are the numbers of `tetrad.kernels`: 64 in Quantik, 129 in Qomet; in Qawale 20, one for each
step of a sowing.
"""

from tetrad.batch.games import LONGEST, Batch
from tetrad.batch.symmetry import Symmetry, symmetries

__all__ = ["LONGEST", "Batch", "Symmetry", "symmetries"]
