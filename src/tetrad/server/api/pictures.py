"""Positions as pictures, by their address."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from tetrad.matches.reading import read_position
from tetrad.pictures.svg import svg
from tetrad.server.api.analysis import PositionText
from tetrad.server.api.services import Game, problems

router = APIRouter(prefix="/api", tags=["analysis"])


@router.get(
    "/{game:game}/svg",
    responses={200: {"content": {"image/svg+xml": {}}}, **problems(400, 404, 422)},
)
async def show_picture(game: Game, position: PositionText = None) -> Response:
    """The board as an SVG picture."""
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cache-Control": "public, max-age=86400",
    }
    return Response(svg(read_position(game, position)), headers=headers, media_type="image/svg+xml")
