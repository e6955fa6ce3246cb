"""`python -m tetrad.server`: the server alone, with the options of `tetrad serve`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.server.run import serve

parser = argparse.ArgumentParser(prog="python -m tetrad.server", description=__doc__)
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int)
parser.add_argument("--database", help="a file or a database URL")
parser.add_argument("--static", type=Path, help="the folder of the built pages")
parser.add_argument("--open", action="store_true", help="open the app in a browser")

if __name__ == "__main__":
    options = parser.parse_args()
    raise SystemExit(
        serve(
            options.host,
            options.port,
            options.database,
            open_browser=options.open,
            static_dir=options.static,
        )
    )
