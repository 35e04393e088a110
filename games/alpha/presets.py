"""The ways to play alpha that have a name. How even they are: docs/rulings/alpha.md, “Measured”."""

from __future__ import annotations

from games.core.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("Standard", "Alpha Fixed Ruleset v0.1 to the letter, with balanced decks."),
    Preset("Patience", "A creature waits a turn before it attacks.", {"summoningSickness": "on"}),
    Preset("Giants", "Both sides play the deck of giants.", {"decks": ["giants", "giants"]}),
    Preset(
        "Pressure",
        "Attacks on empty slots take a card off the deck; going first all but wins.",
        {"pressure": "mill1"},
        rated=False,
    ),
)
"""`Pressure` is casual: between two players who both press, the side that begins scores 86 points in 100."""
