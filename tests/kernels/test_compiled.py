import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tetrad
from tetrad.kernels import compiled

FIRST_ACTIONS = "from tetrad.kernels.fast import quantik as q; print(q.perft((0, 0), 1))"


def run(program: str, path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(
        command, env={**settings, **environment}, capture_output=True, text=True, check=False
    )


def package_copy(folder: Path) -> Path:
    source = Path(tetrad.__file__).parent
    for part in ("kernels", "matches", "rules"):
        shutil.copytree(source / part, folder / "tetrad" / part, ignore=lambda *_: ["__pycache__"])
    for file in ("__init__.py", "message.py", "position.py"):
        shutil.copy(source / file, folder / "tetrad" / file)
    return folder


def test_numba_is_found_where_it_is_installed() -> None:
    assert compiled.available()


def test_compiled_code_is_loaded_by_name() -> None:
    assert compiled.load("kernels.quantik").__name__ == "tetrad.kernels.fast.quantik"
    assert compiled.load("solvers.quantik.search").__name__ == "tetrad.solvers.quantik.search"


def test_a_name_can_be_answered_from_elsewhere_for_a_while() -> None:
    with compiled.use(str.upper):
        assert compiled.load("kernels.quantik") == "KERNELS.QUANTIK"
    assert compiled.load("kernels.quantik").__name__ == "tetrad.kernels.fast.quantik"


def test_a_missing_package_makes_compiled_code_unavailable() -> None:
    program = """
import sys; sys.modules["numba"] = None
from tetrad.kernels.compiled import UnavailableError, load
try: load("kernels.quantik")
except UnavailableError as error: print(error)
"""
    result = run(program, Path(tetrad.__file__).parent.parent)
    assert result.stdout.strip() == "kernels.quantik needs numba"


def test_a_module_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        compiled.load("kernels.chess")
    assert not isinstance(caught.value, compiled.UnavailableError)


def test_asking_for_numba_does_not_load_it() -> None:
    program = (
        "import sys, tetrad.kernels.compiled as k; k.available(); print('numba' in sys.modules)"
    )
    assert run(program, Path(tetrad.__file__).parent.parent).stdout.strip() == "False"


def test_kernels_work_where_no_cache_folder_can_be_made(tmp_path: Path) -> None:
    """A file stands where each folder would go; that stops even an administrator."""
    package = package_copy(tmp_path / "package")
    obstacle = tmp_path / "file"
    obstacle.touch()
    (package / "tetrad" / "kernels" / "__pycache__").touch()
    nowhere = str(obstacle)
    result = run(FIRST_ACTIONS, package, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere)
    assert (result.stdout.strip(), result.stderr, result.returncode) == ("64", "", 0)


def test_compiled_code_is_kept_in_the_folder_asked_for(tmp_path: Path) -> None:
    package = package_copy(tmp_path / "package")
    result = run(FIRST_ACTIONS, package, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert result.stdout.strip() == "64"
    assert list((tmp_path / "cache").glob("tetrad.kernels.fast.quantik-*/**/*.nbi"))
    assert not list(package.glob("**/*.nbi"))
