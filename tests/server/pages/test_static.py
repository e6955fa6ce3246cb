"""The built pages: caching, compression, and addresses that only the app knows."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tetrad.server.app import create_app

pytestmark = pytest.mark.anyio


async def test_every_page_of_the_app_is_the_index(client: httpx.AsyncClient) -> None:
    for path in ("/", "/play/abc1", "/analyse/quantik", "/index.html", "/people/Dr. No"):
        answer = await client.get(path)
        assert (answer.status_code, "Tetrad" in answer.text) == (200, True), path
        assert answer.headers["cache-control"].endswith("no-cache")
        assert answer.headers["content-type"].startswith("text/html")


async def test_hashed_files_are_kept_for_a_year(client: httpx.AsyncClient) -> None:
    answer = await client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert answer.text == "console.log('plain')"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", None)],
)
async def test_compressed_twins_are_sent_where_they_are_understood(
    client: httpx.AsyncClient, accepted: str, sent: str | None
) -> None:
    headers = {"Accept-Encoding": accepted}
    answer = await client.head("/assets/app-1a2b.js", headers=headers)
    assert answer.headers.get("content-encoding") == sent
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_a_hashed_file_is_the_same_whether_it_was_read_before_or_not(
    client: httpx.AsyncClient,
) -> None:
    for encoding, length in (("br", 6), ("gzip", 4), ("identity", 20)):
        headers = {"Accept-Encoding": encoding}
        asked = client.build_request("GET", "/assets/app-1a2b.js", headers=headers)
        told = [dict((await client.send(asked, stream=True)).headers) for _ in range(3)]
        assert told[0] == told[1] == told[2]
        assert told[0]["content-length"] == str(length)
        known = headers | {"If-None-Match": told[0]["etag"]}
        assert (await client.get("/assets/app-1a2b.js", headers=known)).status_code == 304
    part = {"Accept-Encoding": "identity", "Range": "bytes=0-6"}
    answer = await client.get("/assets/app-1a2b.js", headers=part)
    assert (answer.status_code, answer.text) == (206, "console")


async def test_an_unchanged_page_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/")
    again = await client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_files_that_are_not_there_are_not_found(client: httpx.AsyncClient) -> None:
    hostile = ("/%00.js", f"/{'a' * 300}.js", "/assets/%ff.js", "/assets/app-1a2b.js/x.js")
    outside = ("/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd.txt")
    for path in ("/assets/gone.js", *outside, *hostile):
        answer = await client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]["code"] == "not-found"


async def test_pages_take_no_posts(client: httpx.AsyncClient) -> None:
    assert (await client.post("/")).status_code == 405


async def test_without_a_bundle_the_page_says_what_to_do(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "tetrad.db"), tmp_path / "nowhere")
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
            answer = await client.get("/")
    assert answer.status_code == 200
    assert "make play" in answer.text
