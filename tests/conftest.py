"""Hypothesis profiles: modest by default; thorough, for hours when nobody waits, with

HYPOTHESIS_PROFILE=nightly python -m pytest --timeout 3600
"""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The tests read English, whatever language the one who runs them speaks.
os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"
# A shell that starts the tests in the background makes them, and what they start, deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "default",
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    settings.get_profile("default"),
    max_examples=1000,
    stateful_step_count=50,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def quantik_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of all positions of Quantik, built in some ten seconds and once for all."""
    from tetrad.solvers.quantik.build import build

    path = tmp_path_factory.mktemp("tables") / "quantik.table"
    build(path, None, None)
    return path
