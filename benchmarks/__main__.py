"""`python -m benchmarks [startup] [leaves] [search] [levels] [relay] [tables] [batch]`, or all.

`phone` and `lighthouse` have to be named: they need a browser, and the latter a program that
`make lighthouse` installs.
"""

from __future__ import annotations

import sys

from benchmarks import batch, leaves, levels, lighthouse, phone, relay, search, startup, tables

ALL = {
    "startup": startup.main,
    "leaves": leaves.main,
    "search": search.main,
    "levels": levels.main,
    "relay": relay.main,
    "tables": tables.main,
    "batch": batch.main,
}

IN_A_BROWSER = {"phone": phone.main, "lighthouse": lighthouse.main}

if __name__ == "__main__":
    if not {*sys.argv[1:]} <= {*ALL, *IN_A_BROWSER}:
        sys.exit(__doc__)
    for name in sys.argv[1:] or ALL:
        {**ALL, **IN_A_BROWSER}[name]()
