"""Settings shared by all tests."""

from hypothesis import settings

# A busy machine is no reason to fail: pytest-timeout stops what hangs.
settings.register_profile("tetrad", deadline=None)
settings.load_profile("tetrad")
