"""Arrays in the module's memory, by their address; for compiled functions only."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

carray: Any = numba.carray  # type: ignore[attr-defined]
_POINTER = ir.IntType(64).as_pointer()

_pointer_to: Any = types.CPointer


def _pointer(kind: Any) -> Any:
    def typed(_context: Any, _address: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, addresses: Any) -> Any:
            return builder.inttoptr(addresses[0], _POINTER)

        return _pointer_to(kind)(types.int64), generate

    return intrinsic(typed)


_to_signed, _to_words = _pointer(types.int64), _pointer(types.uint64)


@njit
def signed(address: int, shape: Any) -> Any:
    """An array of signed numbers; the shape is a tuple."""
    return carray(_to_signed(address), shape)


@njit
def words(address: int, shape: Any) -> Any:
    """An array of 64-bit words."""
    return carray(_to_words(address), shape)
