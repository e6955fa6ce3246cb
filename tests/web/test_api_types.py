"""The app's types of the server's answers are those of the OpenAPI document."""

from __future__ import annotations

import subprocess
import sys

from tests.web.conftest import ROOT


def test_the_types_of_the_app_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "web" / "api_types.py")]
    fresh = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kept = (ROOT / "web" / "src" / "net" / "schema.ts").read_text(encoding="utf-8")
    assert kept == fresh, "run 'make api-types'"
