"""Matches in a row that a person lets time out: all of them together change that person's rating once."""

from __future__ import annotations

from games import MatchReason
from storage.engine.handle import Writer
from storage.rows import Match
from storage.tables import matches, people


async def follow(w: Writer, match: Match, winner: int | None, reason: str) -> bool:
    """Count the end of a match that was neither aborted nor canceled, within the transaction from which on it
    counts; return whether it may change the loser's rating."""
    late = _late(match, winner, reason)
    for row in match.seats:
        if row.person not in (None, late):
            await people.finished(w, row.person)
    if late is None or await people.ran_out(w, late, match.rated) <= 1 or not match.rated:
        return True
    await matches.set_uncounted(w, match.id)
    return False


def _late(match: Match, winner: int | None, reason: str) -> int | None:
    """The person who has let the match time out, if one has."""
    if reason != MatchReason.TIME or winner is None:
        return None
    return next(row.person for row in match.seats if row.seat != winner)
