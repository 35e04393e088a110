"""Whether the bot is alive, and whether it's ready: pure checks over facts. No fault means yes."""

from __future__ import annotations

from typing import NamedTuple

WRITTEN_SECONDS = 150.0
"""The heartbeat is written every minute; when two of them are missing, something is wrong."""


class Facts(NamedTuple):
    """What is known. ended: loops that have ended; shards, connected: how many this process has, and how many
    of them are there; written: how many seconds ago something was last written to the database; lost: the
    other processes think that this one is gone."""

    ended: tuple[str, ...] = ()
    on_line: bool = True
    shards: int = 1
    connected: int = 1
    answered: bool = True
    written: float = 0.0
    lost: bool = False
    leaving: bool = False


def faults_of_life(facts: Facts) -> list[str]:
    """What only a new start helps against. That somebody asks and is answered says the rest: the event loop
    turns."""
    return [f"the {name} loop has ended" for name in facts.ended] if not facts.leaving else []


def faults_of_readiness(facts: Facts) -> list[str]:
    """Why nothing new should come to this process now."""
    found = {
        "it's stopping": facts.leaving,
        "it isn't on line yet": not facts.on_line,
        f"{facts.connected} of {facts.shards} shards are connected": facts.connected < facts.shards,
        "Discord answers no request": not facts.answered,
        f"nothing has been written to the database for {facts.written:.0f} seconds": (
            facts.written > WRITTEN_SECONDS
        ),
        "the other processes have given up on this one": facts.lost,
    }
    return [*faults_of_life(facts), *(told for told, is_so in found.items() if is_so)]
