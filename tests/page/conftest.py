"""What `make wasm` has built, in a process of Node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.node import Node

BUILT = Path(__file__).parents[2] / "build" / "wasm"


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    if not (BUILT / "qomet.wasm").is_file():
        pytest.skip("the searches are not compiled for a page: run 'make wasm'")
    process = Node(BUILT)
    yield process
    process.close()
