"""Teach a small network a game by letting it play itself: NumPy alone, one core, minutes.

The network says what a position is worth to the player to move. A move that wins is worth 1, any
other what the position after it is not worth to the opponent. So it learns: a position is worth
what its best move is, seen under another symmetry every time. To choose, it looks at answers, too.

    python examples/learn.py quantik 6      six minutes; writes quantik.npz and quantik.svg
    tetrad grade quantik python:examples/learn.py:play
"""

import copy
import itertools
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

from tetrad.batch import Batch, symmetries
from tetrad.bots import bot
from tetrad.pictures.chart import curve as drawn
from tetrad.rules import GAMES

HERE, GAMES_AT_ONCE, SAMPLE, MEMORY, HIDDEN = Path(__file__).parent, 256, 1024, 100_000, 128


class Network:
    """Two hidden layers, trained by Adam; its answer lies between -1 and 1."""

    def __init__(self, inputs, seed=1):
        chance, shapes = np.random.default_rng(seed), [(inputs, HIDDEN), (HIDDEN, 64), (64, 1)]
        self.weights = [chance.normal(0, np.sqrt(2 / a), (a, b)).astype("f4") for a, b in shapes]
        self.weights += [np.zeros(b, "f4") for _, b in shapes]
        self.weights[2] *= 0.1
        self.steps, self.moments = 0, [[np.zeros_like(w) for w in self.weights] for _ in range(2)]

    def __call__(self, x):
        self.layers = [x.astype("f4")]
        for number in range(3):
            out = self.layers[-1] @ self.weights[number] + self.weights[3 + number]
            self.layers.append(np.maximum(out, 0) if number < 2 else np.tanh(out))
        return self.layers[-1][:, 0]

    def learn(self, x, goal, rate):
        error = (self(x) - goal)[:, None] * 2 / len(x)
        grads, slope = [None] * 6, error * (1 - self.layers[3] ** 2)
        for number in (2, 1, 0):
            grads[number], grads[3 + number] = self.layers[number].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[number].T) * (self.layers[number] > 0)
        self.steps += 1
        for weight, grad, mean, square in zip(self.weights, grads, *self.moments, strict=True):
            mean += 0.1 * (grad - mean)
            square += 0.001 * (grad**2 - square)
            fair = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-7
            weight -= rate * mean / (1 - 0.9**self.steps) / fair


def seen(games):
    """What the network is shown of each game: the board, and what may be done."""
    return np.concatenate([games.observe().reshape(len(games), -1), games.mask()], axis=1)


def worth(network, games):
    """What each action of each game is worth to the player to move; -9 where it is not legal."""
    mask, mover = games.mask(), games.turn()
    found, places, views, signs = np.full(mask.shape, -9.0, "f4"), [], [], []
    for action in np.flatnonzero(mask.any(axis=0)):
        after, legal = copy.deepcopy(games), mask[:, action]
        after.again = False
        after.step(np.full(len(games), action), where=legal)
        over = legal & after.done
        found[over, action] = ((after.winner == mover) * 2.0 - (after.winner > 0))[over]
        rest = np.flatnonzero(legal & ~after.done)
        places += [(row, action) for row in rest]
        views.append(seen(after)[rest])
        signs.append(np.where(after.turn() == mover, 1, -1)[rest])  # in Qawale a turn has steps
    if places:
        found[tuple(np.array(places).T)] = np.concatenate(signs) * network(np.concatenate(views))
    return found


def train(game, minutes, seed=1):
    """The network, and its share of the points against level 3 on the way: (minutes, share)."""
    chance, curve, begun, count = np.random.default_rng(seed), [], time.process_time(), 0
    games = Batch(game, GAMES_AT_ONCE, seed=seed, again=True, longest=100, threads=1)
    maps = list(itertools.islice(symmetries(game), 0, None, 37 if game == "quantik" else 1))
    shape, inputs = games.observe().shape[1:], seen(games).shape[1]
    network, goals = Network(inputs, seed), np.zeros(MEMORY, "f4")
    views = np.zeros((MEMORY, inputs), "u1")
    while (share := (time.process_time() - begun) / (60 * minutes)) < 1:
        if share >= len(curve) / 8:
            curve.append((minutes * share, score(network, game, 3, 40)))
        values, places = worth(network, games), (count + np.arange(len(games))) % MEMORY
        views[places], goals[places], count = seen(games), values.max(axis=1), count + len(games)
        noisy = values + chance.gumbel(0, 0.25 * (1 - share) + 0.02, values.shape)
        games.step(np.where(chance.random(len(games)) < 0.1, games.sample(), noisy.argmax(axis=1)))
        for _ in range(2):
            chosen, turn = chance.integers(0, min(count, MEMORY), SAMPLE), chance.choice(maps)
            board, mask = np.split(views[chosen], [int(np.prod(shape))], axis=1)
            board = turn.observation(board.reshape(-1, *shape)).reshape(SAMPLE, -1)
            x = np.concatenate([board, turn.policy(mask)], axis=1)
            network.learn(x, goals[chosen], 1e-3 * (1 - 0.9 * share))
    return network, [*curve, (minutes, score(network, game, 3, 200))]


def choose(network, position):
    """The move after which the opponent's best answer is worth least; of wins the quicker one."""
    moves = position.legal_moves()
    games = Batch(position.NAME, len(moves), threads=1)
    games.put([position.play(move) for move in moves])
    ends = (games.winner == position.turn.value) * 2.0 - (games.winner > 0)
    values = np.where(games.done, ends, -0.99 * worth(network, games).max(axis=1))
    return moves[int(values.argmax())]


def score(network, game, level, number):
    """The share of points against a level, both sides in turn; after 200 plies it is a draw."""
    points = 0.0
    for match in range(number):
        opponent, position, ply = bot(game, level, seed=match), GAMES[game].start(), 0
        while not (outcome := position.outcome()) and ply < 200:
            mine = ply % 2 == match % 2
            move = choose(network, position) if mine else opponent.choose(position).move
            position, ply = position.play(move), ply + 1
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else winner.value == 1 + match % 2
    return points / number


@cache
def trained(game):
    kept = np.load(HERE / f"{game}.npz")
    network = Network(len(kept["arr_0"]))
    network.weights = [kept[f"arr_{number}"].astype("f4") for number in range(6)]
    return network


def play(position):
    return choose(trained(position.NAME), position)


if __name__ == "__main__":
    game, minutes = sys.argv[1], float(sys.argv[2])
    network, curve = train(game, minutes)
    np.savez_compressed(HERE / f"{game}.npz", *(w.astype("f2") for w in network.weights))
    title = f"{game.capitalize()}: share of points against level 3"
    (HERE / f"{game}.svg").write_text(drawn(title, curve, "minutes"))
    print(f"{title}: {curve[-1][1]:.1%} in 200 games")
