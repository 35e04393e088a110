"""The file from which asyncpg reads passwords: libpq's documentation, “The Password File”."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

_USUAL = "~/.pgpass"


def find_ignored_file(address: str) -> Path | None:
    """Return the password file for an address if other users can access it, so that it's ignored."""
    [named] = parse_qs(urlsplit(address).query).get("passfile", [os.environ.get("PGPASSFILE") or _USUAL])
    file = Path(named).expanduser()
    try:
        mode = file.stat().st_mode
    except OSError:
        return None
    return file if mode & (stat.S_IRWXG | stat.S_IRWXO) else None
