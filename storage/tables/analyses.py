"""What matches that are over could have taught their players: a row for each that somebody has asked for."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What has been found about a match so far: JSON of a `version`; `done_at`: when it was all found."""

    match_id: str
    version: int
    found: str
    began_at: int
    done_at: int | None


async def get(r: Reader, match_id: str) -> Kept | None:
    """The one of a match; None where nobody has asked for it."""
    row = await r.queries.analyses.get(r, match_id=match_id)
    return row and load(Kept, row)


async def begin(w: Writer, match_id: str, version: int, now: int) -> None:
    """Begin one, or begin it anew."""
    await w.queries.analyses.begin(w, match_id=match_id, version=version, now=now)


async def keep(w: Writer, match_id: str, found: str, done_at: int | None) -> None:
    """Write down what has been found so far, or (`done_at`) all of it."""
    await w.queries.analyses.keep(w, match_id=match_id, found=found, done_at=done_at)


async def drop(w: Writer, match_id: str) -> None:
    """It's as if nobody had asked for it."""
    await w.queries.analyses.drop_askers(w, match_id=match_id)
    await w.queries.analyses.drop(w, match_id=match_id)


async def ask(w: Writer, match_id: str, person: int, now: int) -> None:
    """A person is to be told when it's done; they must be one, and it must have begun."""
    await w.queries.analyses.ask(w, match_id=match_id, person=person, now=now)


async def askers(r: Reader) -> dict[str, list[int]]:
    """Who is to be told of which match, who asked first in front."""
    found = dict[str, list[int]]()
    async for row in r.queries.analyses.askers(r):
        found.setdefault(row["match_id"], []).append(row["person"])
    return found


async def forget_askers(w: Writer, match_id: str) -> None:
    """They're being told."""
    await w.queries.analyses.drop_askers(w, match_id=match_id)
