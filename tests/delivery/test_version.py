"""The release notes and the program name the same version."""

import re
from pathlib import Path

import tetrad

ROOT = Path(__file__).parents[2]


def test_the_release_notes_name_the_version() -> None:
    notes = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", notes, re.M)
    assert released[0] == tetrad.__version__
