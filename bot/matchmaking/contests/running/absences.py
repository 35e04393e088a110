"""Absent players, who get no new matches: else their opponents would wait for nothing.

On a ladder they're paused until they're back; in a Swiss, where a whole round waits, they're out. This module
also asks entrants to check in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core import notices
from bot.core.app_context import AppContext
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import CHECK_IN, contest_of
from bot.matchmaking.contests.log.events import Decided, Left, Paused
from bot.matchmaking.contests.log.notifications import ABSENT
from storage.engine.handle import Reader
from storage.rows import DueJob, Message
from storage.tables import contest_matches, outbox, scheduled_jobs
from storage.tables.contests import ContestRow

Absent = Paused | Left


def following(contest: Contest, decided: Iterable[Decided], now: int) -> tuple[Absent, ...]:
    """Return pauses or exits of players who have just lost by forfeit; none where pairings are fixed."""
    if contest.terms.kind not in ("ladder", "swiss"):
        return ()
    forfeited = {event.match for event in decided if event.why == "forfeit"}
    absent = {
        person for pairing in contest.pairings if pairing.match in forfeited for person in _absent(pairing)
    }
    playing = (person for person in sorted(absent) if contest.entrants[person].plays)
    if contest.terms.kind == "ladder":
        return tuple(Paused(at=now, person=person) for person in playing)
    return tuple(Left(at=now, person=person, why="no-show") for person in playing)


def _absent(one: Pairing) -> Iterator[int]:
    """Return the players who got nothing from a match that was forfeited."""
    return (person for person in (one.first, one.second) if one.score_of(person) in ("loss", "none"))


def build_notices(row: ContestRow, absent: Iterable[Absent]) -> Iterator[Message]:
    """Yield the message to each absent player that they get no new matches."""
    for event in absent:
        yield Message(
            lane=notices.person_lane(event.person),
            kind=ABSENT,
            payload={"contest": row.id, "person": event.person},
            nonce=f"{ABSENT}:{row.id}:{event.person}:{event.at}",
            created_at=event.at,
            due_at=event.at,
        )


async def find_present(r: Reader, pairings: Iterable[Pairing]) -> frozenset[int]:
    """Return those players of some pairings who haven't deleted their data."""
    people = {person for pairing in pairings for person in (pairing.first, pairing.second)}
    return await contest_matches.present(r, people)


async def ask(app: AppContext, due: DueJob) -> None:
    """Ask all entrants and substitutes, as a job, to check in if they haven't; done twice, it asks once."""
    async with app.database.write(f"contest:{due.subject}") as w:
        await scheduled_jobs.mark_done(w, due, app.now())
        _, contest = await contest_of(w, app, due.subject)
        if contest.is_checking_in(app.now()):
            asked = (*contest.there, *contest.substitutes.values())
            people = [entrant.person for entrant in asked if not entrant.checked_in]
            await outbox.add(w, [_build_call(due.subject, person, app.now()) for person in people])
    app.wake()


def _build_call(contest_id: str, person: int, now: int) -> Message:
    return Message(
        lane=notices.person_lane(person),
        kind=CHECK_IN,
        payload={"contest": contest_id, "person": person},
        nonce=f"{CHECK_IN}:{contest_id}:{person}",
        created_at=now,
        due_at=now,
    )
