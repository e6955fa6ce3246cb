"""Texts on a screen: how wide they are, and where their lines end."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad.columns import clipped, columns, padded, wrapped


@pytest.mark.parametrize(
    ("text", "width"),
    [("star", 4), ("étoile", 6), ("e\u0301toile", 6), ("星", 2), ("ｗ", 2), ("별 하나", 7),
     ("ดาว", 3), ("ที่", 1), ("نجم", 3), ("\u200ea1", 2), ("╔═", 2)],
)  # fmt: skip
def test_wide_letters_take_two_columns_and_accents_none(text: str, width: int) -> None:
    assert columns(text) == width


def test_padding_counts_columns() -> None:
    assert padded("星", 5) == "星   "
    assert padded("星", 5, right=True) == "   星"
    assert clipped("一二三", 5) == "一二"


@given(st.lists(st.text("abcé-,.", min_size=1, max_size=30)), st.integers(30, 80))
def test_letters_of_one_column_are_wrapped_between_words(words: list[str], width: int) -> None:
    text = " ".join(words)
    fitting = textwrap.wrap(text, width, break_on_hyphens=False) or [""]
    assert wrapped(text, width) == fitting


@given(st.text("ab 一二。，ーกำที่é", max_size=200), st.integers(2, 30))
def test_no_line_is_wider_than_asked_and_no_letter_is_lost(text: str, width: int) -> None:
    rows = wrapped(text, width)
    assert max(map(columns, rows)) <= width
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_a_chinese_sentence_ends_a_line_between_its_characters() -> None:
    assert wrapped("四颗星星，围成一个正方形。", 10) == ["四颗星星，", "围成一个正", "方形。"]


def test_rows_after_the_first_are_set_in() -> None:
    assert wrapped("  save FILE    Save the record", 22, 15) == [
        "  save FILE    Save",
        "               the",
        "               record",
    ]


def test_a_no_break_space_keeps_a_mark_at_its_word() -> None:
    assert wrapped("dernier coup\u00a0: @e4", 13) == ["dernier", "coup\u00a0: @e4"]
