"""Proofs that anyone can check: a strategy for one player against every reply.

The checker uses the rulebook and the standard library and trusts nothing else. A certificate is a
text file whose fields are separated by tabs:

    tetrad certificate  1
    quantik  SECOND  wins  10  ..../..../..../....    game, player, claim, plies, start
    123                                               number of entries
    ..../..../..../A...  B@b1  9                      position, the player's move, plies left
    ...

An entry serves all positions that play alike. A position in which the player can reach a good end
at once needs none. Whatever the opponent does, from the start on, the next position must have fewer
plies left: so the player gets to the end in time, and going in circles proves nothing. An end is
good if the player has won, or if the claim is `holds` instead of `wins`, has not lost.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tetrad.language import CANNOT_READ, why
from tetrad.message import Message, Wording
from tetrad.position import AnyPosition, IllegalMoveError, Player
from tetrad.rules import GAMES
from tetrad.solvers.tables.folder import SHIPPED

TITLE = "tetrad certificate\t1"
GZIP = b"\x1f\x8b"

# Called now and then with the entries that are checked and all of them.
Progress = Callable[[int, int], None]
# For the text of a position: the player's move and the plies that are left.
Strategy = Mapping[str, tuple[str, int]]


# Translators: what is wrong with a proof
BAD_END = Wording("bad-end", "{position} is a bad end for {player}")
# Translators: what is wrong with a proof
NO_ANSWER = Wording("no-answer", "there is no answer to {position}")


class CertificateError(ValueError):
    """Why a certificate proves nothing."""


@dataclass(frozen=True)
class Claim:
    """What a certificate says it proves."""

    player: Player
    claim: str
    plies: int
    start: AnyPosition

    def message(self, answers: int) -> Message:
        """What it proves, if all its answers are right."""
        parts: dict[str, object] = {
            "player": self.player,
            "game": self.start.NAME,
            "position": self.start,
        }
        parts |= {"plies": self.plies, "answers": answers}
        if self.claim == "wins":
            return Message(
                "proven: {player} wins {game} from {position} in at most {plies} plies, "
                "with {answers} answers",
                **parts,
            )
        return Message(
            "proven: {player} holds {game} from {position} in at most {plies} plies, "
            "with {answers} answers",
            **parts,
        )

    def is_good(self, end: AnyPosition) -> bool:
        outcome = end.outcome()
        winner = outcome.winner if outcome else self.player.other
        return winner is self.player or (winner is None and self.claim == "holds")


def check(claim: Claim, strategy: Strategy, progress: Progress | None = None) -> int:
    """Walk through all games that follow the strategy; how many entries that took."""
    checked: set[str] = set()
    left = claim.plies - (claim.start.turn is not claim.player)
    to_do = [(_with_player_to_move(claim, claim.start), left)]
    while to_do:
        positions, plies = to_do.pop()
        for position in positions:
            if position.outcome() is not None and not claim.is_good(position):
                raise CertificateError(
                    BAD_END(
                            position=position, player=claim.player)
                )  # fmt: skip
            if position.outcome() is not None or (plies > 0 and _can_end(claim, position)):
                continue
            leader = position.canonical()
            move, left = _entry(strategy, str(leader))
            if not 0 < left <= plies:
                raise CertificateError(
                    Message("{position}: {n} plies left, but {most} allowed",
                            position=leader, n=left, most=plies)
                )  # fmt: skip
            if str(leader) not in checked:
                checked.add(str(leader))
                if progress:
                    progress(len(checked), len(strategy))
                after = _played(leader, move)
                to_do.append((_with_player_to_move(claim, after), left - 2))
    return len(checked)


def _with_player_to_move(claim: Claim, position: AnyPosition) -> list[AnyPosition]:
    """The position itself, or if it is the opponent's turn, all that may come of it."""
    if position.turn is claim.player or position.outcome() is not None:
        return [position]
    return [position.play(move) for move in position.legal_moves()]


def _can_end(claim: Claim, position: AnyPosition) -> bool:
    return any(claim.is_good(position.play(move)) for move in position.legal_moves())


def _entry(strategy: Strategy, position: str) -> tuple[str, int]:
    try:
        return strategy[position]
    except KeyError:
        raise CertificateError(NO_ANSWER(position=position)) from None


def _played(position: AnyPosition, move: str) -> AnyPosition:
    try:
        return position.play(move)
    except IllegalMoveError as error:
        raise CertificateError(*error.args) from None


def shipped(game: str) -> Path:
    """The certificate that comes with the program."""
    path = SHIPPED / f"{game}.certificate"
    if not path.exists():
        raise CertificateError(Message("there is no certificate for {game} yet", game=game))
    return path


def verify(path: Path, progress: Progress | None = None) -> Iterator[Message]:
    """Check the certificate in a file; what it proves, in sentences, or CertificateError."""
    from tetrad.solvers.proofs import draws as holding

    lines = _lines(path)
    if lines[:1] == [holding.TITLE]:
        yield from holding.verify(lines, progress)
    else:
        claim, strategy = read(lines)
        yield claim.message(check(claim, strategy, progress))


def _lines(path: Path) -> list[str]:
    """The lines of a file, which may be packed with gzip."""
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if data.startswith(GZIP) else data
        return text.decode("utf-8").splitlines()
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise damaged(error) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CertificateError(CANNOT_READ(path=path, why=why(error))) from None


def damaged(error: Exception) -> CertificateError:
    return CertificateError(Message("the certificate is damaged: {what}", what=str(error)))


def read(lines: Iterable[str]) -> tuple[Claim, Strategy]:
    """A certificate from the lines of its file."""
    title, head, size, *rest = [*lines, "", "", ""]
    if title != TITLE:
        raise CertificateError(Message("this is not a Tetrad certificate"))
    try:
        game, player, claim, plies, start = head.split("\t")
        rows = (row.split("\t") for row in rest if row)
        strategy = {position: (move, int(left)) for position, move, left in rows}
        claimed = Claim(Player[player], claim, int(plies), GAMES[game].parse(start))
        if len(strategy) != int(size) or claim not in ("wins", "holds"):
            raise ValueError(f"{len(strategy)}/{size}")
    except (ValueError, KeyError) as error:
        raise damaged(error) from None
    return claimed, strategy


def written(claim: Claim, strategy: Strategy) -> Iterator[str]:
    """The lines of a certificate's file."""
    head = (claim.start.NAME, claim.player, claim.claim, claim.plies, claim.start)
    yield TITLE + "\n"
    yield "\t".join(map(str, head)) + "\n"
    yield f"{len(strategy)}\n"
    for position, (move, left) in strategy.items():
        yield f"{position}\t{move}\t{left}\n"
