"""The examples of docs/api.md, run one after the other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
EXAMPLE = re.compile(
    r"```http\n(?P<method>\w+) (?P<path>\S+)\n(?P<body>.*?)```\s+```jsonc\n(?P<answer>.*?)```",
    re.DOTALL,
)
ANYTHING = "..."


@pytest.mark.anyio
@pytest.mark.timeout(300)
async def test_the_examples_are_true(client: httpx.AsyncClient, friend: httpx.AsyncClient) -> None:
    known: dict[str, str] = {}
    examples = list(EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")))
    for example in examples:
        path, body = filled(example["path"], known), filled(example["body"], known)
        asking = friend if path.endswith("/join") else client
        answer = await asking.request(
            example["method"], path, json=json.loads(body) if body else None
        )
        documented = json.loads(re.sub(r"\s//.*", "", example["answer"]))
        compare(documented, answer.json(), known, path)
    assert len(examples) >= 10


def filled(text: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def compare(documented: Any, answer: Any, known: dict[str, str], where: str) -> None:
    """The answer has everything that is documented, and nothing else unless `...` says so."""
    if documented == ANYTHING:
        return
    if isinstance(documented, dict):
        assert isinstance(answer, dict), where
        more = documented.pop(ANYTHING, None)
        missing, extra = documented.keys() - answer.keys(), answer.keys() - documented.keys()
        assert not missing, f"{where}: {answer}"
        assert more or not extra, f"{where}: {answer}"
        for key, value in documented.items():
            compare(value, answer[key], known, f"{where} {key}")
    elif isinstance(documented, list):
        if documented[-1:] == [ANYTHING] and len(documented) < len(answer):
            answer, documented = answer[: len(documented) - 1], documented[:-1]
        assert len(documented) == len(answer), where
        for number, (one, other) in enumerate(zip(documented, answer, strict=True)):
            compare(one, other, known, f"{where} {number}")
    elif isinstance(documented, str) and re.fullmatch(r"\{(match|code)\}", documented):
        known[documented.strip("{}")] = answer
    else:
        assert documented == answer, where
