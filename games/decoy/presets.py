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
        rated=False,
    ),
    Preset(
        "Classic",
        "The rule text to the letter: only Commander and Decoys decide, or it's a draw.",
        {"quiet": 60, "maxPlies": 300, "tiebreak": "draw"},
        rated=False,
    ),
)
"""The first is the usual one. The others aren't rated: between two `hard` players Cyan has 43 % of the points
in Quick and 55.2 % in Classic, which is not shown to be even."""
