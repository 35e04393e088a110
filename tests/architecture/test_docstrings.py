"""Every public module, class, function and method has a docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, python_files, tree_of
from tests.paths import ROOT

_REQUESTS = ("Call", "web.Request")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def undocumented(path: Path) -> Iterator[str]:
    """Yield public modules, classes, functions and methods that lack a required docstring."""
    tree = tree_of(path)
    if tree.body and not ast.get_docstring(tree):
        yield f"{path.relative_to(ROOT)}: the module"
    yield from _in_body(path, tree.body, extends=False)


def _in_body(path: Path, body: list[ast.stmt], *, extends: bool) -> Iterator[str]:
    for node in body:
        if not isinstance(node, Definition) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node) and not extends and not _speaks_for_itself(node):
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        if isinstance(node, ast.ClassDef) and not _is_protocol(node):
            yield from _in_body(path, node.body, extends=bool(node.bases))


def _speaks_for_itself(node: Definition) -> bool:
    """Return whether a definition needs no docstring.

    This holds for a single statement, for a member of a protocol, described there, and for a route's handler,
    named in the table of routes.
    """
    if isinstance(node, ast.ClassDef):
        return False
    handles = any(ast.unparse(a.annotation) in _REQUESTS for a in node.args.args if a.annotation)
    return len(node.body) == 1 or handles or node.name in _protocol_members()


@cache
def _protocol_members() -> frozenset[str]:
    classes = (node for path in python_files(*PACKAGES) for node in tree_of(path).body if _is_protocol(node))
    return frozenset(
        member.name
        for node in classes
        for member in getattr(node, "body", [])
        if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _is_protocol(node: ast.stmt) -> bool:
    """Return whether this is a protocol class, whose own docstring describes its members."""
    return isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)


def test_every_member_of_a_game_is_told_where_it_is_declared() -> None:
    tree = tree_of(ROOT / "games" / "core" / "game.py")
    game = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Game")
    functions = [node for node in game.body if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if not ast.get_docstring(node)] == []
    for member, told in pairwise(game.body):
        if isinstance(member, ast.AnnAssign):
            assert isinstance(told, ast.Expr), ast.unparse(member)


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_public_has_a_docstring(package: str) -> None:
    assert not [text for path in python_files(package) for text in undocumented(path)]
