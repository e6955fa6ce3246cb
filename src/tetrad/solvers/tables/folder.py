"""Where data is: some comes with the program, some is kept in the user's folder.

The user's folder holds the tables that were built, and the database of `tetrad serve`.
"""

from __future__ import annotations

import os
from pathlib import Path

ENDING = ".table"
# What comes with the program.
SHIPPED = Path(__file__).parents[2] / "data"


def data_folder() -> Path:
    """The user's folder: TETRAD_DATA, or the folder for such things on this platform."""
    if chosen := os.environ.get("TETRAD_DATA"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("tetrad", appauthor=False)


def table_path(name: str) -> Path:
    return data_folder() / f"{name}{ENDING}"


def built(name: str) -> Path | None:
    """The user's own table, if there is one; without a user's folder there is none."""
    try:
        path = table_path(name)
    except ImportError:
        return None
    return path if path.exists() else None


def tables() -> list[Path]:
    """The finished tables that were built."""
    return sorted(data_folder().glob(f"*{ENDING}"))
