"""The named presets of Alpha Duel. How even they are: docs/rulings/alpha.md, “Measured”."""

from __future__ import annotations

from games.alpha.rules.options import SKIRMISH
from games.core.vocabulary.presets import Preset

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
    Preset(
        "Skirmish",
        "Our own rules: short and even. Empty slots attacked cost two cards.",
        {"version": SKIRMISH, "decks": ["wild", "wild"]},
        rated=False,
    ),
)
"""The presets, the default one first.

`Pressure` is casual because the side that begins scores 86 points in 100 if both sides press. `Skirmish` is
casual because the levels' ratings were measured by v0.1, and because `alpha` never presses.
"""
