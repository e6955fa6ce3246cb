"""The static edition as files: every page can be served as it is, from anywhere."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from wasm.site import POLICY, files_of, placed

SITE = Path(__file__).parents[2] / "site"
# Bytes of a first load, as hosts compress it: the served app's, and the words of any language.
MOST, MOST_IN_ANY_LANGUAGE = 61_000, 78_000
PAGE = '<head><meta name="viewport" /><link href="/icon.svg" /></head>'

built = pytest.mark.skipif(
    not (SITE / "index.html").is_file(), reason="the static edition is not built: run 'make site'"
)


@built
def test_every_page_has_the_policy_and_no_address_from_the_root() -> None:
    pages = [*SITE.rglob("*.html")]
    assert len(pages) > 15
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert POLICY in text, page
        assert not re.search(r'(src|href)="/', text), page


@built
def test_the_files_that_a_page_names_are_there() -> None:
    for page in SITE.rglob("*.html"):
        for name in re.findall(r'modulepreload" crossorigin href="([^"]+)"', page.read_text()):
            assert (page.parent / name).is_file(), (page, name)


@built
def test_a_first_load_is_as_small_as_the_served_apps() -> None:
    words = {file.stem: packed(file) for file in (SITE / "locale").glob("*.json")}
    assert len(words) == 32
    for page in SITE.rglob("index.html"):
        named = re.findall(r'(?:src|href)="([^"]*assets/[^"]+)"', page.read_text())
        own = packed(page) + sum(packed(page.parent / name) for name in named)
        assert own <= MOST, page
        taught = page.parent.name if page.parent.parent.name == "learn" else ""
        for language, size in words.items():
            course = SITE / "locale" / language / f"{taught}.json"
            assert own + size + (packed(course) if taught else 0) <= MOST_IN_ANY_LANGUAGE, page


def packed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def test_a_page_names_what_it_opens_from_where_it_lies() -> None:
    opened = {"play": ["assets/play-1.js"], "learn/qomet": ["assets/learn-2.js"]}
    assert files_of("play/qomet", opened) == ["assets/play-1.js"]
    assert files_of("learn/qomet", opened) == ["assets/learn-2.js"]
    found = placed(PAGE, "play/qomet", files_of("play/qomet", opened))
    assert 'rel="modulepreload" crossorigin href="../../assets/play-1.js"' in found
    assert 'href="../../icon.svg"' in found
