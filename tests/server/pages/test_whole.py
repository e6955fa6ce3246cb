"""The first page that a browser asks for carries its files; later ones only name them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tetrad.server.app import create_app

pytestmark = pytest.mark.anyio

PAGE = """<!doctype html><title>Tetrad</title>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/style-1.css">
<body><div id="app"></div></body>"""
FILES = {
    "_room-1.js": {"file": "assets/room-1.js", "imports": ["index.html"]},
    "index.html": {"file": "assets/index-1.js"},
    "src/learn/page.tsx": {"file": "assets/learn-1.js", "imports": ["index.html", "_room-1.js"]},
    "src/learn/lessons/qomet.ts": {"file": "assets/qomet-1.js", "imports": ["index.html"]},
    "src/match/play.tsx": {"file": "assets/play-1.js", "imports": ["index.html", "_room-1.js"]},
}
TEXTS = {
    "assets/index-1.js": 'import(`./learn-1.js`);say("./not a file", "./room-2.css")',
    "assets/room-1.js": 'import{a}from"./index-1.js";',
    "assets/learn-1.js": 'import"./room-1.js";tag="</script><script>bad()</script>"',
    "assets/qomet-1.js": "export let lessons=1",
    "assets/play-1.js": "export let play=1",
    "assets/style-1.css": "h1{color:red}",
    "first.js": "start()",
}
SCRIPT = re.compile(r'<script id="([\w.-]+)" ([^>]*)>(.*?)</script>', re.S)


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "assets").mkdir()
    for name, text in {**TEXTS, "index.html": PAGE, "pages.json": json.dumps(FILES)}.items():
        (tmp_path / name).write_text(text)
    app = create_app(str(tmp_path / "tetrad.db"), tmp_path)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as client,
    ):
        yield client


async def test_a_first_page_carries_what_it_needs_and_no_more(client: httpx.AsyncClient) -> None:
    answer = await client.get("/learn/qomet")
    names = [name for name, _, _ in SCRIPT.findall(answer.text)]
    assert sorted(names) == ["first.js", "index-1.js", "learn-1.js", "qomet-1.js", "room-1.js"]
    assert TEXTS["assets/style-1.css"] in answer.text
    assert 'src="' not in answer.text
    assert "link" not in answer.headers
    assert answer.headers["cache-control"] == "private, no-cache"


async def test_modules_name_each_other_without_a_folder(client: httpx.AsyncClient) -> None:
    texts = {name: text for name, _, text in SCRIPT.findall((await client.get("/play/x")).text)}
    assert texts["index-1.js"] == 'import(`learn-1.js`);say("./not a file", "./room-2.css")'
    assert texts["room-1.js"] == 'import{a}from"index-1.js";'


async def test_the_loader_knows_every_module_the_one_to_start_with_first(
    client: httpx.AsyncClient,
) -> None:
    [(_, attributes, text)] = [
        found for found in SCRIPT.findall((await client.get("/")).text) if found[0] == "first.js"
    ]
    assert text == "start()"
    listed = re.search(r'data-files="(.*)"', attributes)
    assert listed
    assert listed[1] == "index-1.js room-1.js learn-1.js qomet-1.js play-1.js"


async def test_no_text_of_a_module_ends_its_element(client: httpx.AsyncClient) -> None:
    texts = {
        name: text for name, _, text in SCRIPT.findall((await client.get("/learn/qomet")).text)
    }
    assert texts["learn-1.js"].endswith(r'tag="<\/script><script>bad()<\/script>"')


async def test_only_what_has_the_number_of_the_answer_runs(client: httpx.AsyncClient) -> None:
    answers = [await client.get("/") for _ in range(2)]
    numbers = []
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        [number] = set(re.findall(r"'nonce-([\w-]+)'", policy))
        assert "unsafe" not in policy
        assert set(re.findall(r'nonce="(.*?)"', answer.text)) == {number}
        assert answer.text.count(f'nonce="{number}"') == 2  # the style sheet and the loader
        numbers.append(number)
    assert numbers[0] != numbers[1]


async def test_a_browser_that_has_the_files_is_only_told_their_names(
    client: httpx.AsyncClient,
) -> None:
    client.cookies.set("tetrad_files", "index-1.js")
    answer = await client.get("/learn/qomet")
    assert SCRIPT.findall(answer.text) == []
    assert 'src="/assets/index-1.js"' in answer.text
    assert "</assets/learn-1.js>; rel=modulepreload" in answer.headers["link"]
    assert "nonce" not in answer.headers["content-security-policy"]


async def test_files_of_an_older_build_do_not_count(client: httpx.AsyncClient) -> None:
    client.cookies.set("tetrad_files", "index-0.js")
    assert SCRIPT.findall((await client.get("/")).text)


@pytest.mark.parametrize("missing", ["first.js", "assets/room-1.js", "assets/style-1.css"])
async def test_a_build_under_way_is_no_failure(
    client: httpx.AsyncClient, tmp_path: Path, missing: str
) -> None:
    (tmp_path / missing).unlink()
    answer = await client.get("/learn/qomet")
    assert answer.status_code == 200
    assert 'src="/assets/index-1.js"' in answer.text


async def test_a_build_without_its_list_is_no_failure(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "pages.json").write_text("{")
    client.cookies.set("tetrad_files", "index-1.js")
    assert 'src="/assets/index-1.js"' in (await client.get("/")).text


async def test_a_module_that_would_hide_the_rest_of_the_page_is_only_named(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "assets/index-1.js").write_text("if(a<!--b)c()")
    assert 'src="/assets/index-1.js"' in (await client.get("/")).text


async def test_modules_may_import_each_other(client: httpx.AsyncClient, tmp_path: Path) -> None:
    files = {**FILES, "index.html": {"file": "assets/index-1.js", "imports": ["_room-1.js"]}}
    (tmp_path / "pages.json").write_text(json.dumps(files))
    names = [name for name, _, _ in SCRIPT.findall((await client.get("/")).text)]
    assert names == ["index-1.js", "room-1.js", "first.js"]
