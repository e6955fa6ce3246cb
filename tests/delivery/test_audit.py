"""`make audit` tells what is known, or that it could not find out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import audit

CLEAN = '{"dependencies": [{"name": "a", "version": "1", "vulns": []}], "fixes": []}'
VULNERABLE = '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}]}'
SKIPPED = '{"dependencies": [{"name": "a", "skip_reason": "not found on PyPI"}], "fixes": []}'
NPM = '{"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}}'


def program(folder: Path, said: str, status: int = 0) -> str:
    """A stand-in that prints this."""
    path = folder / f"program{len(list(folder.iterdir()))}"
    path.write_text(f"#!/bin/sh\ncat <<'E'\n{said}\nE\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("pip", "npm", "status", "said"),
    [
        (CLEAN, NPM, 0, "dev.txt: 1 packages, 0 with known vulnerabilities"),
        (VULNERABLE, NPM, 1, "  a 1: CVE-1"),
        ("ERROR: no connection", NPM, 2, "dev.txt: not audited, because the data about"),
        (SKIPPED, NPM, 2, "dev.txt: not audited"),
        (CLEAN, '{"error": {"code": "ENOAUDIT"}}', 2, "web/package-lock.json: not audited"),
    ],
)
def test_it_tells_what_is_known_or_that_it_is_not(
    pip: str, npm: str, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(program(tmp_path, pip), program(tmp_path, npm)) == status
    assert said in capsys.readouterr().out


def test_a_program_that_is_missing_has_found_out_nothing(tmp_path: Path) -> None:
    assert audit.python(str(tmp_path / "nowhere"), audit.ROOT / "requirements" / "dev.txt") == 2
