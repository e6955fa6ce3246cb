"""The seam between light code and compiled code.

The rulebook in `tetrad.rules` is written to be read; compiled code is written to be fast. What
stands between them (the light kernels, the solvers' drivers, bots, puzzles) needs the standard
library only, and reaches the compiled side by name:

    load("kernels.quantik")          the compiled body of a kernel: `tetrad.kernels.fast.quantik`
    load("solvers.quantik.search")   a search: `tetrad.solvers.quantik.search`

What crosses is plain: ints, floats, bools, None, str, bytes, tuples and lists of those, and objects
made on the other side, which light code only hands back. So a second implementation can answer:
`use` puts one in place, WebAssembly in a page or a stand-in in a test.

Here that other side is Numba, which compiles the functions marked `compiled` when they are first
called and keeps the machine code on disk. This module alone costs nothing.
"""

import importlib
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent


class UnavailableError(ImportError):
    """There is no compiled code of that name here; what needs it has to do without."""


# Answers a name with what it stands for, or raises UnavailableError.
Loader = Callable[[str], Any]


def load(name: str) -> Any:
    """A compiled body or a search by name, or UnavailableError."""
    return _loader(name)


def use(loader: Loader) -> ExitStack:
    """Answer `load` from elsewhere, from now on, or inside a `with` block only."""
    global _loader
    before, _loader = _loader, loader
    way_back = ExitStack()
    way_back.callback(_put_back, before)
    return way_back


def _put_back(loader: Loader) -> None:
    global _loader
    _loader = loader


def _installed(name: str) -> Any:
    """What Numba compiles; a missing package is no error, a broken module of our own is."""
    room, _, rest = name.partition(".")
    path = f"tetrad.kernels.fast.{rest}" if room == "kernels" else f"tetrad.{name}"
    try:
        if lean:
            _numba()
        return importlib.import_module(path)
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("", "tetrad"):
            raise
        raise UnavailableError(f"{name} needs {error.name}", name=error.name) from error


_loader: Loader = _installed


def available() -> bool:
    """Whether Numba can be imported, so that the compiled games can be used at all."""
    return find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """Compile a function on its first call, without the interpreter lock, and keep the result.

    Numba forgets kept code only when the file of the function itself changes, not when a function
    that it calls does: so the folder is named after all that the code depends on. Where none can be
    written the function is compiled again by every process.
    """
    numba = _numba()
    settings: Any = numba.config
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = folder = _cache_folder(_module_of(function), usual)
    try:
        return cast(Function, numba.njit(function, nogil=True, cache=bool(folder)))
    finally:
        settings.CACHE_DIR = usual


def inlined(function: Function) -> Function:
    """Put a function's source into those that call it: for the smallest parts of the hottest loops.

    A call costs more than such a part does, not least because Numba counts who holds an array that
    is handed over, and threads wait for each other to count.
    """
    return cast(Function, _numba().njit(function, nogil=True, inline="always"))


# Whether Numba may do without packages that it looks for and we never use, which take a quarter of
# the time of a short command. Programs of our own say so; in another's process Numba stays whole.
lean = False
_UNUSED = ("cffi", "coverage", "scipy")
_tell: Callable[[], None] | None = None


def when_compiling(tell: Callable[[], None]) -> None:
    """Call this once, when something is compiled that was not found on disk."""
    global _tell
    _tell = tell


@cache
def _numba() -> Any:
    hidden = [name for name in _UNUSED if lean and name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        import numba
        from numba.core import event
        from numba.core.typing import cffi_utils  # noqa: F401  (it looks for cffi later)
        from numba.np import arraymath  # noqa: F401  (it looks for SciPy later)
    finally:
        for name in hidden:
            del sys.modules[name]

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:  # noqa: ARG002
            global _tell
            tell, _tell = _tell, None
            if tell:
                tell()

        def on_end(self, event: Any) -> None:
            """Nothing is said at the end."""

    register: Any = event.register
    register("numba:compile", Listener())
    return numba


def _module_of(function: Callable[..., Any]) -> str:
    """The module of a function, also where it is the program that runs."""
    spec = sys.modules[function.__module__].__spec__
    return spec.name if spec else function.__module__


@cache
def _cache_folder(module: str, chosen: str) -> str:
    """The first folder that can be written: the one chosen, the package's own, the user's."""
    from tetrad.kernels.sources import fingerprint

    name = f"{module}-{fingerprint(module)}"
    places = [Path(chosen)] if chosen else []
    places += [_PACKAGE / "kernels" / "__pycache__", _user_folder()]
    return next((str(place / name) for place in places if _writable(place / name)), "")


def _user_folder() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(chosen or os.path.expanduser("~/.cache")) / "tetrad"


def _writable(folder: Path) -> bool:
    probe = folder / f".{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError:
        return False
    return True
