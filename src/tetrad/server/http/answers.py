"""Answers as bytes: JSON, encoded here or by the process that found the answer."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from tetrad.server.workers.tasks import LARGE, Packed


class Json(Response):
    """An answer whose content is ready to be encoded as it is."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def passed_on(packed: Packed) -> Response:
    """An answer that another process has encoded and, where it is large, compressed."""
    answer = Response(packed.body, media_type=Json.media_type)
    if packed.zipped:
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers.add_vary_header("Accept-Encoding")
    return answer


async def zipped(answer: Response, headers: Headers) -> Response:
    """Compresses a large answer in another thread, which does not keep the others waiting."""
    if len(answer.body) >= LARGE and accepts(headers, "gzip"):
        body = await asyncio.to_thread(gzip.compress, bytes(answer.body), 5)
        return passed_on(Packed(body, True))
    return answer


def accepts(headers: Headers, encoding: str) -> bool:
    """Whether a browser takes this content encoding."""
    offered = headers.get("accept-encoding", "").lower().split(",")
    wanted = {each.split(";")[0].strip() for each in offered if ";q=0" not in each.replace(" ", "")}
    return encoding in wanted
