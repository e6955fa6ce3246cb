"""A proof that a player wins Qomet, and a checker that trusts nothing but the rules.

A proof is a text: tags, an empty line, then one line for each position that the winner can meet,
with the move to play there and the most plies that the game then lasts.

    [Proof "1"]
    [Game "qomet"]
    [Start ".../.../.../......./.../.../... 1 -"]
    [Plies "17"]
    [Positions "2217"]

    .../.../.../......./.../.../... 1 - @d4 17

The player to move at the start is the winner. A position in which the winner can win in one move
has no line, and neither have positions that look the same as one that has: the board may be turned
and mirrored. The plies fall with every turn, so the play cannot go in circles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tetrad.rules.qomet import INDEX, SQUARES, Move, Qomet

PATH = Path(__file__).parent.parent / "data" / "qomet.proof"
_TAG = re.compile(r'\[(\w+) "(.*)"\]')


class ProofError(ValueError):
    """A proof that does not prove what it says."""


@dataclass(frozen=True)
class Proof:
    """Moves and plies for the winner's positions."""

    start: Qomet
    plies: int
    moves: dict[Qomet, tuple[Move, int]]

    def find(self, position: Qomet) -> tuple[Qomet, Move, int] | None:
        """The view of a position that the proof has, with the move to play there and the plies."""
        for view in views(position):
            if view in self.moves:
                return view, *self.moves[view]
        return None


def read(text: str) -> Proof:
    """The proof in a text, with every position and move checked to be possible."""
    head, _, body = text.partition("\n\n")
    tags = dict(_TAG.findall(head))
    try:
        if (tags["Proof"], tags["Game"]) != ("1", "qomet"):
            raise ProofError("this is not a proof about Qomet that can be read here")
        moves = dict(map(_entry, body.splitlines()))
        proof = Proof(Qomet.parse(tags["Start"]), int(tags["Plies"]), moves)
        if len(moves) != int(tags["Positions"]):
            raise ProofError(f"{tags['Positions']} positions are promised, {len(moves)} are there")
    except KeyError as missing:
        raise ProofError(f"the proof has no {missing} tag") from None
    return proof


def _entry(line: str) -> tuple[Qomet, tuple[Move, int]]:
    fields = line.split(" ")
    if len(fields) != 5 or not fields[4].isdecimal():
        raise ProofError(f"a line has a position, a move and plies, not {line!r}")
    position = Qomet.parse(" ".join(fields[:3]))
    return position, (position.parse_move(fields[3]), int(fields[4]))


def write(proof: Proof) -> str:
    head = {"Proof": 1, "Game": "qomet", "Start": proof.start, "Plies": proof.plies}
    tags = [
        f'[{name} "{value}"]' for name, value in (head | {"Positions": len(proof.moves)}).items()
    ]
    lines = [f"{position} {move} {plies}" for position, (move, plies) in proof.moves.items()]
    return "\n".join([*tags, "", *lines, ""])


def check(proof: Proof, progress: Callable[[int], None] | None = None) -> int:
    """Plays the winner's moves against every reply; returns how many positions the winner met.

    ProofError says which position the proof has no answer for, or a wrong one.
    """
    seen: dict[Qomet, int] = {}
    waiting = [(proof.start, proof.plies)]
    while waiting:
        position, plies = waiting.pop()
        found = proof.find(position)
        view, move, left = found or (position, _winning_move(position), 1)
        if left > plies:
            raise ProofError(f"{view} takes {left} plies where {plies} are left")
        if view not in seen:
            seen[view] = left
            waiting += [(after, left - 2) for after in _replies(view, move)]
            if progress:
                progress(len(seen))
    return len(seen)


def _winning_move(position: Qomet) -> Move:
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        if outcome and outcome.winner is position.turn:
            return move
    raise ProofError(f"the proof has no move for {position}")


def _replies(position: Qomet, move: Move) -> Iterator[Qomet]:
    """The winner's positions after a move and every reply, as far as the game goes on."""
    after = position.play(move)
    outcomes: Iterable[Qomet] = [after] if after.outcome() else map(after.play, after.legal_moves())
    for end in outcomes:
        outcome = end.outcome()
        if outcome is None:
            yield end
        elif outcome.winner is not position.turn:
            raise ProofError(f"{move} in {position} lets the opponent win: {end}")


def _turned(square: str) -> str:
    """Where a quarter turn clockwise takes a square: east becomes south."""
    east, north = ord(square[0]) - ord("d"), int(square[1]) - 4
    return chr(ord("d") + north) + str(4 - east)


def _mirrored(square: str) -> str:
    return chr(2 * ord("d") - ord(square[0])) + square[1]


def _symmetries() -> Iterator[dict[str, str]]:
    for images in ({s: s for s in SQUARES}, {s: _mirrored(s) for s in SQUARES}):
        for _ in range(4):
            yield images
            images = {square: _turned(image) for square, image in images.items()}


_IMAGES = tuple(_symmetries())
# For each symmetry, which star comes to each place.
_ORDERS = tuple(
    tuple(INDEX[next(s for s in SQUARES if images[s] == square)] for square in SQUARES)
    for images in _IMAGES
)


def views(position: Qomet) -> Iterator[Qomet]:
    """A position as it looks from all sides."""
    undo = position.forbidden
    for images, order in zip(_IMAGES, _ORDERS, strict=True):
        forbidden = undo and Move(images[str(undo.origin)], images[str(undo.target)])
        stars = tuple(position.stars[index] for index in order)
        yield replace(position, stars=stars, forbidden=forbidden)
