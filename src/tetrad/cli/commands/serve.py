"""`tetrad serve`: the app and its server."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.cli.arguments import complain
from tetrad.language import t
from tetrad.server.settings import OPTIONS, Option, SettingsError, read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for option in OPTIONS:
        _add(parser, option)
    parser.add_argument("--open", action="store_true", help=t("open the app in the browser"))
    # For those who work on the app: pages from another folder.
    parser.add_argument("--static", metavar="F", type=Path, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def _add(parser: argparse.ArgumentParser, option: Option) -> None:
    help = t(option.what)
    if not option.metavar:
        parser.add_argument(option.flag, action="store_true", help=help)
    elif option.several:
        parser.add_argument(option.flag, metavar=option.metavar, action="append", help=help)
    else:
        parser.add_argument(option.flag, metavar=option.metavar, help=help)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.server.run import ServerError, serve

    try:
        settings = read(vars(arguments), open_browser=arguments.open, static_dir=arguments.static)
        return serve(settings)
    except (ServerError, SettingsError) as error:
        return complain(error)
