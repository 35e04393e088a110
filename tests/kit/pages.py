"""Pages and the blocks of code in them."""

from __future__ import annotations

import re

from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [text for found, text in _BLOCK.findall(page) if found == language]
