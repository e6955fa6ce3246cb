"""What is worth keeping of the table of all Qomet positions.

A table is asked one question here: given keys, how many plies is it to the end after each action?
The answer is a row of 129 numbers a key: odd if the opponent, who is then to move, wins, even and
not 0 if the opponent loses, 0 if neither; NOT_LEGAL; ENDS_WON or ENDS_LOST where the action ends
the game. Plies of a position, as opposed to plies after a move, are odd for a win.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from tetrad.kernels import qomet_board as board
from tetrad.solvers.qomet.index_arrays import Array, images

PliesAfter = Callable[[Array], Array]

NOT_LEGAL, ENDS_WON, ENDS_LOST = -1, 4096, 4097
# Larger than any number of plies.
_FAR = 4000
_SPACES = (1 << 25) - 1
_PART = 1 << 15

_ORIGIN, _TARGET, _BEHIND, _FORBIDS, _UNDO_IMAGE = (
    np.asarray(column)
    for column in (board.ORIGIN, board.TARGET, board.BEHIND, board.FORBIDS, board.UNDO_IMAGE)
)


def played(keys: Array, actions: Array) -> Array:
    """The keys after legal actions that do not end the game."""
    mine, theirs = keys & _SPACES, keys >> 25 & _SPACES
    target, behind = _TARGET[actions], _BEHIND[actions]
    after = mine & ~_ORIGIN[actions] | target | np.where(mine & target, behind, 0)
    pushed = theirs & target != 0
    theirs = np.where(pushed, theirs ^ target | behind, theirs)
    return np.asarray(theirs | after << 25 | np.where(pushed, _FORBIDS[actions], 0) << 50)


def canonical(keys: Array) -> Array:
    """The smallest of the eight images of each key."""
    parts = [_canonical(keys[i : i + _PART]) for i in range(0, len(keys), _PART)]
    return np.concatenate([keys[:0], *parts])


def _canonical(keys: Array) -> Array:
    undo = keys >> 50
    pairs = zip(images(keys & _SPACES), images(keys >> 25 & _SPACES), strict=True)
    seen = [
        mine | theirs << 25 | _UNDO_IMAGE[65 * symmetry + undo] << 50
        for symmetry, (mine, theirs) in enumerate(pairs)
    ]
    return np.asarray(np.min(seen, axis=0))


def worth(rows: Array) -> Array:
    """The worth of each action: more the sooner it wins, or the later it loses; 0 is a draw."""
    plies = np.where(rows >= ENDS_WON, 1, rows + 1).astype(np.int64)
    value = np.where(rows & 1, plies - _FAR, _FAR - plies)
    return np.where(rows == 0, 0, np.where(rows < 0, -2 * _FAR, value))


def plies_of(rows: Array) -> Array:
    """The plies to the end of the positions that rows belong to."""
    best = worth(rows).max(axis=1)
    return np.where(best == 0, 0, np.where(best > 0, _FAR - best, best + _FAR))


def main_line(table: PliesAfter, key: int, longest: int) -> list[tuple[int, int]]:
    """Actions with the plies left before each; the first of the best ones every time."""
    line = []
    for _ in range(longest):
        row = table(np.array([key]))
        action = int(worth(row)[0].argmax())
        line.append((action, int(plies_of(row)[0])))
        if row[0, action] >= ENDS_WON:
            break
        key = int(played(np.array([key]), np.array([action]))[0])
    return line


def random_games(
    table: PliesAfter, games: int, rng: np.random.Generator, skill: float
) -> Iterator[tuple[Array, Array]]:
    """Keys and plies of many games at once, one ply after the other, for ever.

    With probability `skill` a move is the best one, else any; games that end begin again.
    """
    keys = np.zeros(games, dtype=np.int64)
    while True:
        rows = table(keys)
        yield keys, plies_of(rows)
        chance = rng.random(rows.shape) * (rows >= 0)
        best = worth(rows) + rng.random(rows.shape)
        skilled = rng.random(games) < skill
        actions = np.where(skilled, best.argmax(axis=1), chance.argmax(axis=1))
        ended = rows[np.arange(games), actions] >= ENDS_WON
        keys = np.where(ended, 0, played(keys, actions))


Book = dict[int, tuple[int, int]]


def winning_book(
    table: PliesAfter, roots: Array, progress: Callable[[int, int, int], None] | None = None
) -> Book:
    """For every position that the winner can meet: a winning action, and the plies to the end.

    The winner is to move at the roots, and always plays a move that wins as soon as possible, so
    that the plies fall with every turn. Of several such moves the one is taken that leads to the
    fewest positions not met before. Positions that can be won in one ply have no entry. The keys
    are canonical, and the action belongs to that view of the position.
    """
    roots = canonical(roots)
    book: Book = {}
    waiting: dict[int, set[int]] = {}
    for key, plies in zip(roots.tolist(), plies_of(table(roots)).tolist(), strict=True):
        waiting.setdefault(plies, set()).add(key)
    while waiting:
        plies = max(waiting)
        keys = np.array(sorted(waiting.pop(plies)), dtype=np.int64)
        if plies > 1:
            _extend(book, waiting, keys, plies, table)
        if progress:
            progress(plies, len(book), sum(map(len, waiting.values())))
    return book


def _extend(
    book: Book, waiting: dict[int, set[int]], keys: Array, plies: int, table: PliesAfter
) -> None:
    """Chooses a move for every key, all of which are won in the same number of plies."""
    which, actions = np.nonzero(table(keys) == plies - 1)
    replies = _replies(table, played(keys[which], actions))
    bounds = np.searchsorted(which, np.arange(len(keys) + 1)).tolist()
    # Positions with few choices first: the others may then find their replies in the book.
    order = sorted(range(len(keys)), key=lambda i: bounds[i + 1] - bounds[i])
    met = {key for group in waiting.values() for key in group} | book.keys()
    for i in order:
        choices = range(bounds[i], bounds[i + 1])
        chosen = min(choices, key=lambda c: sum(key not in met for key in replies[c]))
        book[int(keys[i])] = int(actions[chosen]), plies
        for key, after in replies[chosen].items():
            if key not in met:
                met.add(key)
                waiting.setdefault(after, set()).add(key)


def _replies(table: PliesAfter, keys: Array) -> list[dict[int, int]]:
    """For each key where the loser is to move: the winner's positions after all replies.

    With each comes its plies; positions that are won in one ply are left out.
    """
    rows = table(keys)
    which, actions = np.nonzero((rows > 1) & (rows < ENDS_WON))
    after = canonical(played(keys[which], actions)).tolist()
    plies = rows[which, actions].tolist()
    bounds = np.searchsorted(which, np.arange(len(keys) + 1)).tolist()
    return [dict(zip(after[a:b], plies[a:b], strict=True)) for a, b in pairwise(bounds)]
