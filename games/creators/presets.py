"""The ways to play creators that have a name. How even they are: docs/rulings/creators.md, CVD-31."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("Standard", "20 rounds, in which fewer and fewer cells are enough."),
    Preset(
        "Shadow", "20 rounds, and the Destroyer sees only half of the pattern.", {"destroyerPreview": "half"}
    ),
    Preset("Long", "40 rounds, so the Creator has to rebuild more of the pattern.", {"rounds": 40}),
    Preset(
        "Classic",
        "The rule text to the letter: every cell at once, and no last round.",
        {"ending": "endless"},
        rated=False,
    ),
)
