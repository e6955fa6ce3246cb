"""The pinned requirements are complete, hashed and free of addresses."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "requirements").glob("*.txt"))


def requirements(path: Path) -> list[str]:
    """The requirements of a file, each with its continuation lines joined."""
    lines = re.sub(r"\s*#.*", "", path.read_text()).replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip()]


def names(specifiers: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", text.replace("_", "-"), maxsplit=1)[0] for text in specifiers}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_requirements_carry_no_address(path: Path) -> None:
    assert not re.search(r"://|^\s*-(?!-hash)", path.read_text().replace("    --hash", ""), re.M)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_requirement_is_pinned_with_hashes(path: Path) -> None:
    assert requirements(path)
    for line in requirements(path):
        assert re.match(r"[\w.\[\],-]+==\S+ (; .+ )?\s*--hash=sha256:[0-9a-f]{64}", line), line


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert names(wanted) <= names(requirements(ROOT / "requirements" / "dev.txt"))
