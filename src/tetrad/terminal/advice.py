"""Why a bot likes a move, in words: the sentences that the app has for the same reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tetrad.language import t, tn

_SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "wins-now": lambda _: t("It wins at once."),
    "wins": lambda p: tn("It wins in {n} turn.", "It wins in {n} turns.", p["plies"]),
    "only": lambda _: t("It is the only legal move."),
    "only-safe": lambda _: t("It is the only move that does not lose at once."),
    "only-saving": lambda _: t("It is the only move that does not lose."),
    "draws": lambda _: t("It holds the draw."),
    "loses": lambda p: tn(
        "Every move loses; this one holds out longest, {n} turn.",
        "Every move loses; this one holds out longest, {n} turns.",
        p["plies"],
    ),
    "trap": lambda p: tn(
        "{mistakes} of {n} reply would be a mistake.",
        "{mistakes} of {n} replies would be a mistake.",
        p["replies"],
        mistakes=p["mistakes"],
    ),
    "opinion": lambda _: t("It looks best; nothing is proven."),
    "sight": lambda p: tn(
        "The computer looked {n} turn ahead.", "The computer looked {n} turns ahead.", p["plies"]
    ),
    "whim": lambda _: t("It was played on a whim."),
    "safe": lambda _: t("It leaves the other side no win in one move."),
    "lost": lambda _: t("The other side can win after every move looked at."),
}


def spelled_out(reason: str) -> str:
    """A reason as a sentence in the language that is spoken."""
    sentence = _SENTENCES.get(getattr(reason, "code", ""))
    return sentence(getattr(reason, "params", {})) if sentence else f"{reason}."
