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


@pytest.mark.parametrize(
    "given",
    [
        "quantik one two --seed -3 --pair 1 2 --json",
        "quantik --seed -3 one --pair 1 2 two --json",
        "--json quantik --se=-3 one two --pa 1 2",
        "--json --seed -3 --pair 1 2 -- quantik one two",
    ],
)
def test_options_may_stand_between_words(given: str) -> None:
    parsed = a_parser().parse_args(given.split())
    assert (parsed.game, parsed.bots, parsed.seed) == ("quantik", ["one", "two"], -3)
    assert (parsed.pair, parsed.json) == (["1", "2"], True)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("quantik one --seed", "argument --seed: expected one argument"),
        ("quantik --seed --json one", "argument --seed: expected one argument"),
        ("--pair 1 --json quantik", "argument --pair: expected 2 arguments"),
        ("quantik --dance one", "unrecognized arguments: --dance"),
    ],
)
def test_what_is_wrong_with_an_option_is_said_wherever_it_stands(
    given: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        a_parser().parse_args(given.split())
    assert complaint in capsys.readouterr().err


def a_parser() -> Parser:
    parser = Parser(prog="tetrad")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--pair", nargs=2)
    parser.add_argument("--json", action="store_true")
    return parser


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
