"""Every row of the table in docs/delivery.md has its test, and every such test its row."""

from __future__ import annotations

import ast
import re

from tests.architecture.sources import tree_of
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "delivery.md").read_text(encoding="utf-8")
COLUMNS = ["how Discord says no", "what you get next", "whose clock stops", "what the operator sees"]


def table() -> list[list[str]]:
    lines = [line for line in PAGE.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_row_says_everything() -> None:
    columns, _, *rows = table()
    assert columns == COLUMNS
    assert rows
    assert [row for row in rows if len(row) != len(COLUMNS) or not all(row)] == []


def test_every_row_has_its_test_and_every_test_its_row() -> None:
    rows = ["test_" + re.sub(r"\W+", "_", row[0].lower()).strip("_") for row in table()[2:]]
    files = sorted((ROOT / "tests" / "bot" / "play").glob("test_delivery*.py"))
    defined = [node.name for file in files for node in ast.walk(tree_of(file)) if _is_function(node)]
    tests = [name for name in defined if name.startswith("test_")]
    assert sorted(rows) == sorted(tests)


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
