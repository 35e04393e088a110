"""The named presets of options. Figures: docs/balance.md, "Length"."""

from __future__ import annotations

from games.core.vocabulary.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "About 30 turns each, 40 at most; 15 each without a loss: the boldest Commander.",
    ),
    Preset(
        "Snare",
        "Standard where a square beside an enemy is no liberty: two pieces can surround one.",
        {"liberties": "safe"},
        rated=False,
    ),
    Preset(
        "Quick",
        "25 turns each at most; 10 each without a loss: the boldest Commander.",
        {"quiet": 20, "maxPlies": 50},
        rated=False,
    ),
    Preset(
        "Classic",
        "The text to the letter, and its signs: no notes, and only Commander and Decoys decide.",
        {"quiet": 60, "maxPlies": 300, "tiebreak": "draw", "signs": "glyphs", "notes": "own"},
        rated=False,
    ),
)
"""The presets, the default one first.

The others aren't rated, because balance between two `hard` players isn't proven for them.
"""
