"""The words of Tetrad in the 33 languages of the rulebooks.

Everything a person reads is written in English in the code and marked there; `locale/` holds one
gettext catalog a language, `fr.po` and so on, and is the single source for terminal, server and
app. A text that a catalog does not have stays English.

    >>> from tetrad.language import translated
    >>> from tetrad.position import Message
    >>> translated(Message("{square} is not empty", square="b3"), "en")
    'b3 is not empty'
"""

from __future__ import annotations

import gettext
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tetrad.position import Message

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LOCALE = Path(__file__).parent / "locale"
PSEUDO = "qps"  # a made-up language that shows which texts cannot be translated

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


def translated(text: str, language: str) -> str:
    """The text in a language; the parts of a `Message` are translated as well."""
    if not isinstance(text, Message):
        return _found(text, language)
    parts = {
        name: translated(part, language) if isinstance(part, str) else part
        for name, part in text.parts.items()
    }
    return _found(text.template, language).format(**parts)


def app_catalog(language: str) -> dict[str, Any]:
    """What the app needs to speak a language: its texts, and the plural form of 0, 1, ... 199."""
    catalog = _catalog(language)
    form = gettext.c2py(catalog.plural_expr)
    messages = {}
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            plural = isinstance(message.id, tuple)
            text = list(message.string) if plural else message.string
            messages[message.id[0] if plural else message.id] = text
    return {"plural": "".join(str(form(number)) for number in range(200)), "messages": messages}


def fitting(wanted: str) -> str:
    """The language that fits a tag such as `pt_BR.UTF-8`, `zh-TW` or `no`; English if none does."""
    tag = re.split("[.@]", wanted)[0].replace("_", "-").lower()
    if tag.startswith("zh"):
        return "zh-Hant" if re.search("hant|tw|hk|mo", tag) else "zh-Hans"
    short = {"no": "nb", "nn": "nb", "iw": "he"}.get(tag.split("-")[0], tag.split("-")[0])
    return short if short in LANGUAGES or short == PSEUDO else "en"


def of_environment() -> str:
    """The language a terminal's environment asks for, as gettext reads it."""
    asked = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return fitting(next((value.split(":")[0] for value in asked if value), "en"))


def pseudo(text: str) -> str:
    """The text as the made-up language has it: longer, accented, its `{parts}` untouched."""
    pieces = re.split(r"(\{\w+\})", text)
    marked = "".join(p if p.startswith("{") else p.translate(_ACCENTS) for p in pieces)
    return f"[{marked} ~~~]"


def _found(text: str, language: str) -> str:
    if language == "en":
        return text
    message = _catalog(language).get(text)
    if message is None or not message.string or message.fuzzy:
        return text
    return message.string if isinstance(message.string, str) else message.string[0]


@cache
def _catalog(language: str) -> Catalog:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if language == PSEUDO:
        return _pseudo_catalog()
    path = LOCALE / f"{language}.po"
    if language not in LANGUAGES or not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def _pseudo_catalog() -> Catalog:
    from babel.messages.pofile import read_po

    with (LOCALE / "tetrad.pot").open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        if message.id:
            plural = isinstance(message.id, tuple)
            message.string = tuple(map(pseudo, message.id)) if plural else pseudo(str(message.id))
    return catalog
