"""Match records: written, read back, and rejected with the reason when they are wrong."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad import GAMES, IllegalMoveError, InvalidMoveError, InvalidNotationError, Outcome, Player
from tetrad.matches.match import DERIVED_TAGS, UNKNOWN_TAGS, Match, game_of

DATA = Path(__file__).parents[1] / "data"
WON = "A@a1 B@b1 C@c1 D@d1"
ROUND = "a1-d1 g7-d7 d1-a1 d7-g7"
KNOWN = {*DERIVED_TAGS, *UNKNOWN_TAGS}


def match_of(game: str, moves: str = "", repetition: bool = True) -> Match:
    match = Match(GAMES[game].start(), draw_by_repetition=repetition)
    for move in moves.split():
        match.play(move)
    return match


def texts(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


def rejection(record: str) -> str:
    with pytest.raises(InvalidNotationError) as caught:
        Match.parse(record)
    message = str(caught.value)
    assert message.isprintable()
    assert 0 < len(message) < 400
    return message


def assert_same(one: Match, other: Match) -> None:
    assert one.start == other.start
    assert one.moves == other.moves
    assert one.positions == other.positions
    assert one.outcome() == other.outcome()
    assert one.tags == other.tags
    assert one.draw_by_repetition == other.draw_by_repetition
    assert one.repetitions == other.repetitions


def test_a_match_may_start_from_another_position() -> None:
    start = GAMES["quantik"].parse("..../.A../..../....")
    match = Match(start)
    match.play("B@c2")
    match.play("C@d4")
    record = match.record()
    assert '[Start "..../.A../..../...."]' in record
    assert "1... B@c2 2. C@d4 *" in record
    assert_same(Match.parse(record), match)


def test_a_match_may_start_from_a_finished_position() -> None:
    match = Match(match_of("quantik", WON).position)
    assert match.result == "0-1"
    with pytest.raises(IllegalMoveError):
        match.play("A@d4")
    assert_same(Match.parse(match.record()), match)


RECORD = """\
[Game "qomet"]
[First "Ada"]
[Second "Grace"]
[Date "2026.11.15"]
[Result "1-0"]
[Termination "resignation"]

1. @d4 @a1 2. @d5 a1-a4 3. @e5 1-0
"""


def test_a_record_is_tags_and_numbered_moves() -> None:
    tags = {"First": "Ada", "Second": "Grace", "Date": "2026.11.15"}
    match = Match(GAMES["qomet"].start(), tags)
    for move in ["@d4", "@a1", "@d5", "a1-a4", "@e5"]:
        match.play(move)
    match.resign(Player.SECOND)
    assert match.record() == RECORD
    assert_same(Match.parse(RECORD), match)


def test_tags_that_are_not_known_are_written_as_question_marks() -> None:
    assert match_of("qawale", "a1nne").record() == (
        '[Game "qawale"]\n[First "?"]\n[Second "?"]\n[Date "????.??.??"]\n[Result "*"]\n\n'
        "1. a1nne *\n"
    )
    assert Match.parse(match_of("qawale").record()).tags == {}


def test_the_moves_of_a_long_record_are_wrapped() -> None:
    match = match_of("qomet", f"@a1 @g7 {' '.join([ROUND] * 20)}", repetition=False)
    record = match.record()
    assert '[Repetition "off"]' in record
    assert max(map(len, record.splitlines())) <= 80
    assert_same(Match.parse(record), match)


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_survive_their_record(game: str) -> None:
    with (DATA / "games.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game]
    assert rows
    for row in rows:
        match = match_of(game, row["moves"])
        outcome = match.outcome()
        assert outcome is not None
        assert (match.result, outcome.reason) == (row["result"], row["reason"])
        assert f'[Result "{row["result"]}"]' in match.record()
        assert_same(Match.parse(match.record()), match)


@pytest.mark.parametrize(
    "moves",
    [
        "1. @d4 @a1 2. @d5 a1-a4",
        "1.@d4 @a1 2.@d5 a1-a4 *",
        "1. @d4 1... @a1 2. @d5 2... a1-a4",
        "@d4 @a1 @d5 a1-a4",
        "1. @d4 {a fine start} @a1\n\n2. @d5\ta1-a4\r\n*",
        "{first words} 1. @d4 @a1 {1. @d5} 2. @d5 a1-a4",
    ],
)
def test_records_are_read_however_they_are_laid_out(moves: str) -> None:
    match = Match.parse(f'[Game "qomet"]\r\n\n{moves}\n')
    assert texts(match) == ["@d4", "@a1", "@d5", "a1-a4"]
    assert match.outcome() is None


@pytest.mark.parametrize("name", GAMES)
def test_the_tags_say_which_game_a_record_is_of(name: str) -> None:
    assert game_of(Match(GAMES[name].start()).record()) == name
    assert game_of("1. A@a1 *") is None


def test_a_record_may_have_no_moves() -> None:
    match = Match.parse('[Game "quantik"]')
    assert match.moves == ()
    assert match.result == "*"


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("1-0", Outcome(Player.FIRST, "resignation")),
        ("0-1", Outcome(Player.SECOND, "resignation")),
        ("1/2-1/2", Outcome(None, "draw agreed")),
        ("*", None),
    ],
)
def test_a_result_the_board_does_not_explain_is_what_the_players_agreed(
    result: str, outcome: Outcome | None
) -> None:
    tag = f'[Game "qomet"]\n[Result "{result}"]\n\n1. @d4'
    for record in (tag, f"{tag} {result}", f'[Game "qomet"]\n\n1. @d4 {result}'):
        match = Match.parse(record)
        assert match.outcome() == outcome
        assert_same(Match.parse(match.record()), match)


def test_the_termination_tag_says_why_a_game_ended() -> None:
    record = '[Game "qomet"]\n[Result "1-0"]\n[Termination "time forfeit"]\n\n1. @d4 1-0\n'
    match = Match.parse(record)
    assert match.outcome() == Outcome(Player.FIRST, "time forfeit")
    assert '[Termination "time forfeit"]' in match.record()
    assert_same(Match.parse(match.record()), match)


def test_the_boards_own_end_is_read_from_the_moves() -> None:
    for record in (f'[Game "quantik"]\n\n{WON}', f'[Game "quantik"]\n[Result "0-1"]\n\n{WON} 0-1'):
        outcome = Match.parse(record).outcome()
        assert outcome == Outcome(Player.SECOND, "four different shapes")


def test_a_drawn_repetition_survives_its_record() -> None:
    match = match_of("qomet", f"@a1 @g7 {ROUND} {ROUND}")
    assert '[Result "1/2-1/2"]' in match.record()
    assert Match.parse(match.record()).outcome() == Outcome(None, "repetition")


@pytest.mark.parametrize(
    ("value"),
    ['say "x"', "back\\slash", '\\"', "ends in \\", "[x]", "{y}", "1-0", "", " ", "é\u2028\0", "]"],
)
def test_tags_are_escaped(value: str) -> None:
    match = Match(GAMES["qomet"].start(), {"First": value, "Event_1": value})
    read = Match.parse(match.record())
    assert read.tags == {"First": value, "Event_1": value}
    assert read.record() == match.record()


@pytest.mark.parametrize(
    "name", ["Game", "Result", "Start", "Termination", "Repetition", "", "1st", "a b", 'x"', "é"]
)
def test_a_tag_that_belongs_to_the_match_or_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(InvalidNotationError, match="cannot be a tag"):
        Match(GAMES["qomet"].start(), {name: "x"})


@pytest.mark.parametrize("value", ["two\nlines", "two\rlines"])
def test_a_tag_has_one_line(value: str) -> None:
    with pytest.raises(InvalidNotationError, match="more than one line"):
        Match(GAMES["qomet"].start(), {"First": value})


@pytest.mark.parametrize(
    ("record", "part"),
    [
        ("", 'needs a tag such as [Game "qomet"]'),
        ("1. @d4", "needs a tag such as"),
        ('[Game "chess"]', "'chess' is not one of: quantik, qawale, qomet"),
        ("[Game qomet]", "'[Game qomet]' is not a tag"),
        ('[Game "qomet" ]', "is not a tag"),
        ('[Game "qomet"] x', "is not a tag"),
        ('[Game "qomet\\"]', "is not a tag"),
        ('[Game "qomet"]\n[Game "qomet"]', "the tag Game is given twice"),
        ('[Game "qomet"]\n[First "a"]\n[First "b"]', "the tag First is given twice"),
        ('[Game "qomet"]\n[Start "zzz"]', "'zzz'"),
        ('[Game "qomet"]\n[Repetition "maybe"]', "'maybe' is not one of: on, off"),
        ('[Game "qomet"]\n[Result "2-0"]', "'2-0' is not one of: 1-0, 0-1, 1/2-1/2, *"),
        ('[Game "qomet"]\n[Result ""]', "'' is not one of"),
        (
            '[Game "qomet"]\n[Result "1-0"]\n\n1. @d4 0-1',
            "result by the moves is 0-1, not '1-0'",
        ),
        ('[Game "qomet"]\n[Result "1-0"]\n\n1. @d4 *', "the result by the moves is *, not '1-0'"),
        (f'[Game "quantik"]\n[Result "1-0"]\n\n{WON}', "result by the moves is 0-1, not '1-0'"),
        (f'[Game "quantik"]\n\n{WON} *', "result by the moves is 0-1, not '*'"),
        ('[Game "qomet"]\n\n2. @d4', "'2.' stands where 1. was expected"),
        ('[Game "qomet"]\n\n1... @d4', "'1...' stands where 1. was expected"),
        ('[Game "qomet"]\n\n1. @d4 2. @d5', "'2.' stands where 1... was expected"),
        ('[Game "qomet"]\n\n1. @d4 @d5 1-0 2. @d6', "'1-0'"),
        ('[Game "qomet"]\n\n1. @d4 {no end', "'{no'"),
    ],
)
def test_a_record_that_is_wrong_is_rejected_with_the_reason(record: str, part: str) -> None:
    assert part in rejection(record)


@pytest.mark.parametrize(
    ("game", "moves", "where", "why"),
    [
        ("qomet", "1. @d4 @a1 2. @a1", "move 2 by FIRST, '@a1'", "a1 is not empty"),
        ("qomet", "1. @d4 @d4", "move 1 by SECOND, '@d4'", "d4 is not empty"),
        ("qomet", "@d7 @d6 d7-d6 d5-d6", "move 2 by SECOND, 'd5-d6'", "undo the opponent's"),
        ("quantik", "A@a1 A@a2", "move 1 by SECOND, 'A@a2'", "FIRST has a sphere in column a"),
        ("quantik", f"{WON} A@c3", "move 3 by FIRST, 'A@c3'", "after the end of the game"),
        ("qawale", "1. a1nsn", "move 1 by FIRST, 'a1nsn'", "straight back to a1"),
        ("qawale", "1. a1nne zzz", "move 1 by SECOND, 'zzz'", "not a move of Qawale"),
    ],
)
def test_an_illegal_move_in_a_record_is_named_with_number_and_reason(
    game: str, moves: str, where: str, why: str
) -> None:
    record = f'[Game "{game}"]\n\n{moves}'
    message = rejection(record)
    assert where in message
    assert why in message
    with pytest.raises(InvalidMoveError):
        Match.parse(record)


def test_the_number_of_an_illegal_move_counts_from_the_records_start() -> None:
    record = '[Game "quantik"]\n[Start "..../.A../..../...."]\n\n1... B@c2 2. B@c1'
    assert "move 2 by FIRST, 'B@c1'" in rejection(record)


@pytest.mark.parametrize(
    "record",
    [
        "x" * 1_000_001,
        "[" * 1_000_000,
        '[Game "qomet"]\n\n' + "x" * 900_000,
        '[Game "qomet"]\n\n' + "{" * 900_000,
        '[Game "qomet"]\n\n' + "1." * 400_000,
        '[Game "qomet"]\n\n' + "1" * 900_000 + ".",
        '[Game "qomet"]\n[First "' + "\\" * 900_000,
        f'[Game "quantik"]\n\n{WON} ' + "\0" * 900_000,
        f'[Game "quantik"]\n\n{WON} ' + "A" * 900_000,
        '[Game "qomet"]\n\n1. \udc80',
        '[Game "\udc80"]',
        '[Game "qomet"]\n[Result "\udc80"]',
        '[Game "qomet"]\n[Result "1-0\n0-1"]',
    ],
    ids=lambda record: ascii(record[-9:]),
)
def test_huge_and_odd_records_are_rejected_briefly(record: str) -> None:
    rejection(record)


def test_a_huge_record_of_comments_is_read() -> None:
    assert Match.parse('[Game "qomet"]\n\n' + "{}" * 400_000).moves == ()


@pytest.mark.parametrize("value", [None, 7, b"[Game]", ["x"]])
def test_what_is_no_text_is_no_record(value: str) -> None:
    assert "this should be text" in rejection(value)


def accepted_or_rejected(record: str) -> None:
    """What is accepted means the same after writing and reading it again."""
    try:
        match = Match.parse(record)
    except InvalidNotationError:
        rejection(record)
    else:
        assert_same(Match.parse(match.record()), match)


@given(st.text())
def test_any_text_is_accepted_or_rejected_as_a_record(record: str) -> None:
    accepted_or_rejected(record)


WORDS = r"""
    @d4 @d5 d4-d5 @a1 a1-off 1. 1... 2. 2... A@a1 B@b1 C@c1 D@d1 a1nne d4sww 1-0 0-1 * 1/2-1/2
    {x} { } [ ] " \ 1.@d4 .. 00 é -
"""


@given(
    game=st.sampled_from([*GAMES, "chess"]),
    moves=st.lists(st.sampled_from(WORDS.split())),
    tags=st.text('"[]\\ab \n\r1-0/2*', max_size=12),
)
def test_scrambled_records_are_accepted_or_rejected(game: str, moves: list[str], tags: str) -> None:
    accepted_or_rejected(f'[Game "{game}"]\n{tags}\n{" ".join(moves)}')


@given(at=st.integers(0, len(RECORD)), cut=st.integers(0, 4), patch=st.text(max_size=3))
def test_damaged_records_are_accepted_or_rejected(at: int, cut: int, patch: str) -> None:
    accepted_or_rejected(RECORD[:at] + patch + RECORD[at + cut :])


@given(
    tags=st.dictionaries(
        st.from_regex("[A-Z][A-Za-z0-9_]*", fullmatch=True).filter(lambda name: name not in KNOWN),
        st.text(st.characters(exclude_characters="\n\r")),
    )
)
def test_any_tag_value_of_one_line_survives_its_record(tags: dict[str, str]) -> None:
    match = Match(GAMES["qawale"].start(), tags)
    assert_same(Match.parse(match.record()), match)
