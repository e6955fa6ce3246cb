"""A page's first bytes name what it will need next, and nothing that it does not."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from tetrad.server.app import create_app

pytestmark = pytest.mark.anyio
Links = Callable[..., Awaitable[list[str]]]

FILES = {
    "index.html": {"file": "assets/index-1.js", "imports": ["_words-1.js"]},
    "_words-1.js": {"file": "assets/words-1.js"},
    "_table-1.js": {
        "file": "assets/table-1.js",
        "imports": ["_words-1.js", "index.html"],
        "css": ["assets/table-1.css"],
    },
    "src/learn/page.tsx": {"file": "assets/learn-1.js", "imports": ["index.html", "_table-1.js"]},
    "src/learn/lessons/qomet.ts": {"file": "assets/qomet-1.js", "imports": ["_words-1.js"]},
}


@pytest.fixture
async def links(tmp_path: Path) -> AsyncIterator[Links]:
    (tmp_path / "index.html").write_text("<!doctype html><title>Tetrad</title>")
    (tmp_path / "pages.json").write_text(json.dumps(FILES))
    app = create_app(str(tmp_path / "tetrad.db"), tmp_path)
    transport = httpx.ASGITransport(app)

    async def ask(path: str, **headers: str) -> list[str]:
        async with httpx.AsyncClient(transport=transport, base_url="http://tetrad.test") as client:
            answer = await client.get(path, headers={"Accept-Language": "en", **headers})
        return [link for link in answer.headers.get("link", "").split(", ") if link]

    async with app.router.lifespan_context(app):
        yield ask


async def test_a_page_names_its_files_but_not_those_of_the_first_page(links: Links) -> None:
    found = await links("/learn/qomet")
    assert found == [
        "</assets/learn-1.js>; rel=modulepreload; crossorigin",
        "</assets/table-1.css>; rel=preload; as=style; crossorigin",
        "</assets/table-1.js>; rel=modulepreload; crossorigin",
        "</assets/qomet-1.js>; rel=modulepreload; crossorigin",
    ]


@pytest.mark.parametrize("path", ["/match/a>b", "/match/%0d%0aX", "/learn/chess", "/analyse/x"])
async def test_an_odd_address_names_nothing_odd(links: Links, path: str) -> None:
    found = await links(path)
    assert all(link.startswith("</assets/") for link in found)


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/nowhere", {"Accept-Language": "de-AT,en;q=0.5"}, "de"),
        ("/nowhere", {"Accept-Language": "de", "Cookie": "tetrad_lang=fr"}, "fr"),
        ("/nowhere?lang=zh-TW", {"Accept-Language": "de"}, "zh-Hant"),
        ("/nowhere?lang=../x", {}, None),
    ],
)
async def test_the_words_come_along_in_the_language_to_be_shown(
    links: Links, path: str, headers: dict[str, str], language: str | None
) -> None:
    found = await links(path, **headers)
    wanted = [f"</locale/{language}.json>; rel=preload; as=fetch; crossorigin"] if language else []
    assert found == wanted


async def test_a_server_without_built_pages_says_nothing(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "tetrad.db"), tmp_path)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://tetrad.test") as client:
        assert "link" not in (await client.get("/learn/qomet")).headers
