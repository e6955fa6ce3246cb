"""Prints the server's answers as TypeScript, from its OpenAPI document: `make api-types`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tetrad.server.app import create_app

HERE = Path(__file__).parent
GENERATOR = HERE / "node_modules" / "openapi-typescript" / "bin" / "cli.js"


def main() -> None:
    whole = create_app("unused.db").openapi()
    document = {"openapi": whole["openapi"], "info": whole["info"], "paths": {}}
    document["components"] = json.loads(json.dumps(whole["components"]), object_hook=_untitled)
    # Node comes with the machine or, where it has none, with the environment.
    places = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    node = shutil.which("node", path=places) or sys.exit("Node is missing: run 'make web'.")
    command = [node, str(GENERATOR), "--default-non-nullable", "false"]
    subprocess.run(command, input=json.dumps(document), text=True, check=True)


def _untitled(part: dict[str, object]) -> dict[str, object]:
    """Without the titles that only repeat a name."""
    return {key: value for key, value in part.items() if key != "title" or type(value) is not str}


if __name__ == "__main__":
    main()
