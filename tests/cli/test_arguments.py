"""Kinds of arguments, and argparse in another language."""

import argparse
from collections.abc import Iterator

import pytest

from tetrad.cli.arguments import Parser, number, whole
from tetrad.language import speak


@pytest.fixture
def made_up() -> Iterator[None]:
    speak("qps")
    yield
    speak("en")


@pytest.mark.parametrize("text", ["1", "7", "10"])
def test_a_whole_number_within_its_bounds_is_taken(text: str) -> None:
    assert whole(1, 10)(text) == int(text)
    assert whole(-5)("-5") == -5


@pytest.mark.parametrize("text", ["0", "11", "-3", "1.5", "", "-", "--1", "ten", "٣", "9" * 40])
def test_any_other_is_refused_by_name(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number from 1 to 10"):
        whole(1, 10)(text)


@pytest.mark.parametrize("text", ["-0.1", "1e9999", "nan", "soon", ""])
def test_a_number_is_finite_and_within_its_bounds(text: str) -> None:
    assert number(0, 60)("0.5") == 0.5
    with pytest.raises(argparse.ArgumentTypeError, match="is not a number from 0 to 60"):
        number(0, 60)(text)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--level"], "éxpéçtéd öñé àrgûméñt"),
        (["--pair", "1"], "éxpéçtéd 2 àrgûméñts"),
        (["--level", "x"], "'x' îs ñöt à whölé ñûmbér fröm 1 tö 10"),
        (["--colour", "red"], "çhöösé fröm"),
        (["--l", "1", "--le", "1"], "àmbîgûöûs öptîöñ: --l"),
        (["--flag=1"], "îgñöréd éxplîçît àrgûméñt '1'"),
        (["a", "b"], "ûñréçögñîzéd àrgûméñts: b"),
        ([], "thé föllöwîñg àrgûméñts àré réqûîréd: WHO"),
    ],
)
def test_argparse_speaks_the_language_too(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = Parser(prog="tetrad")
    parser.add_argument("who", metavar="WHO")
    parser.add_argument("--level", type=whole(1, 10))
    parser.add_argument("--length", type=whole())
    parser.add_argument("--pair", nargs=2)
    parser.add_argument("--flag", action="store_true")
    parser.add_argument("--colour", choices=("light", "dark"))
    with pytest.raises(SystemExit) as left:
        parser.parse_args(arguments)
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert len(said.splitlines()) == 1
