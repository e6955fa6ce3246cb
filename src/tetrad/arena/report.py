"""An arena for people to read: its table, and the same for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetrad.arena.arena import Arena
from tetrad.arena.ratings import ratings
from tetrad.columns import columns, padded
from tetrad.language import labelled, left_to_right, t

LONGEST_NAME = 40


def table(arena: Arena) -> Iterator[str]:
    """The standings, then every pairing, then the verdict of the test."""
    results = arena.results
    fouls = sum(result.foul is not None for result in results)
    played = labelled(t("games"), f"{len(results)}/{arena.total}")
    by_foul = labelled(t("ended by a foul"), fouls)
    yield f"{arena.terms.game}, {played}" + (f", {by_foul}" if fouls else "")
    if not arena.pair_results():
        return
    yield from _standings(arena)
    yield from _pairings(arena)
    yield from _verdict(arena)


def _standings(arena: Arena) -> Iterator[str]:
    record = "+{} ={} -{}".format(t("won"), t("drawn"), t("lost"))
    rows = [[t("bot"), "Elo", "95 %", t("score"), t("games"), record]]
    for rating in ratings(arena.pair_results()):
        won, drawn, lost = _record_of(arena, rating.name)
        games = won + drawn + lost
        elo = [f"{rating.elo:+z.0f}", f"±{rating.margin:.0f}"]
        score = [f"{(won + drawn / 2) / games:.1%}", str(games), f"+{won} ={drawn} -{lost}"]
        rows.append([_short(rating.name), *elo, *score])
    mark = left_to_right()
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for bot, *numbers, last in rows:
        cells = [padded(bot, widths[0])]
        cells += [padded(n, w, right=True) for n, w in zip(numbers, widths[1:-1], strict=True)]
        yield mark + f"  {mark}".join([*cells, last])


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:12]}…{name[13 - LONGEST_NAME :]}"


def _record_of(arena: Arena, name: str) -> tuple[int, int, int]:
    points = [
        result.points_of_first if result.first == name else 1 - result.points_of_first
        for result in arena.results
        if name in (result.first, result.second)
    ]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def _pairings(arena: Arena) -> Iterator[str]:
    for one, other in arena.pairings:
        pairs = arena.pairs(one, other)
        if pairs.number:
            lead, low, high = pairs.elo_range()
            counts = " ".join(map(str, pairs.counts))
            against = t("{first} against {second}", first=_short(one), second=_short(other))
            yield (
                f"{against}: {pairs.score:.1%} ± {pairs.margin:.1%},"
                f" Elo {lead:+z.0f} [{low:+z.0f}, {high:+z.0f}], {counts}"
            )


def _verdict(arena: Arena) -> Iterator[str]:
    if arena.sprt:
        (low, high), ratio = arena.sprt.bounds, arena.sprt.ratio(arena.pairs(*arena.pairings[0]))
        decided = t("accepted: {what}", what=arena.verdict) if arena.verdict else t("undecided")
        leads = f"elo0 {arena.sprt.elo0:g}, elo1 {arena.sprt.elo1:g}"
        yield f"SPRT {leads}: {decided}, LLR {ratio:+.2f} [{low:+.2f}, {high:+.2f}]"


def summary(arena: Arena) -> dict[str, Any]:
    """The same for programs."""
    pairings = []
    for one, other in arena.pairings:
        pairs = arena.pairs(one, other)
        lead, low, high = pairs.elo_range()
        pairings.append(
            {
                "bots": [one, other],
                "pairs": list(pairs.counts),
                "score": pairs.score,
                "margin": pairs.margin,
                "elo": [lead, low, high],
            }
        )
    rated = ratings(arena.pair_results()) if arena.pair_results() else []
    return {
        "game": arena.terms.game,
        "games": len(arena.results),
        "fouls": sum(result.foul is not None for result in arena.results),
        "ratings": [{"bot": r.name, "elo": r.elo, "margin": r.margin} for r in rated],
        "pairings": pairings,
        "verdict": arena.verdict,
    }
