"""The words of Tetrad in the 33 languages of the rulebooks.

Everything a person reads is written in English in the code and marked there; `locale/` holds one
gettext catalog a language, `fr.po` and so on, and is the single source for terminal, server and
app. A text that a catalog does not have stays English.

Programs and files are spoken to in English always. The command line speaks the language that the
environment asks for (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`), through `t` and `tn`.

    >>> from tetrad.language import sentence
    >>> from tetrad.position import NOT_EMPTY
    >>> sentence(NOT_EMPTY(square="b3"))
    'b3 is not empty.'
"""

from __future__ import annotations

import errno
import gettext
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tetrad.message import Counted, Message, Wording, as_shown
from tetrad.position import Player

LOCALE = Path(__file__).parent / "locale"
LANGUAGE_COOKIE = "tetrad_lang"  # in which the app keeps the language that it speaks
PSEUDO = "qps"  # a made-up language that shows which texts cannot be translated

RIGHT_TO_LEFT = ("ar", "he")
LEFT_TO_RIGHT = "\u200e"
ISOLATE, ISOLATED = "\u2068", "\u2069"
# All the invisible marks of direction that a text may hold.
DIRECTIONS = frozenset({LEFT_TO_RIGHT, "\u200f", ISOLATE, ISOLATED})

# The languages of the rulebooks, each by its own name.
LANGUAGES = {
    "ar": "العربية", "bg": "Български", "cs": "Čeština", "da": "Dansk", "de": "Deutsch",
    "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti", "fi": "Suomi",
    "fr": "Français", "he": "עברית", "hr": "Hrvatski", "hu": "Magyar", "it": "Italiano",
    "ja": "日本語", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "nb": "Norsk bokmål",
    "nl": "Nederlands", "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский",
    "sk": "Slovenčina", "sl": "Slovenščina", "sr": "Srpski", "sv": "Svenska", "th": "ไทย",
    "tr": "Türkçe", "zh-Hans": "简体中文", "zh-Hant": "繁體中文",
}  # fmt: skip

_ACCENTS = str.maketrans("aceinouyACEINOUY", "àçéîñöûýÀÇÉÎÑÖÛÝ")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PART = re.compile(r"(\{\w+\}|%\(\w+\)[a-z]|%[a-z])")
# What only a command says of a server's settings and files is of no use to the app.
_OF_COMMANDS = "settings|storage/(backup|restore|versions)"
_OF_APP = re.compile(
    rf"^#: .*(web/|tetrad/(position|rules|matches|bots|teach|server/(?!{_OF_COMMANDS})))",
    re.MULTILINE,
)
# The texts of one game's lessons travel with its course, those about other people with the pages
# where one meets them, and all others of the app with its first page.
_OF_COURSE = re.compile(r"web/src/learn/lessons/(\w+)\.ts")
_OF_PEOPLE = re.compile(
    r"web/src/(meet|tournaments|people(?!/block))/.*|src/tetrad/server/meeting/.*"
)
PEOPLE = "people"
_STRING = re.compile(r'^(msg\w+)(?:\[\d\])? ((?:".*"\n?)+)', re.MULTILINE)

# Translators: about a file that was named; the reason follows
CANNOT_READ = Wording("cannot-read", "{path} cannot be read: {why}")
# Translators: about a file or folder that was named; the reason follows
CANNOT_WRITE = Wording("cannot-write", "{path} cannot be written: {why}")
# Translators: about a file or program for one game, named with another
OTHER_GAME = Wording("other-game", "{path} is for {one}, not for {other}")
# Translators: about a package that is not installed
NEEDS = Wording("needs", "this needs {what}; install it with '{command}'")
# Translators: about a command that misses the name of a game
NAME_A_GAME = Wording("name-a-game", "name a game: {games}")
# Translators: about an option's value
NOT_WHOLE = Wording("not-whole", "{text} is not a whole number from {least} to {most}")

_spoken = "en"


def speak(language: str) -> None:
    """From now on `t` and `tn` answer in this language."""
    global _spoken
    _spoken = language


def t(text: str, /, **parts: object) -> str:
    """The text, with its parts filled in, in the language that is spoken."""
    return translated(Message(text, **parts) if parts else text, _spoken)


def tn(one: str, many: str, n: int, /, **parts: object) -> str:
    """The form of the text that fits the number `n`, in the language that is spoken."""
    return translated(Counted("", one, many, "n")(n=n, **parts), _spoken)


def sentence(text: str) -> str:
    """A message that stands alone, in the language that is spoken: a capital and a full stop."""
    spoken = translated(text, _spoken, capital=True)
    # Translators: any message that stands alone, with the full stop of your language
    return t("{sentence}.").replace("{sentence}", spoken)


# Translators: a label and what it is about, with the colon of your language
LABELLED = Wording("labelled", "{label}: {what}")


def labelled(label: str, what: object) -> str:
    """A label and what it is about, in the language that is spoken."""
    return translated(LABELLED(label=label, what=what), _spoken)


def mark(text: str) -> str:
    """The text itself, which is to be collected here and translated elsewhere."""
    return text


def said(error: BaseException) -> str:
    """What an error says, in the language that is spoken."""
    first = error.args[0] if error.args else ""
    return t(first) if isinstance(first, Message) else str(error)


def name_of(player: Player) -> str:
    """A player, in the language that is spoken."""
    return str(_part(player, _spoken, _spoken != "en"))


def left_to_right() -> str:
    """An invisible mark that keeps boards and tables in order among letters that run leftward."""
    return LEFT_TO_RIGHT if _spoken in RIGHT_TO_LEFT else ""


def why(error: OSError | ValueError) -> str:
    """Why the system refused something, in words."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Message("there is no such file or folder")
    if isinstance(error, PermissionError):
        return Message("you may not do that here")
    if isinstance(error, IsADirectoryError):
        return Message("it is a folder")
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return Message("it is in use")
    if isinstance(error, UnicodeDecodeError):
        return Message("it is not a text file")
    return ((isinstance(error, OSError) and error.strerror) or str(error)).lower()


def translated(text: str, language: str, *, capital: bool = False) -> str:
    """The text in a language; of its parts, messages and players are translated as well.

    In English players have the names of the notation; elsewhere they go by their look.
    """
    template = _form(text, language) if isinstance(text, Message) else _found(text, language)
    if capital:
        template = _capital(template[:1], language) + template[1:]
    if not isinstance(text, Message):
        return template
    parts = {name: _part(part, language, language != "en") for name, part in text.parts.items()}
    return template.format(**parts)


def _form(message: Message, language: str) -> str:
    """The template of a message in a language, in the form that fits its number."""
    if not isinstance(message.wording, Counted):
        return _found(message.template, language)
    catalog = _catalog(language)
    forms = catalog.texts.get(message.template)
    if not isinstance(forms, list):
        return message.wording.english(message.parts)
    return forms[catalog.form(int(str(message.parts[message.wording.count])))]


def _capital(letter: str, language: str) -> str:
    return "İ" if (language, letter) == ("tr", "i") else letter.upper()


def _part(part: object, language: str, by_look: bool) -> object:
    shown = as_shown(part) if by_look else part
    if isinstance(shown, Message):
        return translated(shown, language)
    if language not in RIGHT_TO_LEFT or isinstance(shown, int | float):
        return shown
    return f"{ISOLATE}{shown}{ISOLATED}"  # moves, names and paths keep their own direction


def app_catalog(language: str, course: str = "") -> dict[str, Any]:
    """What the app needs to speak a language: its texts, and the plural form of 0, 1, ... 199.

    The lessons of a game are a course of their own. Texts go by their short names, which spares a
    phone a third of the bytes.
    """
    catalog = _catalog(language)
    wanted = catalog.of_app.get(course, frozenset())
    messages = {short(key): text for key, text in catalog.texts.items() if key in wanted}
    plural = "".join(str(catalog.form(number)) for number in range(200))
    return {"messages": messages} if course else {"plural": plural, "messages": messages}


def short(text: str) -> str:
    """The name of a text in the app's catalogs: the last five digits, to base 36, of its FNV-1a."""
    number, name = 0x811C9DC5, ""
    for letter in text:
        number = (number ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    while number and len(name) < 5:
        number, digit = divmod(number, 36)
        name = _DIGITS[digit] + name
    return name


def fitting(wanted: str) -> str:
    """The language that fits a tag such as `pt_BR.UTF-8`, `zh-TW` or `no`; English if none does."""
    tag = re.split("[.@]", wanted)[0].replace("_", "-").lower()
    if tag.startswith("zh"):
        return "zh-Hant" if re.search("hant|tw|hk|mo", tag) else "zh-Hans"
    short = {"no": "nb", "nn": "nb", "iw": "he"}.get(tag.split("-")[0], tag.split("-")[0])
    return short if short in LANGUAGES or short == PSEUDO else "en"


def of_environment() -> str:
    """The language a terminal's environment asks for, as gettext reads it."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    if locale in ("C", "POSIX"):
        return "en"
    for wanted in [*os.environ.get("LANGUAGE", "").split(":"), locale]:
        if (language := fitting(wanted)) != "en" or wanted.lower().startswith("en"):
            return language
    return "en"


def pseudo(text: str) -> str:
    """The text as the made-up language has it: longer, accented, its `{parts}` untouched."""
    pieces = _PART.split(text)
    marked = "".join(p if p[:1] in ("{", "%") else p.translate(_ACCENTS) for p in pieces)
    return f"[{marked} ~~~]"


def _found(text: str, language: str) -> str:
    if language == "en":
        return text
    found = _catalog(language).texts.get(text)
    return (found[0] if isinstance(found, list) else found) or text


class Entry(NamedTuple):
    """A text in a catalog: its English, singular and maybe plural, and its translations."""

    english: list[str]
    forms: list[str]
    of_app: bool
    course: str


@dataclass(frozen=True)
class Catalog:
    """Translations by their English; those with plural forms have a list of them."""

    texts: dict[str, str | list[str]]
    of_app: dict[str, frozenset[str]] = field(default_factory=dict)
    plural: str = "n != 1"

    def form(self, n: int) -> int:
        """Which plural form a number takes."""
        return int(gettext.c2py(self.plural)(n))


@cache
def _catalog(language: str) -> Catalog:
    if language == "en" or language not in {*LANGUAGES, PSEUDO}:
        return Catalog({})
    name = "tetrad.pot" if language == PSEUDO else f"{language}.po"
    entries = list(_entries((LOCALE / name).read_text("utf-8")))
    if language == PSEUDO:
        entries = [each._replace(forms=[*map(pseudo, each.english)]) for each in entries]
    texts: dict[str, str | list[str]] = {
        each.english[0]: each.forms if len(each.english) > 1 else each.forms[0]
        for each in entries
        if all(each.forms)
    }
    courses = {each.course for each in entries}
    of_app = {
        course: frozenset(e.english[0] for e in entries if e.of_app and e.course == course)
        for course in courses
    }
    head = re.search("plural=([^;]+)", str(texts.pop("", "")))
    return Catalog(texts, of_app, head[1]) if head else Catalog(texts, of_app)


def _entries(text: str) -> Iterator[Entry]:
    """What is in a .po file, as `make messages` writes it; the first entry is its head."""
    for block in text.split("\n\n"):
        strings = [(key, _unquoted(quoted)) for key, quoted in _STRING.findall(block)]
        english = [string for key, string in strings if key != "msgstr"]
        forms = [string for key, string in strings if key == "msgstr"]
        if strings:
            yield Entry(english, forms, bool(_OF_APP.search(block)), _course(block))


def _course(block: str) -> str:
    """With what a text travels: a game whose lessons alone say it, the pages for people, or ""."""
    places = [place for line in re.findall("^#: (.*)$", block, re.M) for place in line.split()]
    taught = {found[1] if (found := _OF_COURSE.fullmatch(each)) else "" for each in places}
    if len(taught) == 1 and taught != {""}:
        return taught.pop()
    return PEOPLE if places and all(map(_OF_PEOPLE.fullmatch, places)) else ""


def _unquoted(quoted: str) -> str:
    return "".join(map(json.loads, quoted.splitlines()))
