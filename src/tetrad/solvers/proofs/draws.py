"""Proofs that a player cannot force a line of Qawale in time: the other player's replies.

The checker uses the rulebook and the standard library and trusts nothing else. A certificate is a
text, maybe packed with gzip, in one or more parts; fields are separated by tabs:

    tetrad holding certificate  1
    FIRST  7  0  221            attacker, last ply, lines in the sample (0: all), entries
    00,x2,00/x4/...  a1nne      position, the defender's reply
    ...

From the start on all sowings of the attacker are tried, and the defender makes the reply of the
entry, until the last ply is over. The attacker must never get a line. An entry serves the eight
symmetric positions. With two plies to go no entry is needed: the checker looks for a reply itself.

In a sample the attacker's sowings are drawn, line by line, until three plies are to go; from there
on all are tried. A sowing that hands the defender a line at once is passed over. Hashes of the
claim decide, so that nobody could choose the lines. A sample is evidence, not a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from tetrad.message import Message
from tetrad.position import IllegalMoveError, Player
from tetrad.rules.qawale import INDEX, LINES, NEIGHBOURS, PEBBLE, SQUARES, Move, Qawale
from tetrad.solvers.proofs.wins import BAD_END, NO_ANSWER, CertificateError, Progress, damaged

TITLE = "tetrad holding certificate\t1"
TALLEST = 24
TRIED_IN_FULL = 3

# Called with the number of replies that are checked.
Report = Callable[[int], None]
# For the text of a position: the defender's reply.
Replies = Mapping[str, str]


@dataclass(frozen=True)
class Holding:
    """The claim that the attacker cannot force a line by this ply, in all lines or in a sample."""

    attacker: Player
    last_ply: int
    lines: int = 0

    def __post_init__(self) -> None:
        if not 3 <= self.last_ply <= 16 or self.last_ply % 2 != self.attacker.value % 2:
            raise ValueError(f"{self.attacker} has no turn at ply {self.last_ply}")

    def message(self, answers: int, ends: int) -> Message:
        """What it says, if so many answers are right, tried against so many ends of games."""
        parts: dict[str, object] = {"player": self.attacker, "game": Qawale.NAME}
        parts |= {"ply": self.last_ply, "answers": answers, "ends": ends, "lines": self.lines}
        if self.lines:
            return Message(
                "a sample, not a proof: {player} cannot force a line in {game} by ply {ply}; "
                "{lines} games sampled, {answers} answers, {ends} ends checked",
                **parts,
            )
        return Message(
            "proven: {player} cannot force a line in {game} by ply {ply}; "
            "{answers} answers, {ends} ends checked",
            **parts,
        )

    def drawn(self, line: int, plies: int, position: Qawale) -> Move:
        """The attacker's sowing in a line of the sample, with so many plies to go."""
        seed = f"{self.attacker} {self.last_ply} {line} {plies}"
        order = sorted(
            position.legal_moves(), key=lambda move: sha256(f"{seed} {move}".encode()).digest()
        )
        safe = (move for move in order if not can_complete(Qawale(position.sow(move))))
        return next(safe, order[0])


def check(claim: Holding, replies: Replies, report: Report | None = None) -> int:
    """Go through the games of a claim; returns how many ends were checked."""
    walk = Walk(claim, replies, report)
    for line in range(1, claim.lines + 1) if claim.lines else [0]:
        if claim.attacker is Player.FIRST:
            walk.attack(Qawale.start(), claim.last_ply, line)
        else:
            walk.reply(Qawale.start(), claim.last_ply, line)
    return walk.ends


@dataclass
class Walk:
    """The games that follow the replies, each until the last ply or a line of the defender."""

    claim: Holding
    replies: Replies
    report: Report | None = None
    checked: set[str] = field(default_factory=set)
    ends: int = 0

    def attack(self, position: Qawale, plies: int, line: int) -> None:
        """Try the attacker's sowings, all of them or the drawn one, with so many plies to go."""
        if line and plies > TRIED_IN_FULL:
            sowings: Iterable[Move] = [self.claim.drawn(line, plies, position)]
        else:
            sowings = position.legal_moves()
        for sowing in sowings:
            after = Qawale(position.sow(sowing))
            if not self._is_over(after):
                self.reply(after, plies - 1, line)

    def reply(self, position: Qawale, plies: int, line: int) -> None:
        """Make the defender's reply; with two plies to go, look for one that is good enough."""
        if plies == 2:
            self.ends += 1
            if not any(self._holds(Qawale(position.sow(m))) for m in _sowings(position)):
                raise _unanswered(position)
            return
        leader = position.canonical()
        if str(leader) in self.checked and not line:
            return
        self.checked.add(str(leader))
        if self.report:
            self.report(len(self.checked))
        after = _played(leader, self.replies)
        if not self._is_over(after):
            self.attack(after, plies - 1, line)

    def _holds(self, position: Qawale) -> bool:
        """Whether the attacker, who has one ply left, has lost or cannot complete a line."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner is not self.claim.attacker
        return not can_complete(position)

    def _is_over(self, position: Qawale) -> bool:
        outcome = position.outcome()
        if outcome and outcome.winner is self.claim.attacker:
            raise CertificateError(BAD_END(position=position, player=self.claim.attacker.other))
        return outcome is not None


def _played(position: Qawale, replies: Replies) -> Qawale:
    try:
        return position.play(replies[str(position)])
    except KeyError:
        raise _unanswered(position) from None
    except IllegalMoveError as error:
        raise CertificateError(*error.args) from None


def _unanswered(position: Qawale) -> CertificateError:
    return CertificateError(NO_ANSWER(position=position))


def can_complete(position: Qawale) -> bool:
    """Whether the player to move can complete a line of theirs at once.

    Only those stacks are sown whose pebbles might land on all that some line lacks.
    """
    pebble = PEBBLE[position.turn]
    shown = {square for square in range(16) if position.stacks[square][-1:] == pebble}
    most = max(len(shown.intersection(line)) for line in LINES)
    for origin, stack in enumerate(position.stacks):
        hand = stack + pebble
        if stack and most + hand.count(pebble) >= 4:
            lines = list(_within_reach(hand, pebble, origin, shown - {origin}))
            for move in position.sowings(SQUARES[origin]) if lines else ():
                after = position.sow(move)
                if any(all(after[square][-1:] == pebble for square in line) for line in lines):
                    return True
    return False


def _within_reach(
    hand: str, pebble: str, origin: int, shown: set[int]
) -> Iterator[tuple[int, ...]]:
    """The lines whose missing squares the player's pebbles in hand might all land on."""
    mine = [number for number in range(len(hand)) if hand[number] == pebble]
    lands = shown.union(*(REACH[number][origin] for number in mine))
    for line in LINES:
        if lands.issuperset(line) and 4 - len(shown.intersection(line)) <= len(mine):
            yield line


def _sowings(position: Qawale) -> Iterator[Move]:
    for square in SQUARES:
        yield from position.sowings(square)


def _reach() -> list[list[set[int]]]:
    """For each number of a pebble in the hand and each origin, where the pebble may land."""
    beside = [{INDEX[name] for name in NEIGHBOURS[square].values()} for square in SQUARES]
    reach = [beside]
    while len(reach) < TALLEST:
        reach.append([set().union(*(beside[at] for at in squares)) for squares in reach[-1]])
    return reach


REACH = _reach()


def verify(lines: list[str], progress: Progress | None = None) -> Iterator[Message]:
    """What the lines of a certificate prove, in sentences, or CertificateError."""
    parts, whole, done = list(read(lines)), set(), 0
    total = sum(len(replies) for _claim, replies in parts)

    def report(checked: int) -> None:
        if progress:
            progress(done + checked, total)

    for claim, replies in parts:
        yield claim.message(len(replies), check(claim, replies, report))
        done += len(replies)
        if not claim.lines:
            whole.add(claim.last_ply)
    for ply in sorted(whole):
        if ply % 2 == 0 and ply - 1 in whole:
            yield Message(
                "with {n} pebbles a player, {game} is a draw", n=ply // 2, game=Qawale.NAME
            )


def read(lines: list[str]) -> Iterator[tuple[Holding, Replies]]:
    """The parts of a certificate."""
    rest = lines[1:] or [""]
    while rest:
        try:
            attacker, last_ply, sample, size = rest[0].split("\t")
            claim = Holding(Player[attacker], int(last_ply), int(sample))
            replies = dict(line.split("\t") for line in rest[1 : int(size) + 1])
            if len(replies) != int(size) or claim.lines < 0:
                raise ValueError(f"{len(replies)}/{size}")
        except (KeyError, ValueError) as error:
            raise damaged(error) from None
        yield claim, replies
        rest = rest[len(replies) + 1 :]


def written(parts: Iterable[tuple[Holding, Replies]]) -> Iterator[str]:
    """The lines of a certificate's file."""
    yield f"{TITLE}\n"
    for claim, replies in parts:
        head = (claim.attacker, claim.last_ply, claim.lines, len(replies))
        yield "\t".join(map(str, head)) + "\n"
        yield from (f"{position}\t{reply}\n" for position, reply in sorted(replies.items()))
