"""`make slow` reads the files of tests that mark something as slow, and no others."""

from __future__ import annotations

from tests.paths import ROOT

MARK = "mark." + "slow"


def test_long_proofs_are_marked_where_make_slow_looks_for_them() -> None:
    marking = {path for path in (ROOT / "tests").rglob("*.py") if MARK in path.read_text(encoding="utf-8")}
    assert {path.name for path in marking if not path.name.startswith("test_")} == set()
    assert r"--include='test_*.py' 'mark\.slow' tests" in (ROOT / "Makefile").read_text(encoding="utf-8")
