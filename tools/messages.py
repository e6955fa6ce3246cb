"""Puts the translators' comments into the template of the catalogs: part of `make messages`.

A comment says where a text appears and what its parts are. Those for texts defined beside a rule or
check stand there, in the code, behind "Translators:"; the others in `locale/comments.tsv`, a line a
text. What a text of a lesson is follows from the lesson itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
COMMENTS = ROOT / "src/tetrad/locale/comments.tsv"
LESSONS = ROOT / "web/src/learn/lessons"
# A lesson's fields in the order in which a reader meets them.
FIELDS = {
    "title": "title of the lesson",
    "text": "what it explains",
    "task": "what the reader is asked to do",
    "done": "said when that is done",
}
_FIELD = re.compile(r'^ *(name|title|text|task|done): (?:t\()?"((?:[^"\\]|\\.)*)"', re.MULTILINE)


def of_lessons() -> Iterator[tuple[str, str]]:
    for path in sorted(LESSONS.glob("q*.ts")):
        lesson = ""
        for field, text in _FIELD.findall(path.read_text("utf-8")):
            if field == "name":
                lesson = text
            else:
                yield text, f"{path.stem.capitalize()}, lesson '{lesson}': {FIELDS[field]}"


def comments() -> Iterator[tuple[str, str]]:
    yield from of_lessons()
    for line in COMMENTS.read_text("utf-8").splitlines():
        text, _, comment = line.partition("\t")
        yield text, comment


def main(template: Path) -> None:
    with template.open("rb") as file:
        catalog = read_po(file)
    for text, comment in comments():
        if message := catalog.get(text):
            message.auto_comments.append(comment)
    with template.open("wb") as file:
        write_po(file, catalog, width=0, omit_header=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
