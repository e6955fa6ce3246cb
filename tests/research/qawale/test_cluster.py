"""The queue of Qawale's proof runs on a real Ray cluster, and survives its sudden end.

Ray is large and optional: `make cluster` installs it and runs these tests.
"""

import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from research.qawale.notes import Notebook, Question
from research.qawale.proof import main, tree_of, verify
from tetrad.position import Player
from tetrad.solvers.qawale.root import NO, OPEN

pytest.importorskip("ray", reason="Ray is not installed; 'make cluster' installs it and tests")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

# A question of a second in many small pieces.
QUESTION = Question(Player.FIRST, 9, below=5)
COMMAND = [sys.executable, "-m", "research.qawale.proof", "FIRST", "9", "--below", "5"]
RAY = str(Path(sys.executable).parent / "ray")
FEW = 5


# These clusters have a token of their own.
SETTINGS = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(16)}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of one machine, which ends with the tests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    options = [f"--port={port}", "--num-cpus=1", "--include-dashboard=false", "--block"]
    command = [RAY, "start", "--head", *options, "--disable-usage-stats"]
    said = tmp_path_factory.mktemp("cluster") / "said"
    with said.open("w") as output:
        head = subprocess.Popen(command, env=SETTINGS, stdout=output, stderr=output)
    try:
        patience = time.monotonic() + 200
        while "Ray runtime started" not in said.read_text():
            assert head.poll() is None, said.read_text()
            assert time.monotonic() < patience
            time.sleep(0.2)
        yield f"127.0.0.1:{port}"
    finally:
        head.terminate()
        head.wait(60)


def begun(folder: Path, address: str) -> subprocess.Popen[bytes]:
    """A run that has written some notes."""
    command = [*COMMAND, "--folder", str(folder), "--processes", "1", "--ray", address]
    before = notes_in(folder)
    run = subprocess.Popen(command, start_new_session=True, env=SETTINGS)
    while run.poll() is None and notes_in(folder) < before + FEW:
        time.sleep(0.02)
    assert run.returncode is None
    return run


def notes_in(folder: Path) -> int:
    return len(Notebook(folder, QUESTION).notes)


def test_a_killed_run_leaves_its_notes_and_another_cluster_goes_on(
    tmp_path: Path, cluster: str
) -> None:
    run = begun(tmp_path, "local")
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    before = set(Notebook(tmp_path, QUESTION).notes)
    assert tree_of(QUESTION, tmp_path).look() == OPEN
    assert begun(tmp_path, cluster).wait() == 0
    assert before < set(Notebook(tmp_path, QUESTION).notes)
    assert tree_of(QUESTION, tmp_path).look() == NO
    assert verify(QUESTION, tmp_path, 5, random.Random(2)) is None


def test_work_of_a_killed_process_is_given_to_another(tmp_path: Path, cluster: str) -> None:
    run = begun(tmp_path, cluster)
    for process in workers():
        os.kill(process, signal.SIGKILL)
    assert run.wait() == 0
    assert tree_of(QUESTION, tmp_path).look() == NO


def workers() -> list[int]:
    """The processes that answer on behalf of a cluster."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True)
    lines = [line.split(maxsplit=1) for line in listed.stdout.splitlines()]
    found = [int(pid) for pid, name in lines if name.startswith("ray::_answer")]
    assert found
    return found


def test_a_cluster_that_does_not_answer_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for address in ("127.0.0.1:1", "nonsense", "127.0.0.1:port"):
        assert main(["FIRST", "9", "--folder", str(tmp_path), "--ray", address]) == 2
        assert capsys.readouterr().err == f"no Ray cluster answers at {address}\n"
