"""The named ways to play decoy. Figures: docs/rulings/decoy.md, "What we measured"."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "About 30 turns each, 40 at most; without a loss for 15, the Decoys are counted.",
    ),
    Preset(
        "Quick",
        "25 turns each at most; without a loss for 10, the Decoys are counted.",
        {"quiet": 20, "maxPlies": 50},
    ),
    Preset(
        "Classic",
        "The rule text to the letter: only Commander and Decoys decide, or it's a draw.",
        {"quiet": 60, "maxPlies": 300, "tiebreak": "draw"},
    ),
)
"""The first is the usual one."""
