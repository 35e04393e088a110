"""Random events for the processes and their database."""

from __future__ import annotations

import random

from tests.crash.fleet import Fleet

KILL, DRAIN, JOIN, DISCONNECT, RESTART = "kills", "drains", "joins", "lost connections", "restarts"
_OFTEN = {KILL: 0.45, DRAIN: 0.2, JOIN: 1.5, DISCONNECT: 0.06, RESTART: 0.03}
"""Relative frequency of each event among the possible ones; kept so that the fleet is usually complete."""


def drawn(rng: random.Random, fleet: Fleet, database_in_trouble: bool) -> str:
    """Return a random event that's possible now."""
    possible = {
        KILL: True,
        DRAIN: fleet.may_drain,
        JOIN: fleet.may_join,
        DISCONNECT: database_in_trouble,
        RESTART: database_in_trouble,
    }
    named = [what for what, is_possible in possible.items() if is_possible]
    return rng.choices(named, [_OFTEN[what] for what in named])[0]
