"""A terminal for every test that asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.driver import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts games in an empty folder; what is still running afterwards is stopped."""
    opened: list[Terminal] = []

    def start(*arguments: str, **settings: object) -> Terminal:
        opened.append(Terminal(*arguments, folder=tmp_path, **settings))  # type: ignore[arg-type]
        return opened[-1]

    yield start
    for each in opened:
        each.close()
