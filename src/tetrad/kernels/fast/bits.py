"""Three machine instructions that Python has no word for, on 64-bit words.

    word          ...0010 1000
    lowest(word)  3               the number of the lowest bit that is set
    highest(word) 5               the number of the highest bit that is set
    count(word)   2               how many bits are set

All return 64-bit unsigned integers, ready to index an array. `lowest` and `highest` of an empty
word mean nothing. They can be called from compiled functions only.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Word = np.uint64
Instruction = Callable[[Word], Word]

_TOP_BIT = ir.Constant(ir.IntType(64), 63)
_MEANS_NOTHING_IF_EMPTY = ir.Constant(ir.IntType(1), 1)


def _instruction(build: Callable[[Any, Any], Any]) -> Instruction:
    def typed(_context: Any, word: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, words: Any) -> Any:
            return build(builder, words[0])

        return types.uint64(word), generate

    instruction: Any = intrinsic(typed)
    return instruction  # type: ignore[no-any-return]


lowest = _instruction(lambda builder, word: builder.cttz(word, _MEANS_NOTHING_IF_EMPTY))
highest = _instruction(
    lambda builder, word: builder.sub(_TOP_BIT, builder.ctlz(word, _MEANS_NOTHING_IF_EMPTY))
)
count = _instruction(lambda builder, word: builder.ctpop(word))
