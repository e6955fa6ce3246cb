"""Names of people: who reads one knows whom it means.

A name is one line of visible letters, digits and a few signs. Two names that differ only in capital
letters, in the way their letters are written, or in spaces and signs are one name.
"""

from __future__ import annotations

import unicodedata

from tetrad.message import Wording
from tetrad.server.http.errors import UnprocessableError

SHORTEST, LONGEST = 2, 24
SIGNS = " -_.'’"

# Translators: the answer to a name that somebody chooses for an account
BAD_NAME = Wording(
    "bad-name", "a name has {least} to {most} characters: letters, digits, spaces and - _ . '"
)
# Nobody should be able to speak for the house.
RESERVED = ("admin", "administrator", "moderator", "operator", "tetrad", "computer", "house")


def proper(name: str) -> str:
    """The name as it is kept, or a refusal that says what a name looks like."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    letters = [letter for letter in name if letter not in SIGNS]
    visible = all(unicodedata.category(letter)[0] in "LNM" for letter in letters)
    if not (len(letters) >= SHORTEST and len(name) <= LONGEST and visible and _begins(name)):
        raise UnprocessableError(BAD_NAME(least=SHORTEST, most=LONGEST))
    if folded(name) in RESERVED:
        raise UnprocessableError(BAD_NAME(least=SHORTEST, most=LONGEST))
    return name


def _begins(name: str) -> bool:
    """With a letter or a digit, not with a mark that hangs in the air."""
    return bool(name) and unicodedata.category(name[0])[0] in "LN"


def folded(name: str) -> str:
    """The same for all ways to write a name."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return unicodedata.normalize("NFC", "".join(letter for letter in plain if letter not in SIGNS))
