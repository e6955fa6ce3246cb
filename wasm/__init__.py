"""The searches as WebAssembly, compiled from the same Python as everywhere else: `make wasm`.

    entries/GAME.py    the functions that a page can call, in Python: whole numbers in and out
    compile.py         Python -> Numba's LLVM, not yet optimised -> an object for wasm32 -> a module
    surgery.py         what of Numba's LLVM a page cannot have: counting references, raising

A page has no NumPy: it keeps a search's arrays in the module's own memory and passes their
addresses. `tetrad.page` has the other side of every entry.
"""
