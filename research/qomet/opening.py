"""Writes the opening of Qomet that comes with the program.

    python -m research.qomet.opening FOLDER/opening.npz src/tetrad/data/qomet-opening.table

takes the words that `research.qomet.report` leaves in its folder and the certificate that comes
with the program. What the file holds, `tetrad.solvers.qomet.opening` describes.
"""

import argparse
from pathlib import Path

import numpy as np

from tetrad.kernels.qomet import action_of, encode, images, key_of
from tetrad.kernels.qomet_board import ACTION_IMAGE
from tetrad.rules.qomet import Qomet
from tetrad.solvers.proofs.wins import read, shipped
from tetrad.solvers.qomet.coder import OVER, PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.opening import WON_IN_ONE
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout

Moves = dict[int, tuple[int, int]]


def save(path: Path, words: Array, moves: Moves) -> None:
    """Writes the table, all of it in one block."""
    plies = words & PLIES
    undos = np.where(plies == WON_IN_ONE, 0, words >> UNDO & 127)
    plies = np.where(undos == OVER, WON_IN_ONE, plies)
    where = np.nonzero((undos > 0) & (undos != OVER))[0]
    keys = sorted(moves)
    parts = [
        plies.astype("u1"),
        np.diff(where, prepend=0).astype("<u2"),
        undos[where].astype("u1"),
        (words >> WITH_UNDO & PLIES)[where].astype("u1"),
        np.array(keys, dtype="<u8"),
        np.array([moves[key][0] for key in keys], dtype="u1"),
        np.array([moves[key][1] for key in keys], dtype="u1"),
    ]
    data = np.concatenate([part.view("u1") for part in parts])
    parameters = {"undos": len(where), "moves": len(keys)}
    layout = Layout("qomet", "opening", len(data), 8, len(data), "zlib", parameters)
    with Writer(path, layout) as writer:
        writer.append(data)
        writer.finish()


def moves_of_proof() -> Moves:
    """The moves of the certificate by canonical keys, as actions on that view of the board."""
    _, strategy = read(shipped(Qomet.NAME).read_text("utf-8").splitlines())
    moves = {}
    for text, (move, plies) in strategy.items():
        position = Qomet.parse(text)
        seen = images(key_of(encode(position)))
        action = action_of(position.parse_move(move))
        moves[min(seen)] = (ACTION_IMAGE[129 * seen.index(min(seen)) + action], plies)
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the opening of Qomet.")
    parser.add_argument("words", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    with np.load(options.words) as arrays:
        save(options.out, arrays["words"].astype(np.int64), moves_of_proof())
    print(f"{options.out.name}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
