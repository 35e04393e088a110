"""The named presets of options. Figures: docs/balance.md, "Length"."""

from __future__ import annotations

from games.core.vocabulary.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "At most 40 turns each; 15 each without a loss. Then the Commander ahead wins.",
    ),
    Preset(
        "Snare",
        "Standard, but a square next to an enemy is no liberty: two can surround one.",
        {"liberties": "safe"},
        rated=False,
    ),
    Preset(
        "Quick",
        "At most 25 turns each; 10 each without a loss. Then the Commander ahead wins.",
        {"quiet": 20, "maxPlies": 50},
        rated=False,
    ),
    Preset(
        "Classic",
        "Closest to the author's text: its signs, no notes, and a draw at the limits.",
        {"quiet": 60, "maxPlies": 300, "tiebreak": "draw", "signs": "glyphs", "notes": "own"},
        rated=False,
    ),
)
"""The presets, the default one first.

The others aren't rated, because balance between two `hard` players isn't proven for them.
"""
