"""Who is asking: a cookie for the person, a token for a seat.

Nobody needs an account. A browser gets a cookie with its first match, made by the server, and the
seats it takes remember whom it stands for; a cookie that the server has not made stands for nobody.
A seat has a token as well, for programs and other devices. The server keeps only digests of both,
so its database opens nobody's games.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.storage.secrets import digest

if TYPE_CHECKING:
    from tetrad.server.storage.persons import Known

COOKIE = "tetrad_player"
# A browser takes this one over TLS only, and from this very host.
SAFE_COOKIE = f"__Host-{COOKIE}"
COOKIE_SECONDS = 400 * 24 * 3600
# Which browser a passkey was asked for; it ends with what was asked.
PASSKEY_COOKIE = "tetrad_passkey"
# Where the one who asks is noted, for everybody who handles the request.
KNOWN = "tetrad.known"
# Noted where the token that a request brings is that of a program.
PROGRAM = "tetrad.program"

_SECRET = re.compile(r"[A-Za-z0-9_-]{20,64}")


@dataclass(frozen=True, slots=True)
class Visitor:
    """What a request brings: the person of its cookie, the digest of a seat's token, or neither."""

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
    """Whom the cookie stands for, if there is one."""
    found = known(connection)
    return found.person if found else None


def known(connection: HTTPConnection) -> Known | None:
    found: Known | None = connection.scope.get(KNOWN)
    return found


def is_safe(scope: Scope) -> bool:
    """Whether the request came over TLS."""
    return scope["scheme"] in ("https", "wss")


def cookie(connection: HTTPConnection) -> str | None:
    """The cookie of a request, if it looks like one of ours."""
    names = (SAFE_COOKIE, COOKIE) if is_safe(connection.scope) else (COOKIE,)
    given = next((text for name in names if (text := connection.cookies.get(name))), "")
    return given if _SECRET.fullmatch(given) else None


def is_outdated(connection: HTTPConnection) -> bool:
    """Whether it is time for another cookie: it is old, or has the name of a plain one over TLS."""
    found = known(connection)
    plain = is_safe(connection.scope) and SAFE_COOKIE not in connection.cookies
    return found is not None and bool(found.cookie) and (found.stale or plain)


def bearer(connection: HTTPConnection) -> str:
    """The token of a request's header, if it looks like one of ours."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and _SECRET.fullmatch(token) else ""


def _token(connection: HTTPConnection) -> str | None:
    if connection.scope.get(PROGRAM):
        return None
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


def remember(response: Response, secret: str, scope: Scope) -> None:
    """Gives the browser its cookie."""
    secure = is_safe(scope)
    name = SAFE_COOKIE if secure else COOKIE
    response.set_cookie(name, secret, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    if secure:
        response.delete_cookie(COOKIE)


def passkey_cookie(connection: HTTPConnection) -> str:
    """The cookie of the browser for which a passkey was asked, if it looks like one of ours."""
    given = connection.cookies.get(_passkey_cookie(connection.scope), "")
    return given if _SECRET.fullmatch(given) else ""


def remember_passkey(response: Response, secret: str, scope: Scope, seconds: float) -> None:
    """Gives the browser a cookie for as long as its passkey may take to answer."""
    response.set_cookie(
        _passkey_cookie(scope), secret, int(seconds), httponly=True, samesite="strict",
        secure=is_safe(scope),
    )  # fmt: skip


def _passkey_cookie(scope: Scope) -> str:
    return f"__Host-{PASSKEY_COOKIE}" if is_safe(scope) else PASSKEY_COOKIE


def forget(response: Response, scope: Scope) -> None:
    """Takes the cookie away from the browser."""
    secure = is_safe(scope)
    for name in (SAFE_COOKIE, COOKIE) if secure else (COOKIE,):
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
