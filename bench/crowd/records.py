"""The record as it lies on the disk of the host: the one place here that knows how matches are stored."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from bench.crowd.ledger import Ply, Record

_ACTIONS = """
SELECT matches.thread, seats.person, actions.text
FROM actions JOIN matches ON matches.id = actions.match_id
JOIN seats ON seats.match_id = actions.match_id AND seats.seat = actions.seat
WHERE matches.thread IS NOT NULL ORDER BY matches.created_at, matches.id, actions.number
"""


def read_record(database: Path) -> Record:
    """Thread → its actions. sqlite3.Error when the file is no database of matches."""
    found: defaultdict[str, list[Ply]] = defaultdict(list)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA query_only = ON")
        for thread, person, text in connection.execute(_ACTIONS):
            found[str(thread)].append(Ply(None if person is None else str(person), text))
    return found
