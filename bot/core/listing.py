"""Several names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], last: str = "or") -> str:
    """“a”, “a or b”, “a, b, or c”."""
    if len(names) < 3:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"
