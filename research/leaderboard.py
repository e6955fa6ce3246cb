"""The leaderboard of the documentation: `python -m research.leaderboard [--count N] [--bots ...]`.

Grades our levels, random moves, instinct, tree searches and the networks of `examples/learn.py`,
and writes the tables into docs/leaderboard.md, the numbers of each game into docs/data, and a chart
for each game. Everybody is held to a number of positions, so that a busy machine makes no
difference. All questions take some minutes on a quiet machine; bots that are named are measured
again and the others kept, as long as all have answered the same questions. Each row says which
version was measured, and when.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tetrad import __version__
from tetrad.bots.personality import LEVELS
from tetrad.exam.candidates import Candidate
from tetrad.exam.grade import examine, marks
from tetrad.exam.questions import PHASES, questions
from tetrad.exam.report import plot
from tetrad.rules import GAMES
from tetrad.solvers.solution import Limits

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "leaderboard.md"
NETWORK = f"python:{ROOT / 'examples' / 'learn.py'}:play"
BOTS = [
    "random", "instinct", "mcts:100", "mcts:400", "mcts:1600",
    *(f"level:{level}" for level in LEVELS), NETWORK,
]  # fmt: skip
SHOWN = ("random", "mcts:1600", "level:3", "level:6", "level:9", "network")
NODES = 30_000
BEGIN, END = "<!-- the tables begin -->", "<!-- the tables end -->"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=[*GAMES])
    parser.add_argument("--count", type=int, default=10**6)
    parser.add_argument("--bots", nargs="*", default=BOTS)
    given = parser.parse_args(arguments)
    for game in given.games:
        kept = [] if given.bots is BOTS else json.loads(_file(game).read_text())
        chosen = [NETWORK if bot == "network" else bot for bot in given.bots]
        new = [graded(game, bot, given.count) for bot in chosen if _can(bot, game)]
        names = {each["bot"] for each in new}
        rows = new + [each for each in kept if each["bot"] not in names]
        rows.sort(key=lambda each: -each["score"])
        asked_of_all(rows)
        _file(game).write_text(json.dumps(rows, indent=1) + "\n")
    write()


def asked_of_all(rows: list[dict[str, Any]]) -> int:
    """How many questions all of them have answered; rows about different ones do not mix."""
    exams: set[tuple[int, str]] = {
        (each["exam"]["questions"], each["exam"]["sha256"]) for each in rows
    }
    if len(exams) > 1:
        told = " and ".join(f"{number} of exam {digest}" for number, digest in sorted(exams))
        sys.exit(
            f"{rows[0]['game']}: the bots answered different questions ({told}); name all bots, "
            "or give --count the number that the others have answered"
        )
    return exams.pop()[0]


def _file(game: str) -> Path:
    return ROOT / f"docs/data/leaderboard-{game}.json"


def write() -> None:
    """The page and the charts, from the numbers that are kept."""
    told = {game: json.loads(_file(game).read_text()) for game in GAMES if _file(game).exists()}
    for game, rows in told.items():
        chart = [each for name in SHOWN for each in rows if each["bot"] == name]
        (ROOT / f"docs/images/leaderboard-{game}.svg").write_text(plot(chart))
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + page(told) + END + rest.split(END)[1])


def _can(bot: str, game: str) -> bool:
    return bot != NETWORK or (ROOT / "examples" / f"{game}.npz").exists()


def graded(game: str, bot: str, most: int) -> dict[str, Any]:
    asked = questions(game)
    count = min(most, len(asked))
    chosen = [asked[place * len(asked) // count] for place in range(count)]
    candidate = Candidate(bot, game, seed=1)
    answers = examine(candidate, chosen, Limits(None, NODES))
    candidate.close()
    found = marks("network" if bot == NETWORK else bot, game, answers)
    print(f"{game} {found['bot']}: {found['score']:.3f}", flush=True)
    del found["seconds a move"]
    return {**found, "measured": {"version": __version__, "date": f"{datetime.now(UTC):%Y-%m-%d}"}}


def page(told: dict[str, list[dict[str, Any]]]) -> str:
    parts = []
    heads = ["bot", "score", "best moves", "wins thrown away", "draws thrown away"]
    heads += [f"regret: {', '.join(PHASES)}", "plies lost in wins", "measured"]
    for game, rows in told.items():
        parts.append(f"\n### {game.capitalize()}\n")
        parts.append(f"{asked_of_all(rows)} questions, {NODES:,} positions a move.\n")
        parts.append(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
        parts += [_row(each) for each in rows]
        picture = f"![{game.capitalize()}: points lost a move, by phase]"
        parts.append(f"\n{picture}(images/leaderboard-{game}.svg)\n")
    return "\n".join(parts)


def _row(each: dict[str, Any]) -> str:
    regrets = ", ".join(_number(each["regret"][phase]["mean"]) for phase in PHASES)
    delay = each["plies lost"]["wins delayed"]
    cells = [
        f"{each['score']:.3f}", _percent(each["perfect"]), _lost(each["wins"]),
        _lost(each["draws"]), regrets, "-" if delay is None else f"{delay:.2f}",
        f"{each['measured']['version']}, {each['measured']['date']}",
    ]  # fmt: skip
    return f"| {each['bot']} | {' | '.join(cells)} |"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _percent(share: dict[str, float]) -> str:
    half = 50 * (share["high"] - share["low"])
    return f"{100 * share['share']:.0f} ± {half:.0f} %"


def _lost(asked: dict[str, Any]) -> str:
    kept = asked["kept"]
    if kept is None:
        return "-"
    half = 50 * (kept["high"] - kept["low"])
    return f"{100 * (1 - kept['share']):.0f} ± {half:.0f} %"


if __name__ == "__main__":
    main()
