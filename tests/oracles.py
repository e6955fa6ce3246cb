"""The three games a second time, from the rule sentences alone, to compare with.

Nothing here shares code or data structures with the package: boards are dictionaries of
coordinates, moves are texts, results are written as in a match record. It is slow and plain on
purpose. A board never remembers more than the rules need: Qomet's keeps the board that stood
before the opponent's last turn, and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import ClassVar, Protocol, Self

Point = tuple[int, int]
FIRST_WINS, SECOND_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
WIN_OF = {1: FIRST_WINS, 2: SECOND_WINS}


class Oracle(Protocol):
    @classmethod
    def read(cls, text: str) -> Self: ...

    def moves(self) -> Iterator[str]: ...

    def after(self, move: str) -> Self: ...

    def result(self) -> str | None: ...


def leaves(oracle: Oracle, depth: int) -> int:
    """How many move sequences of this length start here; finished games are not expanded."""
    if depth == 0:
        return 1
    if oracle.result():
        return 0
    return sum(leaves(oracle.after(move), depth - 1) for move in oracle.moves())


def point(name: str) -> Point:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def name_of(at: Point) -> str:
    return "abcdefg"[at[0]] + str(at[1] + 1)


GRID = [(x, y) for y in range(4) for x in range(4)]


class QuantikOracle:
    """Pieces by coordinate, each (player, shape); a line is a predicate on coordinates."""

    LINES: tuple[Callable[[Point], object], ...] = (
        lambda at: ("row", at[1]),
        lambda at: ("column", at[0]),
        lambda at: ("region", at[0] // 2, at[1] // 2),
    )

    def __init__(self, board: dict[Point, tuple[int, str]]) -> None:
        self.board = board
        self.mover = 1 + len(board) % 2

    @classmethod
    def read(cls, text: str) -> QuantikOracle:
        board = {}
        for down, rank in enumerate(text.split("/")):
            for x, letter in enumerate(rank):
                if letter != ".":
                    board[x, 3 - down] = (1 if letter.isupper() else 2, letter.upper())
        return cls(board)

    def moves(self) -> Iterator[str]:
        for shape, at in product("ABCD", GRID):
            if self.may_place(shape, at):
                yield f"{shape}@{name_of(at)}"

    def may_place(self, shape: str, at: Point) -> bool:
        mine = [piece for piece in self.board.values() if piece == (self.mover, shape)]
        if at in self.board or len(mine) == 2:
            return False
        rivals = [to for to, piece in self.board.items() if piece == (3 - self.mover, shape)]
        return not any(line(to) == line(at) for line in self.LINES for to in rivals)

    def after(self, move: str) -> QuantikOracle:
        return QuantikOracle(self.board | {point(move[2:]): (self.mover, move[0])})

    def result(self) -> str | None:
        shapes: dict[object, set[str]] = {}
        for at, (_, shape) in self.board.items():
            for line in self.LINES:
                shapes.setdefault(line(at), set()).add(shape)
        if any(len(found) == 4 for found in shapes.values()) or not any(self.moves()):
            return WIN_OF[3 - self.mover]
        return None


class QawaleOracle:
    """Stacks by coordinate, as lists of 0, 1 and 2 from bottom to top; no empty lists."""

    WAYS: ClassVar = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    LINES = (
        *([(x, y) for x in range(4)] for y in range(4)),
        *([(x, y) for y in range(4)] for x in range(4)),
        [(i, i) for i in range(4)],
        [(i, 3 - i) for i in range(4)],
    )

    def __init__(self, board: dict[Point, list[int]], mover: int) -> None:
        self.board = board
        self.mover = mover

    @classmethod
    def read(cls, text: str) -> QawaleOracle:
        ranks, mover = text.split(" ")
        board = {}
        for down, rank in enumerate(ranks.split("/")):
            x = 0
            for cell in rank.split(","):
                if cell.startswith("x"):
                    x += int(cell[1:] or "1")
                else:
                    board[x, 3 - down] = [int(pebble) for pebble in cell]
                    x += 1
        return cls(board, int(mover))

    def moves(self) -> Iterator[str]:
        for at in GRID:
            if at in self.board:
                walks = self.walks([at], len(self.board[at]) + 1)
                yield from (name_of(at) + walk for walk in walks)

    def walks(self, trail: list[Point], steps: int) -> list[str]:
        if steps == 0:
            return [""]
        found = []
        for way, (dx, dy) in self.WAYS.items():
            to = (trail[-1][0] + dx, trail[-1][1] + dy)
            if to in GRID and to not in trail[-2:-1]:
                found += [way + rest for rest in self.walks([*trail, to], steps - 1)]
        return found

    def after(self, move: str) -> QawaleOracle:
        board = {at: list(stack) for at, stack in self.board.items()}
        x, y = point(move[:2])
        lifted = [*board.pop((x, y)), self.mover]
        for way in move[2:]:
            x, y = x + self.WAYS[way][0], y + self.WAYS[way][1]
            board.setdefault((x, y), []).append(lifted.pop(0))
        assert not lifted
        return QawaleOracle(board, 3 - self.mover)

    def result(self) -> str | None:
        just_moved = 3 - self.mover
        tops = {at: stack[-1] for at, stack in self.board.items()}
        for player in (just_moved, self.mover):
            if any(all(tops.get(at) == player for at in line) for line in self.LINES):
                return WIN_OF[player]
        pebbles = sum(len(stack) for stack in self.board.values())
        return DRAWN if pebbles == 24 else None


COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
STARFIELD = [
    (x, y) for y in range(-3, 4) for x in range(-3, 4) if x == 0 or y == 0 or abs(x) == abs(y)
]


def next_point(at: Point, way: Point) -> Point | str | None:
    """Where a step leads: a point, "off" the board, or None where no line goes on.

    The centre is (0, 0). On a line through the centre points lie 1 apart, on a side of the
    square of radius r they lie r apart.
    """
    (x, y), (dx, dy) = at, way
    radius = max(abs(x), abs(y))
    through_centre = x * dy == y * dx
    along_side = 0 in way and abs(x * dy) + abs(y * dx) == radius
    if not through_centre and not along_side:
        return None
    stride = 1 if through_centre else radius
    to = (x + stride * dx, y + stride * dy)
    if max(abs(to[0]), abs(to[1])) <= (3 if through_centre else radius):
        return to
    return "off" if radius == 3 else None


def joined(one: Point, other: Point) -> bool:
    """Whether a straight walk along lines of the board leads from one point to another."""
    for way in COMPASS:
        at: Point | str | None = one
        while isinstance(at, tuple):
            if at == other:
                return True
            at = next_point(at, way)
    return False


def geometric_squares() -> list[tuple[Point, ...]]:
    """Every four points of the board that are the corners of a square, however it is turned."""
    found = set()
    for (ax, ay), (bx, by) in combinations(STARFIELD, 2):
        dx, dy = bx - ax, by - ay
        corners = {(ax, ay), (bx, by), (bx - dy, by + dx), (ax - dy, ay + dx)}
        if corners <= set(STARFIELD):
            found.add(tuple(sorted(corners)))
    return sorted(found)


def sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The four shortest of the six connections of a square's corners."""

    def length(pair: tuple[Point, Point]) -> int:
        (ax, ay), (bx, by) = pair
        return (ax - bx) ** 2 + (ay - by) ** 2

    return sorted(combinations(corners, 2), key=length)[:4]


SQUARES = [
    corners
    for corners in geometric_squares()
    if all(joined(one, other) for one, other in sides(corners))
]

Stars = dict[Point, int]


class QometOracle:
    """Stars by coordinate around the centre, and the stars before the opponent's last turn."""

    def __init__(self, stars: Stars, mover: int, before: Stars | None = None) -> None:
        self.stars = stars
        self.mover = mover
        self.before = before

    @classmethod
    def read(cls, text: str) -> QometOracle:
        """A forbidden move tells what the opponent did; else nothing could be restored."""
        board, mover, forbidden = text.split(" ")
        cells = iter(board.replace("/", ""))
        down = sorted(STARFIELD, key=lambda at: (-at[1], at[0]))
        stars = {at: int(cell) for at, cell in zip(down, cells, strict=True) if cell != "."}
        if forbidden == "-":
            return cls(stars, int(mover))
        c, b = (star_point(name) for name in forbidden.split("-"))
        way = next(way for way in COMPASS if next_point(c, way) == b)
        a = next_point(b, way)
        assert isinstance(a, tuple)
        before = {at: star for at, star in stars.items() if at not in (b, c)}
        return cls(stars, int(mover), before | {a: 3 - int(mover), b: int(mover)})

    def moves(self) -> Iterator[str]:
        in_hand = 7 - list(self.stars.values()).count(self.mover)
        for at in STARFIELD:
            if in_hand and at not in self.stars:
                yield f"@{star_name(at)}"
        for at in STARFIELD:
            if self.stars.get(at) == self.mover:
                yield from self.moves_of(at)

    def moves_of(self, at: Point) -> Iterator[str]:
        for way in COMPASS:
            to = next_point(at, way)
            if isinstance(to, tuple):
                stars = self.stepped(at, to, next_point(to, way))
                if stars is not None and stars != self.before:
                    yield f"{star_name(at)}-{star_name(to)}"
        if 3 in (abs(at[0]), abs(at[1])):
            yield f"{star_name(at)}-off"

    def stepped(self, at: Point, to: Point, behind: Point | str | None) -> Stars | None:
        stars = dict(self.stars)
        del stars[at]
        pushed = stars.get(to)
        if pushed and (behind is None or behind in stars):
            return None
        if pushed and isinstance(behind, tuple):
            stars[behind] = pushed
        return stars | {to: self.mover}

    def after(self, move: str) -> QometOracle:
        origin, _, target = move.partition("-")
        if origin.startswith("@"):
            stars = self.stars | {star_point(origin[1:]): self.mover}
        elif target == "off":
            stars = {at: star for at, star in self.stars.items() if at != star_point(origin)}
        else:
            at, to = star_point(origin), star_point(target)
            way = next(way for way in COMPASS if next_point(at, way) == to)
            stepped = self.stepped(at, to, next_point(to, way))
            assert stepped is not None
            stars = stepped
        return QometOracle(stars, 3 - self.mover, self.stars)

    def result(self) -> str | None:
        for player in (self.mover, 3 - self.mover):
            if any(all(self.stars.get(at) == player for at in square) for square in SQUARES):
                return WIN_OF[player]
        return None


def star_point(name: str) -> Point:
    x, y = point(name)
    return x - 3, y - 3


def star_name(at: Point) -> str:
    return name_of((at[0] + 3, at[1] + 3))


ORACLES: dict[str, type[Oracle]] = {
    "quantik": QuantikOracle,
    "qawale": QawaleOracle,
    "qomet": QometOracle,
}
