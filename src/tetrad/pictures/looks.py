"""The colours of boards and pieces, as the app has them: wood, sandstone, slate, day and night.

A look answers for a game; marks and badges keep their colours on every board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = get_args(Look)
SIDES = ("neutral", "light", "dark")


@dataclass(frozen=True, slots=True)
class Board:
    """What a board is made of: its top in three tones, its edge, its dents, lines and letters."""

    wood: tuple[str, str, str]
    edge: str
    dents: tuple[str, str]
    rim: str = "#2b1a06"
    line: str = "#f3e9d2"
    last: str = "#4a2c08"


BOARDS: dict[tuple[str, Look], Board] = {
    ("quantik", "light"): Board(
        ("#d9a868", "#c8924f", "#b57d3d"), "#7d5222", ("#8f6029", "#b98446")
    ),
    ("qawale", "light"): Board(
        ("#e3d2b0", "#d6c19a", "#c6ae83"), "#8f7a52", ("#a58f66", "#c4ae84")
    ),
    ("qomet", "light"): Board(
        ("#7f95a3", "#6f8696", "#617889"),
        "#36495a",
        ("#46596a", "#5d7384"),
        rim="#fff",
        last="#fff",
    ),
    ("quantik", "dark"): Board(
        ("#a3763f", "#936733", "#7f5628"), "#452c10", ("#553615", "#7a5226"), last="#fff"
    ),
    ("qawale", "dark"): Board(
        ("#a1947a", "#93856a", "#81745a"), "#453c29", ("#5f543d", "#7d7055"), last="#fff"
    ),
    ("qomet", "dark"): Board(
        ("#566c7c", "#4a606f", "#405463"),
        "#1f2c37",
        ("#2c3c49", "#3f5261"),
        rim="#fff",
        last="#fff",
    ),
}

# Of each side's pieces: the lit part, the face, the shaded part, the rim and the outline.
PIECES = {
    "light": {
        "hi": "#fff6e2", "face": "#fbeccc", "lo": "#c9ab78", "rim": "#e2cda6", "line": "#6d5230"
    },
    "dark": {
        "hi": "#8a5f42", "face": "#5a3823", "lo": "#2a1810", "rim": "#4a2e1e", "line": "#170c07"
    },
    "neutral": {
        "hi": "#c9c6bf", "face": "#b5b2aa", "lo": "#85827b", "rim": "#a19e97", "line": "#4f4d48"
    },
}  # fmt: skip
INLAY = "#f0d9a8"
# Soft shadows on board and table: a colour and how much of it.
DEEP = ("#1e0f04", 0.5)
SHADOW: dict[Look, tuple[str, float]] = {"light": ("#281405", 0.28), "dark": ("#000", 0.5)}


@dataclass(frozen=True, slots=True)
class Page:
    """What texts and badges are written on, and with."""

    paper: str
    card: str
    ink: str
    soft: str
    edge: str
    good: tuple[str, str]
    even: tuple[str, str]
    bad: tuple[str, str]


PAGES: dict[Look, Page] = {
    "light": Page(
        "#f5efe4", "#fffaf1", "#2b2119", "#655646", "#d8cab4",
        ("#1d6b35", "#d5ecd9"), ("#6a5a12", "#f1e7bd"), ("#a3281d", "#f7dad4"),
    ),
    "dark": Page(
        "#1a1613", "#25201b", "#f2e8da", "#c0b09c", "#43392f",
        ("#8fdca2", "#1d3a25"), ("#e6d27a", "#3c3514"), ("#ffab9f", "#4a221d"),
    ),
}  # fmt: skip
