"""What is said has a code and one wording, and is never said in two ways."""

from __future__ import annotations

import ast
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tetrad.message import Counted, Message, Wording
from tetrad.position import Player

SOURCE = Path(__file__).parent.parent / "src/tetrad"
LINE = Wording("row", "row {name}")
HELD = Wording("shape-in-line", "{player} holds {line}")
WINS = Counted("wins", "wins in {plies} turn", "wins in {plies} turns", "plies")
SQUARE = Wording("square", "four stars on the corners of a square", brief="a square")


def test_a_message_reads_as_text_and_remembers_its_parts() -> None:
    message = Wording("odd", "{square} is not {state}")(square="b3", state="{empty}")
    assert message == "b3 is not {empty}"
    again = pickle.loads(pickle.dumps(message))
    assert (again, again.wording, again.parts) == (message, message.wording, message.parts)


def test_parameters_are_plain_data() -> None:
    message = HELD(player=Player.SECOND, line=LINE(name="3"))
    assert message == "SECOND holds row 3"
    assert message.params == {"player": 2, "line": "row", "name": "3"}


def test_a_client_gets_the_parts_that_are_words() -> None:
    data = HELD(player=Player.SECOND, line=LINE(name="3")).data()
    assert data["template"] == "{player} holds {line}"
    assert data["parts"]["player"]["template"] == "Dark"
    assert data["parts"]["line"] == LINE(name="3").data()


def test_a_wording_may_depend_on_a_number() -> None:
    assert (WINS(plies=1), WINS(plies=3)) == ("wins in 1 turn", "wins in 3 turns")
    assert WINS(plies=3).data() == {
        "code": "wins",
        "template": "wins in {plies} turn",
        "params": {"plies": 3},
        "message": "wins in 3 turns",
        "plural": "wins in {plies} turns",
        "count": "plies",
    }


def test_programs_read_the_brief_form_and_people_the_whole() -> None:
    assert SQUARE() == "a square"
    assert SQUARE().template == "four stars on the corners of a square"


def test_a_message_may_do_without_a_code() -> None:
    assert Message("{n} games", n=3).data()["message"] == "3 games"


def calls() -> Iterator[tuple[str, list[Any]]]:
    """Every call of a plain name in the package, with what it is given."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                yield node.func.id, node.args


def definitions() -> Iterator[tuple[str, str]]:
    """The code and the English of every wording in the package."""
    for name, arguments in calls():
        if name in ("Wording", "Counted"):
            code, text = (getattr(part, "value", None) for part in arguments[:2])
            if code and text:
                yield str(code), str(text)


def without_code() -> Iterator[str]:
    """The English of every message that is made without a code."""
    for name, arguments in calls():
        if name == "Message" and isinstance(getattr(arguments[0], "value", None), str):
            yield arguments[0].value


def twice(texts: Iterable[str]) -> list[str]:
    return [text for text, count in Counter(texts).items() if count > 1]


def test_no_code_and_no_wording_is_defined_twice() -> None:
    codes, wordings = zip(*definitions(), strict=True)
    assert len(codes) > 50
    assert twice(codes) == []
    assert twice([*wordings, *without_code()]) == []
