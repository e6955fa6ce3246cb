"""Every example in the README and the documentation runs and prints what it shows."""

import doctest
import importlib.util
import itertools
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tetrad.cli import _parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
# A block of code, and before it why it is not run, or the module without which it cannot be.
BLOCK = re.compile(
    r"(?:<!-- (not run|needs): ([^\n]+?) -->\n+)?^```(\w+)[^\n]*\n(.*?)^```$", re.S | re.M
)
# A file that the reader is told to save.
FILE = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', re.S | re.M)
CHECKER = doctest.OutputChecker()
# The commands of this environment are found first.
TOOLS = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def blocks(page: Path, kind: str) -> list[tuple[str, str]]:
    """The code of a page in one language, each with why it is not run."""
    found = BLOCK.findall(page.read_text("utf-8"))
    return [
        (code, "" if word == "needs" and importlib.util.find_spec(reason) else reason)
        for word, reason, language, code in found
        if language == kind
    ]


def save_files(page: Path, folder: Path) -> None:
    for name, code in FILE.findall(page.read_text("utf-8")):
        (folder / name).write_text(code, "utf-8")


def having(kind: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, kind)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_print_what_they_show(page: Path) -> None:
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert failed == 0


@pytest.mark.parametrize("page", having("python"), ids=lambda page: page.name)
def test_the_programs_of_a_page_run_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", TOOLS)
    monkeypatch.syspath_prepend(tmp_path)
    save_files(page, tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for code, reason in blocks(page, "python"):
        if not reason:
            exec(compile(code, str(page), "exec"), names)


def commands(code: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, with what they are shown to print; without `$` each line is one."""
    if not re.search(r"^\$ ", code, flags=re.M):
        code = re.sub(r"^(?=\S)", "$ ", code, flags=re.M)
    for part in re.split(r"^\$ ", code, flags=re.M)[1:]:
        command, _, printed = part.partition("\n")
        yield command.split("  #")[0].strip(), printed


def calls(command: str) -> Iterator[list[str]]:
    """The programs that a command calls one after another, as words."""
    words = shlex.split(command, comments=True)
    for between, group in itertools.groupby(words, lambda word: word in ("&&", "|")):
        if not between:
            yield [*group]


COMMANDS = sorted({*having("console"), *having("sh")})


def command_blocks(page: Path) -> list[tuple[str, str]]:
    return [*blocks(page, "console"), *blocks(page, "sh")]


@pytest.mark.parametrize("page", COMMANDS, ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_they_show(page: Path, tmp_path: Path) -> None:
    save_files(page, tmp_path)
    # Games of whoever runs the tests stay out of it.
    own = {"TETRAD_DATABASE": str(tmp_path / "tetrad.db")}
    for code, reason in command_blocks(page):
        for command, printed in [] if reason else commands(code):
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, env={**os.environ, "PATH": TOOLS, **own},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, f"{command}: {done.stderr}"
            assert not printed or CHECKER.check_output(printed, done.stdout, doctest.ELLIPSIS), (
                f"{command} printed\n{done.stdout}"
            )


@pytest.mark.parametrize("page", COMMANDS, ids=lambda page: page.name)
def test_commands_that_take_too_long_here_exist_at_least(page: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for code, _reason in (each for each in command_blocks(page) if each[1]):
        for command, _printed in commands(code):
            for words in calls(command):
                if words[0] == "tetrad":
                    _parser().parse_args(words[1:])
                elif words[:2] == ["python", "-m"]:
                    assert importlib.util.find_spec(words[2]), command
                elif words[0] == "make":
                    assert set(words[1:]) <= set(targets), command
            for name in re.findall(r"(?<![\w/.-])deploy/[\w.-]+", command):
                assert (ROOT / name).exists(), command


def test_each_game_has_a_page_under_the_same_headings() -> None:
    headings = [
        [line for line in (ROOT / "docs" / f"{game}.md").read_text().splitlines() if "## " in line]
        for game in ("quantik", "qawale", "qomet")
    ]
    assert headings[0] == headings[1] == headings[2]


def test_the_site_leads_to_every_page() -> None:
    listed = set(re.findall(r"([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    assert {page.name for page in PAGES[1:]} <= listed
