"""Finding proofs: a strategy for the winner, one answer for each position that needs one.

`python -m research.quantik.prove` writes the certificate of Quantik that comes with the program.
"""

from __future__ import annotations

from tetrad.message import Message
from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers import solve
from tetrad.solvers.proofs.wins import CertificateError, Claim, check, written
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.folder import SHIPPED

AS_LONG_AS_IT_TAKES = Limits(time=None)


class Found(dict[str, tuple[str, int]]):
    """A strategy that asks the solver where it has no answer yet."""

    def __init__(self, game: str) -> None:
        self._game = GAMES[game]

    def __missing__(self, text: str) -> tuple[str, int]:
        solution = solve(self._game.parse(text), AS_LONG_AS_IT_TAKES)
        if solution.value != "win" or solution.distance is None:
            raise CertificateError(Message("{position} is not known to be won", position=text))
        self[text] = str(solution.moves[0].move), solution.distance
        return self[text]


def prove(start: AnyPosition) -> tuple[Claim, dict[str, tuple[str, int]]]:
    """A certificate that the solver's winner wins from a position, checked as it is made."""
    solution = solve(start, AS_LONG_AS_IT_TAKES)
    if solution.value not in ("win", "loss") or solution.distance is None:
        raise CertificateError(Message("{position} is not known to be won", position=start))
    player = start.turn if solution.value == "win" else start.turn.other
    claim = Claim(player, "wins", solution.distance, start)
    strategy = Found(start.NAME)
    check(claim, strategy)
    return claim, dict(sorted(strategy.items()))


if __name__ == "__main__":
    lines = "".join(written(*prove(GAMES["quantik"].start())))
    (SHIPPED / "quantik.certificate").write_text(lines, "utf-8")
