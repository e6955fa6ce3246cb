"""The data sheet of a set: where its positions come from, how they were judged, how it is split."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tetrad.datasets.draw import LONGEST, SPLITS

if TYPE_CHECKING:
    from tetrad.datasets.parquet import Written

SYMMETRIES = {
    "quantik": "128 maps of the board times 24 exchanges of the shapes: 3,072",
    "qawale": "the 8 symmetries of the square",
    "qomet": "the 8 symmetries of the square, the stars as the player to move sees them",
}
DRAWING = (
    "Games are played from the start, every legal action with the same chance (a sowing of Qawale"
    " step by step). Of each game one position that is not over is drawn, each with the same"
    " chance{cut}. Of positions that are alike the first one drawn stays."
)
SPLITTING = (
    "A hash of what a position shares with all that are alike decides: 80 % train, 10 % validation,"
    " 10 % test. No symmetry leads from one split to another, in this set or between two of them."
)
LABELS = {
    "quantik": "Exact: value, distance and all best moves, from the solved game.",
    "qawale": "Proven by search to the end of the game. Positions of which nothing was proven"
    " within {nodes:,} positions looked at are left out: early positions are rarer than they were"
    " drawn.",
    "qomet": "Proven by search or by the shipped table of positions with few stars. Positions of"
    " which nothing was proven within {nodes:,} positions looked at are left out. Draws are known"
    " from tables only, so that they are rarer than they were drawn; a table of the whole game in"
    " the data folder adds to what is known, and changes the set.",
}
COLUMNS = {
    "position": "the position in the game's notation",
    "code": "the same as integers: a code of tetrad.kernels",
    "turn": "whose turn it is: 1 for FIRST, 2 for SECOND",
    "ply": "plies played before",
    "value": "for the player to move: 1 win, 0 draw, -1 loss",
    "distance": "plies to the end if the winner hurries and the loser delays; null for draws, and"
    " where a win is proven but not that it is the quickest",
    "best": "the moves proven best: the same value and the same distance",
    "complete": "whether no other move can be as good",
    "split": "train, validation or test",
}


def drawn(written: Written, seed: int, nodes: int) -> dict[str, Any]:
    """The sheet of a set that was drawn."""
    game = written.game
    cut = f", of the first {LONGEST[game]} plies" if game == "qomet" else ""
    command = f"tetrad export {game} --count {written.rows} --seed {seed}"
    return {
        "game": game,
        "command": command if game == "quantik" else f"{command} --nodes {nodes}",
        "version": version("tetrad"),
        "rows": written.rows,
        "left out": written.left_out,
        "drawn": DRAWING.format(cut=cut),
        "symmetries": SYMMETRIES[game],
        "labels": LABELS[game].format(nodes=nodes),
        "splits": SPLITTING,
        "counts": counts(written),
        "columns": COLUMNS,
    }


def whole(written: Written | None = None) -> dict[str, Any]:
    """The sheet of all positions of Quantik; the counts are known when they are written."""
    return {
        "game": "quantik",
        "command": "tetrad export quantik --all",
        "version": version("tetrad"),
        **({"rows": written.rows} if written else {}),
        "drawn": "Nothing is drawn: these are all positions without a completed line, one of those"
        " that are alike.",
        "symmetries": SYMMETRIES["quantik"],
        "labels": LABELS["quantik"],
        "splits": SPLITTING,
        **({"counts": counts(written)} if written else {}),
        "columns": COLUMNS,
    }


def counts(written: Written) -> dict[str, dict[str, int]]:
    names = {1: "win", 0: "draw", -1: "loss"}
    return {
        split: {name: written.counts[split, value] for value, name in names.items()}
        for split in SPLITS
    }


def as_json(told: dict[str, Any]) -> str:
    return json.dumps(told, sort_keys=True)


def text(told: dict[str, Any]) -> str:
    """The sheet for people, in Markdown."""
    head = f"# {told['game'].capitalize()}: positions with exact values\n"
    facts = [
        f"**{name.capitalize()}.** {told[name]}"
        for name in ("rows", "left out", "drawn", "symmetries", "labels", "splits")
        if name in told
    ]
    made = f"Made by Tetrad {told['version']}: `{told['command']}`. MIT licence."
    table = ["| split | win | draw | loss |", "|---|---|---|---|"]
    for split, numbers in told.get("counts", {}).items():
        cells = " | ".join(f"{number:,}" for number in numbers.values())
        table.append(f"| {split} | {cells} |")
    columns = ["| column | |", "|---|---|"]
    columns += [f"| `{name}` | {what} |" for name, what in told["columns"].items()]
    parts = [head, made, *facts, "\n".join(table) if "counts" in told else "", "\n".join(columns)]
    return "\n\n".join(filter(None, parts)) + "\n"
