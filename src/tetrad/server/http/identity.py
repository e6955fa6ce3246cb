"""Who is asking: a cookie for the person, a token for a seat.

Nobody needs an account. A browser gets a random cookie with its first match; the seats it takes
remember it. A seat has a token as well, for programs and other devices. The server keeps only
digests of both, so its database opens nobody's games.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tetrad.server.http.errors import UnauthorizedError

COOKIE = "tetrad_player"
COOKIE_SECONDS = 400 * 24 * 3600

# No letters that look like digits: people read these aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MATCH_ID_LENGTH = 10
INVITE_LENGTH = 8

_SECRET = re.compile(r"[A-Za-z0-9_-]{20,64}")


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_match_id() -> str:
    return _word(MATCH_ID_LENGTH)


def new_invite() -> str:
    return _word(INVITE_LENGTH)


def _word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Visitor:
    """The digests of what a request brings: the person's cookie, a seat's token, or neither."""

    player: str | None = None
    token: str | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """A token speaks for its seat alone, whoever's browser it comes from."""
        return (self.token,) if self.token else (self.player,) if self.player else ()


def visitor(connection: HTTPConnection) -> Visitor:
    """Reads cookie and token; a token that cannot be one is refused."""
    return Visitor(person(connection), _token(connection))


def person(connection: HTTPConnection) -> str | None:
    """The digest of the cookie, if there is one."""
    cookie = connection.cookies.get(COOKIE, "")
    return digest(cookie) if _SECRET.fullmatch(cookie) else None


def _token(connection: HTTPConnection) -> str | None:
    header = connection.headers.get("authorization")
    token = (
        connection.query_params.get("token") if connection.scope["type"] == "websocket" else None
    )
    if header is not None:
        scheme, _, token = header.partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
    if token is None:
        return None
    if not _SECRET.fullmatch(token):
        raise UnauthorizedError("that is no seat token; join the match to get one", "bad-token")
    return digest(token)


def remember(response: Response, player: str, *, secure: bool) -> None:
    """Gives the browser its cookie."""
    response.set_cookie(
        COOKIE, player, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
    )
