"""Matches of Creators that differ only in hidden information."""

from __future__ import annotations

from typing import Any

from games import GAMES
from tests.kit.matches.tapped import SHORT

OURS = ("bot", "games", "render", "storage")


UNSEEN = {**SHORT, "destroyer_preview": "none", "version": "3"}


def twin_patterns() -> tuple[str, str]:
    """Return two patterns with equal cell counts and par; the second's sign is in no sentence."""
    game, found = GAMES["creators"], dict[Any, str]()
    spec = next(spec for spec in game.option_specs if spec.name == "pattern")
    for name in spec.values[1:]:
        state = game.new(
            game.options({"pattern": name, "boardSize": 12, "rounds": 20, "version": "3"}), bytes(32)
        )
        data = game.briefing(state, 0).data
        first = found.setdefault((len(data["cells"]), data["par"]), str(name))
        if first.isalnum() and not str(name).isascii():
            return first, str(name)
    raise AssertionError("no shape has as many cells and the same par as a letter")


OTHER_LAYOUT = "DSDDDD4/GCII6/3SG5"
"""A layout like LAYOUT in front and in piece count, with other pieces behind."""


CREATORS: dict[str, Any] = {
    "boardSize": 12,
    "rounds": 20,
    "destroyerPreview": "none",
    "ending": "classic",
    "version": "3",
}
