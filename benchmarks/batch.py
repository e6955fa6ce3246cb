"""Random play in batches: steps per second beside Pgx and OpenSpiel, where they are installed.

Everybody plays 8,192 games at once with random legal actions, games that end begin anew, and all
cores may be used; the best of three rounds counts, taking turns so that a busy machine slows all.
Pgx plays its own connect_four, compiled whole, many steps a call, and so are our games in JAX
(`tetrad.adapters.pgx`); OpenSpiel rolls out its C++ connect_four, one game after another.

    a step a call      `step`, `sample` and `mask`: the bytes of every mask are written
    many steps a call  `stroll`: the sets of legal actions are written at every step, as bits
    playouts           `playout`: nothing but who wins
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tetrad.batch import Batch
from tetrad.rules import GAMES

SIZE = 8192
ROUNDS = 3
STEPS = 200
ROLLOUTS = 20_000
YARDSTICK = "Pgx connect_four"


def main() -> None:
    print(f"Random steps per second, {SIZE} games (best of {ROUNDS})")
    runs: dict[str, Callable[[], float]] = {}
    for game in GAMES:
        runs[f"{game}, a step a call"] = _steps(game)
        runs[f"{game}, many steps a call"] = _strolls(game)
        runs[f"{game}, playouts"] = _playouts(game)
    others = {YARDSTICK: _connect_four, "OpenSpiel connect_four": _openspiel}
    others.update({f"{game} in JAX": partial(_in_jax, game) for game in GAMES})
    for name, made in others.items():
        try:
            runs[name] = made()
        except ImportError as error:
            print(f"  {name} is left out: {error.name} is not installed (make ecosystem)")
    rounds = [{name: run() for name, run in runs.items()} for _ in range(ROUNDS)]
    best = {name: max(rates[name] for rates in rounds) for name in runs}
    for name, rate in best.items():
        times = f"{rate / best[YARDSTICK]:6.1f} times Pgx" if YARDSTICK in best else ""
        print(f"  {name:26} {rate / 1e6:8.2f} M/s {times}")
    for game in GAMES:
        size = _bytes(game)
        moved = size * best[f"{game}, a step a call"] / 1e9
        print(f"  {game}, a step a call: {size} bytes a step, {moved:.1f} GB/s")
    print(f"  memory, copied by one thread: {_memory() / 1e9:.1f} GB/s read and written")


def _bytes(game: str) -> int:
    """What a step of one game reads and writes: row, set of actions, mask, action, results."""
    games = Batch(game, 1)
    row, legal = games._rows.nbytes, games._legal.nbytes
    told = games.done.nbytes + games.winner.nbytes + games.broken_off.nbytes + games.plies.nbytes
    return 2 * row + 4 * legal + games.mask().nbytes + 3 * 8 + 2 * 8 + 2 * told


def _memory() -> float:
    """Bytes per second, of arrays too large for the caches."""
    source = np.ones(1 << 25)
    target = np.zeros_like(source)

    def copied() -> float:
        begun = time.perf_counter()
        np.copyto(target, source)
        return 2 * source.nbytes / (time.perf_counter() - begun)

    return max(copied() for _ in range(5))


def _rate(play: Callable[[], int]) -> Callable[[], float]:
    play()  # compiles

    def measured() -> float:
        begun = time.perf_counter()
        return play() / (time.perf_counter() - begun)

    return measured


def _steps(game: str) -> Callable[[], float]:
    games = Batch(game, SIZE, again=True)
    mask = games.mask()

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
            games.mask(mask)
        return STEPS * SIZE

    return _rate(play)


def _strolls(game: str) -> Callable[[], float]:
    games = Batch(game, SIZE, again=True)

    def play() -> int:
        games.stroll(STEPS)
        return STEPS * SIZE

    return _rate(play)


def _playouts(game: str) -> Callable[[], float]:
    games, plies = Batch(game, SIZE), _plies(game)

    def play() -> int:
        for _ in range(STEPS // 20):
            games.playout()
        return STEPS // 20 * plies

    return _rate(play)


def _plies(game: str) -> int:
    """How many actions a batch of random games takes."""
    games = Batch(game, SIZE)
    while not games.done.all():
        games.step(games.sample())
    return int(games.plies.sum())


def _connect_four() -> Callable[[], float]:
    import pgx

    return _pgx(pgx.make("connect_four"))


def _in_jax(game: str) -> Callable[[], float]:
    from tetrad.adapters import pgx

    return _pgx(pgx.make(game))


def _pgx(env: Any) -> Callable[[], float]:
    import jax
    from pgx.experimental.wrappers import auto_reset

    step = auto_reset(env.step, env.init)

    def once(state: Any, key: Any) -> tuple[Any, None]:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(key, logits, axis=-1)
        return jax.vmap(step)(state, action, jax.random.split(key, SIZE)), None

    many = jax.jit(lambda state, key: jax.lax.scan(once, state, jax.random.split(key, STEPS))[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), SIZE))

    def play() -> int:
        jax.block_until_ready(many(start, jax.random.PRNGKey(1)))
        return STEPS * SIZE

    return _rate(play)


def _openspiel() -> Callable[[], float]:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    # A search of one node does nothing but roll out from the start.
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    average = _average_length(game, np.random.default_rng(0))

    def play() -> int:
        bot.mcts_search(game.new_initial_state())
        return int(ROLLOUTS * average)

    return _rate(play)


def _average_length(game: Any, random: Any) -> float:
    """Plies of a random game, counted over a few."""
    total = 0
    for _ in range(300):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            total += 1
    return total / 300
