"""What's done to the processes and their database, drawn at random."""

from __future__ import annotations

import random

from tests.crash.fleet import Fleet

KILL, DRAIN, JOIN, DISCONNECT, RESTART = "kills", "drains", "joins", "lost connections", "restarts"
_OFTEN = {KILL: 0.45, DRAIN: 0.2, JOIN: 1.5, DISCONNECT: 0.06, RESTART: 0.03}
"""How likely each is beside those that are possible at the moment: mostly all there should be are there."""


def drawn(rng: random.Random, fleet: Fleet, database_in_trouble: bool) -> str:
    """What happens next: something that is possible now."""
    possible = {
        KILL: True,
        DRAIN: fleet.may_drain,
        JOIN: fleet.may_join,
        DISCONNECT: database_in_trouble,
        RESTART: database_in_trouble,
    }
    named = [what for what, is_possible in possible.items() if is_possible]
    return rng.choices(named, [_OFTEN[what] for what in named])[0]
