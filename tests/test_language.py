"""The words in other languages: nothing missing, nothing stale, nothing that breaks."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tetrad.bots.bot import WINS_NOW
from tetrad.language import (
    LANGUAGES,
    LOCALE,
    _catalog,
    app_catalog,
    fitting,
    pseudo,
    sentence,
    short,
    speak,
    tn,
    translated,
)
from tetrad.message import Counted
from tetrad.position import NOT_EMPTY, Player
from tetrad.rules import GAMES
from tetrad.rules.qomet import NO_STAR_IN_HAND, SQUARE_MADE

# Where in their calls the functions that are collected have their text.
COLLECTED = {"t": 0, "tn": 0, "mark": 0, "Message": 0, "Wording": 1, "Counted": 1}
ROOT = Path(__file__).parent.parent
CATALOGS = sorted(LOCALE.glob("*.po"))


def texts(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Every text by its English, and its translations: one, or one a plural form."""
    found = {}
    for message in catalog:
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[0]
            string = message.string or ""
            found[english] = (string,) if isinstance(string, str) else tuple(string)
    return found


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def parts(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)[a-z]|%[a-z]", text))


def test_the_template_has_every_text_that_the_code_marks(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.pot"
    subprocess.run(["make", "--silent", "extract", f"TEXTS={fresh}"], cwd=ROOT, check=True)
    assert texts(read(fresh)).keys() == texts(read(LOCALE / "tetrad.pot")).keys(), (
        "run 'make messages'"
    )


def marked(path: Path) -> Iterator[str]:
    """The texts that a module gives to be translated, wherever in it they stand."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "")) in COLLECTED:
            text = node.args[COLLECTED[name]] if node.args else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value


def test_no_text_hides_where_it_is_not_collected() -> None:
    """Inside the braces of an f-string, for example."""
    known = texts(read(LOCALE / "tetrad.pot")).keys()
    for path in (ROOT / "src").rglob("*.py"):
        assert [text for text in marked(path) if text not in known] == [], path


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_a_catalog_is_complete_and_has_nothing_stale(path: Path) -> None:
    catalog = texts(read(path))
    assert catalog.keys() == texts(read(LOCALE / "tetrad.pot")).keys()
    assert [english for english, forms in catalog.items() if not all(forms)] == []


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_a_translation_keeps_the_parts_of_its_text(path: Path) -> None:
    for english, forms in texts(read(path)).items():
        *others, last = filter(None, forms) if any(forms) else (english,)
        assert parts(last) == parts(english), (english, last)
        for form in others:  # "one turn" need not show the number
            assert parts(form) <= parts(english), (english, form)


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_the_app_gets_a_plural_form_for_every_number(path: Path) -> None:
    catalog = app_catalog(path.stem)
    highest = max(int(digit) for digit in catalog["plural"])
    assert len(catalog["plural"]) == 200
    for forms in catalog["messages"].values():
        assert isinstance(forms, str) or len(forms) == highest + 1


def test_there_are_33_languages() -> None:
    assert len(LANGUAGES) == 33
    assert {path.stem for path in CATALOGS} | {"en"} == LANGUAGES.keys()


def test_a_message_is_translated_with_its_parts() -> None:
    message = NOT_EMPTY(square="b3")
    assert translated(message, "qps") == "[b3 îs ñöt émptý ~~~]"
    assert translated(message, "en") == "b3 is not empty"
    assert translated("a text that no catalog has", "fr") == "a text that no catalog has"


def test_a_player_is_named_by_the_look_of_the_pieces_where_english_has_first_and_second() -> None:
    message = NO_STAR_IN_HAND(player=Player.SECOND)
    assert translated(message, "en") == "SECOND has no star in hand"
    assert translated(message, "qps") == "[[Dàrk ~~~] hàs ñö stàr îñ hàñd ~~~]"


def test_a_move_keeps_its_direction_among_letters_that_run_leftward() -> None:
    assert "\u2068b3\u2069" in translated(NOT_EMPTY(square="b3"), "ar")
    assert "\u2068" not in translated(NOT_EMPTY(square="b3"), "fr")
    assert "\u2068" not in translated(Counted("", "{n} move", "{n} moves", "n")(n=3), "he")


def test_a_part_that_a_person_typed_is_not_translated() -> None:
    assert translated(NOT_EMPTY(square="draw"), "de").startswith("draw ")


@pytest.mark.parametrize(
    ("language", "n", "form"),
    [("en", 1, "1 move"), ("en", 0, "0 moves"), ("fr", 0, "0 coup"), ("fr", 2, "2 coups"),
     ("pl", 1, "1 ruch"), ("pl", 3, "3 ruchy"), ("pl", 12, "12 ruchów"), ("ja", 5, "5 手")],
)  # fmt: skip
def test_a_number_takes_the_plural_form_of_its_language(language: str, n: int, form: str) -> None:
    speak(language)
    try:
        assert tn("{n} move", "{n} moves", n) == form
    finally:
        speak("en")


def test_the_reader_finds_what_babel_finds() -> None:
    for path in CATALOGS:
        ours = _catalog(path.stem).texts
        theirs = {english: forms for english, forms in texts(read(path)).items() if all(forms)}
        assert ours.keys() == theirs.keys()
        for english, text in ours.items():
            assert theirs[english] == (tuple(text) if isinstance(text, list) else (text,))


def test_the_app_is_not_sent_what_only_the_terminal_says() -> None:
    messages = app_catalog("qps")["messages"]
    assert short("Play {game}") in messages
    assert short("the region {name}") in messages
    assert short("no line joins {one} and {other} directly") in messages
    assert short("usage:") not in messages


@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_of_a_game_are_a_catalog_of_their_own(game: str) -> None:
    lessons = app_catalog("qps", game)["messages"]
    assert len(lessons) > 40
    assert not lessons.keys() & app_catalog("qps")["messages"].keys()


def test_no_two_texts_of_the_app_have_the_same_short_name() -> None:
    all_texts = texts(read(LOCALE / "tetrad.pot"))
    assert len({short(text) for text in all_texts}) == len(all_texts)


def test_the_made_up_language_marks_texts_and_keeps_their_parts() -> None:
    assert pseudo("{n} moves in {game}") == "[{n} mövés îñ {game} ~~~]"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("fr_CH.UTF-8", "fr"), ("pt-BR", "pt"), ("zh_TW", "zh-Hant"), ("zh-CN", "zh-Hans"),
     ("no", "nb"), ("nn_NO", "nb"), ("iw", "he"), ("C", "en"), ("", "en"), ("tlh", "en")],
)  # fmt: skip
def test_a_wish_for_a_language_finds_the_one_that_fits(wanted: str, language: str) -> None:
    assert fitting(wanted) == language


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "b3 is not empty."), ("ja", "b3 は空いていません。"), ("tr", "Hemen kazandırır.")],
)
def test_a_message_that_stands_alone_is_a_sentence(language: str, said: str) -> None:
    speak(language)
    try:
        assert sentence((WINS_NOW if language == "tr" else NOT_EMPTY)(square="b3")) == said
    finally:
        speak("en")


def test_an_end_is_told_to_people_in_full() -> None:
    assert translated(SQUARE_MADE, "en") == "four stars on the corners of a square"


def test_reading_the_words_loads_nothing_before_they_are_needed() -> None:
    script = "import sys, tetrad.language; print('babel' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout == "False\n"
