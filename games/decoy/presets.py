"""The named ways to play decoy. Figures: docs/rulings/decoy.md, "What we measured"."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "About 30 turns each, 40 at most. If nothing falls for 15 turns each, the Decoys are counted.",
    ),
    Preset(
        "Quick",
        "25 turns each at most, and the Decoys are counted when nothing falls for 10 turns each.",
        {"quiet": 20, "maxPlies": 50},
        rated=False,
    ),
    Preset(
        "Classic",
        "The rule text to the letter: only Commander and Decoys decide. Bring time, it may be a draw.",
        {"quiet": 60, "maxPlies": 300, "tiebreak": "draw"},
        rated=False,
    ),
)
"""The first is the usual one. The others aren't rated: between two `hard` players Cyan has 43 % of the points
in Quick and 55.2 % in Classic, which is not shown to be even."""
