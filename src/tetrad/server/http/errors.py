"""What can go wrong, and the one map from error to HTTP status.

Every answer that is no success has the same form:

    {"error": {"code": "illegal-move", "message": "B@a1 is not legal in ...", "reason": {...}}}
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tetrad.matches import refusals
from tetrad.matches.refusals import (
    NotFoundError as NotFoundError,
)
from tetrad.matches.refusals import (
    RefusedError,
)
from tetrad.matches.refusals import (
    TooLargeError as TooLargeError,
)
from tetrad.matches.refusals import (
    UnprocessableError as UnprocessableError,
)
from tetrad.message import Wording
from tetrad.server.api.schema import Failure, Problem
from tetrad.server.http.answers import Json
from tetrad.server.http.headers import headers
from tetrad.server.storage.database import AwayError

# Translators: the answer to more than the server can do; a sentence of its own, as all answers are
TOO_MANY = Wording("too-many", "too many requests; wait a moment and try again")
# What comes after a request that is refused is read no faster.
SECONDS_BETWEEN_PARTS = 1.0


class UnauthorizedError(RefusedError):
    """The request does not say who is asking."""


class TooManyError(RefusedError):
    """Too many requests; `wait` is the number of seconds after which to try again.

    Who asks thousands of times is told so after a while only.
    """

    def __init__(self, wait: float, told_after: float = 0.0) -> None:
        super().__init__(TOO_MANY())
        self.wait, self.told_after = wait, told_after


class ClientGoneError(RefusedError):
    """Nobody waits for the answer any more."""


# The first class that fits decides, so special cases come before general ones.
STATUS: Mapping[type[Exception], HTTPStatus | int] = {
    UnauthorizedError: HTTPStatus.UNAUTHORIZED,
    **refusals.STATUS,
    TooManyError: HTTPStatus.TOO_MANY_REQUESTS,
    ClientGoneError: 499,
    AwayError: HTTPStatus.SERVICE_UNAVAILABLE,
}


def status(error: Exception) -> int:
    return next(int(code) for kind, code in STATUS.items() if isinstance(error, kind))


def problem(error: Exception) -> Problem:
    """The error as clients see it, over HTTP and over a WebSocket."""
    return refusals.problem(error)  # type: ignore[return-value]


def failure(code: str, message: str) -> Failure:
    return {"error": {"code": code, "message": message}}


async def _refused(_request: Request, error: Exception) -> Response:
    return refusal(error)


def refusal(error: Exception) -> Response:
    told = {"error": problem(error)}
    if not isinstance(error, TooManyError):
        return Json(told, status(error))
    answer = Later(told, status(error), {"Retry-After": str(int(error.wait) + 1)})
    answer.seconds = error.told_after
    return answer


class Later(Json):
    """An answer that is sent after a while, or as soon as nobody waits for it any more."""

    seconds = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await while_there(receive, self.seconds)
        await super().__call__(scope, receive, send)


async def while_there(receive: Receive, seconds: float) -> None:
    """Waits as long as the client does, so many seconds at most, and for no server that stops."""
    if not seconds:
        return
    with contextlib.suppress(TimeoutError, asyncio.CancelledError):
        async with asyncio.timeout(seconds):
            while not (message := await receive())["type"].endswith(".disconnect"):
                if message.get("more_body"):
                    await asyncio.sleep(SECONDS_BETWEEN_PARTS)


async def _wrong_shape(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [f"{_place(each['loc'])}: {each['msg']}" for each in error.errors()[:3]]
    return Json(failure("shape", "; ".join(parts)), HTTPStatus.UNPROCESSABLE_ENTITY)


def _place(location: tuple[Any, ...]) -> str:
    return ".".join(str(part)[:40] for part in location[1:]) or str(location[0])


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    phrase = HTTPStatus(error.status_code).phrase
    code = phrase.lower().replace(" ", "-")
    more = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        more["Allow"] = ", ".join(sorted(_methods(request))) or "GET, HEAD"
    return Json(failure(code, str(error.detail)), error.status_code, more)


def _methods(request: Request) -> set[str]:
    """Every method of this address; the framework names only those of its first route."""
    routes: list[Route] = request.app.state.api_routes
    fitting = [route for route in routes if route.path_regex.match(request.url.path)]
    return {method for route in fitting for method in route.methods or ()}


async def _unexpected(request: Request, _error: Exception) -> Response:
    """Given outside of everything else, so that it brings its own headers."""
    told = failure("internal", "Something went wrong on our side; please try again.")
    return Json(told, 500, headers(safe=request.url.scheme == "https"))


def install(app: FastAPI) -> None:
    """Makes the app answer every error in the one form."""
    for kind in (*STATUS, RefusedError):
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _wrong_shape)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _unexpected)
