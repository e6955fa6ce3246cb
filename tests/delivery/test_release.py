"""What is released: a wheel that works where there is neither Node nor a compiler."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import pytest

import tetrad

ROOT = Path(__file__).parents[2]
APP = ROOT / "src" / "tetrad" / "server" / "static" / "index.html"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not APP.is_file(), reason="the app is not built: run 'make web'"),
]


def build(source: Path, target: str, out: Path) -> Path:
    """One package, built with nothing but Python in reach."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=source, env=bare(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (package,) = out.iterdir()
    return package


def bare(*folders: Path) -> dict[str, str]:
    """An environment without Node and compiler, and without this one's Python packages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PATH": os.pathsep.join(map(str, folders)), "LC_ALL": "C.UTF-8"}


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as inside:
        return {name: inside.read(name) for name in inside.namelist()}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.mark.skipif(
    not (APP.parent / "page" / "page.json").is_file(), reason="not built: run 'make page'"
)
def test_the_app_of_a_wheel_can_go_on_without_its_server(wheel: Path) -> None:
    folder = "tetrad/server/static/page/"
    found = {
        name.removeprefix(folder): len(content)
        for name, content in contents(wheel).items()
        if name.startswith(folder)
    }
    needed = json.loads(contents(wheel)[folder + "page.json"])
    assert needed["files"].items() <= found.items()
    assert f"tetrad/server/static/assets/{needed['worker']}" in contents(wheel)


def pythons() -> Iterator[object]:
    """This Python, and at night the others that we support and that are here."""
    yield pytest.param(sys.executable, id="this")
    for version in ("3.11", "3.12", "3.13", "3.14"):
        found = shutil.which(f"python{version}")
        if found and not sys.version.startswith(f"{version}."):
            yield pytest.param(found, id=version, marks=pytest.mark.nightly)


@pytest.fixture(scope="module", params=pythons())
def clean(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The commands of an environment in which the wheel and what it needs are all there is."""
    home = tmp_path_factory.mktemp("clean") / "env"
    made = subprocess.run([request.param, "-m", "venv", str(home)], check=False)
    if made.returncode:
        pytest.skip(f"{request.param} is not set up here")
    tools = home / ("Scripts" if os.name == "nt" else "bin")
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    install = [[uv, "pip", "install", "--quiet", "--python", str(tools / "python")]] if uv else []
    install.append([str(tools / "python"), "-m", "pip", "install", "--quiet"])
    for command in install:
        if subprocess.run([*command, str(wheel)], check=False).returncode == 0:
            return tools
    pytest.fail("the wheel cannot be installed")


def run(clean: Path, *words: str) -> str:
    done = subprocess.run(
        [str(clean / words[0]), *words[1:]],
        env=bare(clean), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_sdist_gives_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    assert contents(build(source, "wheel", tmp_path / "again")) == contents(wheel)


def test_an_installed_wheel_imports_plays_and_solves(clean: Path) -> None:
    program = "import tetrad; print(tetrad.Qomet.start().play('@d4'), tetrad.__file__)"
    printed = run(clean, "python", "-c", program)
    assert printed.startswith(".../.../.../...1.../.../.../... 2 -")
    assert str(clean.parent) in printed
    assert run(clean, "tetrad", "perft", "quantik", "2").strip() == "3392"
    position = "..../..../..../AbC."
    solved = json.loads(run(clean, "tetrad", "solve", "quantik", "--position", position, "--json"))
    assert (solved["value"], solved["distance"]) == ("win", 1)
    assert "bestmove" in subprocess.run(
        [str(clean / "tetrad"), "bot", "qomet", "--level", "3"],
        env=bare(clean), input="position start\ngo\n", capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


@contextmanager
def served(clean: Path, database: Path) -> Iterator[str]:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [str(clean / "tetrad"), "serve", "--port", str(port), "--database", str(database)],
        env=bare(clean), stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        address = f"http://127.0.0.1:{port}"
        for _attempt in range(300):
            try:
                urllib.request.urlopen(f"{address}/api/health").close()
                break
            except OSError:
                sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def test_an_installed_wheel_serves_the_app(clean: Path, tmp_path: Path) -> None:
    with served(clean, tmp_path / "matches.sqlite") as address:
        with urllib.request.urlopen(f"{address}/api/health") as answer:
            assert json.load(answer)["version"] == tetrad.__version__
        with urllib.request.urlopen(address) as answer:
            assert "<title>" in answer.read().decode()
