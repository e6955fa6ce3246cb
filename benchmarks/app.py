"""The app, served for a measurement."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import httpx


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tetrad", "serve", "--port", "0"]
        command += ["--database", f"{folder}/pages.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            try:
                yield server.stdout.readline().split()[3].rstrip("/")
            finally:
                server.terminate()


TWO_PEOPLE = {"game": "qomet", "first": {"kind": "human"}, "second": {"kind": "human"}}


def new_match(address: str) -> str:
    """The page of a match between two people."""
    created = httpx.post(f"{address}/api/matches", json=TWO_PEOPLE, timeout=60).json()
    return f"/match/{created['id']}"


def chromium() -> str:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome") or ""
