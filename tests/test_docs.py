"""Every example in the README and the documentation runs and prints what it shows."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_print_what_they_show(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_each_game_has_a_page_under_the_same_headings() -> None:
    headings = [
        [line for line in (ROOT / "docs" / f"{game}.md").read_text().splitlines() if "## " in line]
        for game in ("quantik", "qawale", "qomet")
    ]
    assert headings[0] == headings[1] == headings[2]
