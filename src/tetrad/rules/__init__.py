"""The rulebooks as Python: one module per game, each behind the same small protocol."""

from tetrad.position import AnyPosition
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik

GAMES: dict[str, type[AnyPosition]] = {"quantik": Quantik, "qawale": Qawale, "qomet": Qomet}

__all__ = ["GAMES", "Qawale", "Qomet", "Quantik"]
