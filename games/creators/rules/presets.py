"""The named ways to play creators. How even they are: docs/rulings/creators.md, CVD-31."""

from __future__ import annotations

from games.core.vocabulary.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "20 rounds; fewer and fewer cells are needed. The Destroyer sees five patterns.",
    ),
    Preset(
        "Open",
        "20 rounds; both see the whole pattern. Any move wins if you then hold enough.",
        {"destroyerPreview": "full", "winningMove": "any"},
    ),
    Preset(
        "Memory",
        "Both see a scribble: 15 random cells, with no name to remember.",
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
        "Closest to the author's text. No last round: good players may never finish.",
        {"ending": "endless", "category": "all", "destroyerPreview": "full", "winningMove": "any"},
        rated=False,
    ),
)
