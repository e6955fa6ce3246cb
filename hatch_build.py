"""Wheel and sdist carry the browser app: where it is not built yet, building them builds it.

A wheel also brings the manual page, and completion for bash, zsh and fish, written by the command's
own parser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where Unix looks for them.
SHARED = {
    "man": "share/man/man1/tetrad.1",
    "bash": "share/bash-completion/completions/tetrad",
    "zsh": "share/zsh/site-functions/_tetrad",
    "fish": "share/fish/vendor_completions.d/tetrad.fish",
}
APP = Path("src/tetrad/server/static/index.html")
LEAVE_OUT = "TETRAD_WITHOUT_APP"
NO_NPM = (
    "The browser app is not built, and there is no npm to build it with: run 'make web', install "
    f"Node 20 or newer, or set {LEAVE_OUT}=1 for a package without the app."
)
ALONE = Path("src/tetrad/server/static/page/page.json")
NOT_ALONE = "The app in this package cannot go on without its server: run 'make page' before."
FAILED = "The browser app could not be built: see what npm said above, or try 'make web'."


class AppError(Exception):
    """Why there is no app to put into a package."""


class AppHook(BuildHookInterface[Any]):
    """Runs before hatchling collects the files of a wheel or sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation serves the app from the folder in which `make web` puts it."""
        if version != "editable" and self.target_name == "wheel":
            self._written = tempfile.TemporaryDirectory()
            build_data["shared_data"] = shared(Path(self.root), Path(self._written.name))
        if version == "editable" or os.environ.get(LEAVE_OUT) == "1":
            return
        try:
            require_app(Path(self.root))
            if not (Path(self.root) / ALONE).is_file():
                self.app.display_warning(NOT_ALONE)
        except AppError as error:
            self.app.abort(str(error))


def shared(root: Path, folder: Path) -> dict[str, str]:
    """The manual and the completions as files, each with its place below the prefix."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "LC_ALL": "C.UTF-8"}
    environment.pop("LANGUAGE", None)
    places = {}
    for kind, place in SHARED.items():
        command = [sys.executable, "-m", "tetrad", "completion", kind]
        text = subprocess.run(command, env=environment, check=True, capture_output=True).stdout
        (folder / kind).write_bytes(text)
        places[str(folder / kind)] = place
    return places


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
