"""Hypothesis profiles: modest by default; thorough, for hours when nobody waits, with

HYPOTHESIS_PROFILE=nightly python -m pytest --timeout 3600
"""

import os

from hypothesis import HealthCheck, settings

# The tests read English, whatever language the one who runs them speaks.
os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"

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
