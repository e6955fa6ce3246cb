"""Qawale for a page: its sowings, the questions of its search, and the leaves of its tree.

The arrays of a search lie one behind the other in the module's memory, as `Desk` names them:

    table    what decides wins in one     memory   what was learned     the rest    small arrays

`area` is where a page puts what it hands over, and finds what it gets: mostly a board of 16 words.
"""

from __future__ import annotations

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast import qawale
from tetrad.kernels.fast.qawale import WALK
from tetrad.kernels.fast.qawale_wins import KEPT, SPOTS, filled
from tetrad.solvers.qawale import attack, bundles, evaluate, search
from tetrad.solvers.qawale.attack import PARRIES, PLIES, RECALLED, Desk
from wasm.arrays import signed

TABLE = 48 * KEPT
# Where the small arrays begin behind the table, in words; the memory comes last.
BOARDS = TABLE + 2
FRAMES = BOARDS + 16 * PLIES
REPLIES = FRAMES + 7 * PLIES
TRIAL = REPLIES + 2 * RECALLED * PLIES
TRIAL_WALK = TRIAL + 16
REPLY = TRIAL_WALK + WALK
REPLY_WALK = REPLY + 16
THE_PARRIES = REPLY_WALK + WALK
THE_SPOTS = THE_PARRIES + 17 * PARRIES
GUARDED = THE_SPOTS + SPOTS + 1
MEMORY = GUARDED + SPOTS + 1


def desk_words(entries: int) -> int:
    """How many words a desk takes whose memory has so many entries."""
    return MEMORY + 2 * entries


@compiled
def _desk(desk: int, entries: int) -> Desk:
    return Desk(
        signed(desk, (TABLE,)),
        signed(desk + 8 * MEMORY, (entries, 2)),
        signed(desk + 8 * TABLE, (2,)),
        signed(desk + 8 * BOARDS, (PLIES, 16)),
        signed(desk + 8 * FRAMES, (PLIES, 7)),
        signed(desk + 8 * REPLIES, (PLIES, 2 * RECALLED)),
        signed(desk + 8 * TRIAL, (16,)),
        signed(desk + 8 * TRIAL_WALK, (WALK,)),
        signed(desk + 8 * REPLY, (16,)),
        signed(desk + 8 * REPLY_WALK, (WALK,)),
        signed(desk + 8 * THE_PARRIES, (17, PARRIES)),
        signed(desk + 8 * THE_SPOTS, (SPOTS + 1,)),
        signed(desk + 8 * GUARDED, (SPOTS + 1,)),
    )


def fill(desk: int) -> int:
    """Work out the table; once."""
    signed(desk, (TABLE,))[:] = filled(KEPT)
    return 0


def clear(desk: int) -> int:
    """Forget all but table and memory, as a new question begins; returns where the limits are."""
    signed(desk + 8 * TABLE, (MEMORY - TABLE,))[:] = 0
    return desk + 8 * TABLE


def unpack(pebbles: int, ends: int, area: int) -> int:
    """The board of a code, into the area; returns its tops."""
    return qawale.unpack(pebbles, ends, signed(area, (16,)))


def listed(desk: int, area: int, tops: int, mover: int, begun: int, count: int) -> int:
    """The sowings that begin like this, into the area: all boards, then facts, then ends."""
    walk, table = signed(desk + 8 * TRIAL_WALK, (WALK,)), signed(desk, (TABLE,))
    board = signed(area, (16,)).copy()
    boards, facts, ends = search.surveyed(board, tops, mover, begun, count, walk, table)
    signed(area, (count, 16))[:] = boards
    signed(area + 128 * count, (count, 3))[:] = facts
    signed(area + 152 * count, (count,))[:] = ends
    return count


def sow(area: int, tops: int, sowing: int, mover: int) -> int:
    """Make a sowing on the board in the area; returns its tops."""
    return qawale.sow(signed(area, (16,)), tops, sowing, mover)


def lined(tops: int, player: int) -> int:
    return qawale.lined(tops, player)


def smallest(area: int) -> int:
    """The least code of the positions that look like a board, in its place."""
    board = signed(area, (16,))
    board[0], board[1] = qawale.smallest(board)
    return 0


def forces(
    desk: int, entries: int, area: int, tops: int, mover: int, attacker: int, plies: int, age: int
) -> int:
    """Whether the attacker forces a line: 1, 0, or -1 if stopped."""
    board = signed(area, (16,))
    return attack.forces(_desk(desk, entries), board, tops, mover, attacker, plies, age)


def opinion(desk: int, area: int, tops: int, mover: int, plies: int) -> int:
    board, limits = signed(area, (16,)), signed(desk + 8 * TABLE, (2,))
    return evaluate.opinion(board, tops, mover, plies, signed(desk, (TABLE,)), limits)


def static(tops: int, player: int) -> int:
    return evaluate.static(tops, player)


def sampled(desk: int, area: int, tops: int, mover: int, begun: int, arrival: int) -> int:
    """Rating and action of sowings drawn by lot, into the area; returns how many there are."""
    table, board = signed(desk, (TABLE,)), signed(area, (16,)).copy()
    found = bundles.sampled(board, tops, mover, begun, arrival, table)
    signed(area, (len(found), 2))[:] = found
    return len(found)


def completes(area: int, tops: int, mover: int, begun: int) -> int:
    return bundles.completes(signed(area, (16,)), tops, mover, begun)


def without_line(area: int, tops: int, mover: int, begun: int) -> int:
    return bundles.without_line(signed(area, (16,)), tops, mover, begun)


def walked(
    desk: int,
    entries: int,
    area: int,
    tops: int,
    mover: int,
    begun: int,
    own: int,
    plies: int,
    age: int,
) -> int:
    """Whether a line is forced after the sowings that begin so; which decided it, in the area."""
    board, sown = signed(area, (16,)).copy(), signed(area, (1,))
    value, sown[0] = bundles.walked(
        _desk(desk, entries), board, tops, mover, begun, own != 0, plies, age
    )
    return value


def leaves(area: int, tops: int, mover: int, depth: int) -> int:
    """The leaves of the move tree; `depth` is at least 1 and there are pebbles for it."""
    return qawale.leaves_of(signed(area, (16,)), tops, mover, depth)


ENTRIES = {
    "clear": clear,
    "completes": completes,
    "desk_words": desk_words,
    "fill": fill,
    "forces": forces,
    "leaves": leaves,
    "lined": lined,
    "listed": listed,
    "opinion": opinion,
    "sampled": sampled,
    "smallest": smallest,
    "sow": sow,
    "static": static,
    "unpack": unpack,
    "walked": walked,
    "without_line": without_line,
}
