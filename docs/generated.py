"""Pages of the documentation that are written by the program itself: its commands and its API."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

Schema = dict[str, Any]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages to those in the folder."""
    for name, text in (("commands.md", commands()), ("api-schema.md", api(openapi()))):
        files.append(File.generated(config, name, content=text))
    return files


def commands() -> str:
    """Every command with what its `--help` says."""
    os.environ["COLUMNS"] = "88"
    from tetrad.cli import _parser

    lines = ["# Commands", "", "What `tetrad COMMAND --help` says, for every command."]
    for name, parser in _parsers(_parser(), "tetrad"):
        lines += ["", f"{'#' * (1 + len(name.split()))} {name}", "", "```text"]
        lines += [parser.format_help().rstrip(), "```"]
    return "\n".join(lines) + "\n"


def _parsers(
    parser: argparse.ArgumentParser, name: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, command in action.choices.items():
                yield from _parsers(command, f"{name} {word}")


def openapi() -> Schema:
    """What the server says about itself."""
    from tetrad.server.app import create_app

    with TemporaryDirectory() as folder:
        return create_app(str(Path(folder) / "nothing.sqlite")).openapi()


def api(schema: Schema) -> str:
    """The description of the server's interface as a page."""
    lines = [
        "# Every request",
        "",
        "The machine-readable description, `/api/openapi.json`, as a page. [The API](api.md) tells"
        " the same with examples.",
    ]
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            lines += ["", f"## {method.upper()} {path}", ""]
            lines += [operation.get("description") or operation.get("summary", "")]
            lines += _parameters(operation) + _body(operation) + _answers(operation)
    lines += ["", "## What is sent and answered"]
    for name, model in sorted(schema.get("components", {}).get("schemas", {}).items()):
        lines += ["", f"### {name}", "", *_model(model)]
    return "\n".join(lines) + "\n"


def _parameters(operation: Schema) -> list[str]:
    rows = [
        f"| `{each['name']}` | {each['in']} | {_type(each['schema'])} |"
        f" {'yes' if each.get('required') else ''} | {_line(each.get('description', ''))} |"
        for each in operation.get("parameters", ())
    ]
    head = ["", "| parameter | where | type | needed | |", "|---|---|---|---|---|"]
    return [*head, *rows] if rows else []


def _body(operation: Schema) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {})
    return [f"\nBody: {_type(each['schema'])}" for each in content.values() if "schema" in each]


def _answers(operation: Schema) -> list[str]:
    rows = []
    for status, answer in operation["responses"].items():
        types = [_type(each.get("schema", {})) for each in answer.get("content", {}).values()]
        what = "" if status.startswith("2") else _line(answer["description"])
        rows.append(f"| {status} | {', '.join(types)} | {what} |")
    return ["", "| answer | type | |", "|---|---|---|", *rows]


def _model(model: Schema) -> list[str]:
    if "properties" not in model:
        return [_type(model)]
    needed = model.get("required", ())
    rows = [
        f"| `{name}` | {_type(each)} | {'yes' if name in needed else ''} |"
        f" {_line(each.get('description', ''))} |"
        for name, each in model["properties"].items()
    ]
    text = [model["description"], ""] if "description" in model else []
    return [*text, "| field | type | always there | |", "|---|---|---|---|", *rows]


def _type(schema: Schema) -> str:
    """A type in few words, with a link to what it is made of."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{each}`" for each in schema.get("enum", [schema.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_type(each) for each in schema[key])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(kind)


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
