"""Patterns for matches that come to nothing."""

from __future__ import annotations

from typing import Any

OTHER_LAYOUT = "DSDDDD4/GCII6/3SG5"
"""Like LAYOUT in front and in number, but other pieces stand behind."""


CREATORS: dict[str, Any] = {
    "boardSize": 12,
    "rounds": 20,
    "destroyerPreview": "none",
    "ending": "classic",
}
