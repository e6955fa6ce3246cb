"""The whole API against its own OpenAPI document, with whatever schemathesis thinks of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from tests.server.conftest import Server
from tetrad.rules import GAMES
from tetrad.server.app import create_app

pytestmark = pytest.mark.timeout(400)

load_all_checks()
# Texts that are no positions have the right shape all the same.
CHECKED: list[Any] = [
    check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"
]
ON_A_MATCH: Any = CHECKS.get_by_names(
    ["not_a_server_error", "status_code_conformance", "response_schema_conformance"]
)
BRIEF = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("openapi") / "openapi.db", "--port", "0")
    for game in GAMES:
        httpx.get(f"{server.address}/api/{game}", params={"time": 0.1}, timeout=300)
    yield server
    server.stop()


@pytest.fixture(scope="module", autouse=True)
def seat(running: Server) -> tuple[str, dict[str, str]]:
    """A match, and the cookie of its players; made before other requests use up the limit."""
    answer = httpx.post(f"{running.address}/api/matches", json={"game": "qomet"}, timeout=60)
    return answer.json()["id"], dict(answer.cookies)


# Answers that go on for as long as somebody listens.
STREAMS = "/stream$"
# What schemathesis takes for a refusal, and 413 for a body that is too large to be read.
REFUSED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
schema = schemathesis.openapi.from_dict(
    create_app("unused.db").openapi(),
    config=SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
    ),
)


@schema.exclude(path_regex=STREAMS).parametrize()
@BRIEF
def test_whatever_is_sent_the_answer_is_as_documented(
    case: schemathesis.Case[Any], running: Server
) -> None:
    hurry(case.query)
    hurry(case.body)
    case.call_and_validate(base_url=running.address, checks=CHECKED)


@schema.include(path_regex="match_id").exclude(path_regex=STREAMS).parametrize()
@BRIEF
def test_whatever_is_sent_to_a_match_the_answer_is_as_documented(
    case: schemathesis.Case[Any], running: Server, seat: tuple[str, dict[str, str]]
) -> None:
    case.path_parameters["match_id"], cookies = seat
    case.call_and_validate(base_url=running.address, checks=ON_A_MATCH, cookies=cookies)


def hurry(part: Any) -> None:
    """Lets the engine think for a moment only."""
    if isinstance(part, dict) and isinstance(seconds := part.get("time"), float):
        part["time"] = min(seconds, 0.01) if seconds <= 5 else seconds
