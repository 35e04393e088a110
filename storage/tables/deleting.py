"""Deletion of a person's data: a meaningless number replaces their id in all tables."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from storage.engine.handle import Reader, Row, Writer

_REMOVED = (
    "documents",
    "ratings",
    "servers",
    "uses",
    "blocks",
    "conditions",
    "hearts",
    "removals",
    "exercises",
    "solvers",
    "daily_solvers",
    "consents",
    "analysis_askers",
    "seeks",
)
_RENUMBERED = (
    "private_matches",
    "private_challenges",
    "seats",
    "challengers",
    "opponents",
    "redactions",
    "pausers",
    "reported",
    "reporters",
    "closers",
    "suspended",
    "suspenders",
    "log",
    "logged",
    "organizers",
    "entrants",
)


class Played(NamedTuple):
    """A match that a person played, and their seat in it."""

    match_id: str
    seat: int
    game: str


def name_of(number: int) -> str:
    """Return the name for a deleted person with this negative number, such as “Player 482173”."""
    return f"Player {-number}"


async def open_matches(r: Reader, person: int) -> list[str]:
    """Return the ids of a person's matches under way."""
    return [row["match_id"] async for row in r.queries.deleting.open_matches(r, person=person)]


async def next_legs(r: Reader, person: int, kind: str) -> list[str]:
    """Return a person's matches whose second leg a job of this kind is about to start."""
    return [row["subject"] async for row in r.queries.deleting.next_legs(r, person=person, kind=kind)]


async def list_played(r: Reader, person: int) -> list[Played]:
    """Return all matches that a person has played."""
    return [Played(**row) async for row in r.queries.deleting.played(r, person=person)]


async def renumber(w: Writer, person: int, number: int) -> None:
    """Remove, empty or renumber all data that identify a person or were only for them.

    Their matches must be over, and the negative number free; words in matches are removed by `redactions`.
    """
    q: Any = w.queries.deleting
    known = [person, *[row["dm_channel"] async for row in q.dm_channel(w, person=person)]]
    await q.come(w, number=number, name=name_of(number))
    for what in _REMOVED:
        await getattr(q, f"drop_{what}")(w, person=person)
    await q.drop_messages(w, private=f"person:{person}", home=f"home:{person}")
    await q.empty_reports(w, person=person)
    for what in _RENUMBERED:
        await getattr(q, f"renumber_{what}")(w, person=person, number=number)
    await q.note_renumbered(w, number=number)
    await q.renumber_changes(w, person=person, number=number, holder=str(number))
    for id in known:
        await _renumber_texts(w, q, id, number)
    await q.go(w, person=person)


async def _renumber_texts(w: Writer, q: Any, id: int, number: int) -> None:
    """Replace an id within messages, jobs, server logs and contest events; delete jobs not yet done."""
    whole, like = re.compile(rf"(?<!\d){id}(?!\d)"), f"%{id}%"

    def convert_row(row: Row) -> Row:
        return {
            name: whole.sub(str(number), value) if isinstance(value, str) else value
            for name, value in row.items()
        }

    async def naming(query: Any) -> list[Row]:
        found = [row async for row in query(w, like=like)]
        return [row for row in found if convert_row(row) != row]

    await q.rename_message(w, list(map(convert_row, await naming(q.messages_naming))))
    jobs = await naming(q.jobs_naming)
    await q.drop_job(w, [{"id": job["id"]} for job in jobs if job["done_at"] is None])
    done = [convert_row(job) for job in jobs if job["done_at"] is not None]
    await q.rename_job(w, [{name: job[name] for name in ("id", "subject", "payload")} for job in done])
    await q.rename_line(w, list(map(convert_row, await naming(q.lines_naming))))
    await q.rename_event(w, list(map(convert_row, await naming(q.events_naming))))


async def forget_ratings(w: Writer) -> None:
    """Remove the ratings and servers of deleted people after ratings were recomputed from the matches."""
    await w.queries.deleting.forget_ratings(w)
    await w.queries.deleting.forget_servers(w)
