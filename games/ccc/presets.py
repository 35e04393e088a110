"""The ways to play ccc that have a name; what they come to is in docs/rulings/ccc.md."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "A row of Flats each; 20 turns in a row without an attack end it, and the stronger Pyramids win.",
    ),
    Preset(
        "Quick",
        "The same, but 12 turns in a row without an attack end it.",
        {"quiet": 12},
    ),
    Preset(
        "Classic",
        "As the rules were written: two rows of Flats, and a hundred turns without an attack are a draw.",
        {"flatRows": 2, "quiet": 100, "quietResult": "draw"},
    ),
    Preset(
        "Shuffled",
        "The special pieces in a random order, the same for both.",
        {"layout": "random"},
        rated=False,
    ),
)
"""The first one is the usual one."""
