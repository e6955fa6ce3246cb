"""What the catalogs say: every text, the same numbers and squares, one word for one thing."""

import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from tetrad.language import LANGUAGES, LOCALE

CATALOGS = sorted(path.stem for path in LOCALE.glob("*.po"))
GLOSSARY = LOCALE / "glossary"
DATA = Path(__file__).parent / "data"

PART = re.compile(r"\{\w+\}|%\(\w+\)[a-z]|%[a-z]")
SQUARE = re.compile(r"(?<![A-Za-z])[a-g][1-7](?!\d)")
# What ends a sentence, a question or an announcement; a Greek question ends with a semicolon.
ENDS = ".!?…:;。！？：؟"
WORD = re.compile(r"[a-z']+")
COUNT = """zero one/first/once two/second/twice/double three/third four/fourth five six seven eight
nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"""
NUMBERS = {
    word: str(number) for number, words in enumerate(COUNT.split()) for word in words.split("/")
} | {"fifty": "50", "pairs": "2"}

# The terms of each game; no word may stand for two of them. A row is a line, in some boxes.
GAMES = {
    "quantik": "piece shape sphere cylinder cube cone region row column space board opponent",
    "qawale": "pebble stack path neutral row column diagonal space board opponent",
    "qomet": "star square centre line space board opponent",
}
# Where the English has one of these, so has every translation. Light words, as "piece", may hide.
SURE = frozenset(
    re.findall(
        r"\w+",
        "shape sphere cylinder cube cone region row column pebble stack path neutral diagonal"
        " star square centre space board opponent light dark draw sow push",
    )
)
# Where the English word means something else, or a translation may do without it; many languages
# call a sowing a move.
ELSEWHERE = {
    "board": re.compile(r"quarters of the board|with the board turned|stars are on the board"),
    "space": re.compile(r"Free some space|, spaces and|case and spaces|without a space"),
    "light": re.compile(r"Light theme"),
    "dark": re.compile(r"Dark theme"),
    "row": re.compile(r"(days?|wins) in a row"),
    "square": re.compile(r"Square marks"),
    "star": re.compile(r"(one|five)-star"),
    "sow": re.compile(r"sowings?|sown"),
    "push": re.compile(r"push services"),
}


# Words of one Chinese script in the characters of the other.
OF_THE_OTHER = {
    "zh-Hans": [
        "档案",
        "网路",
        "预设",
        "伺服器",
        "程式",
        "连线到",
        "萤幕",
        "资料夹",
        "滑鼠",
        "储存",
    ],
    "zh-Hant": ["文件", "網絡", "默認", "服務器", "程序", "屏幕", "鼠標", "保存", "命令"],
}


# Languages that say 'you' the polite way, and how they would say it to a friend.
FORMAL = {
    "fr": "tu|ton|tes",
    "lt": "tu|tavo|tau|tave",
    "ru": "ты|тебя|тебе|твой|твоя|твоё|твои",
    "tr": "sen|senin|seni",
}


class Text(NamedTuple):
    """A text of a catalog: its English, in the form for many, and its translations."""

    english: str
    forms: tuple[str, ...]


class Term(NamedTuple):
    """A row of a glossary; `forms` are stretches of the word, one of which every ending keeps."""

    word: str
    forms: tuple[str, ...]
    never: tuple[str, ...]


@cache
def texts(language: str) -> tuple[Text, ...]:
    with (LOCALE / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return tuple(
        Text(message.id, (str(message.string or ""),))
        if isinstance(message.id, str)
        else Text(message.id[-1], tuple(message.string or ()))
        for message in messages
    )


@cache
def glossary(language: str) -> dict[str, Term]:
    found = {}
    for line in (GLOSSARY / f"{language}.tsv").read_text("utf-8").splitlines()[1:]:
        term, word, forms, *never = line.split("\t")
        avoided = tuple(never[0].split("; ")) if never else ()
        found[term] = Term(word, tuple(forms.split(" ")), avoided)
    return found


@cache
def has_term(english: str, term: str) -> bool:
    bare = PART.sub("", english)
    if term in ELSEWHERE:
        bare = ELSEWHERE[term].sub("", bare)
    return not set(WORD.findall(bare.lower())).isdisjoint(glossary("en")[term].forms)


def western(text: str) -> str:
    """The text with the digits of any script as 0 to 9."""
    return "".join(
        str(unicodedata.digit(letter)) if letter.isdecimal() else letter for letter in text
    )


def figures(text: str) -> Counter[str]:
    """The numbers that a text has in figures, but for those of its parts and of squares."""
    return Counter(re.findall(r"\d+", SQUARE.sub("", PART.sub("", western(text)))))


def in_words(english: str) -> Counter[str]:
    return Counter(NUMBERS[word] for word in WORD.findall(english.lower()) if word in NUMBERS)


@pytest.mark.parametrize("language", CATALOGS)
def test_a_number_is_the_same_in_every_language(language: str) -> None:
    """What is in figures in English is so everywhere; what is in words, or "a", may be."""
    for english, forms in texts(language):
        for form in filter(None, forms):
            assert figures(english) <= figures(form), (english, form)
            more = figures(form) - figures(english) - in_words(english)
            assert more.keys() <= {"1"}, (english, form)


@pytest.mark.parametrize("language", CATALOGS)
def test_a_number_in_words_is_the_same_in_every_language(language: str) -> None:
    """A piece closes seven spaces, not ten, whoever tells it."""
    words = number_words()[language]
    for english, forms in texts(language):
        for number in in_words(english).keys() & words.keys():
            for form in filter(None, forms):
                said = any(word in form.casefold() for word in words[number])
                assert said or number in figures(form), (number, english, form)


def number_words() -> dict[str, dict[str, list[str]]]:
    """How each language begins its words for some numbers."""
    header, *rows = (DATA / "numbers.tsv").read_text("utf-8").splitlines()
    numbers = header.split("\t")[1:]
    found = {}
    for row in rows:
        language, *words = row.split("\t")
        begun = [each.split("/") for each in words]
        found[language] = dict(zip(numbers, begun, strict=True))
    return found


@pytest.mark.parametrize(("language", "familiar"), FORMAL.items())
def test_a_language_keeps_to_one_form_of_address(language: str, familiar: str) -> None:
    said = [form for _, forms in texts(language) for form in forms]
    assert [form for form in said if re.search(rf"\b({familiar})\b", form, re.I)] == []


@pytest.mark.parametrize("language", CATALOGS)
def test_a_square_is_the_same_in_every_language(language: str) -> None:
    for english, forms in texts(language):
        squares = sorted(SQUARE.findall(english))
        for form in filter(None, forms):
            assert sorted(SQUARE.findall(form)) == squares, (english, form)


@pytest.mark.parametrize("language", [each for each in CATALOGS if each != "th"])
def test_a_sentence_ends_as_one(language: str) -> None:
    """With a mark where the English has one; Thai writes none."""
    for english, forms in texts(language):
        for form in filter(None, forms):
            assert (english[-1] in ENDS) == (form[-1] in ENDS), (english, form)


@pytest.mark.parametrize("language", CATALOGS)
def test_what_a_link_shows_is_part_of_what_is_read_aloud(language: str) -> None:
    """Or nobody could call it by its name who speaks to the browser."""
    known = {text.english: text.forms[0].casefold() for text in texts(language)}
    aloud = ("Learn {game}", "Play {game}", "Analyse {game}", "{game} puzzles")
    for shown, read in zip(("Learn", "Play", "Analyse", "Puzzles"), aloud, strict=True):
        assert known[shown] in known[read]


def test_every_language_has_a_glossary_of_the_same_terms() -> None:
    assert {path.stem for path in GLOSSARY.glob("*.tsv")} == LANGUAGES.keys()
    for language in LANGUAGES:
        assert glossary(language).keys() == glossary("en").keys(), language


@pytest.mark.parametrize("language", CATALOGS)
def test_no_word_stands_for_two_terms_of_a_game(language: str) -> None:
    for game, terms in GAMES.items():
        words = Counter(glossary(language)[term].word.casefold() for term in terms.split())
        assert [word for word, times in words.items() if times > 1] == [], game


@pytest.mark.parametrize("language", CATALOGS)
def test_a_term_has_one_word(language: str) -> None:
    """The word of the glossary, wherever the English has the term, and none to be avoided."""
    strangers = []
    for english, forms in texts(language):
        for name, term in glossary(language).items():
            said = [form.casefold() for form in forms if form and has_term(english, name)]
            if any(word in each for each in said for word in term.never):
                strangers.append(f"{name}: {english}")
            if name in SURE and not all(any(map(each.__contains__, term.forms)) for each in said):
                strangers.append(f"{name}: {english}")
    assert strangers == []


@pytest.mark.parametrize(("script", "encoding"), [("zh-Hans", "gb2312"), ("zh-Hant", "cp950")])
def test_a_chinese_script_has_its_own_characters(script: str, encoding: str) -> None:
    for english, forms in texts(script):
        for form in forms:
            assert form.encode(encoding, "ignore").decode(encoding) == form, english


def test_each_chinese_script_has_its_own_words() -> None:
    """What is a program, a file or a server in Beijing is another word in Taipei."""
    for script, words in OF_THE_OTHER.items():
        for english, forms in texts(script):
            assert not any(word in form for word in words for form in forms), english


def test_every_comment_for_translators_is_about_a_text() -> None:
    with (LOCALE / "tetrad.pot").open("rb") as file:
        known = {m.id if isinstance(m.id, str) else m.id[0] for m in read_po(file)}
    lines = (LOCALE / "comments.tsv").read_text("utf-8").splitlines()
    stale = [line for line in lines if line.split("\t")[0] not in known]
    assert stale == []
    assert all(Path(line.split("\t")[1]).name for line in lines), "a comment is empty"
