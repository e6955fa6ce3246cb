"""The ten levels: from a child's first opponent to one that never errs as far as we can see.

All of them ask the solver. Levels 1 to 9 then play in character (see `personality`); from level 4
on they never miss a win in one. Level 10 plays what is proven best, and never leaves what is proven
to hold. Where several moves are equally good, or equally lost, it takes the one that a fallible
opponent most likely answers wrong.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import cache
from typing import Any

from tetrad.bots.bot import SIGHT, WINS_NOW, Choice
from tetrad.bots.personality import STRONGEST, Character, character
from tetrad.bots.tactics import LISTED, loses_at_once, random_sowing, winning_moves
from tetrad.message import Counted, Message, Wording
from tetrad.position import AnyPosition, IllegalMoveError
from tetrad.rules import GAMES, Qawale
from tetrad.rules.qawale import NEUTRAL_PEBBLES, PEBBLES_EACH
from tetrad.solvers import solve
from tetrad.solvers.solution import Limits, MoveValue, Progress, Solution

# Every level answers within a second; part of the time is for setting traps.
SECONDS = 0.6
TRAP_SHARE = 0.35
# Level 10 looks longer where that ends in a proof: in Qawale with so many plies left that a move
# which holds can be found, and that the value can.
PROVING_SECONDS, HOLDABLE_PLIES, PROVABLE_PLIES = 1.5, 9, 8
TRAPS, TRAP_NODES = 30, 10_000
# Levels below the strongest set traps among fewer moves, with a quick look at each.
RIVALS, QUICK_TRAP_NODES = 8, 2_000
# The opponent whom a trap is set for: one who sees what is threatened, but not much further.
FALLIBLE = 8
# Moves looked at where there are too many to look at all.
SAMPLE = 32
# A choice that feels so much worse than the best is a whim.
REGRET_OF_A_WHIM = 0.3
# Whoever sees further than this sees all that the solver does.
FAR = 20

# Translators: why a move is good; a sentence of its own, behind a hint, as are those below
WINS = Counted("wins", "wins in {n} move", "wins in {n} moves", "n")
# Translators: why a move was chosen
ONLY = Wording("only", "the only legal move")
# Translators: why a move was chosen
ONLY_SAFE = Wording("only-safe", "the only move that does not lose at once")
# Translators: why a move was chosen
ONLY_SAVING = Wording("only-saving", "the only move that does not lose")
# Translators: why a move was chosen
DRAWS = Wording("draws", "holds the draw")
# Translators: why a move was chosen
EVERY_MOVE_LOSES = Counted(
    "loses",
    "every move loses; this one lasts longest, {n} move",
    "every move loses; this one lasts longest, {n} moves",
    "n",
)
# Translators: why a move is good: most answers to it are bad
TRAP = Counted(
    "trap",
    "{mistakes} of {replies} reply would be a mistake",
    "{mistakes} of {replies} replies would be a mistake",
    "replies",
)
# Translators: why a move was chosen
OPINION = Wording("opinion", "looks best; nothing is proven")
# Translators: why a move was chosen
WHIM = Wording("whim", "played on a whim")


class LevelBot:
    """One level of one game.

    It thinks for `seconds` at most, or without end if that is None; only level 10 takes as long.
    `watch` is told how the search goes on, `solution` is what the last one found.
    """

    def __init__(self, game: str, level: int, seed: int | None = None) -> None:
        self.game, self.level = game, level
        self.character = character(game, level)
        self.seconds: float | None = SECONDS
        self.watch: Progress | None = None
        self.solution: Solution | None = None
        self._chance = random.Random(seed)

    @property
    def name(self) -> str:
        return f"level {self.level}"

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        """A move in character; the limits can shorten the thinking but never lengthen it."""
        if self.game != position.NAME:
            raise IllegalMoveError(f"this bot plays {self.game}, not {position.NAME}")
        if position.outcome():
            raise IllegalMoveError(f"the game is over in {position}")
        self.solution = None
        if self._notices() and (wins := list(winning_moves(position))):
            return Choice(self._chance.choice(wins), (WINS_NOW(),))
        given = limits or Limits()
        limits = self._tightened(given)
        make_ready(self.game, limits.memory)
        share = replace(limits, time=limits.time and limits.time * (1 - TRAP_SHARE))
        self.solution = solve(position, share, self.watch)
        if not self.solution.moves:
            return self._choose_from_sample(position)
        if self.level == STRONGEST:
            if self.seconds == SECONDS and is_worth_a_proof(self.solution):
                longer = replace(limits, time=_least(given.time, PROVING_SECONDS))
                self.solution = solve(position, longer, self.watch)
            return self._choose_best(self.solution, limits)
        return self._choose_in_character(self.solution, limits)

    def _notices(self) -> bool:
        return self._chance.random() < self.character.notice

    def _tightened(self, limits: Limits) -> Limits:
        return replace(
            limits,
            time=_least(limits.time, self.seconds),
            nodes=_least(limits.nodes, self.character.nodes),
            listed=LISTED,
        )

    def _choose_in_character(self, solution: Solution, limits: Limits) -> Choice:
        weights = self.character.weights(solution.moves)
        chosen = self._chance.choices(solution.moves, weights)[0]
        trap: tuple[Message, ...] = ()
        if self.character.cunning and chosen.value in ("draw", "unknown"):
            quick = replace(limits, nodes=_least(limits.nodes, QUICK_TRAP_NODES))
            chosen, trap = most_treacherous(solution.position, self._rivals(chosen), quick)
        return Choice(chosen.move, reasons(solution, chosen, self.character) + trap)

    def _rivals(self, chosen: MoveValue) -> list[MoveValue]:
        """The chosen move and a few others that feel as good."""
        assert self.solution is not None
        rivals = equally_good(chosen, self.solution.moves, self.character)
        self._chance.shuffle(rivals)
        return [chosen, *(each for each in rivals if each is not chosen)][:RIVALS]

    def _choose_best(self, solution: Solution, limits: Limits) -> Choice:
        best = holding(solution.moves) or equally_good(
            solution.moves[0], solution.moves, self.character
        )
        self._chance.shuffle(best)
        if len(best) == 1 or best[0].value == "win":
            return Choice(best[0].move, reasons(solution, best[0], self.character))
        chosen, trap = most_treacherous(solution.position, best[:TRAPS], limits)
        return Choice(chosen.move, reasons(solution, chosen, self.character) + trap)

    def _choose_from_sample(self, position: Any) -> Choice:
        """For boards with too many sowings for a plain solver: any that does not lose at once."""
        for _ in range(SAMPLE):
            move = random_sowing(position, self._chance)
            if not loses_at_once(position, move):
                break
        return Choice(move, (SIGHT(plies=2),))


@cache
def make_ready(game: str, memory: int) -> None:
    """Loads the solver of a game, so that no bot has to think while it is being loaded."""
    solve(GAMES[game].start(), Limits(time=None, nodes=1, memory=memory))


def _least(one: float | None, other: float | None) -> Any:
    """The stricter of two limits, of which None is none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


def equally_good(
    chosen: MoveValue, moves: tuple[MoveValue, ...], eyes: Character
) -> list[MoveValue]:
    """The moves that are as good as the chosen one, as far as a player of this character cares."""
    worth, appeal = (chosen.value, chosen.distance), eyes.appeal(chosen)
    return [
        each
        for each in moves
        if (each.value, each.distance) == worth and abs(eyes.appeal(each) - appeal) <= eyes.cunning
    ]


def holding(moves: tuple[MoveValue, ...]) -> list[MoveValue]:
    """The moves that are proven not to lose, unless one is known to win.

    Those come first after which the program knows how to go on.
    """
    if moves[0].value == "win":
        return []
    held = [each for each in moves if each.value == "draw" or each.safe]
    return [each for each in held if not each.unaided] or held


def is_worth_a_proof(solution: Solution) -> bool:
    """Whether more time would tell what the position is worth, or which move holds."""
    if not isinstance(solution.position, Qawale) or solution.value != "unknown":
        return False
    plies_left = 2 * PEBBLES_EACH + NEUTRAL_PEBBLES - sum(map(len, solution.position.stacks))
    return plies_left <= (PROVABLE_PLIES if holding(solution.moves) else HOLDABLE_PLIES)


def most_treacherous(
    position: AnyPosition, moves: list[MoveValue], limits: Limits
) -> tuple[MoveValue, tuple[Message, ...]]:
    """The move whose answers a fallible opponent most likely gets wrong, as far as time allows."""
    deadline = time.monotonic() + TRAP_SHARE * (SECONDS if limits.time is None else limits.time)
    nodes = _least(limits.nodes, TRAP_NODES)
    opponent = character(position.NAME, FALLIBLE)
    best, danger = moves[0], 0.0
    trap: tuple[Message, ...] = ()
    for each in moves:
        left = deadline - time.monotonic()
        if left <= 0 or (limits.cancel is not None and limits.cancel.is_set()):
            break
        after = position.play(each.move)
        replies = solve(after, replace(limits, time=left, nodes=nodes))
        if (chance := chance_of_mistake(replies, opponent)) > danger:
            best, danger, trap = each, chance, (_trap(replies),)
    return best, trap


def chance_of_mistake(solution: Solution, opponent: Character) -> float:
    """How likely a player of this character throws away what the position is worth."""
    if not solution.moves:
        return 0.0
    weights = opponent.weights(solution.moves)
    wrong = sum(
        weight
        for weight, each in zip(weights, solution.moves, strict=True)
        if is_mistake(solution, each)
    )
    return wrong / sum(weights)


WORTH = {"win": 2, "draw": 1, "unknown": 1, "loss": 0}


def is_mistake(solution: Solution, each: MoveValue) -> bool:
    """Whether the move is proven worse than the best one."""
    best = solution.moves[0].value
    return each.value != "unknown" and WORTH[each.value] < WORTH[best]


def _trap(replies: Solution) -> Message:
    mistakes = sum(is_mistake(replies, each) for each in replies.moves)
    return TRAP(mistakes=mistakes, replies=len(replies.moves))


def _own_moves(plies: int) -> int:
    """As people count: the moves of the player who makes the first."""
    return (plies + 1) // 2


def reasons(solution: Solution, chosen: MoveValue, eyes: Character) -> tuple[Message, ...]:
    """Why a move was chosen, as far as a player of this character can say."""
    said = list(_about_others(solution, chosen))
    if chosen.value == "win" and (chosen.distance or 0) <= eyes.sight:
        plies = chosen.distance or 0
        said.append(WINS_NOW() if plies == 1 else WINS(n=_own_moves(plies)))
    elif eyes.appeal(solution.moves[0]) - eyes.appeal(chosen) > REGRET_OF_A_WHIM:
        said.append(WHIM())
    elif solution.value == "loss" and (chosen.distance or 0) <= eyes.sight:
        said.append(EVERY_MOVE_LOSES(n=_own_moves(chosen.distance or 0)))
    elif _holds(solution, chosen, eyes):
        said.append(DRAWS())
    elif not said:
        said.append(OPINION() if eyes.sight > FAR else SIGHT(plies=int(eyes.sight)))
    return tuple(said)


def _holds(solution: Solution, chosen: MoveValue, eyes: Character) -> bool:
    if chosen.value == "draw":
        return eyes.sight > len(solution.line)
    return chosen.safe and eyes.sight > FAR


def _about_others(solution: Solution, chosen: MoveValue) -> tuple[Message, ...]:
    others = [each for each in solution.moves if each is not chosen]
    if not others:
        return (ONLY(),)
    if chosen.value == "loss" or any(each.value != "loss" for each in others):
        return ()
    at_once = all(each.distance == 2 for each in others)
    return (ONLY_SAFE() if at_once else ONLY_SAVING(),)
