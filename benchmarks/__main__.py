"""`python -m benchmarks [startup] [leaves] [search] [levels] [relay] [tables] [batch] [page]
[first]`.

Without a name all of these are run. Some others have to be named: `load [GAMES]` plays so many live
games for a while; `answers` tells how soon small requests are answered, `warm [GAMES]` how soon so
many games are there again after a start; `yardsticks [GAMES]` measures the levels with so many
games against each yardstick; `phone` and `lighthouse [PAGES]` need a browser, and the latter a
program that `make lighthouse` installs: `lighthouse /puzzles/qomet` grades one page, `lighthouse
static` those of the static edition.
"""

from __future__ import annotations

import sys

from benchmarks import (
    batch,
    leaves,
    levels,
    lighthouse,
    phone,
    search,
    startup,
    tables,
    yardsticks,
)
from benchmarks.page import first
from benchmarks.page import leaves as page_leaves
from benchmarks.server import answers, load, relay, warm

ALL = {
    "startup": startup.main,
    "leaves": leaves.main,
    "search": search.main,
    "levels": levels.main,
    "relay": relay.main,
    "tables": tables.main,
    "batch": batch.main,
    "page": page_leaves.main,
    "first": first.main,
}

# Those that may be followed by a number of games, and `load` by options as well.
COUNTED = {"yardsticks": yardsticks.main, "warm": warm.main}
ALONE = {"answers": answers.main, "phone": phone.main}
NAMED = {**COUNTED, **ALONE}

if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["load"]:
        load.main(arguments[1:])
    elif arguments[:2] == ["lighthouse", "static"]:
        lighthouse.main(arguments[2:], static=True)
    elif arguments[:1] == ["lighthouse"] and all(page.startswith("/") for page in arguments[1:]):
        lighthouse.main(arguments[1:])
    elif len(arguments) == 2 and arguments[0] in COUNTED and arguments[1].isdecimal():
        COUNTED[arguments[0]](int(arguments[1]))
    elif not {*arguments} <= {*ALL, *NAMED}:
        sys.exit(__doc__)
    else:
        for name in arguments or ALL:
            {**ALL, **NAMED}[name]()
