"""Wheel and sdist hold what they need, the built app above all; one place has the version."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import hatch_build
import tetrad

ROOT = Path(__file__).parents[2]
STATIC = "tetrad/server/static/index.html"
# A stand-in that is quick: it builds a page without looking at the sources.
NPM = """#!/bin/sh
test "$1" = run || exit 0
mkdir -p ../src/tetrad/server/static
echo '<title>Tetrad</title>' > ../src/tetrad/server/static/index.html
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh clone, in which nothing has been built."""
    clone = tmp_path / "clone"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("docs/", "tests/")):
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    return clone


def built(clone: Path, *tools: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Builds both packages, with these folders of tools and no others."""
    path = os.pathsep.join([*map(str, tools), "/usr/bin", "/bin"])
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", "dist"],
        cwd=clone,
        env={**os.environ, "PATH": path, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def names(clone: Path) -> tuple[set[str], set[str]]:
    """What is in the wheel and what is in the sdist."""
    (wheel,), (sdist,) = clone.glob("dist/*.whl"), clone.glob("dist/*.tar.gz")
    with zipfile.ZipFile(wheel) as inside, tarfile.open(sdist) as packed:
        return set(inside.namelist()), {name.partition("/")[2] for name in packed.getnames()}


def test_building_from_a_fresh_clone_builds_the_app(clone: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "npm").write_text(NPM)
    (tools / "npm").chmod(0o755)
    run = built(clone, tools)
    assert run.returncode == 0, run.stderr
    wheel, sdist = names(clone)
    assert STATIC in wheel
    assert f"tetrad-{tetrad.__version__}.dist-info/METADATA" in wheel
    assert {f"src/{STATIC}", "hatch_build.py", "web/package-lock.json", "README.md"} <= sdist
    assert not any("node_modules" in name for name in sdist)


def test_without_npm_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(hatch_build.AppError, match=r"run 'make web', install Node 20 or newer"):
        hatch_build.require_app(tmp_path)


def test_a_package_without_the_app_must_be_asked_for(clone: Path) -> None:
    run = built(clone, TETRAD_WITHOUT_APP="1")
    assert run.returncode == 0, run.stderr
    wheel, _sdist = names(clone)
    assert STATIC not in wheel
    assert "tetrad/rules/quantik.py" in wheel
    steps = "tetrad/server/storage/migrations/versions/"
    assert {
        "tetrad/server/storage/migrations/env.py",
        f"{steps}r0001_matches_events_keys.py",
    } <= wheel


@pytest.mark.nightly
def test_the_real_app_is_built_from_a_fresh_clone(clone: Path) -> None:
    npm = shutil.which("npm")
    assert npm
    run = built(clone, Path(npm).parent)
    assert run.returncode == 0, run.stderr
    wheel, _sdist = names(clone)
    assert any(name.endswith(".js") for name in wheel)


def test_one_place_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dynamic"] == ["version"]
    assert "version" not in project
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text())
