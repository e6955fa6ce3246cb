"""From Python to a module for a page: Numba's LLVM, llvmlite's other target, a linker.

Numba is told not to optimise, so that all decisions are made for the machine on which the code will
run. The linker comes with the package `ziglang`. Nothing depends on this computer's processor or on
what was compiled before: the same sources give the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

# Before Numba is imported: what it would otherwise fit to this machine.
os.environ.update(
    NUMBA_OPT="0",
    NUMBA_CPU_NAME="generic",
    NUMBA_CPU_FEATURES="",
    NUMBA_LOOP_VECTORIZE="0",
    NUMBA_SLP_VECTORIZE="0",
)

import llvmlite.binding as llvm
from numba import njit, types
from numba.core.errors import NumbaWarning

from wasm.surgery import TRIPLE, entry, for_a_page, runtime

_INTEGER = types.int64
_STACK = 256 << 10
_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"


def compile_game(game: str) -> bytes:
    """The module of one game."""
    from tetrad.solvers import stopwatch

    stopwatch.in_a_page = True
    # Numba readies what it compiles for this process, too, where nobody will call it.
    llvm.add_symbol("glance", id(stopwatch))
    entries: dict[str, Callable[..., int]] = import_module(f"wasm.entries.{game}").ENTRIES
    module = _linked(entries)
    return _module(_object(module), [*entries, "reserve", "release"])


def _linked(entries: dict[str, Callable[..., int]]) -> Any:
    """One LLVM module with all entries, nothing of which is optimised yet."""
    whole: Any = llvm.parse_assembly(runtime())
    for name, function in sorted(entries.items()):
        compiled, symbol, arguments = _compiled(function)
        whole.link_in(llvm.parse_assembly(for_a_page(compiled)))
        declared = ", ".join(["ptr", "ptr"] + ["i64"] * arguments)
        text = f"declare i32 @{symbol}({declared})\n" + entry(name, symbol, arguments)
        whole.link_in(llvm.parse_assembly(for_a_page(text)))
    _hide(whole, {*entries, "reserve", "release"})
    return whole


def _compiled(function: Callable[..., int]) -> tuple[str, str, int]:
    """Numba's LLVM of an entry, the name of its function there, and how many arguments it takes."""
    arguments = function.__code__.co_argcount
    with warnings.catch_warnings():
        # What is not optimised cannot be kept for the next time.
        warnings.simplefilter("ignore", NumbaWarning)
        dispatcher: Any = njit(_INTEGER(*[_INTEGER] * arguments), nogil=True)(function)
    result = dispatcher.overloads[dispatcher.signatures[0]]
    symbol = result.fndesc.llvm_func_name
    return result.library.get_llvm_str(), symbol, arguments


def _hide(module: Any, shown: set[str]) -> None:
    """Let nothing be seen but the entries, so that the rest can be inlined or dropped."""
    for function in module.functions:
        if not function.is_declaration and function.name not in shown:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _object(module: Any) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(features=_FEATURES, opt=3, codemodel="default")
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _module(code: bytes, exported: list[str]) -> bytes:
    """The linker's work; a page's calls go one way, but for the clock."""
    with tempfile.TemporaryDirectory() as folder:
        source, linked = Path(folder, "game.o"), Path(folder, "game.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in exported]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--gc-sections", "-O3"]
        command += ["--strip-all", "--allow-undefined", f"-zstack-size={_STACK}", *exports]
        subprocess.run([*command, str(source), "-o", str(linked)], check=True)
        return linked.read_bytes()
