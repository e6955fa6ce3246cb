"""Pictures of positions."""

from __future__ import annotations

import httpx
import pytest

from tests.server.api.test_matches import refused


@pytest.mark.anyio
async def test_a_picture_comes_by_its_address(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/quantik/svg", params={"position": "A.../..../..../...."})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    refused(await client.get("/api/quantik/svg", params={"position": "<svg>"}), 400, "notation")
