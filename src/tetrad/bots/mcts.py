"""Monte Carlo tree search: the yardstick that needs no knowledge but the rules.

A tree grows where it promises most (UCT); each new leaf is judged by a few random games to the end.
It is here to be measured against, and as an example of a bot on codes and actions. The random games
need compiled code; Qawale is searched step by step.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from tetrad.bots.bot import Choice
from tetrad.kernels import kernel
from tetrad.kernels.compiled import load
from tetrad.kernels.qawale import PLACE
from tetrad.position import AnyPosition, IllegalMoveError
from tetrad.solvers.solution import Limits

CURIOSITY = 1.4
GAMES_A_LEAF = 8
LONGEST = 200


@dataclass(slots=True)
class Node:
    """A position in the tree; `points` are those of the player who moved to it."""

    code: Any
    turn: int
    visits: int = 0
    points: float = 0.0
    untried: list[int] = field(default_factory=list)
    children: dict[int, Node] = field(default_factory=dict)

    def promise(self, parent_visits: int) -> float:
        share = self.points / self.visits
        return share + CURIOSITY * math.sqrt(math.log(parent_visits) / self.visits)


class Mcts:
    """Chooses the move that was tried most within so many random games."""

    def __init__(self, game: str, games: int, seed: int | None = None) -> None:
        self.game, self.games = game, games
        self._kernel = kernel(game)
        self._chance = random.Random(seed)
        self._playouts = load("kernels.playouts").Playouts(game, GAMES_A_LEAF, LONGEST)

    @property
    def name(self) -> str:
        return f"mcts {self.games}"

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        """The most visited move; its own budget is the only limit."""
        if position.outcome():
            raise IllegalMoveError(f"the game is over in {position}")
        root = self._node(self._kernel.encode(position))
        for _ in range(max(1, self.games // GAMES_A_LEAF)):
            self._grow(root)
        if self.game != "qawale":
            return Choice(self._kernel.move_of(_favourite(root)))
        return Choice(self._kernel.move_of(self._sowing(root)))

    def _sowing(self, root: Node) -> list[int]:
        """The steps of a whole turn; where the tree ends it grows a little more."""
        steps, node = list[int](), root
        while not steps or node.code[1] >> PLACE:
            while not node.children:
                self._grow(node)
            steps.append(_favourite(node))
            node = node.children[steps[-1]]
        return steps

    def _node(self, code: Any) -> Node:
        actions = self._kernel.legal_actions(code)
        self._chance.shuffle(actions)
        return Node(code, self._kernel.turn(code), untried=actions)

    def _grow(self, root: Node) -> None:
        path, node = [root], root
        while not node.untried and node.children:
            visits = node.visits
            node = max(node.children.values(), key=lambda child: child.promise(visits))
            path.append(node)
        if node.untried:
            action = node.untried.pop()
            child = self._node(self._kernel.apply(node.code, action))
            node.children[action] = child
            path.append(child)
        self._learn(path, self._points_of_first(path[-1].code))

    def _points_of_first(self, code: Any) -> float:
        """FIRST's share of the points, from 0 to 1: of an end, or of random games.

        A sowing that has begun is ended at random first: random games begin with a turn.
        """
        while self.game == "qawale" and code[1] >> PLACE:
            step = self._chance.choice(self._kernel.legal_actions(code))
            code = self._kernel.apply(code, step)
        winner = self._kernel.winner(code)
        if winner is not None:
            return {0: 0.5, 1: 1.0, 2: 0.0}[winner]
        seed = self._chance.getrandbits(62)
        share: float = self._playouts.points_of_first(code, seed)
        return share

    def _learn(self, path: list[Node], first: float) -> None:
        mover = path[0].turn
        for node in path:
            node.visits += 1
            node.points += first if mover == 1 else 1 - first
            mover = node.turn


def _favourite(node: Node) -> int:
    return max(node.children, key=lambda action: node.children[action].visits)
