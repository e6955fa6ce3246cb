"""The marks of a bot for people: a few lines, and a chart of its regret by phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tetrad.columns import columns, padded
from tetrad.exam.questions import PHASES
from tetrad.language import mark, t, tn
from tetrad.pictures.chart import COLOURS, Chart

# Translators: the parts of a game
NAMES = {"opening": mark("opening"), "middle": mark("middle game"), "end": mark("endgame")}


def lines(told: Mapping[str, Any]) -> list[str]:
    """What `tetrad grade` prints."""
    asked = told["exam"]["questions"]
    rows = [(told["bot"], tn("{n} position", "{n} positions", asked))]
    rows.append((t("best moves"), _percent(told["perfect"])))
    wins, draws = told["wins"], told["draws"]
    thrown = t("wins thrown away (of {n})", n=wins["asked"])
    rows.append((thrown, _percent(_lost(wins))))
    if draws["asked"]:
        rows.append((t("draws thrown away (of {n})", n=draws["asked"]), _percent(_lost(draws))))
    for phase in PHASES:
        if (regret := told["regret"][phase])["asked"]:
            shown = f"{regret['mean']:.3f}"
            if (margin := regret["margin"]) is not None:  # one question alone has none
                shown += f" ± {margin:.3f}"
            rows.append((t("points lost a move, {phase}", phase=t(NAMES[phase])), shown))
    if (delay := told["plies lost"]["wins delayed"]) is not None:
        rows.append((t("plies by which kept wins were delayed"), f"{delay:.2f}"))
    if (haste := told["plies lost"]["losses hastened"]) is not None:
        rows.append((t("plies by which losses came sooner"), f"{haste:.2f}"))
    if told["fouls"]:
        rows.append((t("no legal move"), str(len(told["fouls"]))))
    width = max(columns(name) for name, _ in rows)
    return [f"{padded(name, width)}  {value}" for name, value in rows]


def _lost(asked: Mapping[str, Any]) -> dict[str, float] | None:
    """What was not kept, with its interval turned round."""
    kept = asked["kept"]
    if kept is None:
        return None
    return {"share": 1 - kept["share"], "low": 1 - kept["high"], "high": 1 - kept["low"]}


def _percent(share: Mapping[str, float] | None) -> str:
    if share is None:
        return "-"
    low, high = 100 * share["low"], 100 * share["high"]
    return f"{100 * share['share']:.1f} % ({low:.1f} - {high:.1f})"


def plot(graded: Sequence[Mapping[str, Any]]) -> str:
    """The regret of one bot or several, phase by phase, as SVG."""
    game = graded[0]["game"].capitalize()
    most = max(
        (told["regret"][phase]["mean"] or 0.0 for told in graded for phase in PHASES), default=0.1
    )
    top = max(0.1, -(-most // 0.1) / 10)
    chart = Chart(f"{game}: points lost a move", (-0.5, len(PHASES) - 0.5), (0, top), width=720)
    chart.label_up = f"{game}: points lost a move"
    marks_up = [number / 10 for number in range(round(10 * top) + 1)]
    chart.rules([(level, f"{level:.1f}") for level in marks_up])
    chart.ticks([(number, phase) for number, phase in enumerate(PHASES)])
    wide = 0.8 / len(graded)
    colours = COLOURS["light"]
    for place, told in enumerate(graded):
        colour = colours[place % len(colours)]
        chart.legend.append((told["bot"], colour))
        for number, phase in enumerate(PHASES):
            middle = number - 0.4 + wide * (place + 0.5)
            if (mean := told["regret"][phase]["mean"]) is not None:
                chart.bar(middle, 0.9 * wide, 0, mean, colour)
    return chart.svg()
