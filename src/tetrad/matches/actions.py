"""What a player may do in a match: each wish is decided here and becomes an entry of the log.

The functions look at how the match stands and say what to write down, or refuse; they change
nothing themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from tetrad.matches.board import check, seat
from tetrad.matches.log import Draft, Standing
from tetrad.matches.match import DRAW_AGREED, RESIGNATION
from tetrad.matches.refusals import ConflictError, ForbiddenError
from tetrad.matches.talk import MOST_BETWEEN_MOVES, PHRASES
from tetrad.message import Wording
from tetrad.position import GAME_OVER, Player

# Quantik has no draws: a player who cannot place loses.
GAMES_WITH_DRAWS = ("qawale", "qomet")

OfferKind = Literal["takeback", "draw", "rematch"]
Seats = Collection[Player]
Decision = Callable[[Standing, Seats], Draft]

# Translators: the answer to a move or wish that comes too late
STALE = Wording("stale", "the game has moved on")
# Translators: the answer to a move or wish
OUT_OF_TURN = Wording("out-of-turn", "it is not your turn")
# Translators: the answer to a move in a game to which a friend is invited
NOT_BEGUN = Wording("not-begun", "the game begins when your friend has joined")
# Translators: the answer to somebody who only watches
NOT_YOUR_SEAT = Wording("not-your-seat", "someone else has this seat; you can watch")
# Translators: the answer to the wish to take back
NOTHING_TO_UNDO = Wording("nothing-to-undo", "there is no move of yours to take back")
# Translators: the answer to the offer of a draw, in Quantik
NO_DRAWS = Wording("no-draws", "there are no draws in this game")
# Translators: the answer to the wish for a hint
NO_HINTS = Wording("no-hints", "there are no hints against another person")
# Translators: the answer to who accepts or declines what is no longer offered
NO_OFFER = Wording("no-offer", "the offer is no longer open")
# Translators: the answer to who asks for the same again
ALREADY_ASKED = Wording("already-offered", "you have already asked; wait for the answer")
# Translators: the answer to the wish to take back a move of a rated game
NO_TAKEBACKS = Wording("no-takebacks", "there are no takebacks in a rated game")
# Translators: the answer to who wants to play a rated game again; both can look for a new one
NO_REMATCH = Wording("no-rematch", "after a rated game, look for a new one")
# Translators: the answer to who wants one of these in a game of a tournament
IN_A_TOURNAMENT = Wording(
    "in-a-tournament", "there are no takebacks, hints or rematches in a tournament"
)
# Translators: the answer to who claims that the opponent's time is up
TIME_IS_LEFT = Wording("time-is-left", "there is still time on the clock")
# Translators: the answer to who claims the game because the opponent has left
STILL_THERE = Wording("still-there", "your opponent may still come back; wait a little longer")
# Translators: the answer to who claims a game that has no clock
NO_CLAIM = Wording(
    "no-claim", "a game without a clock can be claimed after {days} days without a move"
)
# Translators: the answer to who says a third and fourth thing to the opponent
SAID_ENOUGH = Wording("said-enough", "that is enough talk until the next move")

# An opponent who has been away for so long has left a game with a clock for the whole game.
SECONDS_UNTIL_A_CLAIM = 60.0

# Without a clock, one who has not moved for so long.
DAYS_UNTIL_A_CLAIM = 14

# A rematch that is decided; the lobby makes the match and fills in its name.
NEW_MATCH = Draft("rematch", {})


def expect(standing: Standing, seq: int | None) -> None:
    """Refuses a wish that was made looking at an older board."""
    if seq is not None and seq != standing.seq:
        raise ConflictError(STALE())


def wish(standing: Standing, you: Seats, decide: Decision, seq: int | None) -> Draft:
    """What a player wishes, who has seen the log up to `seq`."""
    sit(you)
    expect(standing, seq)
    return decide(standing, you)


def play(
    standing: Standing,
    you: Seats,
    text: str,
    seq: int | None,
    at: float = 0.0,
    lag: float = 0.0,
) -> Draft:
    """The move, if it is legal and this player's turn; when it comes too late, the flag."""
    sit(you)
    expect(standing, seq)
    _go_on(standing)
    turn = standing.position.turn
    if turn not in you:
        raise ConflictError(OUT_OF_TURN())
    if standing.guest_awaited:
        raise ConflictError(NOT_BEGUN())
    move = standing.position.parse_move(text)
    check(standing.position, move)
    told: dict[str, object] = {"by": turn.value, "move": str(move)}
    if timing := standing.timing:
        forgiven = timing.forgiven(lag)
        if not timing.in_time(at, forgiven):
            return Draft("flag", {"by": turn.value})
        told |= {"lag": forgiven} if forgiven else {}
    return Draft("move", told)


def flag(standing: Standing, at: float) -> Draft:
    """The end by the clock, if the time of the player to move is up."""
    _go_on(standing)
    timing = standing.timing
    if timing is None or timing.due is None or at < timing.due:
        raise ConflictError(TIME_IS_LEFT())
    return Draft("flag", {"by": standing.position.turn.value})


def claim(standing: Standing, you: Seats, away: float, at: float = 0.0) -> Draft:
    """The game, if the opponent has been away for so many seconds that it is left."""
    _go_on(standing)
    by = _speaker(standing, you)
    if standing.clock is None:
        return _claim_without_a_clock(standing, you, by, at)
    if standing.clock.days:
        raise ConflictError(TIME_IS_LEFT())
    if standing.guest_awaited or away < SECONDS_UNTIL_A_CLAIM or alone(standing, you):
        raise ConflictError(STILL_THERE())
    return Draft("abandon", {"by": by.other.value})


def _claim_without_a_clock(standing: Standing, you: Seats, by: Player, at: float) -> Draft:
    waited = at - standing.updated >= DAYS_UNTIL_A_CLAIM * 86_400
    if not waited or standing.position.turn is by or standing.guest_awaited or alone(standing, you):
        raise ConflictError(NO_CLAIM(days=DAYS_UNTIL_A_CLAIM))
    return Draft("abandon", {"by": by.other.value})


def say(standing: Standing, you: Seats, phrase: str) -> Draft:
    """One of the phrases, a few between two moves."""
    by = _speaker(standing, you)
    if phrase not in PHRASES:
        raise ConflictError(f"there is no phrase {phrase[:20]!r}", "no-such-phrase")
    if standing.said[by] >= MOST_BETWEEN_MOVES:
        raise ConflictError(SAID_ENOUGH())
    return Draft("say", {"by": by.value, "phrase": phrase})


def resign(standing: Standing, you: Seats) -> Draft:
    """On one device the player to move resigns."""
    _go_on(standing)
    return Draft("resign", {"by": _speaker(standing, you).value})


def undo(standing: Standing, you: Seats) -> Draft:
    """Takes back at once where nobody else is asked, else asks."""
    by = _speaker(standing, you)
    if standing.over and (standing.clock or not alone(standing, you)):
        raise ConflictError(GAME_OVER())
    if standing.rated:
        raise ConflictError(NO_TAKEBACKS())
    _outside_tournaments(standing)
    plies = plies_to_undo(standing, by, on_one_device=len(you) == 2)
    if alone(standing, you):
        return Draft("undo", {"by": by.value, "plies": plies})
    return _ask(standing, "takeback", by)


def plies_to_undo(standing: Standing, by: Player, *, on_one_device: bool = False) -> int:
    """How much has to be taken back until the last move of this player is gone."""
    if standing.outcome and standing.outcome.code in (RESIGNATION.code, DRAW_AGREED.code):
        return 1
    movers = [position.turn for position in standing.match.positions[:-1]]
    if on_one_device and movers:
        return 1
    if by not in movers:
        raise ConflictError(NOTHING_TO_UNDO())
    return 1 + movers[::-1].index(by)


def draw(standing: Standing, you: Seats) -> Draft:
    """Agrees to the other's offer, offers a draw, or on one device ends the game."""
    _go_on(standing)
    by = _speaker(standing, you)
    if standing.position.NAME not in GAMES_WITH_DRAWS:
        raise ConflictError(NO_DRAWS())
    if len(you) == 2 or standing.offer == {"kind": "draw", "by": seat(by.other)}:
        return Draft("draw", {})
    return _ask(standing, "draw", by)


def rematch(standing: Standing, you: Seats) -> Draft:
    """An offer to play again, or the new match itself where nobody else is asked."""
    by = _speaker(standing, you)
    if not standing.over:
        raise ConflictError("the game is not over yet", "not-over")
    if standing.pair:
        raise ConflictError(NO_REMATCH())
    _outside_tournaments(standing)
    if standing.rematch:
        raise ConflictError(f"the rematch is match {standing.rematch}", "rematch-made")
    if alone(standing, you) or standing.offer == {"kind": "rematch", "by": seat(by.other)}:
        return NEW_MATCH
    return _ask(standing, "rematch", by)


def decline(standing: Standing, you: Seats) -> Draft:
    """Declines the other's offer, or takes back one's own."""
    if standing.offer is None:
        raise ConflictError(NO_OFFER())
    return Draft("decline", {"by": _speaker(standing, you).value})


def accept(standing: Standing, you: Seats) -> Draft:
    """What the other's offer comes to."""
    by = _speaker(standing, you)
    offer = standing.offer
    if offer is None or offer["by"] == by.value:
        raise ConflictError(NO_OFFER())
    if offer["kind"] == "takeback":
        asker = Player(offer["by"])
        return Draft("undo", {"by": asker.value, "plies": plies_to_undo(standing, asker)})
    return Draft("draw", {}) if offer["kind"] == "draw" else NEW_MATCH


def may_ask_for_a_hint(standing: Standing, you: Seats) -> None:
    sit(you)
    _go_on(standing)
    if standing.position.turn not in you:
        raise ConflictError(OUT_OF_TURN())
    if standing.guest_awaited or not alone(standing, you):
        raise ConflictError(NO_HINTS())
    _outside_tournaments(standing)


def _outside_tournaments(standing: Standing) -> None:
    if standing.tournament:
        raise ConflictError(IN_A_TOURNAMENT())


def alone(standing: Standing, you: Seats) -> bool:
    """Whether nobody else has to be asked: the other side is a bot, a free seat, or you."""
    others = [standing.sittings[player] for player in Player if player not in you]
    return bool(you) and all(other.kind == "bot" or other.open for other in others)


# What a player may wish for besides a move, by the name of the request.
WISHES: dict[str, Decision] = {
    "undo": undo,
    "resign": resign,
    "draw": draw,
    "rematch": rematch,
    "accept": accept,
    "decline": decline,
}


def possible(standing: Standing, you: Seats) -> list[str]:
    """What these seats may do now, by the names of the requests."""
    situation = (*_situation(standing), *you)
    known = _POSSIBLE.get(situation)
    if known is None:
        known = _POSSIBLE[situation] = _possible(standing, you)
    return known.copy()


# Worked out after every move for everybody who plays; there are not many situations.
_POSSIBLE: dict[tuple[object, ...], list[str]] = {}


def _situation(standing: Standing) -> tuple[object, ...]:
    """All that the wishes look at; of the moves, who has made one."""
    offer, sittings = standing.offer, standing.sittings
    return (
        standing.position.NAME,
        standing.position.turn,
        standing.outcome and standing.outcome.code,
        offer and (offer["kind"], offer["by"]),
        standing.rematch is None,
        *((sittings[player].kind, sittings[player].open) for player in Player),
        standing.rated,
        standing.tournament is None,
        standing.clock is None,
        min(standing.match.ply, 2),
    )


def _possible(standing: Standing, you: Seats) -> list[str]:
    if not you:
        return []
    can = [name for name, decide in WISHES.items() if _allowed(decide, standing, you)]
    if not (standing.over or standing.guest_awaited) and standing.position.turn in you:
        helped = alone(standing, you) and standing.tournament is None
        can += ["move", "hint"] if helped else ["move"]
    return can


def _allowed(decide: Decision, standing: Standing, you: Seats) -> bool:
    try:
        decide(standing, you)
    except ConflictError:
        return False
    return True


def sit(you: Seats) -> None:
    """Refuses whoever only watches."""
    if not you:
        raise ForbiddenError(NOT_YOUR_SEAT())


def _speaker(standing: Standing, you: Seats) -> Player:
    """Who of the players at this device speaks; with both seats, the one to move."""
    sit(you)
    return next(iter(you)) if len(you) == 1 else standing.position.turn


def _go_on(standing: Standing) -> None:
    if standing.outcome:
        raise ConflictError(GAME_OVER())


def _ask(standing: Standing, kind: OfferKind, by: Player) -> Draft:
    if standing.offer == {"kind": kind, "by": by.value}:
        raise ConflictError(ALREADY_ASKED())
    return Draft("offer", {"offer": kind, "by": by.value})
