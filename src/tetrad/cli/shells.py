"""Completion for three shells and a manual page, written from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from tetrad.cli.examples import EXAMPLES
from tetrad.rules import GAMES

# What can be said where only a metavar stands.
FILES = ("FILE", "F", "CERTIFICATE")


@dataclass
class Command:
    """A command, what it is for, its options, and what can stand at each place."""

    name: str
    what: str
    options: list[argparse.Action] = field(default_factory=list)
    places: list[argparse.Action] = field(default_factory=list)
    parser: argparse.ArgumentParser | None = None


def commands(parser: argparse.ArgumentParser) -> list[Command]:
    """All commands, those below another one behind it: `puzzles`, `puzzles build`."""
    return [*_below(parser, "", "")]


def _below(parser: argparse.ArgumentParser, name: str, what: str) -> Iterator[Command]:
    found = Command(name, what, parser=parser)
    yield found
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {each.dest: each.help or "" for each in action._choices_actions}
            for word, below in action.choices.items():
                yield from _below(below, f"{name} {word}".strip(), helps.get(word, ""))
        elif action.help is argparse.SUPPRESS:
            continue
        elif action.option_strings:
            found.options.append(action)
        else:
            found.places.append(action)


def _choices(action: argparse.Action) -> list[str]:
    """The words that can stand there, if they can be told."""
    return [*map(str, action.choices or (GAMES if action.metavar == "GAME" else ()))]


def _next(all_commands: list[Command], name: str) -> list[str]:
    """The commands right below one."""
    depth = len(name.split()) + 1
    inside = [c.name for c in all_commands if c.name.split()[: depth - 1] == name.split()]
    return [each.split()[-1] for each in inside if len(each.split()) == depth]


def _values(command: Command) -> Iterator[tuple[str, str]]:
    """What can follow an option: its words, that it is a file, or nothing that can be told."""
    for option in command.options:
        if option.nargs != 0:
            words = " ".join(_choices(option))
            reply = f'compgen -W "{words}" -- "$word"'
            if not words:
                reply = 'compgen -f -- "$word"' if option.metavar in FILES else ""
            yield option.option_strings[-1], reply


def bash(parser: argparse.ArgumentParser) -> str:
    known = commands(parser)
    lines = [
        "# Completion of tetrad for bash.",
        "_tetrad() {",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" name=""',
        "    local at",
        "    for at in 1 2; do",
        '        [ "$at" -lt "$COMP_CWORD" ] || break',
        '        case "${name:+$name }${COMP_WORDS[$at]}" in',
        f"            {'|'.join(_quoted(c.name) for c in known if c.name)})",
        '                name="${name:+$name }${COMP_WORDS[$at]}" ;;',
        "        esac",
        "    done",
        '    case "$name:$before" in',
    ]
    for command in known:
        for option, reply in _values(command):
            lines.append(f"        '{command.name}:{option}') COMPREPLY=( $({reply}) ); return ;;")
    # Options are offered to those who have begun one, so that files can be offered to others.
    lines += ["    esac", '    case "$name:$word" in']
    for command in known:
        options = " ".join(word for each in command.options for word in each.option_strings)
        places = [word for place in command.places for word in _choices(place)]
        others = " ".join([*_next(known, command.name), *places])
        for pattern, words in (("-*", options), ("*", others)):
            reply = f'COMPREPLY=( $(compgen -W "{words}" -- "$word") )'
            lines.append(f"        '{command.name}:'{pattern}) {reply} ;;")
    lines += ["    esac", "}", "complete -o default -F _tetrad tetrad", ""]
    return "\n".join(lines)


def _quoted(name: str) -> str:
    return f"'{name}'"


def zsh(parser: argparse.ArgumentParser) -> str:
    known = commands(parser)
    inner = "|".join(_quoted(c.name) for c in known if " " in c.name)
    lines = [
        "#compdef tetrad",
        "# Completion of tetrad for zsh.",
        "_tetrad() {",
        '  local name="" deep=0',
        '  if (( CURRENT > 2 )); then name="$words[2]" deep=1; fi',
        "  if (( CURRENT > 3 )); then",
        f'    case "$words[2] $words[3]" in {inner}) name="$words[2] $words[3]" deep=2 ;; esac',
        "  fi",
        "  (( CURRENT -= deep )); shift $deep words",
        '  case "$name" in',
    ]
    for command in known:
        lines.append(f"    '{command.name}')")
        if below := _next(known, command.name):
            lines += ["      local -a below=("]
            for word in below:
                full = f"{command.name} {word}".strip()
                what = next(each.what for each in known if each.name == full)
                lines.append(f"        {_described(word, what)}")
            lines += ["      )", "      _describe -t commands command below"]
        specs = [_place(place) for place in command.places]
        specs += [spec for option in command.options for spec in _specs(option)]
        lines += ["      _arguments " + " \\\n        ".join(specs), "      ;;"]
    lines += ["  esac", "}"]
    # Found on the path of functions it is called; read by hand it makes itself known.
    lines.append('if [[ "$funcstack[1]" == "_tetrad" ]]; then _tetrad "$@"')
    lines += ["else compdef _tetrad tetrad; fi", ""]
    return "\n".join(lines)


def _described(word: str, what: str) -> str:
    text = what.replace("'", "'\\''").replace(":", "\\:")
    return f"'{word}:{text}'"


def _place(place: argparse.Action) -> str:
    """What can stand at a place, as zsh's `_arguments` wants to be told."""
    colons = {"?": "::", "*": "*:"}.get(str(place.nargs), ":")
    return f"'{colons}{place.metavar or place.dest}:{_follows(place)}'"


def _specs(option: argparse.Action) -> Iterator[str]:
    """An option under each of its names, with what it is for and what follows it."""
    text = (option.help or "").replace("%%", "%").replace("'", "'\\''")
    text = text.replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    names = option.metavar if isinstance(option.metavar, tuple) else (option.metavar,)
    values = [] if option.nargs == 0 else [f":{n or option.dest}:{_follows(option)}" for n in names]
    for word in option.option_strings:
        yield f"'{word}[{text}]{''.join(values)}'"


def _follows(action: argparse.Action) -> str:
    if words := _choices(action):
        return f"({' '.join(words)})"
    return "_files" if action.metavar in FILES else " "


def fish(parser: argparse.ArgumentParser) -> str:
    known = commands(parser)
    lines = ["# Completion of tetrad for fish.", "complete -c tetrad -f"]
    for command in known:
        there = _where(known, command)
        for word in _next(known, command.name):
            full = f"{command.name} {word}".strip()
            what = next(each.what for each in known if each.name == full)
            lines.append(f"complete -c tetrad {there} -a {word} -d {_fish(what)}")
        for place in command.places:
            if words := " ".join(_choices(place)):
                lines.append(f"complete -c tetrad {there} -a '{words}'")
            elif place.metavar in FILES:
                lines.append(f"complete -c tetrad {there} -F")
        lines += [f"complete -c tetrad {there} {_option(option)}" for option in command.options]
    return "\n".join([*lines, ""])


def _where(known: list[Command], command: Command) -> str:
    """The condition under which fish offers what follows a command."""
    if not command.name:
        return "-n __fish_use_subcommand"
    tests = [f"__fish_seen_subcommand_from {word}" for word in command.name.split()]
    if below := _next(known, command.name):
        tests.append(f"not __fish_seen_subcommand_from {' '.join(below)}")
    return f"-n '{'; and '.join(tests)}'"


def _option(option: argparse.Action) -> str:
    parts = []
    for word in option.option_strings:
        parts.append(f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}")
    if words := _choices(option):
        parts.append(f"-x -a '{' '.join(words)}'")
    elif option.nargs != 0:
        parts.append("-r -F" if option.metavar in FILES else "-x")
    return " ".join([*parts, f"-d {_fish((option.help or '').replace('%%', '%'))}"])


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def man(parser: argparse.ArgumentParser) -> str:
    """The manual page `tetrad.1`, in troff."""
    known = commands(parser)
    lines = [
        '.TH TETRAD 1 "" "Tetrad" "User Commands"',
        ".SH NAME",
        f"tetrad \\- {_roff(parser.description or '')}",
        ".SH SYNOPSIS",
        ".B tetrad",
        ".RI [ COMMAND \\ ...]",
    ]
    for command in known:
        lines += [".SH OPTIONS"] if not command.name else [f'.SS "tetrad {command.name}"']
        if command.name:
            lines.append(_roff(command.what))
        for action in [*command.places, *command.options]:
            lines += [".TP", _term(action), _roff((action.help or "").replace("%%", "%"))]
        for example in EXAMPLES.get(command.name, ()):
            lines += [".PP", ".nf", f".RS\n{_roff(example)}\n.RE", ".fi"]
        if not command.name:
            lines.append(".SH COMMANDS")
    lines += [
        ".SH EXIT STATUS",
        "0 if all went well, 1 if a check found something wrong, 2 for bad input.",
        ".SH ENVIRONMENT",
        ".TP\n.B TETRAD_DATA\nthe folder of tables and of the server's database",
        ".TP\n.B LANG\nthe language that is spoken",
        "",
    ]
    return "\n".join(lines)


def _term(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else ""
    if not action.option_strings:
        return f".I {_roff(value or action.dest)}"
    names = ", ".join(action.option_strings)
    return f'.BI "{_roff(names)}" " {_roff(value)}"' if value else f".B {_roff(names)}"


def _roff(text: str) -> str:
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + safe if safe.startswith((".", "'")) else safe


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish, "man": man}
