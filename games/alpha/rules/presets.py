"""The named presets of Alpha Duel. How even they are: docs/rulings/alpha.md, “Measured”."""

from __future__ import annotations

from games.alpha.rules.options import SKIRMISH
from games.core.vocabulary.presets import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "The author's v0.1; every match ends. A creature kept in hand can't be beaten.",
        rated=False,
    ),
    Preset(
        "Patience",
        "v0.1; a creature waits a turn to attack. One kept in hand can't be beaten.",
        {"summoningSickness": "on"},
        rated=False,
    ),
    Preset(
        "Giants",
        "v0.1 with decks of giants. A creature kept in hand can't be beaten.",
        {"decks": ["giants", "giants"]},
        rated=False,
    ),
    Preset(
        "Pressure",
        "Attacked empty slots cost their owner a card. Going first nearly always wins.",
        {"pressure": "mill1"},
        rated=False,
    ),
    Preset(
        "Skirmish",
        "Our own rules, short and even. Attacked empty slots cost their owner two cards.",
        {"version": SKIRMISH, "decks": ["wild", "wild"]},
    ),
)
"""The presets, the default one first.

Those of v0.1 are casual: by its text, a side that keeps a Creature in its hand can't lose, so a
rating would measure patience. In `Pressure`, the side that begins scores 86 points in 100 besides.
"""
