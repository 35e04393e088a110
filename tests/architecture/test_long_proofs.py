"""`make slow` reads exactly the test files that mark something as slow or budgeted."""

from __future__ import annotations

import re

from tests.paths import ROOT

MARK = re.compile(r"mark\.(slow|budgeted)|@given|first_fast")


def test_long_proofs_are_marked_where_make_slow_looks_for_them() -> None:
    marking = {
        path for path in (ROOT / "tests").rglob("*.py") if MARK.search(path.read_text(encoding="utf-8"))
    }
    helpers = {path.name for path in marking if not path.name.startswith("test_")}
    assert helpers == {"budgets.py"}
    assert f"--include='test_*.py' -E '{MARK.pattern}' tests" in (ROOT / "Makefile").read_text(
        encoding="utf-8"
    )
