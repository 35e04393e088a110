"""The ways to play alpha that have a name. How even they are: docs/rulings/alpha.md, “Measured”."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("Standard", "Balanced decks, and the rules to the letter."),
    Preset("Patience", "A creature waits a turn before it attacks.", {"summoningSickness": "on"}),
    Preset("Giants", "Both sides play the deck of giants.", {"decks": ["giants", "giants"]}),
    Preset(
        "Pressure",
        "An attack on an empty slot takes a card off the opponent's deck.",
        {"pressure": "mill1"},
        rated=False,
    ),
)
"""`Pressure` is casual: the only level never attacks an empty slot, so its rating says nothing there."""
