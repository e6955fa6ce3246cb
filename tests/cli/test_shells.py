"""Completion for shells, the manual page, and examples: all from the parser, none forgotten."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tetrad.cli import COMMANDS, _parser, main
from tetrad.cli.examples import EXAMPLES
from tetrad.cli.shells import SHELLS, commands, man

NAMES = [command.name for command in commands(_parser())]

# What a shell offers for a line that ends where the cursor stands.
Offers = Callable[[str], set[str]]


@pytest.fixture(params=["bash", "zsh", "fish"])
def offers(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A real shell in a folder with one file, which has read our completion."""
    shell = request.param
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "games.backup").touch()
    (tmp_path / "completion").write_text(SHELLS[shell](_parser()))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    if shell != "zsh":
        yield {"bash": in_bash, "fish": in_fish}[shell]
        return
    zsh = Zsh()
    yield zsh.offers
    zsh.close()


def in_bash(line: str) -> set[str]:
    words = [shlex.quote(word) for word in line.split(" ")]
    script = (
        f"source completion\nCOMP_WORDS=({' '.join(words)})\nCOMP_CWORD={len(words) - 1}\n_tetrad\n"
        # What readline does for `complete -o default`.
        f"[ ${{#COMPREPLY[@]}} = 0 ] && COMPREPLY=( $(compgen -f -- {words[-1]}) )\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return {*ran.stdout.split()}


def in_fish(line: str) -> set[str]:
    script = f"source completion; complete -C {shlex.quote(line)}"
    ran = subprocess.run(
        ["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True
    )
    assert ran.stderr == ""
    return {each.split("\t")[0] for each in ran.stdout.splitlines()}


class Zsh:
    """A zsh at a terminal: it lists what it would complete when a key is pressed."""

    def __init__(self) -> None:
        import pexpect

        self._quiet = pexpect.TIMEOUT
        self._terminal: Any = pexpect.spawn(
            "zsh", ["-f", "-i"], env={**os.environ, "TERM": "dumb", "PS1": "> "},
            dimensions=(200, 200), encoding="utf-8",
        )  # fmt: skip
        for line in (
            "autoload -U compinit && compinit -u -D",
            "source completion",
            "zstyle ':completion:*' list-separator '--'",
            "LISTMAX=1000",
            "bindkey '^T' list-choices",
            "print REA''DY",
        ):
            self._terminal.sendline(line)
        self._terminal.expect("READY\r\n", timeout=60)
        self._read()

    def offers(self, line: str) -> set[str]:
        self._terminal.send(line)
        self._read()
        self._terminal.send("\x14")
        listed = self._read()
        self._terminal.send("\x15")
        self._read()
        return {*re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", listed).split()}

    def _read(self) -> str:
        """Everything up to a silence."""
        told = ""
        with contextlib.suppress(self._quiet):
            while True:
                told += self._terminal.read_nonblocking(4096, timeout=0.6)
        return told

    def close(self) -> None:
        self._terminal.close(force=True)


def test_a_shell_completes_commands_games_options_values_and_files(offers: Offers) -> None:
    assert offers("tetrad ") >= {*COMMANDS}
    assert "solve" in offers("tetrad sol")
    assert "serve" not in offers("tetrad sol")
    assert offers("tetrad solve q") >= {"quantik", "qawale", "qomet"}
    assert offers("tetrad solve quantik --") >= {"--json", "--time"}
    assert offers("tetrad puzzles ") >= {"build", "check"}
    assert "--keep" in offers("tetrad puzzles build --")
    assert "--keep" not in offers("tetrad puzzles check --")
    assert "instinct" in offers("tetrad play --second ins")
    assert "games.backup" in offers("tetrad backup gam")
    assert "games.backup" in offers("tetrad play --load gam")
    assert "--static" not in offers("tetrad serve --")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_every_command_and_option_is_offered_by_the_other_shells(shell: str) -> None:
    script = SHELLS[shell](_parser())
    for command in commands(_parser()):
        for option in command.options:
            name = option.option_strings[-1]
            assert (name if shell == "zsh" else f"-l {name[2:]}") in script or name == "--version"
    if found := shutil.which(shell):
        ran = subprocess.run([found, "-n"], input=script, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr


def test_the_manual_names_every_command_and_is_well_formed() -> None:
    page = man(_parser())
    for name in filter(None, NAMES):
        assert f'.SS "tetrad {name}"' in page
    if shutil.which("groff"):
        ran = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True
        )
        assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name or "tetrad")
def test_every_command_has_examples_that_can_be_typed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert EXAMPLES[name]
    for example in EXAMPLES[name]:
        words = shlex.split(re.sub(r" [<>] .*", "", example))
        assert words[0] == "tetrad"
        if words[1:]:
            _parser().parse_args(words[1:])
    with pytest.raises(SystemExit):
        main([*name.split(), "--help"])
    shown = capsys.readouterr().out
    assert all(f"  {example}\n" in shown for example in EXAMPLES[name])


def test_the_command_prints_what_a_shell_reads(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        assert capsys.readouterr().out == SHELLS[shell](_parser())
