"""Playing in the terminal, against a bot or a second person: `tetrad play`."""

from __future__ import annotations

from tetrad.terminal.table import run

__all__ = ["run"]
