"""Analyses of finished matches that players have asked for, one row per match."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The findings about a match so far: JSON of a `version`; `done_at` is when they were complete."""

    match_id: str
    version: int
    found: str
    began_at: int
    done_at: int | None


async def get(r: Reader, match_id: str) -> Kept | None:
    """Return the analysis of a match, or None if it was never begun."""
    row = await r.queries.analyses.get(r, match_id=match_id)
    return row and load(Kept, row)


async def begin(w: Writer, match_id: str, version: int, now: int) -> None:
    """Begin an analysis, or begin it again without its findings."""
    await w.queries.analyses.begin(w, match_id=match_id, version=version, now=now)


async def keep(w: Writer, match_id: str, found: str, done_at: int | None) -> None:
    """Store the findings so far, or all of them if `done_at` is set."""
    await w.queries.analyses.keep(w, match_id=match_id, found=found, done_at=done_at)


async def drop(w: Writer, match_id: str) -> None:
    """Delete an analysis and the list of people who asked for it."""
    await w.queries.analyses.drop_askers(w, match_id=match_id)
    await w.queries.analyses.drop(w, match_id=match_id)


async def ask(w: Writer, match_id: str, person: int, now: int) -> None:
    """Register a person to be notified when the analysis is done; both must be in the database."""
    await w.queries.analyses.ask(w, match_id=match_id, person=person, now=now)


async def askers(r: Reader) -> dict[str, list[int]]:
    """Return the people to notify by match; those who asked first come first."""
    found = dict[str, list[int]]()
    async for row in r.queries.analyses.askers(r):
        found.setdefault(row["match_id"], []).append(row["person"])
    return found


async def forget_askers(w: Writer, match_id: str) -> None:
    """Delete the list of people who asked for an analysis, since they're being notified."""
    await w.queries.analyses.drop_askers(w, match_id=match_id)
