"""How old the last backup is that was restored in a trial and found whole."""

from __future__ import annotations

import json
import math
from pathlib import Path

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
