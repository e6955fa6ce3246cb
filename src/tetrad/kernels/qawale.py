"""Qawale on two 64-bit words, whole turns and single steps.

A code is `(pebbles, ends)`. The stacks are read a1, b1, ... d4, each from the bottom; pebble number
n is FIRST's if bit n of `pebbles` is set, SECOND's if bit 32 + n is. `ends` writes a 0 for each
pebble and a 1 after each stack, lowest bit first.

    00,x2,00/x4/x4/00,x2,00 1        pebbles = 0   ends, from bit 0: 001 1 1 001 1111 1111 001 ...
    00,x2,00/x4/0,0,x2/x,1,x,00 2    pebbles = 1   ends, from bit 0: 1 01 1 001 01 01 1 1 1111 ...

A sowing is made in steps, each an action: lift a stack, then go in a direction with each pebble.

    0 .. 15   lift the stack of a1, b1, ... d4, with a pebble of yours put on top
    16 .. 19  drop the lowest pebble of the hand one space to the north, east, south, west

While there are pebbles in the hand they are read as a seventeenth stack, and `ends` says more:

    54 .. 52   51 .. 48   40 ................. 0     place    the square last visited
    arrival    place      ends, the hand's included  arrival  the last step, 1 2 3 4 for n e s w;
                                                              5: none yet; 0: the hand is empty

    at the start, after action 0 (a1)    the hand is 001, place 0, arrival 5, pebbles = 1 << 8
    and then action 16 (north)           the hand is 01, place 4, arrival 1, pebbles = 1 << 8

Nothing limits heights: all 24 pebbles may be in one hand. Solvers do not go through states in
mid-sowing but number whole sowings: `origin | path << 4`, two bits for each step (n e s w are 0 1 2
3), the first step lowest, and a 1 after the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import SupportsIndex

from tetrad.rules.qawale import (
    BOTH_LINES_WIN_FOR_THE_MOVER,
    INDEX,
    LINES,
    NEIGHBOURS,
    NEUTRAL_PEBBLES,
    PEBBLES_EACH,
    SQUARES,
    STEPS,
    Move,
    Qawale,
)
from tetrad.rules.symmetry import Map, square_maps

Code = tuple[int, int]
Action = SupportsIndex

LIFTS = len(SQUARES)
ACTIONS = LIFTS + len(STEPS)
# Where in `ends` a hand begins, with the space last visited; above it how that was reached.
PLACE, ARRIVAL = 48, 52
LIFTED = 5

_DIRECTIONS = "".join(STEPS)
_STEPS = (*SQUARES, *STEPS)
# For each space the one in each direction, or -1.
_BESIDE = [[INDEX.get(near.get(step, ""), -1) for step in STEPS] for near in NEIGHBOURS.values()]


def start() -> Code:
    return encode(Qawale.start())


def plies(code: Code) -> int:
    """How many turns are over."""
    stacks, marks = code[1] & (1 << PLACE) - 1, LIFTS
    if code[1] >> PLACE:
        marks += 2  # the hand's, and the pebble that was put on it
    return stacks.bit_length() - marks - NEUTRAL_PEBBLES


def turn(code: Code) -> int:
    """Whose turn it is: 1 for FIRST, 2 for SECOND."""
    return 1 + plies(code) % 2


def legal_actions(code: Code) -> list[int]:
    """Every action that the player to move may choose, in order; none when the game is over."""
    ends = code[1]
    if ends >> PLACE:
        came, place = (ends >> ARRIVAL) - 1, ends >> PLACE & 15
        back = -1 if came == LIFTED - 1 else came ^ 2
        return [LIFTS + d for d, near in enumerate(_BESIDE[place]) if near >= 0 and d != back]
    if winner(code) is not None:
        return []
    return [square for square, stack in enumerate(_stacks(code)) if stack]


def mask(code: Code) -> list[bool]:
    """For each action whether the player to move may choose it."""
    legal = {*legal_actions(code)}
    return [action in legal for action in range(ACTIONS)]


def apply(code: Code, action: Action) -> Code:
    """The code after a legal action."""
    action, stacks = index(action), _stacks(code)
    if action < LIFTS:
        hand, stacks[action] = stacks[action] + str(turn(code)), ""
        return _sowing(stacks, hand, action, LIFTED)
    hand = stacks.pop()
    direction = action - LIFTS
    place = _BESIDE[code[1] >> PLACE & 15][direction]
    stacks[place] += hand[0]
    return _sowing(stacks, hand[1:], place, direction + 1)


def winner(code: Code) -> int | None:
    """None while the game goes on, else 0 for a draw, 1 for FIRST or 2 for SECOND."""
    if code[1] >> PLACE:
        return None
    tops = [stack[-1:] for stack in _stacks(code)]
    ranking = [3 - turn(code), turn(code)]
    for player in ranking if BOTH_LINES_WIN_FOR_THE_MOVER else reversed(ranking):
        if any(all(tops[square] == str(player) for square in line) for line in LINES):
            return player
    return 0 if plies(code) == 2 * PEBBLES_EACH else None


def symmetries(code: Code) -> list[Code]:
    """The distinct codes that look like a code, itself first."""
    stacks = _stacks(code)
    hand, place, came = "".join(stacks[LIFTS:]), code[1] >> PLACE & 15, code[1] >> ARRIVAL
    images = [
        _sowing([stacks[s] for s in squares], hand, *_turned(squares, place, came))
        for squares in square_maps(SQUARES)
    ]
    return [*dict.fromkeys(images)]


def canonical(code: Code) -> Code:
    """The smallest image of a code, the same for all that look alike."""
    return min(symmetries(code))


def encode(position: Qawale) -> Code:
    """The code of a position of the rulebook view."""
    return _code(position.stacks)


def decode(code: Code) -> Qawale:
    """The position that a code at the beginning of a turn stands for."""
    return Qawale(tuple(_stacks(code)))


def action_of(step: str) -> int:
    """The number of a step: `a1` lifts a stack, `n` goes north."""
    return _STEPS.index(step)


def step_of(action: Action) -> str:
    """The step of a number; the steps of a sowing, one after the other, are the text of a move."""
    return _STEPS[index(action)]


def actions_of(move: Move) -> list[int]:
    """The steps of a sowing."""
    return [action_of(step) for step in (move.square, *move.path)]


def move_of(actions: Iterable[Action]) -> Move:
    """The move whose steps these are."""
    square, *path = map(step_of, actions)
    return Move(square, "".join(path))


def sowing_of(move: Move) -> int:
    """The number of a whole sowing."""
    path = 1
    for step in reversed(move.path):
        path = path << 2 | _DIRECTIONS.index(step)
    return path << 4 | INDEX[move.square]


def move_of_sowing(sowing: int) -> Move:
    path, rest = "", sowing >> 4
    while rest > 1:
        path += _DIRECTIONS[rest & 3]
        rest >>= 2
    return Move(SQUARES[sowing & 15], path)


def _stacks(code: Code) -> list[str]:
    """The sixteen stacks, and the hand if there is one, as the rulebook writes them."""
    pebbles, ends, stacks = code[0], code[1] & (1 << PLACE) - 1, [""]
    while ends > 1:
        if ends & 1:
            stacks.append("")
        else:
            stacks[-1] += "012"[pebbles & 1 | pebbles >> 31 & 2]
            pebbles >>= 1
        ends >>= 1
    return stacks


def _code(stacks: Sequence[str]) -> Code:
    pebbles = ends = read = 0
    for number, stack in enumerate(stacks):
        for pebble in stack:
            pebbles |= (0, 1, 1 << 32)[int(pebble)] << read
            read += 1
        ends |= 1 << read + number
    return pebbles, ends


def _sowing(stacks: Sequence[str], hand: str, place: int, came: int) -> Code:
    """The code of a state in mid-sowing, or of the next turn when the hand is empty."""
    if not hand:
        return _code(stacks)
    pebbles, ends = _code([*stacks, hand])
    return pebbles, came << ARRIVAL | place << PLACE | ends


def _turned(squares: Map, place: int, came: int) -> tuple[int, int]:
    """Where the space last visited lies after a symmetry, and how it was reached then."""
    if not 0 < came < LIFTED:
        return squares.index(place), came
    before = _BESIDE[place][came - 1 ^ 2]
    at = squares.index(place)
    return at, 1 + _BESIDE[squares.index(before)].index(at)
