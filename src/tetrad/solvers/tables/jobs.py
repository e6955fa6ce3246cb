"""What `tetrad tables` does: build, verify, list and describe the tables of solved positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tetrad.language import said
from tetrad.position import Message
from tetrad.solvers.tables.file import Report, Table
from tetrad.solvers.tables.folder import ENDING, data_folder, table_path
from tetrad.solvers.tables.format import TableError

# Called now and then with the work that is done and the work in all.
Progress = Callable[[int, int], None]

MEMORY = 512 << 20
# Smaller games of Qomet, with fewer stars a side, have tables of their own.
STARS = 7


def build(
    game: str,
    memory: int = MEMORY,
    progress: Progress | None = None,
    stars: int = STARS,
    device: str = "cpu",
) -> Path:
    """Build the table of a game, or finish one that was interrupted; where it is."""
    path = path_of(game, stars)
    if game == "qomet":
        return _build_qomet(path, stars, device, memory, progress)
    if game != "quantik":
        raise _no_table(game)
    from tetrad.solvers.quantik import table as quantik_table

    return path if is_sound(path) else quantik_table.build(path, memory, progress)


def _build_qomet(
    path: Path, stars: int, device: str, memory: int, progress: Progress | None
) -> Path:
    from tetrad.solvers.qomet import build as qomet_build

    if is_sound(path):
        qomet_build.clean_up(path)
        return path
    if device == "gpu":
        from tetrad.solvers.qomet import gpu as qomet_gpu

        return qomet_gpu.build(path, stars, progress)
    return qomet_build.build(path, stars, memory, progress)


def verify(game: str, progress: Progress | None = None, stars: int = STARS) -> Report:
    """Re-derive every entry of a table with other code than built it, and count what is in it."""
    path = path_of(game, stars)
    if game == "qomet":
        from tetrad.solvers.qomet import verify as qomet_check

        return qomet_check.check(path, progress)
    if game != "quantik":
        raise _no_table(game)
    from tetrad.solvers.quantik.verify import check

    return check(path, progress)


def path_of(game: str, stars: int = STARS) -> Path:
    small = game == "qomet" and stars != STARS
    return table_path(f"{game}-{stars}" if small else game)


def is_sound(path: Path) -> bool:
    """Whether there is a finished table whose every byte is as it was written."""
    try:
        return not Table(path).damaged_blocks()
    except TableError:
        return False


def tables() -> list[Path]:
    """The finished tables in the data folder."""
    return sorted(data_folder().glob(f"*{ENDING}"))


def listing() -> list[str]:
    """One line for each table, or one that says that there is none."""
    found = tables()
    if not found:
        return [
            Message("no tables in {path}; build one with '{command}'",
                    path=data_folder(), command="tetrad tables build quantik")
        ]  # fmt: skip
    return [f"{path.name}  {summary(path)}" for path in found]


def summary(path: Path) -> str:
    try:
        layout = Table(path).layout
    except TableError as error:
        return said(error)
    size = path.stat().st_size / (1 << 20)
    return f"{layout.game}, {layout.entries:,} × {layout.bits} bit, {size:.1f} MiB"


def info(game: str, stars: int = STARS) -> list[str]:
    """What the header of a game's table says, a line for each fact."""
    path = path_of(game, stars)
    if game == "qawale" and not path.exists():
        raise _no_table(game)
    table = Table(path)
    layout = table.layout
    # These are the fields of the file, by the names that its documentation has for them.
    facts = {
        "file": path,
        "size": f"{path.stat().st_size:,}",
        "game": layout.game,
        "name": layout.name,
        "entries": f"{layout.entries:,} × {layout.bits} bit",
        "blocks": f"{layout.blocks:,} × {layout.block_bytes:,}",
        "compression": {"none": "-", "game": "rANS"}.get(layout.packing, layout.packing),
        **layout.parameters,
    }
    return [f"{key:12} {shown(value)}" for key, value in facts.items()]


def shown(value: object) -> str:
    short = not isinstance(value, list) and len(str(value)) < 100
    return str(value) if short else f"[{len(value if isinstance(value, list) else str(value))}]"


def _no_table(game: str) -> TableError:
    return TableError(Message("there is no table to build for {game}", game=game))
