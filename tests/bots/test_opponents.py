"""What the app says of its ten opponents (`web/src/opponents`) holds for their levels."""

from __future__ import annotations

import pytest

from tetrad.bots.personality import LEVELS, TABLES, character

GAMES = sorted(TABLES)


@pytest.mark.parametrize("game", GAMES)
def test_cleo_and_those_below_overlook_wins_and_dani_and_those_above_never_do(game: str) -> None:
    assert all(character(game, level).notice < 1 for level in (1, 2, 3))
    assert all(character(game, level).notice == 1 for level in LEVELS[3:])


@pytest.mark.parametrize("game", GAMES)
def test_eli_and_those_above_see_what_one_threatens_when_they_look(game: str) -> None:
    assert all(character(game, level).sight >= 2 for level in LEVELS[4:])


@pytest.mark.parametrize("game", ["qawale", "qomet"])
def test_eli_daydreams(game: str) -> None:
    assert character(game, 5).slip > 0.1


def test_in_quantik_eli_sees_threats_but_not_what_is_prepared() -> None:
    eli = character("quantik", 5)
    assert eli.slip == 0
    assert eli.sight < 4, "a threat, an answer, another threat and the end"
    assert eli.heat > 0.5, "and beyond the sight anything may happen"


@pytest.mark.parametrize("level", [6, 7, 8])
def test_in_qawale_femi_gio_and_haru_set_traps(level: int) -> None:
    assert character("qawale", level).cunning > 0
    assert character("qawale", level).slip > 0, "and are absent-minded at times"


def test_in_qawale_haru_rarely_overlooks_a_threat() -> None:
    haru = character("qawale", 8)
    assert haru.sight >= 2
    assert haru.slip < 0.15


@pytest.mark.parametrize("game", ["quantik", "qomet"])
def test_haru_sees_two_moves_ahead_and_rarely_gives_anything_away(game: str) -> None:
    haru = character(game, 8)
    assert haru.sight >= 3
    assert haru.slip < 0.05


@pytest.mark.parametrize("game", GAMES)
def test_imani_hardly_slips_but_does_not_see_to_the_end(game: str) -> None:
    imani = character(game, 9)
    assert imani.slip <= 0.1
    assert imani.sight < character(game, 10).sight


@pytest.mark.parametrize("game", GAMES)
def test_juno_plays_what_is_proven_best(game: str) -> None:
    juno = character(game, 10)
    assert (juno.slip, juno.notice) == (0, 1)
    assert juno.heat <= 0.01
