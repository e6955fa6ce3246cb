"""Tetrad inside a web page: the rules, the solvers and the bots where there is no server.

CPython for WebAssembly runs the light part of the package unchanged. Behind the seam of
`kernels/compiled` stand the searches that `make wasm` compiled from the same sources; the modules
of the games here (`quantik`, `qawale`, `qomet`) keep the arrays of a search in its module's memory.
"""
