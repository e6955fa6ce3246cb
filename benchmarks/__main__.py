"""`python -m benchmarks [startup] [leaves] [search] [levels] [relay] [tables] [batch]`, or all.

Some have to be named: `load [GAMES]` plays so many live games for a while; `phone` and `lighthouse`
need a browser, and the latter a program that `make lighthouse` installs.
"""

from __future__ import annotations

import sys

from benchmarks import (
    batch,
    leaves,
    levels,
    lighthouse,
    load,
    phone,
    relay,
    search,
    startup,
    tables,
)

ALL = {
    "startup": startup.main,
    "leaves": leaves.main,
    "search": search.main,
    "levels": levels.main,
    "relay": relay.main,
    "tables": tables.main,
    "batch": batch.main,
}

NAMED = {"load": load.main, "phone": phone.main, "lighthouse": lighthouse.main}

if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["load"] and len(arguments) == 2 and arguments[1].isdecimal():
        load.main(int(arguments[1]))
    elif not {*arguments} <= {*ALL, *NAMED}:
        sys.exit(__doc__)
    else:
        for name in arguments or ALL:
            {**ALL, **NAMED}[name]()
