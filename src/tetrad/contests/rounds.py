"""Who plays next in a tournament: in an arena whoever waits, in Swiss rounds everybody at once.

With an odd number of players, or where one has waited alone for a while, an opponent of the house
plays along if whoever started the tournament allows it: one about as strong as the player has shown
to be. Two who do not want to meet are never paired.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from tetrad.contests import arena, swiss
from tetrad.contests.house import house_ratings
from tetrad.contests.tournament import Tournament

# The opponents of the house, from level 1 up, by the names that the app knows them by.
HOUSE = ("Ari", "Bo", "Cleo", "Dani", "Eli", "Femi", "Gio", "Haru", "Imani", "Juno")
WEAKEST, STRONGEST = 1, len(HOUSE)
# So long one waits for a person before the house plays.
PATIENCE = 8.0
# Nobody is sent into a game that cannot be over in time.
SECONDS_OF_THE_LAST_GAME = 30.0

Apart = Mapping[int, Collection[int]]


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to begin, by the numbers of who plays; `house` are levels that join for them.

    A level stands for its entry by its negative: it may have no number yet.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()

    @property
    def house(self) -> set[int]:
        return {-number for pair in self.pairs for number in pair if number < 0}


def level_for(game: str, rating: float, won: int = 0, games: int = 0) -> int:
    """The opponent of the house who is about as strong as a player with these results."""
    near = min(house_ratings(game), key=lambda each: abs(float(each["rating"]) - rating))
    shown = int(near["level"]) + (2 * won - games) // 2
    return min(STRONGEST, max(WEAKEST, shown))


def rating_of(game: str, level: int) -> int:
    return next(int(each["rating"]) for each in house_ratings(game) if each["level"] == level)


def arena_games(
    tournament: Tournament, present: Collection[int], now: float, apart: Apart | None = None
) -> Plan:
    """Games for those who wait in an arena and are there."""
    assert tournament.ends
    if now > tournament.ends - SECONDS_OF_THE_LAST_GAME:
        return Plan()
    free = [each.number for each in tournament.free() if each.number in present]
    waiting = [tournament.arena[number] for number in free]
    found = arena.pair(waiting, len(tournament.under_way), _names(apart or {}))
    pairs = [(int(each.first), int(each.second)) for each in found]
    left = set(free).difference(*pairs)
    if tournament.house:
        alone = [number for number in left if _waits(tournament, number, now)]
        pairs += [_with_the_house(tournament, number) for number in alone]
    return Plan(tuple(pairs))


def _names(apart: Apart) -> dict[str, frozenset[str]]:
    return {str(one): frozenset(map(str, others)) for one, others in apart.items()}


def _waits(tournament: Tournament, number: int, now: float) -> bool:
    return now - tournament.arena[number].since >= PATIENCE


def _with_the_house(tournament: Tournament, number: int) -> tuple[int, int]:
    """Who has begun more rarely begins."""
    player = tournament.arena[number]
    level = level_for(tournament.game, player.rating, player.won, player.games)
    return (-level, number) if player.firsts > 0 else (number, -level)


def swiss_round(tournament: Tournament, apart: Apart | None = None) -> Plan | None:
    """The next round; nothing where none can be made."""
    numbers = [each.number for each in tournament.people if each.here]
    players = {number: tournament.swiss[number] for number in numbers}
    names = _names(apart or {})
    if tournament.house and len(players) % 2:
        house = _house_of_swiss(tournament, list(players.values()))
        players[int(house.id)] = house
    kept_apart = [
        replace(each, met=each.met | names.get(each.id, frozenset())) for each in players.values()
    ]
    try:
        found = swiss.pair(kept_apart)
    except ValueError:
        return None
    pairs = [(int(each.first), int(each.second)) for each in found if each.second != swiss.BYE]
    byes = [int(each.first) for each in found if each.second == swiss.BYE]
    return Plan(tuple(pairs), tuple(byes))


def _house_of_swiss(tournament: Tournament, players: list[swiss.Entrant]) -> swiss.Entrant:
    """The one who plays already, or somebody new, as strong as the field."""
    known = next((each for each in tournament.entries.values() if each.level), None)
    if known:
        return tournament.swiss[known.number]
    strength = sum(each.rating for each in players) / max(1, len(players))
    level = level_for(tournament.game, strength)
    return swiss.Entrant(str(-level), rating_of(tournament.game, level))
