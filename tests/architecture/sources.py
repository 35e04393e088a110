"""Our Python files as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.paths import ROOT

PACKAGES = ("games", "render", "storage", "bot", "playground", "slowplay")
INSTALLED = frozenset({".venv", "node_modules"})
"""Folders with packages that aren't ours; the clients that the playground is tested with have some, too."""
GAME_FOLDERS = tuple(
    path.parent for path in sorted((ROOT / "games").glob("*/__init__.py")) if path.parent.name != "core"
)
"""One folder per game, whether it's in the registry or not."""


def python_files(*folders: str) -> Iterator[Path]:
    """Yield our Python files below these folders of the repository, without those of installed packages."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if INSTALLED.isdisjoint(path.relative_to(ROOT).parts):
                yield path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield all docstrings, including those after an assignment."""
    for statement in statements(tree):
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield statement.value


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements of a tree, including those in blocks; expressions aren't searched."""
    for block in ("body", "handlers", "orelse", "finalbody", "cases"):
        for part in getattr(node, block, ()):
            if isinstance(part, ast.stmt):
                yield part
            yield from statements(part)


@cache
def imported(path: Path) -> frozenset[str]:
    """Return every module that a file names in an import, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)
