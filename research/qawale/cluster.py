"""The queue of Qawale's subproblems on a Ray cluster.

`python -m research.qawale.proof ... --ray` starts a cluster on this machine for as long as the
run takes; `--ray auto` joins the one that `ray start` began here, `--ray HOST:PORT` one elsewhere.
Every machine of the cluster needs Ray: `pip install ray`. The token of a
cluster that asks for one is taken from where Ray looks for it, for instance RAY_AUTH_TOKEN.
Machines may join and leave while it runs: what a lost one was working on is given to another. Only
the notes are kept, by the process that asks, so that nothing is lost with the cluster.
"""

from __future__ import annotations

import socket
from concurrent.futures import Future
from typing import Any

from research.qawale import proof as qawale_proof
from research.qawale.notes import Note
from tetrad.kernels.qawale import Code
from tetrad.position import Player

try:
    import ray
except ImportError:
    raise ImportError("Ray is not installed; get it with: pip install ray") from None

LOCAL, RUNNING_HERE = "local", "auto"
FOR_EVER = -1
PATIENCE = 10.0


class Cluster:
    """An executor on all machines of a Ray cluster."""

    def __init__(self, address: str, processes: int, memory: int) -> None:
        """Only a cluster that is started here asks how many processes it may use."""
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if address == LOCAL:
            settings |= {"num_cpus": processes, "include_dashboard": False}
        elif address != RUNNING_HERE:
            _knock(address)
        try:
            ray.init(address, **settings)
        except ConnectionError:
            raise ConnectionError(_refusal(address)) from None
        self._memory = memory // max(1, self._processors)
        self._task = ray.remote(num_cpus=1, max_retries=FOR_EVER)(_answer)

    @property
    def _processors(self) -> int:
        return int(ray.cluster_resources().get("CPU", 0))

    @property
    def room(self) -> int:
        return 2 * max(1, self._processors)

    def submit(self, code: Code, attacker: Player, plies: int) -> Future[Note]:
        future: Future[Note] = self._task.remote(code, attacker, plies, self._memory).future()
        return future

    def close(self) -> None:
        ray.shutdown()


def _refusal(address: str) -> str:
    if address == RUNNING_HERE:
        return "no Ray cluster runs here that we may join; begin one with: ray start --head"
    return f"the Ray cluster at {address} refuses us; give its token as RAY_AUTH_TOKEN"


def _knock(address: str) -> None:
    """Ray itself would wait for ever where nobody answers."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError):
        raise ConnectionError(f"no Ray cluster answers at {address}") from None


def _answer(code: Code, attacker: Player, plies: int, memory: int) -> Note:
    """Answer a subproblem in a process of the cluster, which keeps its memory for the next."""
    qawale_proof.open_desk(memory, afresh=False)
    return qawale_proof.answer(code, attacker, plies)
