"""What a page downloads of the package."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WRITE = "import pathlib, wasm.package; wasm.package.write(pathlib.Path({!r}))"


def test_the_archive_holds_what_level_10_knows_and_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "tetrad.zip"
    subprocess.run([sys.executable, "-c", WRITE.format(str(path))], cwd=ROOT, check=True)
    held = set(zipfile.ZipFile(path).namelist())
    for name in ("qomet-opening", "qomet-faced", "qawale-opening", "qawale-replies"):
        assert f"tetrad/data/{name}.table" in held
    assert path.stat().st_size < 2_000_000
