"""`python -m benchmarks [startup] [leaves] [search] [levels] [relay]`: all, or those named.

`lighthouse` has to be named: it needs a browser and a program that `make lighthouse` installs.
"""

from __future__ import annotations

import sys

from benchmarks import leaves, levels, lighthouse, relay, search, startup

ALL = {
    "startup": startup.main,
    "leaves": leaves.main,
    "search": search.main,
    "levels": levels.main,
    "relay": relay.main,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        {**ALL, "lighthouse": lighthouse.main}[name]()
