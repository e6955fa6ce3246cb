"""A page brings the answers to what it asks first, the same answers and nobody else's, and names
the files that it opens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tetrad.rules import GAMES
from tetrad.server.app import create_app
from tetrad.server.pages import preload as ahead

pytestmark = pytest.mark.anyio
ELEMENT = re.compile(r'<script type="application/json" id="ahead">(.*?)</script></body>', re.S)
LINE = "@d4,@a1,d4-d5"


async def brought(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """The questions that a page answers by itself, with the answers."""
    found = ELEMENT.search((await client.get(path)).text)
    answers: dict[str, Any] = json.loads(found[1]) if found else {}
    return answers


async def created(client: httpx.AsyncClient, **more: Any) -> Any:
    wish = {"game": "qawale", "first": {"kind": "human"}, "second": {"kind": "human"}, **more}
    return (await client.post("/api/matches", json=wish)).json()


async def test_no_cache_between_keeps_a_page_with_answers(client: httpx.AsyncClient) -> None:
    for path in ("/games", "/analyse/qomet"):
        assert (await client.get(path)).headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("path", "questions"),
    [
        ("/", ["/api/matches?mine=1", "/api/puzzles/daily"]),
        ("/games", ["/api/matches?mine=1"]),
        ("/analyse/qomet", ["/api/qomet/board"]),
        (
            "/analyse/quantik?position=..../.A../..b./....",
            ["/api/quantik/board?position=....%2F.A..%2F..b.%2F...."],
        ),
        ("/play/qomet", []),
        ("/match/nobody", []),
        ("/match/%0d%0aX", []),
        ("/analyse/chess", []),
        ("/analyse/qomet?position=nonsense", []),
        ("/analyse/qomet?match=../x", []),
        ("/analyse/qomet?at=" + "9" * 5000, ["/api/qomet/board"]),
        ("/analyse/qomet?at=-1", ["/api/qomet/board"]),
        ("/meet", ["/api/seeks", "/api/watch"]),
        ("/account", []),
        ("/tournaments/nowhere", []),
        ("/tournaments/../x", []),
        ("/people", ["/api/people?game=quantik&kind=fast"]),
        ("/people?game=qomet&kind=days", ["/api/people?game=qomet&kind=days"]),
        ("/people?game=chess", ["/api/people?game=quantik&kind=fast"]),
        ("/people/Nobody%20here", []),
    ],
)
async def test_a_page_answers_what_its_address_makes_it_ask(
    client: httpx.AsyncClient, path: str, questions: list[str]
) -> None:
    answers = await brought(client, path)
    assert list(answers) == questions
    for question, answer in answers.items():
        assert (await client.get(question)).json() == answer


async def test_the_page_of_a_match_brings_the_match(client: httpx.AsyncClient) -> None:
    match = (await created(client))["match"]
    (state,) = (await brought(client, f"/match/{match['id']}")).values()
    assert state == (await client.get(f"/api/matches/{match['id']}")).json()
    assert state["you"] == [1, 2]
    assert state["choices"] == match["choices"] != {}


async def test_the_page_of_a_tournament_brings_it_and_who_looks_on(
    client: httpx.AsyncClient,
) -> None:
    arena = {"kind": "arena", "game": "qomet", "clock": {"base": 180}, "name": "Cup"}
    made = (await client.post("/api/tournaments", json=arena)).json()["id"]
    answers = await brought(client, f"/tournaments/{made}")
    assert list(answers) == [f"/api/tournaments/{made}", "/api/me"]
    assert answers[f"/api/tournaments/{made}"]["name"] == "Cup"
    listed = (await brought(client, "/tournaments"))["/api/tournaments"]["tournaments"]
    assert made in [each["id"] for each in listed]


async def test_who_holds_no_seat_is_told_as_much(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    match = (await created(client))["match"]
    (state,) = (await brought(stranger, f"/match/{match['id']}")).values()
    assert state["you"] == []
    assert (await brought(stranger, "/games")).popitem()[1] == {"matches": []}


async def test_a_name_cannot_end_the_element_it_stands_in(client: httpx.AsyncClient) -> None:
    name = "</script><script>alert(1)//"
    made = await created(client, first={"kind": "human", "name": name})
    page = (await client.get(f"/match/{made['id']}")).text
    assert "alert" in page
    assert "<script>alert" not in page
    (state,) = (await brought(client, f"/match/{made['id']}")).values()
    assert state["players"]["1"]["name"] == name


@pytest.mark.parametrize(("at", "plies"), [("", 3), ("&at=1", 1), ("&at=x", 3)])
async def test_a_line_under_study_comes_with_every_board(
    client: httpx.AsyncClient, at: str, plies: int
) -> None:
    answers = list((await brought(client, f"/analyse/qomet?moves={LINE}{at}")).values())
    assert [answer["played"] and answer["played"]["move"] for answer in answers] == [
        None,
        *LINE.split(",")[:plies],
    ]


async def test_a_line_with_an_illegal_move_ends_before_it(client: httpx.AsyncClient) -> None:
    assert len(await brought(client, "/analyse/qomet?moves=@d4,@d4,@a1")) == 2


async def test_a_match_under_study_comes_with_its_boards(client: httpx.AsyncClient) -> None:
    match = (await created(client, game="qomet"))["match"]
    played = {"move": "@d4", "seq": match["seq"]}
    await client.post(f"/api/matches/{match['id']}/moves", json=played)
    answers = await brought(client, f"/analyse/qomet?match={match['id']}")
    assert len(answers) == 3


@pytest.mark.parametrize("wish", ["", "?daily=1", "?difficulty=2"])
async def test_a_puzzle_comes_with_its_board(client: httpx.AsyncClient, wish: str) -> None:
    answers = await brought(client, f"/puzzles/quantik{wish}")
    question, board_of = answers
    assert question == f"/api/puzzles/quantik{wish}"
    assert answers[board_of]["position"] == answers[question]["puzzle"]["position"]


async def test_the_named_puzzle_comes(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/puzzles/quantik/list")).json()["puzzles"]
    answers = await brought(client, f"/puzzles/quantik?id={listed[3]['id']}")
    assert next(iter(answers.values()))["puzzle"]["id"] == listed[3]["id"]


@pytest.mark.parametrize(
    ("wanted", "lesson"), [("", 0), ("?lesson=2", 1), ("?lesson=99", 1), ("?lesson=-1", 0)]
)
async def test_a_lesson_comes_with_its_board(
    client: httpx.AsyncClient, pages: Path, wanted: str, lesson: int
) -> None:
    start = GAMES["qomet"].start()
    positions = [str(start), str(start.play("@d4"))]
    (pages / ahead.LESSONS).write_text(json.dumps({"qomet": positions}))
    (answer,) = (await brought(client, f"/learn/qomet{wanted}")).values()
    assert answer["position"] == positions[lesson]


async def test_what_is_too_much_for_a_page_is_left_to_ask(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "MOST_BYTES", 500)
    assert len(await brought(client, f"/analyse/qomet?moves={LINE}")) == 1


async def test_a_page_is_shown_even_without_a_database(pages: Path, tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "tetrad.db"), pages)  # nobody has made its tables
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://tetrad.test") as client:
        answer = await client.get("/match/abc123")
    await app.state.services.store.close()
    assert answer.status_code == 200
    assert "ahead" not in answer.text


FILES = {
    "play": ["assets/play-1.js", "assets/room-1.js"],
    "learn/qomet": ["assets/learn-1.js", "assets/room-1.js", "assets/qomet-1.js"],
}
LINK = re.compile(r'<link rel="(?:modulepreload|preload" as="fetch)" crossorigin href="/(.*?)">')


@pytest.fixture
def listed(pages: Path) -> Iterator[None]:
    """A build that has listed its files."""
    (pages / ahead.FILES).write_text(json.dumps(FILES))
    yield
    (pages / ahead.FILES).unlink()


async def named(client: httpx.AsyncClient, path: str, **headers: str) -> list[str]:
    """The files that the head of a page names."""
    answer = await client.get(path, headers={"Accept-Language": "en", **headers})
    return LINK.findall(answer.text.partition("</head>")[0])


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("/", []),
        ("/play/quantik", FILES["play"]),
        ("/play", FILES["play"]),
        ("/learn/qomet", FILES["learn/qomet"]),
        ("/learn/chess", []),
        ("/match/a>b", []),
        ("/match/%0d%0aX", []),
    ],
)
async def test_a_page_names_its_files(
    client: httpx.AsyncClient, path: str, files: list[str]
) -> None:
    assert await named(client, path) == files


@pytest.mark.parametrize("text", ["", "{"])
async def test_a_build_without_its_list_is_no_failure(
    client: httpx.AsyncClient, pages: Path, listed: None, text: str
) -> None:
    (pages / ahead.FILES).write_text(text)
    assert await named(client, "/learn/qomet") == []


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/nowhere", {"Accept-Language": "de-AT,en;q=0.5"}, "de"),
        ("/nowhere", {"Accept-Language": "de", "Cookie": "tetrad_lang=fr"}, "fr"),
        ("/nowhere?lang=zh-TW", {"Accept-Language": "de"}, "zh-Hant"),
        ("/nowhere?lang=../x", {}, None),
        ("/nowhere", {}, None),
    ],
)
async def test_the_words_come_along_in_the_language_to_be_shown(
    client: httpx.AsyncClient, path: str, headers: dict[str, str], language: str | None
) -> None:
    wanted = [f"locale/{language}.json"] if language else []
    assert await named(client, path, **headers) == wanted


async def test_a_course_brings_the_words_of_its_lessons(client: httpx.AsyncClient) -> None:
    found = await named(client, "/learn/qomet", **{"Accept-Language": "de"})
    assert found[-2:] == ["locale/de.json", "locale/de/qomet.json"]
    assert (await client.get("/locale/de/qomet.json")).json()["messages"]
    assert (await client.get("/locale/de/chess.json")).status_code == 404


async def test_pages_about_people_bring_their_words(client: httpx.AsyncClient) -> None:
    found = await named(client, "/tournaments", **{"Accept-Language": "de"})
    assert found[-2:] == ["locale/de.json", "locale/de/people.json"]
    assert (await client.get("/locale/de/people.json")).json()["messages"]


async def test_words_are_the_same_as_small_as_they_get_and_as_they_are(
    client: httpx.AsyncClient,
) -> None:
    small = await client.get("/locale/el.json", headers={"Accept-Encoding": "gzip"})
    plain = await client.get("/locale/el.json", headers={"Accept-Encoding": "identity"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert small.json() == plain.json()
    again = await client.get("/locale/el.json", headers={"If-None-Match": small.headers["ETag"]})
    assert again.status_code == 304
