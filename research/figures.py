"""The figures of docs/paper.md, drawn from what lies in docs.

    python -m research.figures

writes them to docs/images, as SVG and with nothing but the standard library:

    paper-boards.svg    a won position of each game
    paper-spaces.svg    how many positions games have that were solved
    paper-effort.svg    what each question about Qawale took
    paper-choice.svg    what a subproblem takes at one depth and at the next
    paper-plies.svg     in how many plies Qomet's positions end
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tetrad import GAMES, svg
from tetrad.position import Player

PROOFS, DATA, IMAGES = Path("docs/proofs"), Path("docs/data"), Path("docs/images")
INK, SOFT, GRID, FIRST, SECOND = "#2b2620", "#6d655b", "#e3dccf", "#b8862f", "#3c5a6e"
WIDTH, FONT = 720, "font-family='system-ui, sans-serif' font-size='13'"

# Positions, up to symmetry where they were counted so, and who counted them.
SPACES = (
    ("Quantik (here)", 11_084_231, True),
    ("Qomet (here)", 7_414_199_655, True),
    ("Nine Men's Morris", 1e10, False),
    ("Pylos", 1.2e10, False),
    ("Quixo", 8.5e11, False),
    ("Awari", 8.9e11, False),
    ("Pentago", 3e15, False),
)
# One position of each game in which the game has just been won.
WON = {
    "quantik": "..../BaBa/Cd../AbAb",
    "qawale": "001,01,001,01/2,x3/x,02,x2/x2,02,x 2",
    "qomet": ".../2../12./.1112../112/12./22. 2 -",
}


def figure(height: int, parts: Iterable[str], title: str) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img'"
    body = "\n".join(parts)
    back = f"<rect width='{WIDTH}' height='{height}' fill='#fff'/>"
    return f"{head} {FONT} fill='{INK}'>\n<title>{title}</title>\n{back}\n{body}\n</svg>\n"


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}'>{words}</text>"


def line(x1: float, y1: float, x2: float, y2: float, colour: str = GRID) -> str:
    return f"<path d='M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}' stroke='{colour}' fill='none'/>"


def power(exponent: int) -> str:
    """A power of ten, as one writes it."""
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}"


def spaces() -> str:
    """Bars on a logarithmic scale."""
    left, right, step = 170, 560, 30
    scale = (right - left) / 16
    height = 40 + step * len(SPACES)
    parts = []
    for exponent in range(0, 17, 4):
        x = left + scale * exponent
        parts += [
            line(x, 12, x, height - 28),
            text(x, height - 10, power(exponent), "middle", SOFT),
        ]
    for row, (name, count, here) in enumerate(SPACES):
        y, size = 16 + step * row, scale * math.log10(count)
        colour = FIRST if here else SECOND
        parts.append(f"<rect x='{left}' y='{y}' width='{size:.1f}' height='18' fill='{colour}'/>")
        parts.append(text(left - 10, y + 14, name, "end"))
        said = f"{count:,.0f}" if here else f"{count:.2g}".replace("e+", " · 10^")
        parts.append(text(left + size + 8, y + 14, _said(said), "start", SOFT))
    return figure(height, parts, "Positions of solved games")


def _said(number: str) -> str:
    mantissa, _, exponent = number.partition(" · 10^")
    return f"{mantissa} · {power(int(exponent))}" if exponent else number


def notes(name: str) -> list[tuple[str, int]]:
    """Code and positions visited of each note of a proof."""
    rows = (row.split(" ") for row in (PROOFS / f"{name}.txt").read_text("ascii").splitlines())
    return [(f"{row[0]} {row[1]}", int(row[4])) for row in rows]


def effort() -> str:
    """The positions visited for each question, by its last ply."""
    visited = {}
    for ply in range(7, 17):
        attacker = Player.FIRST if ply % 2 else Player.SECOND
        visited[ply] = sum(nodes for _, nodes in notes(f"qawale-{attacker.name.lower()}-{ply}"))
    left, bottom, height = 70, 270, 320
    low, high = 4, 13

    def at(ply: int, count: float) -> tuple[float, float]:
        x = left + (ply - 6.5) * (WIDTH - left - 30) / 10
        return x, bottom - (math.log10(count) - low) * (bottom - 20) / (high - low)

    parts = []
    for exponent in range(low, high + 1, 3):
        _, y = at(7, 10.0**exponent)
        parts += [line(left, y, WIDTH - 30, y), text(left - 8, y + 4, power(exponent), "end", SOFT)]
    for ply, count in visited.items():
        x, y = at(ply, count)
        colour = FIRST if ply % 2 else SECOND
        parts.append(
            f"<rect x='{x - 18:.1f}' y='{y:.1f}' width='36' height='{bottom - y:.1f}'"
            f" fill='{colour}'/>"
        )
        parts.append(text(x, bottom + 18, str(ply), "middle"))
    middle = (left + WIDTH - 30) / 2
    legend = "a line by ply …: FIRST (odd plies), SECOND (even plies); positions visited"
    parts.append(text(middle, bottom + 40, legend, "middle", SOFT))
    return figure(height, parts, "What each question about Qawale took")


def choice() -> str:
    """Each note of SECOND by ply 16 against the note of SECOND by ply 14 about the position."""
    earlier, later = dict(notes("qawale-second-14")), dict(notes("qawale-second-16"))
    pairs = [(earlier[code], later[code]) for code in later if code in earlier]
    left, bottom, right, top = 80, 330, 640, 20
    across, up = (6, 8.2), (7.8, 9.8)

    def at(one: float, other: float) -> tuple[float, float]:
        x = left + (math.log10(one) - across[0]) / (across[1] - across[0]) * (right - left)
        return x, bottom - (math.log10(other) - up[0]) / (up[1] - up[0]) * (bottom - top)

    parts = []
    for exponent in (6, 7, 8):
        x, _ = at(10.0**exponent, 10.0**8)
        parts += [line(x, top, x, bottom), text(x, bottom + 18, power(exponent), "middle", SOFT)]
    for exponent in (8, 9):
        _, y = at(10.0**6, 10.0**exponent)
        parts += [line(left, y, right, y), text(left - 8, y + 4, power(exponent), "end", SOFT)]
    dots = "".join("M{:.1f} {:.1f}h0".format(*at(*pair)) for pair in pairs)
    parts.append(
        f"<path d='{dots}' stroke='{SECOND}' stroke-opacity='0.35' stroke-width='3'"
        " stroke-linecap='round'/>"
    )
    found = f"{len(pairs):,} subproblems; correlation of logarithms {correlation(pairs):.3f}"
    parts.append(text(left + 100, top + 16, found))
    parts.append(text((left + right) / 2, bottom + 40, "visited for ply 14", "middle", SOFT))
    parts.append(text(left - 60, top + 2, "visited for ply 16", "start", SOFT))
    return figure(385, parts, "What a subproblem takes at one depth and at the next")


def correlation(pairs: Sequence[tuple[int, int]]) -> float:
    """Pearson's coefficient of the logarithms."""
    columns = [[math.log(value) for value in column] for column in zip(*pairs, strict=True)]
    means = [sum(column) / len(column) for column in columns]
    away = [[v - mean for v in column] for column, mean in zip(columns, means, strict=True)]
    one, other = (math.sqrt(sum(v * v for v in column)) for column in away)
    together: float = sum(a * b for a, b in zip(*away, strict=True))
    return together / (one * other)


def plies() -> str:
    """How many positions are won and lost in so many plies; the height is logarithmic."""
    with (DATA / "qomet-plies.csv").open(encoding="ascii") as file:
        counts = {int(row["plies"]): int(row["positions"]) for row in csv.DictReader(file)}
    left, bottom, right, top, high = 70, 280, WIDTH - 20, 20, 11
    longest = max(counts)

    def at(ply: int, count: int) -> tuple[float, float]:
        x = left + ply * (right - left) / (longest + 1)
        return x, bottom - math.log10(max(count, 1)) * (bottom - top) / high

    parts = []
    for exponent in range(0, high + 1, 2):
        _, y = at(0, 10**exponent)
        parts += [line(left, y, right, y), text(left - 8, y + 4, power(exponent), "end", SOFT)]
    for ply in range(0, longest + 1, 40):
        parts.append(text(at(ply, 1)[0], bottom + 18, str(ply), "middle", SOFT))
    for odd, colour in ((1, FIRST), (0, SECOND)):
        ends = [(ply, counts[ply]) for ply in sorted(counts) if ply and ply % 2 == odd]
        path = "L".join("{:.1f} {:.1f}".format(*at(*end)) for end in ends)
        parts.append(f"<path d='M{path}' stroke='{colour}' stroke-width='2' fill='none'/>")
    legend = "plies to the end; upper line: won for the player to move, lower line: lost"
    parts.append(text((left + right) / 2, bottom + 40, legend, "middle", SOFT))
    return figure(330, parts, "In how many plies Qomet's positions end")


def boards() -> str:
    """A won position of each game, side by side."""
    parts = []
    for place, (game, position) in enumerate(WON.items()):
        picture = svg(GAMES[game].parse(position))
        inner = picture[picture.index("<svg") :]
        side = 220
        x = 15 + place * (side + 15)
        parts.append(
            inner.replace("<svg", f"<svg x='{x}' y='10' width='{side}' height='{side}'", 1)
        )
        parts.append(text(x + side / 2, 252, GAMES[game].__name__, "middle"))
    return figure(265, parts, "A won position of each game")


FIGURES = {
    "boards": boards,
    "spaces": spaces,
    "effort": effort,
    "choice": choice,
    "plies": plies,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.figures")
    parser.add_argument("--out", type=Path, default=IMAGES, help="the folder to draw into")
    options = parser.parse_args(arguments)
    for name, draw in FIGURES.items():
        path = options.out / f"paper-{name}.svg"
        path.write_text(draw(), encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
