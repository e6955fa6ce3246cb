"""Whole games played by hypothesis: what must hold after every single turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.oracles import ORACLES, Oracle
from tests.symmetries import SYMMETRIES
from tetrad import GAMES, IllegalMoveError, Player, Qawale, Qomet, Quantik
from tetrad.position import AnyPosition
from tetrad.rules import qawale, qomet, quantik

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
# Sowing a stack of h pebbles has some 2**h ways; machines list all moves at every step.
TALLEST = 7


class Play(RuleBasedStateMachine):
    """A game in progress beside the same game of the second implementation."""

    game: ClassVar[str]

    @initialize()
    def set_up(self) -> None:
        self.position: AnyPosition = GAMES[self.game].start()
        self.oracle: Oracle = ORACLES[self.game].read(str(self.position))
        self.plies = 0

    def playable(self) -> bool:
        return self.position.outcome() is None

    @precondition(playable)
    @rule(data=st.data())
    def play_a_legal_move(self, data: st.DataObject) -> None:
        moves = [str(move) for move in self.position.legal_moves() if self.bearable(move)]
        move = data.draw(st.sampled_from(moves))
        self.position = self.position.play(move)
        self.oracle = self.oracle.after(move)
        self.plies += 1

    def bearable(self, move: object) -> bool:
        return True

    @precondition(playable)
    @rule(data=st.data())
    def try_any_move_that_can_be_written(self, data: st.DataObject) -> None:
        """A move is either among the legal ones, or refused in words."""
        legal = set(self.position.legal_moves())
        objections = {move: self.position.objection(move) for move in self.writable(data)}
        for move, objection in objections.items():
            assert (objection is None) == (move in legal), (str(self.position), str(move))
        illegal = [move for move in objections if move not in legal]
        for move in data.draw(st.lists(st.sampled_from(illegal), max_size=5)) if illegal else ():
            assert_refused(self.position, move, objections[move])

    def writable(self, data: st.DataObject) -> Iterable[object]:
        raise NotImplementedError

    @invariant()
    def nothing_is_lost(self) -> None:
        raise NotImplementedError

    @invariant()
    def the_text_is_read_back(self) -> None:
        assert GAMES[self.game].parse(str(self.position)) == self.position
        assert self.position.turn is (Player.SECOND if self.plies % 2 else Player.FIRST)

    @invariant()
    def legal_moves_are_those_of_the_second_implementation(self) -> None:
        moves = self.position.legal_moves()
        outcome = self.position.outcome()
        assert self.oracle.result() == (RESULTS[outcome.winner] if outcome else None)
        assert bool(moves) == (outcome is None)
        if moves:
            assert sorted(map(str, moves)) == sorted(self.oracle.moves())

    @rule(data=st.data())
    def look_at_the_board_in_another_way(self, data: st.DataObject) -> None:
        """A symmetric position has the symmetric moves and the same outcome."""
        symmetry = data.draw(st.sampled_from(SYMMETRIES[self.game]))
        mirrored = GAMES[self.game].parse(symmetry.position(str(self.position)))
        moves = self.position.legal_moves()
        assert mirrored.outcome() == self.position.outcome()
        assert mirrored.turn is self.position.turn
        images = {symmetry.move(str(move)) for move in moves}
        assert images == {str(move) for move in mirrored.legal_moves()}
        if moves:
            move = str(data.draw(st.sampled_from(moves)))
            after = symmetry.position(str(self.position.play(move)))
            assert after == str(mirrored.play(symmetry.move(move)))


def assert_refused(position: AnyPosition, move: object, objection: str | None) -> None:
    assert objection
    for written in (move, str(move)):
        with pytest.raises(IllegalMoveError) as caught:
            position.play(written)
        if "not a" not in str(caught.value):
            assert str(caught.value).endswith(f": {objection}")


class QuantikPlay(Play):
    game = "quantik"

    def writable(self, data: st.DataObject) -> Iterable[object]:
        return (quantik.Move(shape, square) for shape, square in product("ABCD", quantik.SQUARES))

    @invariant()
    def nothing_is_lost(self) -> None:
        assert isinstance(self.position, Quantik)
        box = Counter({(player, shape): 2 for player in Player for shape in "ABCD"})
        placed = Counter((p.owner, p.shape) for p in self.position.spaces if p)
        for player in Player:
            in_hand = Counter((player, shape) for shape in self.position.in_hand(player))
            placed += in_hand
        assert placed == box
        assert 16 - self.position.spaces.count(None) == self.plies


class QawalePlay(Play):
    game = "qawale"

    def bearable(self, move: object) -> bool:
        assert isinstance(move, qawale.Move)
        assert isinstance(self.position, Qawale)
        return max(map(len, self.position.sow(move))) <= TALLEST

    def writable(self, data: st.DataObject) -> Iterable[object]:
        """All short paths, and longer ones as they come."""
        square = data.draw(st.sampled_from(qawale.SQUARES))
        for steps in range(4):
            yield from (qawale.Move(square, "".join(p)) for p in product("nesw", repeat=steps))
        for path in data.draw(
            st.lists(st.text("nesw", min_size=5, max_size=TALLEST + 2), max_size=20)
        ):
            yield qawale.Move(square, path)
        assert isinstance(self.position, Qawale)
        ways = [*self.position.sowings(square)]
        for move in data.draw(st.lists(st.sampled_from(ways), max_size=20)) if ways else ():
            at = data.draw(st.integers(0, len(move.path) - 1))
            step = data.draw(st.sampled_from("nesw"))
            yield qawale.Move(square, move.path[:at] + step + move.path[at + 1 :])

    @invariant()
    def nothing_is_lost(self) -> None:
        assert isinstance(self.position, Qawale)
        pebbles = Counter("".join(self.position.stacks))
        assert pebbles == Counter({"0": 8, "1": (self.plies + 1) // 2, "2": self.plies // 2})
        for player, letter in zip(Player, "12", strict=True):
            assert pebbles[letter] + self.position.in_hand(player) == 8


class QometPlay(Play):
    game = "qomet"

    def writable(self, data: st.DataObject) -> Iterable[object]:
        spaces = (None, *qomet.SQUARES)
        return (qomet.Move(origin, target) for origin, target in product(spaces, spaces))

    @invariant()
    def nothing_is_lost(self) -> None:
        assert isinstance(self.position, Qomet)
        for player in Player:
            on_board = self.position.stars.count(player)
            assert on_board + self.position.in_hand(player) == 7
            assert 0 <= on_board <= 7


TestQuantikPlay = QuantikPlay.TestCase
TestQawalePlay = QawalePlay.TestCase
TestQometPlay = QometPlay.TestCase


def test_every_game_has_its_symmetries() -> None:
    assert {game: len(maps) for game, maps in SYMMETRIES.items()} == {
        "quantik": 128 * 24,
        "qawale": 8,
        "qomet": 8,
    }


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("quantik", "A@b3 B@c2 C@d4 A@a1 D@c3"),
        ("qawale", "a1nne d1wnn a4eee d4wssw"),
        ("qomet", "@d4 @d5 d4-d5 @b2 @a4 b2-b4"),
    ],
)
def test_symmetries_map_a_lopsided_position_to_different_ones(game: str, moves: str) -> None:
    position = GAMES[game].start()
    for move in moves.split():
        position = position.play(move)
    images = {symmetry.position(str(position)) for symmetry in SYMMETRIES[game]}
    assert len(images) == len(SYMMETRIES[game])
    for image in sorted(images)[::31] if game == "quantik" else images:
        assert len(GAMES[game].parse(image).legal_moves()) == len(position.legal_moves())
