"""How much room a text takes on a screen of characters, and how it is broken into lines.

Chinese, Japanese and Korean characters take two columns, accents that stand on another letter
take none. A table that counts letters instead would not line up.
"""

from __future__ import annotations

import re
import unicodedata

# Between such characters a line may end, but not before one that closes what came before.
_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60"
_CLOSING = "、。，：；？！）」』】》…"
_BLANK = "[^\\S\u00a0\u202f]"  # a line never ends at a no-break space
_CHUNK = re.compile(rf"{_BLANK}*(?:[{_WIDE}][{_CLOSING}]*|(?:[^\s{_WIDE}]|[\u00a0\u202f])+)|\s+$")


def columns(text: str) -> int:
    """The columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks up to a width: behind it, or before it if it stands on the right."""
    blanks = " " * (width - columns(text))
    return blanks + text if right else text + blanks


def clipped(text: str, width: int) -> str:
    """As much of the beginning of a text as fits."""
    while columns(text) > width:
        text = text[:-1]
    return text


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """The text in lines that fit, those after the first set in by `hang`."""
    rows, row = [], ""
    for chunk in _CHUNK.findall(text):
        if row.strip() and columns(row + chunk) > width:
            rows.append(row)
            row, chunk = " " * hang, chunk.lstrip()
        row += chunk
        while columns(row) > width:
            rows.append(clipped(row, width))
            row = " " * hang + row[len(rows[-1]) :]
    return [each.rstrip() for each in (*rows, row)]
