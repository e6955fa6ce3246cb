"""How neither player of Qawale loses: the replies that the proof laid out, for both sides.

The proof gave each player a reply to every sowing of the opponent, from the start down to a cut:
SECOND's last one is at ply 7, against lines by ply 15, FIRST's at ply 6, against lines by ply 16.
The results of the replies before are known one by one (`opening`). The last one follows from an
order of the sowings: of those that do not lose at once, the best rated whose result is not known to
fail. That is proven only where a player can get by such replies. So the last sowing is taken back
in every way that there is, and one of the positions before it must be proven to hold. (And so
whatever stands behind the seam has to rate sowings as the prover did; a checksum tells.)

The results that fail are in a file that comes with the program, a table as described in
`solvers.tables.format` with two entries for each of them: first the `pebbles` of all canonical
codes, in ascending order of the codes, then in the same order their `ends`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from tetrad.kernels import qawale as kernel
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.rules.qawale import INDEX, NEIGHBOURS, PEBBLE, SQUARES, Qawale
from tetrad.solvers.qawale import opening
from tetrad.solvers.qawale.opening import Known, pairs_in
from tetrad.solvers.qawale.root import Root, Survey
from tetrad.solvers.tables.folder import SHIPPED
from tetrad.solvers.tables.format import TableError

PATH = SHIPPED / "qawale-replies.table"
GAME, NAME = "qawale", "replies"
# For each attacker the last ply at which they could complete a line, and the ply of the last reply.
LAST_PLY = {Player.FIRST: 15, Player.SECOND: 16}
LAST_REPLY = {Player.FIRST: 7, Player.SECOND: 6}

# The first sowings, up to symmetry, whose replies are not in the file; they draw all the same.
UNAIDED = frozenset(
    kernel.canonical(kernel.encode(Qawale.start().play(sowing)))
    for sowing in ("a1nnn", "a1nen", "a1nee", "a1nes")
)

_BESIDE = [[INDEX[square] for square in NEIGHBOURS[each].values()] for each in SQUARES]


class Strategy:
    """What the proof replies at the last ply above its cut."""

    def __init__(self, held: Known, failing: Collection[Code]) -> None:
        self._held, self._failing = held, failing

    def teach(self, root: Root, code: Code, survey: Callable[[Code], Survey]) -> None:
        """Tell a position's moves which of them is the proven reply, if there is one."""
        ply, attacker = kernel.plies(code), Player(kernel.turn(code)).other
        if ply != LAST_REPLY[attacker] or 1 in root.ends or not self.meets(code):
            return
        result = self.reply(survey(kernel.canonical(code)))
        for move in root.open_moves():
            if root.survey.canonical(move) == result:
                root.learn(move, 0, LAST_PLY[attacker] - ply)

    def reply(self, survey: Survey) -> Code | None:
        """The result of the best rated sowing that is not known to fail."""
        results = (survey.canonical(move) for move in survey.order if survey.ends[move] == 0)
        return next((result for result in results if result not in self._failing), None)

    def meets(self, code: Code) -> bool:
        """Whether the player to move can have got here by replies that are proven to hold."""
        attacker = Player(kernel.turn(code)).other
        return any(
            self._held.last_ply(kernel.canonical(before), attacker) >= LAST_PLY[attacker]
            for before in unsown(code)
        )


def unsown(code: Code) -> Iterator[Code]:
    """The positions from which the last sowing can have come."""
    stacks, mover = [*kernel.decode(code).stacks], Player(kernel.turn(code)).other
    for last, stack in enumerate(stacks):
        if stack.endswith(PEBBLE[mover]):
            yield from _walked_back(stacks, last, -1, "")


def _walked_back(stacks: list[str], at: int, after: int, hand: str) -> Iterator[Code]:
    """Take the pebble at a space into the hand, then go on to where the one before it landed.

    An empty space can be where the hand was lifted; its last pebble was the mover's new one.
    """
    stack = stacks[at]
    stacks[at], hand = stack[:-1], stack[-1] + hand
    for before in _BESIDE[at]:
        if before == after:
            continue
        if stacks[before]:
            yield from _walked_back(stacks, before, at, hand)
        elif len(hand) > 1:
            origin = [*stacks]
            origin[before] = hand[:-1]
            yield kernel.encode(Qawale(tuple(origin)))
    stacks[at] = stack


def read(path: Path) -> frozenset[Code]:
    """The results of replies that fail, or TableError."""
    return frozenset(pairs_in(path, NAME))


@cache
def strategy() -> Strategy:
    """From the files that come with the program: facts of others need not go with its replies."""
    with suppress(TableError):
        return Strategy(opening.read(opening.PATH), read(PATH))
    return Strategy(Known(), ())
