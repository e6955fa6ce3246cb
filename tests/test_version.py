"""The release notes and the program name the same version."""

import re
from pathlib import Path

import tetrad

ROOT = Path(__file__).parent.parent


def test_the_release_notes_name_the_version() -> None:
    released = re.findall(r"^## \[(\d[\w.]*)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)
    # Before the first release there are no notes to look at, and nothing else is a reason for that.
    assert released[:1] == ([] if tetrad.__version__ == "0.1.0" else [tetrad.__version__])
