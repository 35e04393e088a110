"""A refusal that links a command names it: the link is in the sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import python_files, tree_of
from tests.paths import ROOT


def refusals(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, sentence and command of each UserError with both written out in the file."""
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "UserError" or not node.args:
            continue
        command = next((k.value for k in node.keywords if k.arg == "command"), None)
        told = node.args[0]
        text = constants.get(told.id) if isinstance(told, ast.Name) else getattr(told, "value", None)
        if isinstance(command, ast.Constant) and isinstance(text, str):
            yield node.lineno, text, str(command.value)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


RAISING = [path for path in python_files("bot") if [*refusals(tree_of(path))]]


@pytest.mark.parametrize("path", RAISING, ids=_name)
def test_a_refusal_names_the_command_that_it_links(path: Path) -> None:
    wrong = [(line, text) for line, text, command in refusals(tree_of(path)) if f"/{command}" not in text]
    assert wrong == []


def test_refusals_are_found() -> None:
    assert len(RAISING) > 10
