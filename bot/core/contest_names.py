"""What the contest of a match is called."""

from __future__ import annotations

from storage import contests
from storage.handle import Reader


async def contest_name(r: Reader, match_id: str) -> str:
    """The name of the contest to which a match belongs, as its organizer wrote it; empty: it's none's."""
    contest_id = await contests.of_match(r, match_id)
    row = await contests.get(r, contest_id) if contest_id is not None else None
    return str(row.terms.get("name", "")) if row is not None else ""
