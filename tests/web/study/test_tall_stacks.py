"""A tall stack of Qawale shows its values step by step."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing

TALL = "x4/x4/1,x2,2/000000001212121,x2,2 1".replace(" ", "_")
VERDICT = re.compile("wins|loses|draws|not proven")


@pytest.mark.timeout(300)
def test_values_lead_along_the_path_of_a_tall_stack(visit: Callable[..., Page]) -> None:
    page = visit(f"/analyse/qawale?position={TALL}")
    for square in ("a1", "a2", "a3", "b3", "b2", "c2", "c3"):
        onward = playing.square(page, square)
        expect(onward).to_have_attribute("aria-label", VERDICT, timeout=60_000)
        onward.click()
