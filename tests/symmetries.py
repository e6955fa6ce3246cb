"""The symmetries of the boards as maps of texts, so that nothing is shared with the rules.

Each symmetry maps a position's text and a move's text; applied to both sides of a rule it must
change nothing. Quantik has 128 maps of the board times 24 names for the shapes; Qawale and Qomet
have the eight of the square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from tests.oracles import GRID, STARFIELD, Point, name_of, point, star_name, star_point

# The images of the unit steps east and north under the turns and reflections of the square.
EIGHT = [
    (east, north)
    for east, north in product([(1, 0), (0, 1), (-1, 0), (0, -1)], repeat=2)
    if east[0] * north[0] + east[1] * north[1] == 0
]
# Orders of four lines that keep the pairs of a band together.
BAND_ORDERS = [
    order
    for order in permutations(range(4))
    if {frozenset(order[:2]), frozenset(order[2:])} == {frozenset((0, 1)), frozenset((2, 3))}
]


@dataclass(frozen=True)
class QuantikSymmetry:
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    transposed: bool
    shapes: str

    @classmethod
    def every(cls) -> Iterator[QuantikSymmetry]:
        names = map("".join, permutations("ABCD"))
        yield from (
            cls(columns, rows, transposed, shapes)
            for columns, rows, transposed, shapes in product(
                BAND_ORDERS, BAND_ORDERS, (False, True), list(names)
            )
        )

    def at(self, square: Point) -> Point:
        x, y = self.columns[square[0]], self.rows[square[1]]
        return (y, x) if self.transposed else (x, y)

    def letters(self, text: str) -> str:
        return text.translate(str.maketrans("ABCDabcd", self.shapes + self.shapes.lower()))

    def position(self, text: str) -> str:
        ranks = text.split("/")
        moved = {self.at((x, y)): self.letters(ranks[3 - y][x]) for x, y in GRID}
        return "/".join("".join(moved[x, y] for x in range(4)) for y in (3, 2, 1, 0))

    def move(self, text: str) -> str:
        return f"{self.letters(text[0])}@{name_of(self.at(point(text[2:])))}"


@dataclass(frozen=True)
class SquareSymmetry:
    """One of the eight, as the images of a step east and of a step north."""

    east: Point
    north: Point

    @classmethod
    def every(cls) -> Iterator[SquareSymmetry]:
        return (cls(east, north) for east, north in EIGHT)

    def turned(self, at: Point) -> Point:
        """The image of a point when the centre is (0, 0)."""
        (x, y), (ex, ey), (nx, ny) = at, self.east, self.north
        return (x * ex + y * nx, x * ey + y * ny)


class QawaleSymmetry(SquareSymmetry):
    def at(self, square: Point) -> Point:
        x, y = self.turned((2 * square[0] - 3, 2 * square[1] - 3))
        return (x + 3) // 2, (y + 3) // 2

    def position(self, text: str) -> str:
        board, turn = text.split(" ")
        cells: dict[Point, str] = {}
        for down, rank in enumerate(board.split("/")):
            row: list[str] = []
            for cell in rank.split(","):
                row += [""] * int(cell[1:] or 1) if cell[0] == "x" else [cell]
            cells |= {self.at((x, 3 - down)): stack for x, stack in enumerate(row)}
        ranks = [self.rank([cells[x, y] for x in range(4)]) for y in (3, 2, 1, 0)]
        return f"{'/'.join(ranks)} {turn}"

    @staticmethod
    def rank(stacks: list[str]) -> str:
        cells: list[str] = []
        empty = 0
        for stack in [*stacks, "end"]:
            if not stack:
                empty += 1
                continue
            cells += ["x" if empty == 1 else f"x{empty}"] if empty else []
            cells.append(stack)
            empty = 0
        return ",".join(cells[:-1])

    def move(self, text: str) -> str:
        ways = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
        letters = {step: way for way, step in ways.items()}
        path = "".join(letters[self.turned(ways[way])] for way in text[2:])
        return name_of(self.at(point(text[:2]))) + path


class QometSymmetry(SquareSymmetry):
    def position(self, text: str) -> str:
        board, turn, forbidden = text.split(" ")
        down = sorted(STARFIELD, key=lambda at: (-at[1], at[0]))
        stars = dict(zip(map(self.turned, down), board.replace("/", ""), strict=True))
        ranks = ("".join(stars[x, y] for x in range(-3, 4) if (x, y) in stars) for y in DOWN)
        return f"{'/'.join(ranks)} {turn} {'-' if forbidden == '-' else self.move(forbidden)}"

    def move(self, text: str) -> str:
        if text.startswith("@"):
            return "@" + self.space(text[1:])
        return "-".join(part if part == "off" else self.space(part) for part in text.split("-"))

    def space(self, name: str) -> str:
        return star_name(self.turned(star_point(name)))


DOWN = range(3, -4, -1)
Symmetry = QuantikSymmetry | QawaleSymmetry | QometSymmetry
SYMMETRIES: dict[str, list[Symmetry]] = {
    "quantik": list(QuantikSymmetry.every()),
    "qawale": [QawaleSymmetry(east, north) for east, north in EIGHT],
    "qomet": [QometSymmetry(east, north) for east, north in EIGHT],
}
