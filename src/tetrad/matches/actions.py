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
from tetrad.message import Wording
from tetrad.position import GAME_OVER, Player

# Quantik has no draws: a player who cannot place loses.
GAMES_WITH_DRAWS = ("qawale", "qomet")

OfferKind = Literal["takeback", "draw", "rematch"]
Seats = Collection[Player]
Decision = Callable[[Standing, Seats], Draft]

# Translators: the answer to a move or wish that comes too late
STALE = Wording("stale", "the game has gone on meanwhile")
# Translators: the answer to a move or wish
OUT_OF_TURN = Wording("out-of-turn", "it is not your turn")
# Translators: the answer to a move in a game to which a friend is invited
NOT_BEGUN = Wording("not-begun", "the game begins when your friend has joined")
# Translators: the answer to somebody who only watches
NOT_YOUR_SEAT = Wording("not-your-seat", "this seat belongs to somebody else; you can watch")
# Translators: the answer to the wish to take back
NOTHING_TO_UNDO = Wording("nothing-to-undo", "there is no move of yours to take back")
# Translators: the answer to the offer of a draw, in Quantik
NO_DRAWS = Wording("no-draws", "there are no draws in this game")
# Translators: the answer to the wish for a hint
NO_HINTS = Wording("no-hints", "there are no hints against another person")
# Translators: the answer to who accepts or declines what is no longer offered
NO_OFFER = Wording("no-offer", "the offer is no longer there")
# Translators: the answer to who asks for the same again
ALREADY_ASKED = Wording("already-offered", "you have already asked; wait for the answer")

# A rematch that is decided; the lobby makes the match and fills in its name.
NEW_MATCH = Draft("rematch", {})


def expect(standing: Standing, seq: int | None) -> None:
    """Refuses a wish that was made looking at an older board."""
    if seq is not None and seq != standing.seq:
        raise ConflictError(STALE())


def wish(standing: Standing, you: Seats, decide: Decision, seq: int | None) -> Draft:
    """What a player wishes, who has seen the log up to `seq`."""
    _sit(you)
    expect(standing, seq)
    return decide(standing, you)


def play(standing: Standing, you: Seats, text: str, seq: int | None) -> Draft:
    """The move, if it is legal and this player's turn."""
    _sit(you)
    expect(standing, seq)
    _go_on(standing)
    turn = standing.position.turn
    if turn not in you:
        raise ConflictError(OUT_OF_TURN())
    if standing.guest_awaited:
        raise ConflictError(NOT_BEGUN())
    move = standing.position.parse_move(text)
    check(standing.position, move)
    return Draft("move", {"by": turn.value, "move": str(move)})


def resign(standing: Standing, you: Seats) -> Draft:
    """On one device the player to move resigns."""
    _go_on(standing)
    return Draft("resign", {"by": _speaker(standing, you).value})


def undo(standing: Standing, you: Seats) -> Draft:
    """Takes back at once where nobody else is asked, else asks."""
    by = _speaker(standing, you)
    if standing.over and not alone(standing, you):
        raise ConflictError(GAME_OVER())
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
    _sit(you)
    _go_on(standing)
    if standing.position.turn not in you:
        raise ConflictError(OUT_OF_TURN())
    if standing.guest_awaited or not alone(standing, you):
        raise ConflictError(NO_HINTS())


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
    if not you:
        return []
    can = [name for name, decide in WISHES.items() if _allowed(decide, standing, you)]
    if not (standing.over or standing.guest_awaited) and standing.position.turn in you:
        can += ["move", "hint"] if alone(standing, you) else ["move"]
    return can


def _allowed(decide: Decision, standing: Standing, you: Seats) -> bool:
    try:
        decide(standing, you)
    except ConflictError:
        return False
    return True


def _sit(you: Seats) -> None:
    if not you:
        raise ForbiddenError(NOT_YOUR_SEAT())


def _speaker(standing: Standing, you: Seats) -> Player:
    """Who of the players at this device speaks; with both seats, the one to move."""
    _sit(you)
    return next(iter(you)) if len(you) == 1 else standing.position.turn


def _go_on(standing: Standing) -> None:
    if standing.outcome:
        raise ConflictError(GAME_OVER())


def _ask(standing: Standing, kind: OfferKind, by: Player) -> Draft:
    if standing.offer == {"kind": kind, "by": by.value}:
        raise ConflictError(ALREADY_ASKED())
    return Draft("offer", {"offer": kind, "by": by.value})
