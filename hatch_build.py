"""Wheel and sdist carry the browser app: where it is not built yet, building them builds it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

APP = Path("src/tetrad/server/static/index.html")
LEAVE_OUT = "TETRAD_WITHOUT_APP"
NO_NPM = (
    "The browser app is not built, and there is no npm to build it with: run 'make web', install "
    f"Node 20 or newer, or set {LEAVE_OUT}=1 for a package without the app."
)
FAILED = "The browser app could not be built: see what npm said above, or try 'make web'."


class AppError(Exception):
    """Why there is no app to put into a package."""


class AppHook(BuildHookInterface[Any]):
    """Runs before hatchling collects the files of a wheel or sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """An editable installation serves the app from the folder in which `make web` puts it."""
        if version == "editable" or os.environ.get(LEAVE_OUT) == "1":
            return
        try:
            require_app(Path(self.root))
        except AppError as error:
            self.app.abort(str(error))


def require_app(root: Path) -> None:
    """Builds the app if it is not there."""
    if (root / APP).is_file():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise AppError(NO_NPM)
    for arguments in (["ci"], ["run", "build"]):
        subprocess.run([npm, *arguments], cwd=root / "web", check=False)
    if not (root / APP).is_file():
        raise AppError(FAILED)
