"""The named ways to play creators. How even they are: docs/rulings/creators.md, CVD-31."""

from __future__ import annotations

from games.core.vocabulary.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("Standard", "20 rounds; fewer and fewer cells are enough. The Destroyer sees half of them."),
    Preset("Open", "20 rounds, and both see the whole pattern.", {"destroyerPreview": "full"}),
    Preset(
        "Memory",
        "Both see a scribble, drawn by chance: it has no name to remember.",
        {"category": "scribbles", "destroyerPreview": "full"},
    ),
    Preset(
        "Long",
        "40 rounds, so the Creator has to rebuild more of the pattern.",
        {"rounds": 40, "category": "all"},
        rated=False,
    ),
    Preset(
        "Classic",
        "The rule text to the letter. No last round: good players may never finish.",
        {"ending": "endless", "category": "all", "destroyerPreview": "full"},
        rated=False,
    ),
)
