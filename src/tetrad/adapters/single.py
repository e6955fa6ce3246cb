"""One game as an environment sees it: what a batch of one says, and pictures of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.batch import LONGEST, Batch
from tetrad.kernels import kernel
from tetrad.kernels.qawale import PLACE, step_of
from tetrad.pictures.raster import image
from tetrad.pictures.svg import svg
from tetrad.pictures.text import text
from tetrad.position import AnyPosition

PIXELS = 480


class Single:
    """A game in progress, action by action."""

    def __init__(self, game: str, longest: int = LONGEST) -> None:
        self.game = game
        self._games = Batch(game, 1, longest=longest, threads=1)
        self._position = self._games.positions()[0]
        self.path = ""  # of a sowing under way

    @property
    def actions(self) -> int:
        return self._games.actions

    def reset(self) -> None:
        self._games.reset()
        self._look()

    def mask(self) -> NDArray[np.int8]:
        allowed: NDArray[np.int8] = self._games.mask()[0].astype(np.int8)
        return allowed

    def observe(self) -> NDArray[np.uint8]:
        planes: NDArray[np.uint8] = self._games.observe()[0]
        return planes

    def step(self, action: int) -> None:
        """Play a legal action; ValueError if it is not."""
        self._games.step(np.array([action]))
        if self.game == "qawale" and self.code()[1] >> PLACE:
            self.path += step_of(action)
        else:
            self._look()

    def _look(self) -> None:
        self._position, self.path = self._games.positions()[0], ""

    def put(self, position: AnyPosition) -> None:
        self._games.put([position])
        self._look()

    def code(self) -> Any:
        return self._games.codes()[0]

    @property
    def position(self) -> AnyPosition:
        """The position in which the turn began."""
        return self._position

    @property
    def turn(self) -> int:
        return int(self._games.turn()[0])

    @property
    def plies(self) -> int:
        return int(self._games.plies[0])

    @property
    def done(self) -> bool:
        return bool(self._games.done[0])

    @property
    def winner(self) -> int:
        """1 or 2; 0 for a draw, and while the game goes on."""
        return int(self._games.winner[0])

    @property
    def broken_off(self) -> bool:
        """Whether the game became too long, and nobody has won or drawn."""
        return self.done and kernel(self.game).winner(self.code()) is None

    def text(self) -> str:
        return text(self.position)

    def image(self) -> NDArray[np.uint8]:
        """The board as rows of pixels, red green blue."""
        return np.asarray(image(svg(self.position), PIXELS))
