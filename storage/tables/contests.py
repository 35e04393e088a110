"""Contests: their terms, their event logs, and what is found by them."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import Json, dump, load


class ContestRow(msgspec.Struct, frozen=True, kw_only=True):
    """A contest without what has happened in it. `guild`: whose, None: everybody's; `terms`: JSON; `secret`:
    from which those of its matches follow; `parent`: of what it's the second server's part; `previous`: the
    season before; `renumbered`: how often somebody in it has deleted themselves, after which its log names
    another one."""

    id: str
    guild: int | None
    channel: int | None = None
    message: int | None = None
    organizer: int | None
    kind: str
    game: str
    terms: Json
    secret: bytes
    parent: str | None = None
    previous: str | None = None
    created_at: int
    ended_at: int | None = None
    renumbered: int = 0

    @property
    def is_across(self) -> bool:
        """Whether people play each other in it who may share no server."""
        return self.guild is None or self.kind == "teams"


async def add(w: Writer, contest: ContestRow) -> None:
    """A new one; its organizer must be a person."""
    await w.queries.contests.add(w, **dump(contest))


async def get(r: Reader, id: str) -> ContestRow | None:
    """One of them."""
    row = await r.queries.contests.get(r, id=id)
    return row and load(ContestRow, row)


async def set_message(w: Writer, id: str, channel: int, message: int) -> None:
    """Where its card is."""
    await w.queries.contests.set_message(w, id=id, channel=channel, message=message)


async def set_ended(w: Writer, id: str, at: int) -> None:
    """It's over."""
    await w.queries.contests.set_ended(w, id=id, at=at)


async def open_of(r: Reader, guild: int | None, kind: str | None = None) -> list[ContestRow]:
    """Those of a server, or (None) of everybody, that aren't over, the newest first."""
    rows = r.queries.contests.open_of(r, guild=guild, kind=kind)
    return [load(ContestRow, row) async for row in rows]


async def of_person(r: Reader, person: int) -> list[ContestRow]:
    """Those that somebody has entered, the newest first."""
    return [load(ContestRow, row) async for row in r.queries.contests.of_person(r, person=person)]


async def parts_of(r: Reader, parent: str) -> list[ContestRow]:
    """The part of a team match that the second server has, once there is one."""
    return [load(ContestRow, row) async for row in r.queries.contests.parts_of(r, parent=parent)]


async def events(r: Reader, id: str, after: int = 0) -> list[str]:
    """What has happened in it, from the event after this number on."""
    return [row["event"] async for row in r.queries.contests.events(r, id=id, after=after)]


async def append(w: Writer, id: str, number: int, events: list[str]) -> None:
    """More has happened, after so many events. The transaction needs `contest:ID` for itself."""
    rows = [{"id": id, "number": number + n, "event": event} for n, event in enumerate(events, 1)]
    await w.queries.contests.append(w, rows)


async def enter(w: Writer, id: str, person: int) -> None:
    """Somebody is found by it. They must be a person."""
    await w.queries.contests.enter(w, id=id, person=person)


async def add_match(w: Writer, id: str, match_id: str) -> None:
    """A match is one of its."""
    await w.queries.contests.add_match(w, id=id, match_id=match_id)


async def of_match(r: Reader, match_id: str) -> str | None:
    """The contest to which a match belongs."""
    found: str | None = await r.queries.contests.of_match(r, match_id=match_id)
    return found


async def name_of(r: Reader, match_id: str) -> str:
    """Return the name of a match's contest, as its organizer wrote it; empty without one."""
    id = await of_match(r, match_id)
    row = await get(r, id) if id is not None else None
    return str(row.terms.get("name", "")) if row is not None else ""
