"""Lines of the log of which one says enough, however often what it tells of happens."""

from __future__ import annotations

ALIKE = "alike"


def alike(what: str) -> dict[str, str]:
    """The `extra` of such a line: of all about the same, the operator reads the first of every hour."""
    return {ALIKE: what}
