"""The public face: what `from tetrad import ...` offers, as documented."""

from __future__ import annotations

import doctest
import inspect
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tetrad
from tetrad import GAMES, InvalidNotationError, Match, Player, Position
from tetrad.rules.quantik import Piece

every_game = pytest.mark.parametrize("game", GAMES)


def random_positions(game: str, seed: int = 0, plies: int = 8) -> list[tetrad.position.AnyPosition]:
    chance, positions = random.Random(f"{game} {seed}"), [GAMES[game].start()]
    while len(positions) <= plies and (moves := positions[-1].legal_moves()):
        positions.append(positions[-1].play(chance.choice(moves)))
    return positions


def test_the_help_of_the_package_tells_the_truth() -> None:
    failed, asked = doctest.testmod(tetrad)
    assert failed == 0
    assert asked > 8


def test_solve_can_be_called_whatever_was_imported_before() -> None:
    program = (
        "import tetrad.solvers.quantik.solver, tetrad.solvers, tetrad.pictures.svg, tetrad\n"
        "won = tetrad.Quantik.parse('..../..../..../AbCd')\n"
        "print(tetrad.solve(won).value, tetrad.svg(won)[:4])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["loss", "<svg"], done.stderr


@every_game
def test_a_position_is_an_instance_of_position(game: str) -> None:
    assert isinstance(GAMES[game].start(), Position)
    assert not isinstance("A@b3", Position)


def test_a_square_tells_what_stands_there() -> None:
    quantik = tetrad.Quantik.parse("..../.A../..b./....")
    assert quantik["b3"] == Piece(Player.FIRST, "A")
    assert quantik["a1"] is None
    assert tetrad.Qawale.start()["a1"] == "00"
    assert tetrad.Qawale.start()["b1"] == ""
    assert tetrad.Qomet.start().play("@d4")["d4"] is Player.FIRST


@every_game
@pytest.mark.parametrize("square", ["z9", "", "a", "A1", "off", None, 3])
def test_a_square_that_is_not_on_the_board_is_named(game: str, square: str) -> None:
    with pytest.raises(InvalidNotationError, match="is not one of: a1"):
        GAMES[game].start()[square]


@every_game
def test_is_legal_takes_moves_and_texts_and_agrees_with_play(game: str) -> None:
    for position in random_positions(game):
        legal = {str(move) for move in position.legal_moves()}
        assert all(position.is_legal(move) for move in list(position.legal_moves())[:20])
        for text in [*sorted(legal)[:20], "A@a1", "a1nn", "@d4", "d4-d5", "nonsense", ""]:
            assert position.is_legal(text) == (text in legal)
            assert (position.objection(text) is None) == (text in legal)


@every_game
def test_symmetric_positions_play_alike_and_share_one_canonical_one(game: str) -> None:
    for position in random_positions(game, 1):
        images = position.symmetries()
        assert position in images
        assert len(set(images)) == len(images)
        assert {image.canonical() for image in images[:: max(1, len(images) // 16)]} == {
            position.canonical()
        }
        assert position.canonical() in images
        assert {len(image.legal_moves()) for image in images[:8]} == {len(position.legal_moves())}


def test_an_asymmetric_quantik_position_has_3072_symmetries() -> None:
    assert len(tetrad.Quantik.parse("A.../..b./.C../...d").symmetries()) <= 3072
    assert max(len(p.symmetries()) for p in random_positions("quantik", 5)) == 3072


def test_players_are_called_by_the_look_of_their_pieces() -> None:
    assert [player.look for player in Player] == ["Light", "Dark"]


@every_game
def test_leaves_are_counted_from_here_on(game: str) -> None:
    assert tetrad.perft(GAMES[game].start(), 0) == 1
    with pytest.raises(ValueError, match="-1"):
        tetrad.perft(GAMES[game].start(), -1)


def test_a_match_counts_its_plies() -> None:
    match = Match(tetrad.Quantik.start())
    match.play("A@a1")
    match.play("B@b1")
    assert match.ply == 2
    match.undo()
    assert match.ply == 1


def _is_documented(member: object) -> bool:
    return inspect.isroutine(member) or isinstance(member, property)


@every_game
def test_every_public_method_has_a_sentence(game: str) -> None:
    for thing in (GAMES[game], Match, Position, Player, tetrad.Outcome, tetrad):
        for name, member in inspect.getmembers(thing):
            if name.startswith("_") or not (
                inspect.isroutine(member) or isinstance(member, property)
            ):
                continue
            assert inspect.getdoc(member), f"{thing}.{name}"


def test_inside_the_package_nobody_uses_the_face() -> None:
    """It is for others: whoever imported it from below would import everything."""
    root = Path(tetrad.__file__).parent
    named = re.compile(r"^\s*from tetrad import (.*)$", re.MULTILINE)
    for path in root.rglob("*.py"):
        if path != root / "__init__.py":
            names = {
                name for found in named.findall(path.read_text()) for name in found.split(", ")
            }
            assert not names & {*tetrad.__all__}, path
