"""Contests: their terms, their event logs, and their people and matches."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import Json, dump, load


class ContestRow(msgspec.Struct, frozen=True, kw_only=True):
    """A contest without its events.

    Attributes:
        guild: The server that it belongs to; None if it's open to everyone.
        secret: The secret from which those of its matches are derived.
        parent: The contest of which this is the second server's part.
        previous: The season before.
        renumbered: How often its log must be read again: after an entrant deleted their data, the clock was
            put back, or the terms were changed.
    """

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
        """Whether entrants who share no server may play each other."""
        return self.guild is None or self.kind == "teams"


async def add(w: Writer, contest: ContestRow) -> None:
    """Add a contest; its organizer must be a person of the database."""
    await w.queries.contests.add(w, **dump(contest))


async def get(r: Reader, id: str) -> ContestRow | None:
    """Return a contest, or None."""
    row = await r.queries.contests.get(r, id=id)
    return row and load(ContestRow, row)


async def set_message(w: Writer, id: str, channel: int, message: int) -> None:
    """Store the place of the contest's card."""
    await w.queries.contests.set_message(w, id=id, channel=channel, message=message)


async def change(w: Writer, id: str, terms: Json) -> None:
    """Store a contest's new terms."""
    await w.queries.contests.change(w, id=id, terms=msgspec.json.encode(terms).decode())


async def set_ended(w: Writer, id: str, at: int) -> None:
    """Mark a contest and its second server's part as over, unless they are."""
    await w.queries.contests.set_ended(w, id=id, at=at)


async def open_of(r: Reader, guild: int | None, kind: str | None = None) -> list[ContestRow]:
    """Return the open contests of a server, or those open to everyone (None), newest first.

    With `kind`, only those of this kind.
    """
    rows = r.queries.contests.open_of(r, guild=guild, kind=kind)
    return [load(ContestRow, row) async for row in rows]


async def list_ended(r: Reader, guild: int, limit: int) -> list[ContestRow]:
    """Return a server's contests that are over, the latest first."""
    return [load(ContestRow, row) async for row in r.queries.contests.ended_of(r, guild=guild, limit=limit)]


async def of_person(r: Reader, person: int) -> list[ContestRow]:
    """Return the contests that a person has entered, newest first."""
    return [load(ContestRow, row) async for row in r.queries.contests.of_person(r, person=person)]


async def parts_of(r: Reader, parent: str) -> list[ContestRow]:
    """Return the second server's part of a team match, if there is one."""
    return [load(ContestRow, row) async for row in r.queries.contests.parts_of(r, parent=parent)]


async def events(r: Reader, id: str, after: int = 0) -> list[str]:
    """Return the events after a number (0: all), each as a JSON object, in order."""
    return [row["event"] async for row in r.queries.contests.events(r, id=id, after=after)]


async def append(w: Writer, id: str, number: int, events: list[str]) -> None:
    """Append events, each as a JSON object, after the event `number`, the last one so far (0: none).

    The transaction needs `contest:ID` in `alone`.
    """
    rows = [{"id": id, "number": number + n, "event": event} for n, event in enumerate(events, 1)]
    await w.queries.contests.append(w, rows)


async def enter(w: Writer, id: str, *people: int) -> None:
    """Link people of the database to a contest, so that the contest is found by them."""
    await w.queries.contests.enter(w, [{"id": id, "person": person} for person in people])


async def add_match(w: Writer, id: str, match_id: str) -> None:
    """Link a match to a contest."""
    await w.queries.contests.add_match(w, id=id, match_id=match_id)


async def of_match(r: Reader, match_id: str) -> str | None:
    """Return the contest to which a match belongs, or None."""
    found: str | None = await r.queries.contests.of_match(r, match_id=match_id)
    return found


async def name_of(r: Reader, match_id: str) -> str:
    """Return the name that the organizer gave a match's contest, or "" without one."""
    id = await of_match(r, match_id)
    row = await get(r, id) if id is not None else None
    return str(row.terms.get("name", "")) if row is not None else ""
