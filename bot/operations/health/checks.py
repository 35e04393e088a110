"""Whether the bot is alive, and whether it's ready: pure checks over facts. No fault means yes."""

from __future__ import annotations

import json
import math
from pathlib import Path
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


FILE = "last_verified.json"
"""In the folder of the backups; `slowplay backup` writes it: {"at": epoch seconds}."""


NONE = Path("none")
"""What SLOWPLAY_BACKUPS says where nothing is to be copied."""


def folder_of(database: str, backups: Path | None) -> Path | None:
    """Where the backups are: as set, or else beside a database that is a file; None where there's no such
    place."""
    if backups is not None:
        return None if backups == NONE else backups
    return None if "://" in database else Path(f"{database}.backups")


def age(folder: Path | None, now: float) -> float:
    """Seconds since the last backup that was verified; infinite where there's none."""
    try:
        found = json.loads((folder / FILE).read_bytes()) if folder is not None else {}
        return max(0.0, now - float(found["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return math.inf
