"""The app's words in another language, made from the gettext catalogs.

`/locale/fr.json` has most, `/locale/fr/qomet.json` the lessons of one game, and
`/locale/fr/people.json` what is said where people meet.
"""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import blake2b

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tetrad.language import LANGUAGES, PEOPLE, PSEUDO, app_catalog
from tetrad.rules import GAMES
from tetrad.server.http.answers import accepts, passed_on
from tetrad.server.http.errors import NotFoundError
from tetrad.server.pages.static import ASK_EVERY_TIME
from tetrad.server.workers.tasks import Packed


async def words(request: Request) -> Response:
    """One language as JSON; a browser that has it already gets a 304."""
    language = request.path_params["language"]
    if language not in LANGUAGES and language != PSEUDO:
        raise NotFoundError(f"there is no language {language[:20]!r}", "not-found")
    course = request.path_params.get("course", "")
    if course and course not in {*GAMES, PEOPLE}:
        raise NotFoundError(f"there are no words about {course[:20]!r}", "not-found")
    body, small, tag = _catalog(language, course)
    headers = {"ETag": tag, "Cache-Control": ASK_EVERY_TIME}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    zipped = accepts(request.headers, "gzip")
    answer = passed_on(Packed(small if zipped else body, zipped))
    answer.headers.update(headers)
    return answer


@cache
def _catalog(language: str, course: str) -> tuple[bytes, bytes, str]:
    """The words as they are, as small as they get, and what tells them from other words."""
    body = msgspec.json.encode(app_catalog(language, course))
    return body, gzip.compress(body), f'"{blake2b(body, digest_size=8).hexdigest()}"'
