"""What people read in code and pages, and the tics to look for in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.architecture.sources import docstrings
from tests.paths import ROOT

LISTS_TICS = ROOT / "docs" / "style.md"
"""The page that names the tics to avoid them."""


class Tic(NamedTuple):
    """A pattern, what to say instead, and a sentence that has it."""

    pattern: str
    better: str
    example: str


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each string in code as it is read aloud, with its line; a value in an f-string is written `{}`."""
    skipped = {id(docstring) for docstring in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = (str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def prose_of(page: str) -> str:
    """A page without what readers would type."""
    return re.sub(r"^```.*?^```|`[^`\n]*`", "", page, flags=re.S | re.M)
