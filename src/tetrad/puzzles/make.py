"""Where puzzles come from: games between fallible players, searched for positions worth showing.

Bots of middling level play each other from a few random moves on. In every position that arises the
solver looks for one thing to find (see `tetrad.puzzles.puzzle`), and what it proves becomes a
puzzle. Nothing depends on the clock: the same seed gives the same puzzles.

Wins in one move are for who has never solved a puzzle: one or two ways to end the game at once.

Wins in four moves are rare in Qawale and take long to prove. They are looked for where one just
fits into the game and, when there are enough puzzles of the other kinds, nothing else is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from tetrad.bots.bot import Choice
from tetrad.bots.levels import WHIM, LevelBot
from tetrad.bots.tactics import is_wide
from tetrad.position import AnyPosition
from tetrad.puzzles.attackers import Attacker
from tetrad.puzzles.proof import (
    Judgement,
    Prover,
    UnprovenError,
    choice,
    difficulty,
    effort,
    line_of,
    look,
    ways,
    widest,
    winning_moves,
)
from tetrad.puzzles.puzzle import Kind, Puzzle, Tree, identity
from tetrad.rules import GAMES
from tetrad.solvers.solution import MEBIBYTE, Limits

MEMORY = 128 * MEBIBYTE
LEVELS = {"quantik": (3, 7), "qomet": (2, 6)}
# Those who leave a win in one move behind them.
BEGINNERS = (1, 3)
RANDOM_PLIES = (2, 4)
# The plies of a game in which to look: before, nothing can be proven; after, little is left.
WINDOW = {"quantik": (3, 14), "qawale": (9, 14), "qomet": (6, 36)}
# Positions visited at first sight, and for the proof of what looks promising.
GLANCE = {"quantik": 1_000_000, "qawale": 20_000, "qomet": 60_000}
PROOF = {"quantik": 10_000_000, "qawale": 3_000_000, "qomet": 1_500_000}
# Qawale ends with its sixteenth ply, so a win in four moves starts at ply 9 at the latest; before
# ply 8 hardly any can be proven. To see one takes a longer look than later, to prove it far longer;
# so only where there was a threat to answer, with no more than this part of the moves.
EARLY = {"qawale": (8, 9)}
EARLY_GLANCE, EARLY_PROOF = 600_000, 40_000_000
ANSWERS = 1 / 3
# Qomet can go on for ever: there a move that holds is rarely proven to hold to the end, and no
# number of visited positions would do. So much is enough to see that it holds for long.
ENDLESS = ("qomet",)
HOLDING = 200_000

WINS = (3, 5, 7)
# So many are enough to learn what a line or a square looks like.
WARM_UPS = 20
MOST_WAYS, MOST_FIRST, MOST_RIGHT = 2, 6, 8
FEWEST_MOVES = 6
# A move that holds must hold so many plies longer than the others.
MARGIN = 2
# Puzzles of one length from one game are so many plies apart.
APART = 6


@dataclass(frozen=True)
class Turn:
    """A move of a game, what it led to, and whether its maker meant it."""

    ply: int
    before: AnyPosition
    move: Any
    position: AnyPosition
    meant: bool


def turns(game: str, chance: random.Random, *, easy: bool = False) -> Iterator[Turn]:
    """A game between two fallible players, or two beginners, after a few random moves."""
    position: AnyPosition = GAMES[game].start()
    levels = BEGINNERS if easy else LEVELS.get(game)
    players = [_player(game, levels, chance) for _ in range(2)]
    blind = chance.randint(*RANDOM_PLIES)
    for ply in range(WINDOW[game][1]):
        if position.outcome() or is_wide(position):
            return
        if ply < blind:
            chosen = Choice(chance.choice(position.legal_moves()))
        else:
            chosen = players[ply % 2].choose(position, Limits(time=None, memory=MEMORY))
        turn = Turn(ply + 1, position, chosen.move, position.play(chosen.move), _is_meant(chosen))
        position = turn.position
        yield turn


def _player(
    game: str, levels: tuple[int, int] | None, chance: random.Random
) -> LevelBot | Attacker:
    if levels is None:
        return Attacker(chance)
    bot = LevelBot(game, chance.randint(*levels), chance.getrandbits(32))
    bot.seconds = None
    return bot


def _is_meant(chosen: Choice) -> bool:
    whims = (reason.code == WHIM.code for reason in chosen.reasons)
    return bool(chosen.reasons) and not any(whims)


class Maker:
    """Turns positions of one game into puzzles."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._glance = Prover(GLANCE[game])
        self._prover = Prover(PROOF[game])
        self._holder = Prover(HOLDING) if game in ENDLESS else self._prover
        self._early_glance = Prover(EARLY_GLANCE)
        self._early_prover = Prover(EARLY_PROOF)

    def puzzles(self, turn: Turn, *, long_only: bool = False) -> list[Puzzle]:
        """What can be asked about the position that a turn led to: one thing in several ways."""
        if turn.position.outcome() or is_wide(turn.position):
            return []
        skips = long_only or turn.ply < WINDOW[self.game][0]
        found = [] if skips else self._usual(turn)
        return found or self._early(turn)

    def _early(self, turn: Turn) -> list[Puzzle]:
        """A win in four moves that a short look does not find."""
        if turn.ply not in EARLY.get(self.game, ()) or not self._answers_a_threat(turn):
            return []
        if self._early_glance.judge(turn.position).distance != WINS[-1]:
            return []
        puzzle = _win(turn, self._early_prover)
        return [puzzle] if puzzle else []

    def _answers_a_threat(self, turn: Turn) -> bool:
        before = self._glance.judge(turn.before)
        return len(before.viable) <= ANSWERS * len(before.moves)

    def _usual(self, turn: Turn) -> list[Puzzle]:
        glance = self._glance.judge(turn.position)
        if len(glance.moves) < FEWEST_MOVES:
            return []
        if glance.distance == 1:
            return [*_win_at_once(turn)]
        if glance.solution.value == "win":
            judged = self._prover.judge(turn.position)
            return [*self._wins(turn, judged), *self._only(turn, judged)]
        if 1 <= len(_holding(glance)) <= MOST_RIGHT:
            return [*self._only(turn, self._holder.judge(turn.position))]
        return []

    def _wins(self, turn: Turn, judged: Judgement) -> Iterator[Puzzle]:
        """A forced win, and a refutation if it was the last move that gave it away."""
        puzzle = _win(turn, self._prover)
        if puzzle is None:
            return
        yield puzzle
        if _looks_natural(turn, judged):
            yield from self._refutation(puzzle, turn, judged)

    def _refutation(self, puzzle: Puzzle, turn: Turn, judged: Judgement) -> Iterator[Puzzle]:
        """The same, if the opponent had something better, which is shown afterwards."""
        before = self._holder.judge(turn.before)
        best = before.moves[0]
        held = before.seen if best.value == "unknown" else None
        proven = held is None and best.value != "loss"
        if proven or (self.game in ENDLESS and (held or 0) > judged.distance + MARGIN):
            name = identity(self.game, "refute", puzzle.position)
            yield replace(puzzle, id=name, kind="refute", better=str(best.move), held=held)

    def _only(self, turn: Turn, judged: Judgement) -> Iterator[Puzzle]:
        holding = _holding(judged)
        moves = [each.move for each in holding]
        if not 1 <= len(moves) <= MOST_FIRST or judged.distance in (1, WINS[0]):
            return
        values = {each.value for each in holding}
        held = judged.seen if values == {"unknown"} else None
        deepest = max((each.distance or 0 for each in judged.lost), default=0)
        if held is not None and (self.game not in ENDLESS or held < deepest + MARGIN):
            return
        if len(values) == 1 and ways(turn.position, moves) == 1:
            tree: Tree = {str(move): {"reply": None, "next": {}} for move in moves}
            puzzle = _puzzle(turn, "only", choice(judged, holding), [str(moves[0])], tree)
            yield replace(puzzle, value=values.pop(), held=held)


def _holding(judged: Judgement) -> list[Any]:
    """The moves that are not proven losses."""
    return [each for each in judged.moves if each.value != "loss"]


def _is_sharp(position: AnyPosition, judged: Judgement) -> bool:
    """Whether there is one way to win, or two, all of them known."""
    winning = [each.move for each in judged.moves if each.value == "win"]
    if not judged.complete or not len(judged.right) == len(winning) <= MOST_FIRST:
        return False
    return ways(position, winning) <= MOST_WAYS


def _looks_natural(turn: Turn, judged: Judgement) -> bool:
    """Whether the last move was meant, or threatens to win at once."""
    return turn.meant or any(each.distance == 2 for each in judged.lost)


def _win(turn: Turn, prover: Prover) -> Puzzle | None:
    """A forced win, if it is one of those to show."""
    judged = prover.judge(turn.position)
    if judged.distance not in WINS or not _is_sharp(turn.position, judged):
        return None
    try:
        tree = prover.tree(turn.position)
    except UnprovenError:
        return None
    if widest(tree) > MOST_RIGHT:
        return None
    line = line_of(tree, turn.position)
    return _puzzle(turn, "win", effort(prover, turn.position, line), line, tree)


def _win_at_once(turn: Turn) -> Iterator[Puzzle]:
    """The last move of a game, if there are few ways to make it."""
    moves = winning_moves(turn.position)
    if len(moves) <= MOST_FIRST and ways(turn.position, moves) <= MOST_WAYS:
        tree: Tree = {str(move): {"reply": None, "next": {}} for move in moves}
        yield _puzzle(turn, "win", 0.0, [str(moves[0])], tree)


def _puzzle(turn: Turn, kind: Kind, bits: float, line: list[str], tree: Tree) -> Puzzle:
    game, position = turn.position.NAME, str(turn.position)
    return Puzzle(
        id=identity(game, kind, position),
        game=game,
        kind=kind,
        plies=len(line),
        difficulty=difficulty(game, bits),
        bits=round(bits, 1),
        position=position,
        before=str(turn.before),
        last=str(turn.move),
        value="win",
        held=None,
        better=None,
        solutions=tuple(tree),
        solution=tuple(line),
        tree=tree,
    )


Shelf = tuple[Kind, int]


class Collection:
    """Puzzles found so far, no two of which look alike, by kind and length; those kept stay."""

    def __init__(self, wanted: int, kept: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self._kept = [*kept]
        self.shelves: dict[Shelf, list[Puzzle]] = {shelf: [] for shelf in SHELVES}
        self._looks: set[tuple[int, ...]] = set()
        for puzzle in self._kept:
            self.add([puzzle])

    def add(self, choices: list[Puzzle]) -> None:
        """Takes one of several puzzles about the same position: where the fewest are."""
        seen = look(choices[0].start)
        if seen not in self._looks:
            self._looks.add(seen)
            emptiest = min(choices, key=lambda each: len(self.shelves[_shelf(each)]))
            self.shelves[_shelf(emptiest)].append(emptiest)

    @property
    def size(self) -> int:
        return len(self._looks)

    @property
    def lacking(self) -> list[Shelf]:
        """The kinds that do not have their share yet."""
        share = -(-self.wanted // (len(SHELVES) - 1))
        needed = {shelf: WARM_UPS if shelf == WARM_UP else share for shelf in SHELVES}
        return [shelf for shelf, found in self.shelves.items() if len(found) < needed[shelf]]

    def best(self) -> list[Puzzle]:
        """As many as wanted, of all kinds in turn while there are any; the easiest first."""
        warm_ups = self.shelves[WARM_UP][:WARM_UPS]
        rows = zip_longest(*(self.shelves[shelf] for shelf in SHELVES if shelf != WARM_UP))
        others = [each for row in rows for each in row if each is not None]
        found = [*warm_ups, *others[: self.wanted]]
        chosen = [*self._kept, *(each for each in found if each not in self._kept)]
        return sorted(chosen, key=lambda each: (each.bits, each.id))


WARM_UP: Shelf = ("win", 1)
LONG: Shelf = ("win", 7)
SHELVES: tuple[Shelf, ...] = (WARM_UP, ("win", 3), ("win", 5), LONG, ("refute", 0), ("only", 1))


def _shelf(puzzle: Puzzle) -> Shelf:
    return puzzle.kind, 0 if puzzle.kind == "refute" else puzzle.plies


def build(
    game: str, wanted: int, seed: int, games: int, kept: Iterable[Puzzle] = ()
) -> Iterator[Collection]:
    """Plays games until every kind has its share, or `games` are played; yields after each."""
    maker, collection = Maker(game), Collection(wanted, kept)
    for number in range(games):
        chance = random.Random(f"{game} {seed} {number}")
        long_only = game in EARLY and collection.lacking == [LONG]
        played = turns(game, chance, easy=collection.lacking == [WARM_UP])
        for choices in _from_one_game(maker, played, long_only):
            collection.add(choices)
        yield collection
        if not collection.lacking:
            return


def _from_one_game(maker: Maker, played: Iterator[Turn], long_only: bool) -> Iterator[list[Puzzle]]:
    """Puzzles of the same length only if they are some moves apart, not to be much alike."""
    latest: dict[int, int] = {}
    for turn in played:
        if choices := maker.puzzles(turn, long_only=long_only):
            plies = choices[0].plies
            if turn.ply - latest.get(plies, -APART) >= APART:
                latest[plies] = turn.ply
                yield choices
