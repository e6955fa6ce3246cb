"""`tetrad serve`: the app and its server."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.cli.arguments import complain, whole
from tetrad.language import t

LOCAL = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default=LOCAL, help=f"({LOCAL})")
    parser.add_argument("--port", metavar="N", type=whole(0, 65535), help="(8000 ...)")
    parser.add_argument(
        "--database", metavar="URL", help=t("a file or URL (one in your data folder)")
    )
    parser.add_argument(
        "--hosted", action="store_true", help=t("others use it: never open the home network")
    )
    parser.add_argument("--open", action="store_true", help=t("open the app in the browser"))
    # For those who work on the app: pages from another folder.
    parser.add_argument("--static", metavar="F", type=Path, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.server.run import ServerError, serve

    try:
        return serve(
            arguments.host,
            arguments.port,
            arguments.database,
            open_browser=arguments.open,
            hosted=arguments.hosted,
            static_dir=arguments.static,
        )
    except ServerError as error:
        return complain(error)
