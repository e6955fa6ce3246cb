"""For tests that read a rule in another way than the games do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tetrad.rules import GAMES


@pytest.fixture
def reading_anew() -> Iterator[None]:
    """No outcome that was found under one reading is remembered under the other."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for game in GAMES.values():
        remembered: Any = game.outcome
        remembered.cache_clear()
