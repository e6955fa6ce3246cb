"""Answers as bytes: JSON, and compressed JSON where it is large."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

# From this many bytes on, compressing takes long enough to keep others waiting.
LARGE = 32 * 1024


class Json(Response):
    """An answer whose content is ready to be encoded as it is."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def packed(content: Any, accepted: Headers) -> Response:
    """A large answer, encoded and compressed where it is made: not in the event loop."""
    answer = Json(content)
    if len(answer.body) >= LARGE and accepts(accepted, "gzip"):
        answer.body = gzip.compress(answer.body, 5)
        answer.headers["Content-Length"] = str(len(answer.body))
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers.add_vary_header("Accept-Encoding")
    return answer


def accepts(headers: Headers, encoding: str) -> bool:
    """Whether a browser takes this content encoding."""
    offered = headers.get("accept-encoding", "").lower().split(",")
    wanted = {each.split(";")[0].strip() for each in offered if ";q=0" not in each.replace(" ", "")}
    return encoding in wanted
