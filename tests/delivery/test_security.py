"""Every threat that is written down names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?!threat|---)(.*?) \| (.*?) \| (.*) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_threat_has_a_test_that_exists() -> None:
    rows = ROW.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(rows) >= 25
    for threat, _defence, tests in rows:
        named = TEST.findall(tests)
        assert named, threat
        for path, name in named:
            text = (ROOT / path).read_text(encoding="utf-8")
            assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), (threat, name)
