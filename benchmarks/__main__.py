"""`python -m benchmarks [startup] [leaves] [search] [relay]`: all of them, or those named.

`lighthouse` has to be named: it needs a browser and a program that `make lighthouse` installs.
"""

from __future__ import annotations

import sys

from benchmarks import leaves, lighthouse, relay, search, startup

ALL = {"startup": startup.main, "leaves": leaves.main, "search": search.main, "relay": relay.main}

if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        {**ALL, "lighthouse": lighthouse.main}[name]()
