"""The ways to play ccc that have a name; what they come to is in docs/rulings/ccc.md."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "A row of Flats each; 14 turns (7 each) without an attack: the stronger wins.",
    ),
    Preset(
        "Quick",
        "The same, but 10 turns in a row without an attack end it.",
        {"quiet": 10},
        rated=False,
    ),
    Preset(
        "Classic",
        "As it was written: two rows of Flats; 100 turns without an attack are a draw.",
        {"flatRows": 2, "quiet": 100, "quietResult": "draw"},
        rated=False,
    ),
    Preset(
        "Shuffled",
        "The special pieces in a random order, the same for both.",
        {"layout": "random"},
        rated=False,
    ),
)
"""The first one is the usual one."""
