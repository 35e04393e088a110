"""Documentation pages and their code blocks."""

from __future__ import annotations

import re

from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(page: str, language: str) -> list[str]:
    """Return the fenced code blocks in a language."""
    return [text for found, text in _BLOCK.findall(page) if found == language]
