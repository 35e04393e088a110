"""What somebody means who types a move: spaces, dashes and capitals are taken as they come."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_BESIDE = re.compile(r"[\s\-‐‑‒–—―−→>.,;]+")


def plain(text: str) -> str:
    """A text without what people type differently: spaces, dashes, dots, commas, capitals, accents."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return _BESIDE.sub("", "".join(one for one in letters if not unicodedata.combining(one)))


def meant(text: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that says the same; None when there is none, or more than one."""
    wanted = plain(text)
    found = [candidate for candidate in candidates if wanted and plain(candidate) == wanted]
    return found[0] if len(found) == 1 else None
