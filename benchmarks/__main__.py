"""`python -m benchmarks [startup] [leaves] [search] [relay]`: all of them, or those named."""

from __future__ import annotations

import sys

from benchmarks import leaves, relay, search, startup

ALL = {"startup": startup.main, "leaves": leaves.main, "search": search.main, "relay": relay.main}

if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        ALL[name]()
