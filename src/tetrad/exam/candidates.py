"""Who can sit the exam: our levels, programs, and what other frameworks call a policy or a bot.

    level:1 ... level:10, instinct    as in the arena
    random, mcts:1000                 any legal move; a tree search of so many random games
    cmd:./mybot --fast                a program that speaks the protocol of `tetrad bot`
    python:FILE:NAME                  a function: position -> move, as an object or as text
    pettingzoo:FILE:NAME              a policy: (observation, agent) -> action, as from `env.last()`
    openspiel:FILE:NAME               a function: (game, player) -> a `pyspiel.Bot`

FILE is a module or the path of a Python file.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tetrad.arena.entrants import EntrantError, Stable, crashed, welcomed
from tetrad.bots.bot import Bot, Choice
from tetrad.bots.mcts import Mcts
from tetrad.bots.personality import LEVELS
from tetrad.bots.tactics import random_move
from tetrad.kernels import kernel
from tetrad.message import Message
from tetrad.position import AnyPosition, not_one_of, quote
from tetrad.protocol.client import FoulError
from tetrad.solvers.solution import Limits

KINDS = (
    "level:1-10", "instinct", "random", "mcts:N", "cmd:...", "python:FILE:NAME",
    "pettingzoo:FILE:NAME", "openspiel:FILE:NAME",
)  # fmt: skip
MOST_GAMES = 10_000_000


class Candidate:
    """A bot at its desk; programs stay until it is closed."""

    def __init__(self, text: str, game: str, seed: int) -> None:
        self.text, self.game = text, game
        self._stable = Stable(game)
        try:
            self._bot = self._found(seed)
        except EntrantError:
            self.close()
            raise

    def _found(self, seed: int) -> Bot:
        kind, _, rest = self.text.partition(":")
        if kind == "cmd":
            return Guest(self._stable, self.text)
        if self.text == "instinct" or (kind == "level" and rest in _LEVELS):
            return self._stable.bot(self.text, seed)
        if self.text == "random":
            return Random(seed)
        if kind == "mcts" and rest.isdecimal() and 0 < int(rest) <= MOST_GAMES:
            return Mcts(self.game, int(rest), seed)
        if kind in _FOREIGN and rest:
            return _seated(rest, lambda: _FOREIGN[kind](self.game, loaded(rest)))
        raise EntrantError(not_one_of(self.text, KINDS))

    def choose(self, position: AnyPosition, limits: Limits) -> Any:
        return self._bot.choose(position, limits).move

    def close(self) -> None:
        self._stable.close()


_LEVELS = {str(level) for level in LEVELS}


class Guest:
    """A program; after a foul it is started afresh, so that nothing late passes for an answer."""

    def __init__(self, stable: Stable, text: str) -> None:
        self._stable, self._text = stable, text
        self.name = text
        self._program: Bot | None = welcomed(stable, text)

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        try:
            self._program = self._program or self._stable.bot(self._text, 0)
            return self._program.choose(position, limits)
        except FoulError:
            self._program = None
            self._stable.dismiss(self._text)
            raise


class Random:
    """Any legal move."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        return Choice(random_move(position, self._chance))


def answered(ask: Callable[[], Any]) -> Any:
    """What somebody's code answers; whatever goes wrong in it is a foul."""
    try:
        return ask()
    except (Exception, SystemExit) as error:
        raise FoulError(crashed(error)) from error


class Function:
    """A Python function as a bot."""

    def __init__(self, _game: str, function: Callable[[AnyPosition], Any]) -> None:
        self._function = function
        self.name = getattr(function, "__name__", "function")

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        return Choice(answered(lambda: self._function(position)))


class Policy:
    """A policy of PettingZoo as a bot: it is shown what the environment would show."""

    def __init__(self, game: str, policy: Callable[[Any, str], Any]) -> None:
        from tetrad.adapters.single import Single

        self.name = getattr(policy, "__name__", "policy")
        self._policy, self._single = policy, Single(game)

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        single, agent = self._single, f"player_{position.turn.value}"
        single.put(position)

        def act() -> int:
            shown = {"observation": single.observe(), "action_mask": single.mask()}
            action = int(self._policy(shown, agent))
            single.step(action)
            return action

        return Choice(answered(lambda: _turn(single, act)))


class OpenSpielBot:
    """A bot of OpenSpiel as one of ours; it plays for whoever is to move."""

    def __init__(self, game: str, make: Callable[[Any, int], Any]) -> None:
        import pyspiel

        from tetrad.adapters import openspiel

        openspiel.register()
        self.name = getattr(make, "__name__", "bot")
        self._game = pyspiel.load_game(f"tetrad_{game}")
        self._bots = [make(self._game, player) for player in range(2)]

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        state = self._game.new_initial_state()
        state.single.put(position)
        bot = self._bots[position.turn.value - 1]

        def act() -> int:
            action = int(bot.step(state))
            state.apply_action(action)
            return action

        return Choice(answered(lambda: _turn(state.single, act)))


def _turn(single: Any, act: Callable[[], int]) -> Any:
    """The actions of one turn as a move; in Qawale there are several."""
    move_of = kernel(single.game).move_of
    if single.game != "qawale":
        return move_of(act())
    actions = [act()]
    while single.path:
        actions.append(act())
    return move_of(actions)


_FOREIGN: dict[str, Callable[[str, Any], Bot]] = {
    "python": Function, "pettingzoo": Policy, "openspiel": OpenSpielBot,
}  # fmt: skip


def loaded(text: str) -> Any:
    """What `FILE:NAME` names."""
    where, _, name = text.rpartition(":")
    if not where or not name:
        raise EntrantError(Message("write it like python:mybot.py:choose, not {text}", text=text))
    found = getattr(_module(where), name)
    if not callable(found):
        raise TypeError(f"{type(found).__name__!r} object is not callable")
    return found


def _seated(text: str, sit: Callable[[], Bot]) -> Bot:
    """The bot that somebody's code makes, or EntrantError, whatever goes wrong in it."""
    try:
        return sit()
    except EntrantError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise EntrantError(
            Message("{text} cannot be loaded: {why}", text=quote(text), why=why)
        ) from error


def _module(where: str) -> Any:
    path = Path(where)
    if path.suffix != ".py":
        sys.path.insert(0, str(Path.cwd()))
        try:
            return importlib.import_module(where)
        finally:
            sys.path.pop(0)
    sys.path.append(str(path.parent.resolve()))  # for what lies beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
