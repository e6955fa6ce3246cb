"""`tetrad serve` hands its options on; `tetrad` alone opens the app."""

from typing import Any

import pytest

from tetrad.cli import main
from tetrad.message import Message
from tetrad.server import run
from tetrad.server.settings import Settings


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the server was asked for."""
    asked: list[tuple[Any, ...]] = []

    def serve(wanted: Settings) -> int:
        asked.append((wanted.host, wanted.port, wanted.database, wanted.open_browser))
        return 0

    monkeypatch.setattr(run, "serve", serve)
    return asked


def test_tetrad_alone_starts_the_app_and_opens_it(served: list[tuple[Any, ...]]) -> None:
    assert main([]) == main(["serve", "--open"]) == 0
    assert served == [("127.0.0.1", None, None, True)] * 2


def test_a_server_is_given_host_port_and_database(served: list[tuple[Any, ...]]) -> None:
    assert main(["serve", "--host", "::", "--port", "80", "--database", "games.db"]) == 0
    assert served == [("::", 80, "games.db", False)]


def test_a_server_that_cannot_start_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_options: Any, **_more: Any) -> int:
        raise run.ServerError(Message("it is in use"))

    monkeypatch.setattr(run, "serve", refuse)
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == "tetrad: it is in use\n"
