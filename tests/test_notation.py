"""Positions and moves as text: what is accepted, what is rejected, and how."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import COMPASS, STARFIELD, QometOracle, Stars, next_point, star_name
from tetrad import GAMES, InvalidMoveError, InvalidNotationError
from tetrad.position import AnyPosition

NOT_TEXT: list[object] = [None, 0, 3.5, b"....", [], ("a1",), {"a1": 1}, object]
ODD_TEXTS = [
    "",
    " ",
    "\0",
    "\n",
    "\ud800",
    "1 -",
    "\N{FULLWIDTH DIGIT ONE}",
    "\N{ARABIC-INDIC DIGIT ONE}",
    "\N{SUPERSCRIPT TWO}",
    "\N{CYRILLIC CAPITAL LETTER A}@b3",
    "\u2028",
    "/" * 60,
    "x" * 1_000_000,
    "0" * 1_048_576,
    "/" * 1_048_576,
]


def rejection(parse: Callable[[str], object], text: str) -> str:
    """The message of a rejection: it must be one short line that any terminal can show."""
    with pytest.raises(InvalidNotationError) as caught:
        parse(text)
    message = str(caught.value)
    assert message
    assert len(message) < 300
    assert message.isprintable()
    return message


def accepted_or_rejected(parse: Callable[[str], object], text: str) -> None:
    """Accepted texts come back unchanged; the others raise a readable InvalidNotationError."""
    try:
        result = parse(text)
    except InvalidNotationError:
        rejection(parse, text)
    else:
        assert str(result) == text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ODD_TEXTS, ids=lambda text: ascii(text[:9]))
def test_odd_texts_are_rejected_as_positions_and_as_moves(game: str, text: str) -> None:
    rejection(GAMES[game].parse, text)
    start = GAMES[game].start()
    rejection(start.parse_move, text)
    with pytest.raises(InvalidMoveError):
        start.play(text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", NOT_TEXT, ids=repr)
def test_what_is_no_text_is_rejected(game: str, value: str) -> None:
    rejection(GAMES[game].parse, value)
    rejection(GAMES[game].start().parse_move, value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("around", ["{} ", " {}", "{}\n", "\t{}", "{}\0", "{}/", "{} -", "/{}"])
def test_nothing_may_stand_around_a_position_or_a_move(game: str, around: str) -> None:
    start = GAMES[game].start()
    rejection(GAMES[game].parse, around.format(start))
    rejection(start.parse_move, around.format(start.legal_moves()[0]))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("..../..../....", "4 ranks, not 3"),
        ("..../..../..../..../", "at most 19 are allowed"),
        (".../..../..../.....", "not 5: '.....'"),
        ("..../..../..../...", "not 3: '...'"),
        ("..../..../..../...E", "'E' is not one of: ., A, B"),
        ("..../..../..../...4", "'4' is not one of"),
        ("..../..../..../...\0", r"'\x00' is not one of"),
        ("AA../..../..../.A.b", "FIRST has 3 pieces 'A', but the box holds only 2"),
        ("aa../..../..B./Aa.B", "SECOND has 3 pieces 'a', but the box holds only 2"),
        ("A.../..../..../..B.", "FIRST has 2 pieces on the board and SECOND has 0"),
        ("a.../..../..../....", "FIRST has 0 pieces on the board and SECOND has 1"),
        ("ab../..../..../..A.", "FIRST has 1 pieces on the board and SECOND has 2"),
        ("A..a/..../..../....", "row 4 holds a sphere of each player"),
        ("A.../..../..../a...", "column a holds a sphere of each player"),
        ("A.../.a../..../....", "the region a3-b4 holds a sphere of each player"),
        ("AbCd/..../..../BcDa", "no single last piece completed"),
        ("ABCD/..../b..a/b.a.", "no single last piece completed"),
    ],
)
def test_a_quantik_position_that_cannot_be_is_rejected(text: str, part: str) -> None:
    assert part in rejection(GAMES["quantik"].parse, text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("00,x2,00/x4/x4/00,x2,00", "1 or 2, not ''"),
        ("00,x2,00/x4/x4/00,x2,00 3", "1 or 2, not '3'"),
        ("00,x2,00/x4/x4/00,x2,00 1 ", "not '1 '"),
        ("00,x2,00/x4/x4/00,x2,00 2", "the turn of FIRST, not 2"),
        ("00,x2,00/0,1,x2/0,x3/x3,00 1", "the turn of SECOND, not 1"),
        ("00,x2,00/x4/00,x2,00 1", "4 ranks, not 3"),
        ("00,x2,00/x4/x4/x4/00,x2,00 1", "4 ranks, not 5"),
        ("00,x,00/x4/x4/00,x2,00 1", "4 spaces, not 3: '00,x,00'"),
        ("00,x3,00/x4/x4/00,x2,00 1", "4 spaces, not 5: '00,x3,00'"),
        ("00,x,x,00/x4/x4/00,x2,00 1", "'00,x,x,00' should be written '00,x2,00'"),
        ("00,x1,x,00/x4/x4/00,x2,00 1", "'x1' is not a stack"),
        ("00,x0,x2,00/x4/x4/00,x2,00 1", "'x0' is not a stack"),
        ("00,x5/x4/x4/00,x2,00 1", "'x5' is not a stack"),
        ("00,,x,00/x4/x4/00,x2,00 1", "'' is not a stack"),
        ("03,x2,00/x4/x4/00,x2,00 1", "'03' is not a stack"),
        ("00,x2,00/x4/x4/00,x2,0\N{FULLWIDTH DIGIT ZERO} 1", "is not a stack"),
        ("00,x2,00/x4/x4/00,x2,0 1", "7 neutral pebbles, not 8"),
        ("00,x2,00/x4/x4/00,x2,000 1", "9 neutral pebbles, not 8"),
        ("00,x2,00/x4/x4/00,x2,0011 1", "FIRST has 2 pieces on the board and SECOND has 0"),
        ("00,x2,00/x4/x4/00,x2,002 2", "FIRST has 0 pieces on the board and SECOND has 1"),
        ("00,x2,00/x4/11111,11112,222,2222/00,x2,00 2", "FIRST has 9 pieces"),
        ("000,x2,0/x4/x4/00,x2,00 1", "the neutral pebbles stand in pairs on the corners"),
        ("00,x2,00/x4/x4/0,0,x,00 1", "the neutral pebbles stand in pairs on the corners"),
        ("00,x2,00/x4/x4/0010,x2,0 2", "FIRST has just moved, so one of their pebbles"),
        ("00,x2,00/x4/x4/0021,x2,00 1", "SECOND has just moved, so one of their pebbles"),
        ("x4/x4/x4/" + "0" * 60 + ",x3 1", "at most 64 are allowed"),
    ],
)
def test_a_qawale_position_that_cannot_be_is_rejected(text: str, part: str) -> None:
    assert part in rejection(GAMES["qawale"].parse, text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (".../.../.../......./.../.../... 1", "a board, a side to move and a forbidden move"),
        (".../.../.../......./.../.../... 1 - ", "a board, a side to move and a forbidden move"),
        (".../.../.../......./.../.../... 1  -", "a board, a side to move and a forbidden move"),
        (".../.../.../......./.../.../... 3 -", "1 or 2, not '3'"),
        (".../.../.../......./.../.../...  -", "1 or 2, not ''"),
        (".../.../.../......./.../.../... \N{FULLWIDTH DIGIT ONE} -", "1 or 2, not '１'"),
        (".../.../......./.../.../... 1 -", "7 ranks, not 6"),
        (".../.../.../......./.../.../.../... 1 -", "7 ranks, not 8"),
        (".../.../.../....../.../.../... 1 -", "7 spaces, not 6: '......'"),
        ("..../.../.../......./.../.../... 1 -", "3 spaces, not 4: '....'"),
        ("..3/.../.../......./.../.../... 1 -", "'3' is not one of: ., 1, 2"),
        ("..\n/.../.../......./.../.../... 1 -", r"'\n' is not one of"),
        ("11./.1./1../1..1.../..1/.1./... 1 -", "FIRST has 8 pieces '1', but the box holds only 7"),
        (
            "2.2/.2./2../2..22../..2/.../... 1 -",
            "SECOND has 8 pieces '2', but the box holds only 7",
        ),
        (".../.../.../......./.../.../... 1 --", "'--' is not a move of Qomet"),
        (".../.../.../......./.../.../... 1 d4-d8", "'d4-d8' is not a move of Qomet"),
        (".../.../.../......./.../.../... 1 @d4", "no last turn forbids @d4"),
        ("1.1/2.2/.../......./.../2.2/1.1 1 -", "no last turn can have made its squares"),
        ("1.1/1.1/.../......./.../1.1/1.. 1 -", "no last turn can have made its squares"),
        (".../.../.../......./.../.../... 1 d5-d6", "no last turn forbids d5-d6"),
    ],
)
def test_a_qomet_position_that_cannot_be_is_rejected(text: str, part: str) -> None:
    assert part in rejection(GAMES["qomet"].parse, text)


@pytest.mark.parametrize(
    ("board", "field"),
    [
        (".../.2./.1./......./.../.../... 1", "d5-d4"),
        (".../.2./.1./......./.../.../... 2", "d5-d6"),
        (".2./.2./.1./......./.../.../... 1", "d5-d6"),
        (".1./.2./.1./......./.../.../... 1", "d5-d6"),
        (".../.1./.1./......./.../.../... 1", "d5-d6"),
        (".../.2./.../......./.../.../... 1", "d5-d6"),
        (".../.2./.1./......./.../.../... 1", "d6-d5"),
        (".../.2./.1./......./.../.../... 1", "d5-off"),
        (".../.2./.1./......./.../.../... 1", "@d7"),
        (".../.2./.1./......./.../.../... 1", "d5-d7"),
        ("12./.../.../......./.../.../... 1", "a7-off"),
        (".12/.../.../......./.../.../... 1", "d7-g7"),
        (".../12./.../......./.../.../... 1", "d6-b6"),
        (".../2../.../......./.../.../... 1", "d6-b6"),
    ],
)
def test_a_forbidden_move_that_no_last_turn_explains_is_rejected(board: str, field: str) -> None:
    assert f"no last turn forbids {field}" in rejection(GAMES["qomet"].parse, f"{board} {field}")


def test_a_forbidden_move_that_the_last_turn_explains_is_accepted() -> None:
    text = ".../.2./.1./......./.../.../... 1 d5-d6"
    assert str(GAMES["qomet"].parse(text)) == text
    assert str(GAMES["qomet"].parse(text[:-5] + "-")) == text[:-5] + "-"


def test_a_forbidden_move_cannot_date_from_after_the_end() -> None:
    """Before SECOND's d7-d6, which pushed FIRST's star to d5, FIRST already had a square."""
    text = "1.1/.2./.1./......./.../.../1.1 1 d5-d6"
    assert "came after the end" in rejection(GAMES["qomet"].parse, text)


@pytest.mark.parametrize(
    "text",
    [
        "1.1/.../.../......./.../.../1.1 2 -",
        "121/2.2/.../2.....2/.../1.2/121 2 -",
        ".../.../11./..111../.11/.../... 2 -",
        ".../.../11./..111../.11/.../... 1 -",
        "1.1/1.1/2.2/......./2.2/1.1/... 1 c5-b6",
        "1.1/1.1/2.2/......./2.2/1.1/... 2 -",
    ],
)
def test_finished_positions_that_one_turn_can_make_are_told_from_others(text: str) -> None:
    """The second has no empty space beside its square: its last star was placed."""
    stars, turn, field = QometOracle.read(text).stars, int(text.split()[1]), text.split()[2]
    assert accepted(text) == (field in {undo for undo, _ in last_turns(stars, turn)})


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        ("quantik", ["A@", "@b3", "a@b3", "E@b3", "A@e3", "A@b5", "A@b33", "AA@b3", "Ab3", "A-b3"]),
        ("qawale", ["a1", "nne", "a1NNE", "a1x", "e1n", "a5n", "a1 n", "a1n e", "a1" + "n" * 25]),
        ("qomet", ["@", "d4", "@d8", "d4-", "-d4", "d4-d4-d4", "d4d5", "D4-D5", "@off", "off-d4"]),
    ],
)
def test_what_is_no_move_is_rejected_and_quoted(game: str, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(InvalidMoveError) as caught:
            GAMES[game].start().parse_move(text)
        assert repr(text)[:50] in str(caught.value)
        assert "write it like" in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_that_can_be_written_is_read_back(game: str) -> None:
    start = GAMES[game].start()
    for move in start.legal_moves():
        assert start.parse_move(str(move)) == move


positions = st.builds(
    lambda game, seed, plies: random_position(game, seed, plies),
    st.sampled_from(list(GAMES)),
    st.integers(0, 2**32),
    st.integers(0, 30),
)


def random_position(game: str, seed: int, plies: int) -> AnyPosition:
    chance = random.Random(seed)
    position = GAMES[game].start()
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves or len(moves) > 5000:
            break
        position = position.play(chance.choice(moves))
    return position


@given(game=st.sampled_from(list(GAMES)), text=st.text())
def test_arbitrary_text_is_accepted_or_rejected(game: str, text: str) -> None:
    accepted_or_rejected(GAMES[game].parse, text)
    accepted_or_rejected(GAMES[game].start().parse_move, text)


@given(
    game=st.sampled_from(list(GAMES)),
    text=st.text("ABCDabcdefg./x,012 1234567-@nesw\n", max_size=45),
)
def test_text_in_the_letters_of_the_notation_is_accepted_or_rejected(game: str, text: str) -> None:
    accepted_or_rejected(GAMES[game].parse, text)
    accepted_or_rejected(GAMES[game].start().parse_move, text)


@given(position=positions, at=st.integers(0, 60), cut=st.integers(0, 3), patch=st.text(max_size=2))
def test_damaged_positions_are_accepted_or_rejected(
    position: AnyPosition, at: int, cut: int, patch: str
) -> None:
    text = str(position)
    accepted_or_rejected(type(position).parse, text[:at] + patch + text[at + cut :])


@given(position=positions, data=st.data())
def test_positions_with_one_character_changed_are_accepted_or_rejected(
    position: AnyPosition, data: st.DataObject
) -> None:
    text = str(position)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("ABCDabcd./x,012 -\N{ARABIC-INDIC DIGIT TWO}"))
    accepted_or_rejected(type(position).parse, text[:at] + letter + text[at + 1 :])


@given(position=positions)
def test_every_reached_position_is_accepted(position: AnyPosition) -> None:
    assert type(position).parse(str(position)) == position


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_qomet_accepts_exactly_the_forbidden_moves_that_a_last_turn_explains(
    seed: int, turn: int
) -> None:
    """Every field that could be written, against turns played by the second implementation."""
    stars = random_stars(random.Random(seed), lambda stars: QometOracle(stars, 1).result() is None)
    explained = {undo for undo, _ in last_turns(stars, turn)}
    names = [star_name(at) for at in STARFIELD]
    for field in ["-", *(f"{c}-{b}" for c, b in product(names, names))]:
        text = qomet_text(stars, turn, field)
        assert accepted(text) == (field == "-" or field in explained), text


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("seed", range(30))
def test_qomet_accepts_exactly_the_finished_positions_that_a_last_turn_explains(
    seed: int, turn: int
) -> None:
    stars = random_stars(
        random.Random(seed), lambda stars: QometOracle(stars, 1).result() is not None
    )
    explained = {undo for undo, _ in last_turns(stars, turn)}
    for field in {"-", *explained}:
        text = qomet_text(stars, turn, field)
        assert accepted(text) == (field in explained), text


def accepted(text: str) -> bool:
    try:
        return str(GAMES["qomet"].parse(text)) == text
    except InvalidNotationError:
        return False


def random_stars(chance: random.Random, wanted: Callable[[Stars], bool]) -> Stars:
    while True:
        points = chance.sample(STARFIELD, chance.randint(4, 14))
        stars = {at: chance.choice((1, 2)) for at in points}
        if max(list(stars.values()).count(player) for player in (1, 2)) <= 7 and wanted(stars):
            return stars


def qomet_text(stars: Stars, turn: int, field: str) -> str:
    down = sorted(STARFIELD, key=lambda at: (-at[1], at[0]))
    cells = "".join(str(stars.get(at, ".")) for at in down)
    widths, ranks = [3, 3, 3, 7, 3, 3, 3], []
    for width in widths:
        ranks.append(cells[:width])
        cells = cells[width:]
    return f"{'/'.join(ranks)} {turn} {field}"


def last_turns(stars: Stars, turn: int) -> Iterator[tuple[str, Stars]]:
    """What may have stood one turn ago, and the forbidden move that the turn since then leaves."""
    mover = 3 - turn
    for before in earlier_boards(stars, mover):
        oracle = QometOracle(before, mover)
        if oracle.result() or max([*map(list(before.values()).count, (1, 2))]) > 7:
            continue
        for move in oracle.moves():
            if oracle.after(move).stars == stars:
                yield undo_of(move, before, mover), before


def earlier_boards(stars: Stars, mover: int) -> Iterator[Stars]:
    """More boards than one turn can start from; the caller plays forward to find out."""
    for at in STARFIELD:
        if at not in stars:
            yield stars | {at: mover}
            continue
        without = {to: star for to, star in stars.items() if to != at}
        yield without
        for way in COMPASS:
            origin = next_point(at, (-way[0], -way[1]))
            behind = next_point(at, way)
            if isinstance(origin, tuple):
                yield without | {origin: mover}
                for pushed in (1, 2):
                    further = {to: star for to, star in without.items() if to != behind}
                    yield further | {origin: mover, at: pushed}


def undo_of(move: str, before: Stars, mover: int) -> str:
    """The answer c-b to a move a-b that pushed the opponent's star from b to c, or "-"."""
    names = {star_name(at): at for at in STARFIELD}
    a, _, b = move.partition("-")
    if a not in names or b not in names or before.get(names[b]) != 3 - mover:
        return "-"
    way = next(way for way in COMPASS if next_point(names[a], way) == names[b])
    c = next_point(names[b], way)
    return f"{star_name(c)}-{b}" if isinstance(c, tuple) else "-"
