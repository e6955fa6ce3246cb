"""The static edition as files: every page can be served as it is, from anywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wasm.site import POLICY, files_of, placed

SITE = Path(__file__).parents[2] / "site"
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


def test_a_page_names_what_it_opens_from_where_it_lies() -> None:
    opened = {"play": ["assets/play-1.js"], "learn/qomet": ["assets/learn-2.js"]}
    assert files_of("play/qomet", opened) == ["assets/play-1.js"]
    assert files_of("learn/qomet", opened) == ["assets/learn-2.js"]
    found = placed(PAGE, "play/qomet", files_of("play/qomet", opened))
    assert 'rel="modulepreload" crossorigin href="../../assets/play-1.js"' in found
    assert 'href="../../icon.svg"' in found
