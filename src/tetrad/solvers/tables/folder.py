"""Where tables are: some come with the program, others are built and kept in the user's folder."""

from __future__ import annotations

import os
from pathlib import Path

ENDING = ".table"
# What comes with the program.
SHIPPED = Path(__file__).parents[2] / "data"


def data_folder() -> Path:
    """Where tables live: TETRAD_DATA, or the folder for such things on this platform."""
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
