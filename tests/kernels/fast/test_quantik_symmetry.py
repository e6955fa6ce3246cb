import random

import numpy as np

from tetrad.kernels import quantik, quantik_symmetry
from tetrad.kernels.fast.quantik import words
from tetrad.kernels.fast.quantik_symmetry import code_of, key_of


def test_compiled_keys_are_those_of_the_light_module() -> None:
    rng = random.Random(8)
    for _ in range(200):
        code = quantik.start()
        while actions := quantik.legal_actions(code):
            key = quantik_symmetry.key(code)
            assert key_of(*words(code)) == key
            mine, theirs = code_of(np.uint64(key))
            assert (int(mine), int(theirs)) == quantik_symmetry.code_of(key)
            code = quantik.apply(code, rng.choice(actions))
