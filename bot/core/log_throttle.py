"""Log lines that the operator reads at most once an hour, however often what they tell of happens."""

from __future__ import annotations

ALIKE = "alike"


def alike(what: str) -> dict[str, str]:
    """The `extra` of such a line; all with the same `what` are about the same."""
    return {ALIKE: what}
