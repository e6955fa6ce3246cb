"""Pictures of positions."""

from __future__ import annotations

from xml.etree import ElementTree

import httpx
import pytest
from tests.server.api.test_matches import refused

from tetrad.pictures.svg import svg
from tetrad.rules import GAMES, Qawale, Qomet, Quantik

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_picture_says_what_it_shows(game: str) -> None:
    picture = ElementTree.fromstring(svg(GAMES[game].start()))
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == f"{game.capitalize()}: {GAMES[game].start()}"


def test_the_winning_squares_are_ringed() -> None:
    won = Quantik.parse("..../..../..../AbCd")
    assert svg(won).count('stroke="#b3261e"') == 4
    square = Qomet.parse(".../.../.11/2..11../.../.../2.2 2 -")
    assert svg(square).count('stroke="#b3261e"') == 4


def test_every_pebble_is_drawn() -> None:
    tall = Qawale.parse("00000012121212,x2,0/x3,1/x4/x,2,x,0 1")
    assert svg(tall).count("<ellipse") == 18


@pytest.mark.anyio
async def test_a_picture_comes_by_its_address(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/quantik/svg", params={"position": "A.../..../..../...."})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    refused(await client.get("/api/quantik/svg", params={"position": "<svg>"}), 400, "notation")
