"""`tetrad tables`: build, verify, list and describe the tables of solved positions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tetrad.cli.arguments import MEBIBYTES, BadInputError, add_game, complain, name_a_game, whole
from tetrad.cli.progress import Bar
from tetrad.language import said, t
from tetrad.message import Message

if TYPE_CHECKING:
    from tetrad.solvers.tables.file import Report

FAILED = 1
# Smaller games of Qomet, with fewer stars per side, have tables of their own. Of a game the
# positions up to some number of stars per side can be kept alone.
STARS = 7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", choices=[*JOBS], help=", ".join(JOBS))
    add_game(parser, nargs="?")
    parser.add_argument("--memory", metavar="MIB", type=MEBIBYTES)
    parser.add_argument(
        "--stars", metavar="N", type=whole(3, STARS), default=STARS, help=f"Qomet ({STARS})"
    )
    parser.add_argument(
        "--up-to", metavar="N", type=whole(3, STARS), default=STARS, help=f"Qomet ({STARS})"
    )
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="Qomet (cpu)")
    parser.add_argument("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.tables.format import TableError

    if arguments.game is None and arguments.what != "list":
        raise BadInputError(name_a_game())
    try:
        _require_table(arguments)
        return JOBS[arguments.what](arguments)
    except TableError as error:
        return complain(error)


def _require_table(arguments: argparse.Namespace) -> None:
    """Nobody can build a table of Qawale; a file of facts about it can be described."""
    described = arguments.what == "list" or (
        arguments.what == "info" and path_of(arguments).exists()
    )
    if arguments.game == "qawale" and not described:
        raise BadInputError(Message("there is no table to build for {game}", game=arguments.game))


def path_of(arguments: argparse.Namespace) -> Path:
    from tetrad.solvers.qomet.opening import table_name
    from tetrad.solvers.tables.folder import table_path

    is_qomet = arguments.game == "qomet"
    return table_path(table_name(arguments.stars, _most(arguments)) if is_qomet else arguments.game)


def _most(arguments: argparse.Namespace) -> int:
    """The most stars per side in positions that are kept."""
    most: int = min(arguments.up_to, arguments.stars)
    return most


def _build(arguments: argparse.Namespace) -> int:
    """Builds a table, or finishes one that was interrupted."""
    memory = None if arguments.memory is None else arguments.memory << 20
    path, bar = path_of(arguments), Bar(sys.stderr)
    try:
        if arguments.game == "quantik":
            from tetrad.solvers.quantik import build

            build.build(path, memory, bar)
        elif arguments.device == "gpu":
            from tetrad.solvers.qomet import gpu

            gpu.build(path, arguments.stars, bar, _most(arguments))
        else:
            from tetrad.solvers.qomet import build as qomet_build

            qomet_build.build(path, arguments.stars, memory, bar, _most(arguments))
    finally:
        bar.close()
    if arguments.json:
        return _print_json(_described(path))
    return _print([Message("{path} is complete", path=path)])


def _verify(arguments: argparse.Namespace) -> int:
    """Derives every entry of a table again, with other code than built it, and counts them."""
    bar = Bar(sys.stderr)
    try:
        report = _report(arguments, bar)
    finally:
        bar.close()
    if arguments.json:
        told = _described(path_of(arguments))
        _print_json({**told, "ok": not report.errors, "errors": [*map(str, report.errors)]})
    else:
        _print([*report.lines, *report.errors])
    return FAILED if report.errors else 0


def _report(arguments: argparse.Namespace, bar: Bar) -> Report:
    if arguments.game == "quantik":
        from tetrad.solvers.quantik.verify import check
    else:
        from tetrad.solvers.qomet.verify import check
    return check(path_of(arguments), bar)


def _list(arguments: argparse.Namespace) -> int:
    """One line for each table, those of one game or all, or one that says that there is none."""
    from tetrad.solvers.tables.folder import data_folder, tables

    paths = [path for path in tables() if path.name.startswith(arguments.game or "")]
    if arguments.json:
        found_here = [_described(path) for path in paths]
        return _print_json({"folder": str(data_folder()), "tables": found_here})
    found = [f"{path.name}  {_summary(path)}" for path in paths]
    game = "qomet" if arguments.game == "qomet" else "quantik"
    none = Message("no tables in {path}; build one with '{command}'",
                   path=data_folder(), command=f"tetrad tables build {game}")  # fmt: skip
    return _print(found or [none])


def _summary(path: Path) -> str:
    from tetrad.solvers.tables.file import Table
    from tetrad.solvers.tables.format import TableError

    try:
        layout = Table(path).layout
    except TableError as error:
        return said(error)
    size = path.stat().st_size / (1 << 20)
    return f"{layout.game}, {layout.entries:,} × {layout.bits} bit, {size:.1f} MiB"


def _info(arguments: argparse.Namespace) -> int:
    """What the header of a table says, a line for each fact."""
    if arguments.json:
        return _print_json(_described(path_of(arguments), parameters=True))
    return _print(f"{key:12} {_shown(value)}" for key, value in _facts(path_of(arguments)))


def _facts(path: Path) -> Iterator[tuple[str, Any]]:
    """The fields of the file, by the names that its documentation has for them."""
    from tetrad.solvers.tables.file import Table

    layout = Table(path).layout
    yield "file", path
    yield "size", f"{path.stat().st_size:,}"
    yield "game", layout.game
    yield "name", layout.name
    yield "entries", f"{layout.entries:,} × {layout.bits} bit"
    yield "blocks", f"{layout.blocks:,} × {layout.block_bytes:,}"
    yield "compression", {"none": "-", "game": "rANS"}.get(layout.packing, layout.packing)
    yield from layout.parameters.items()


def _described(path: Path, parameters: bool = False) -> dict[str, Any]:
    """A table for programs; one that cannot be read says why."""
    from tetrad.solvers.tables.file import Table
    from tetrad.solvers.tables.format import TableError

    try:
        layout = Table(path).layout
    except TableError as error:
        if parameters:
            raise
        return {"file": str(path), "error": str(error)}
    told = {"file": str(path), "bytes": path.stat().st_size, "game": layout.game}
    told |= {"name": layout.name, "entries": layout.entries, "bits": layout.bits}
    return {**told, "parameters": layout.parameters} if parameters else told


def _print_json(told: dict[str, Any]) -> int:
    print(json.dumps(told))
    return 0


def _shown(value: object) -> str:
    short = not isinstance(value, list) and len(str(value)) < 100
    return str(value) if short else f"[{len(value if isinstance(value, list) else str(value))}]"


def _print(lines: Iterable[str]) -> int:
    print("\n".join(map(t, lines)))
    return 0


JOBS = {"build": _build, "verify": _verify, "list": _list, "info": _info}
