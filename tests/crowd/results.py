"""Sample results of a crowd run."""

from __future__ import annotations

from bench.crowd.report import Result, tables
from bench.crowd.statistics import Tally

QUIET_TRAFFIC = {
    "requests": 10,
    "routes": {"POST /users/@me/channels": 2, "POST /channels/{channel}/messages": 8},
    "refusals": {},
    "events": {"INTERACTION_CREATE": 4, "MESSAGE_CREATE": 3, "MESSAGE_UPDATE": 2},
    "unknown_routes": [],
}


def result(**changes):
    tally = Tally()
    tally.count_answer("tap", 0.0, changes.pop("took", 0.5), failed=changes.pop("failed", False))
    usual = {
        "people": 2,
        "matches": 3,
        "to_the_end": False,
        "seconds": 2.0,
        "begun": 3,
        "finished": 1,
        "moves": 5,
        "lost": [],
        "tally": tally,
        "traffic": QUIET_TRAFFIC,
    }
    return Result(**(usual | changes))


def told(name, found):
    """Return the rows of a table in the report."""
    return next(table.rows for table in tables(found) if table.name == name)
