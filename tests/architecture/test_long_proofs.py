"""`make slow` and `make proofs` read exactly the test files that mark something for them."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

MARKS = {
    "SLOW": re.compile(r"mark\.slow|first_(fast|slow)"),
    "PROOFS": re.compile(r"mark\.(proof|budgeted)|@given|first_slow"),
}


@pytest.mark.parametrize("name", MARKS)
def test_long_tests_are_marked_where_make_looks_for_them(name: str) -> None:
    mark = MARKS[name]
    marking = {
        path for path in (ROOT / "tests").rglob("*.py") if mark.search(path.read_text(encoding="utf-8"))
    }
    helpers = {path.name for path in marking if not path.name.startswith("test_")}
    assert helpers == {"budgets.py"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"{name} = $(shell grep -rl --include='test_*.py' -E '{mark.pattern}' tests)" in makefile
