"""What commands tell programs: one JSON object, the same in every language."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tetrad.cli import main
from tetrad.cli.commands import tables
from tetrad.message import Message
from tetrad.solvers.proofs import wins
from tetrad.solvers.tables.file import Report, Writer
from tetrad.solvers.tables.format import Layout

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    assert main([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "perft", "quantik", "2")
    assert found == {
        "game": "quantik",
        "position": "..../..../..../....",
        "depth": 2,
        "leaves": 3392,
    }


def test_verify(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proven = Message("proven: {player} wins", player="SECOND")
    monkeypatch.setattr(wins, "verify", lambda _path, _bar: iter([proven]))
    found = told(capsys, "verify", "quantik")
    assert (found["certificate"], found["ok"], found["error"]) == ("quantik", True, None)
    assert found["proven"] == ["proven: SECOND wins"]
    monkeypatch.undo()
    bad = tmp_path / "bad.certificate"
    bad.write_text("nonsense\n")
    assert not told(capsys, "verify", str(bad), status=2)["ok"]


def test_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    assert told(capsys, "tables", "list") == {"folder": str(tmp_path), "tables": []}
    with Writer(tmp_path / "quantik.table", Layout("quantik", "quantik", 3, 8)) as writer:
        writer.append(np.arange(3))
        writer.finish()
    (table,) = told(capsys, "tables", "list")["tables"]
    assert (table["game"], table["entries"], table["bits"]) == ("quantik", 3, 8)
    assert told(capsys, "tables", "info", "quantik") == {**table, "parameters": {}}
    (tmp_path / "broken.table").write_bytes(b"nothing")
    assert "broken.table" in told(capsys, "tables", "list")["tables"][0]["error"]
    for errors, status in ([], 0), (["wrong"], 1):
        monkeypatch.setattr(tables, "_report", lambda *_, errors=errors: Report([], errors))
        checked = told(capsys, "tables", "verify", "quantik", status=status)
        assert (checked["ok"], checked["errors"]) == (not errors, errors)
    assert main(["tables", "info", "qomet", "--json"]) == 2


def test_bot_check(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join([sys.executable, str(FAKE), "crash", "quantik"])
    found = told(capsys, "bot", "--check", command, status=1)
    assert (found["command"], found["ok"]) == (command, False)
    assert found["findings"][0]["ok"]
    wrong = [each["wrong"] for each in found["findings"] if not each["ok"]]
    assert "ended with status 3" in wrong
