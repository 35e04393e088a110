"""The documentation site builds from the pages, fetches nothing external, and has no broken link."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

NOT_OURS = (".*", "build", "__pycache__")
TOUCHED = "Links to [nothing](#nowhere-at-all).\n"


def build(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [options] = re.findall(r"\$\(BIN\)/python -m sphinx (.*) \. build/docs$", makefile, re.M)
    words = [sys.executable, "-m", "sphinx", *options.split(), ".", "build/docs"]
    return subprocess.run(words, cwd=checkout, capture_output=True, text=True, timeout=1200)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the checkout without environments and built files."""
    return shutil.copytree(ROOT, tmp_path / "checkout", ignore=shutil.ignore_patterns(*NOT_OURS))


@pytest.mark.proof
def test_the_site_is_built_and_a_broken_anchor_stops_it(checkout: Path) -> None:
    built = build(checkout)
    assert built.returncode == 0, built.stderr
    site = checkout / "build" / "docs"
    for page in ("index", "docs/commands", "docs/rulings/decoy", "games/ccc/RULES", "playground/README"):
        assert (site / f"{page}.html").exists()
    assert "actions" in (site / "build/api/games/games.core.html").read_text(encoding="utf-8")
    fetched = re.compile(r'<(?:script|img|link|source|iframe)[^>]+(?:src|href)="(?:https?:)?//[^"]*"')
    texts = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert {path: found for path, text in texts.items() if (found := fetched.findall(text))} == {}
    assert "<svg" in (site / "docs/architecture.html").read_text(encoding="utf-8")
    page = checkout / "docs" / "terms.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n" + TOUCHED, encoding="utf-8")
    broken = build(checkout)
    assert broken.returncode != 0
    assert "nowhere-at-all" in broken.stderr
