"""Who doesn't show up gets no new matches: else everyone whom they're paired with would wait for nothing. On
a ladder they're paused until they're back; in a Swiss, where a whole round waits, they're out."""

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
from storage.tables import outbox, people, scheduled_jobs
from storage.tables.contests import ContestRow

Absent = Paused | Left


def following(contest: Contest, decided: Iterable[Decided], now: int) -> tuple[Absent, ...]:
    """What follows for those who have just lost a match by forfeit; nothing in other formats, where whom they
    meet is settled."""
    if contest.terms.kind not in ("ladder", "swiss"):
        return ()
    forfeited = {one.match for one in decided if one.why == "forfeit"}
    absent = {person for one in contest.pairings if one.match in forfeited for person in _absent(one)}
    playing = (person for person in sorted(absent) if contest.entrants[person].plays)
    if contest.terms.kind == "ladder":
        return tuple(Paused(at=now, person=one) for one in playing)
    return tuple(Left(at=now, person=one, why="no-show") for one in playing)


def _absent(one: Pairing) -> Iterator[int]:
    """Who got nothing from a match that was forfeited."""
    return (person for person in (one.first, one.second) if one.score_of(person) in ("loss", "none"))


def told(row: ContestRow, absent: Iterable[Absent]) -> Iterator[Message]:
    """That they get no new matches, to each of them."""
    for one in absent:
        yield Message(
            lane=notices.person_lane(one.person),
            kind=ABSENT,
            payload={"contest": row.id, "person": one.person},
            nonce=f"{ABSENT}:{row.id}:{one.person}:{one.at}",
            created_at=one.at,
            due_at=one.at,
        )


async def are_there(r: Reader, one: Pairing) -> bool:
    """Whether both haven't deleted themselves."""
    return await is_there(r, one.first) and await is_there(r, one.second)


async def is_there(r: Reader, person: int) -> bool:
    """Whether somebody hasn't deleted themselves."""
    known = await people.get(r, person)
    return known is not None and known.id > 0


async def ask(app: AppContext, due: DueJob) -> None:
    """Everybody who is in is asked, and everybody on the list of substitutes. Done twice, it asks once."""
    async with app.database.write(f"contest:{due.subject}") as w:
        await scheduled_jobs.done(w, due, app.now())
        _, contest = await contest_of(w, app, due.subject)
        if contest.is_checking_in(app.now()):
            asked = (*contest.there, *contest.substitutes.values())
            people = [one.person for one in asked if not one.checked_in]
            await outbox.add(w, [_asked(due.subject, person, app.now()) for person in people])
    app.wake()


def _asked(contest_id: str, person: int, now: int) -> Message:
    return Message(
        lane=notices.person_lane(person),
        kind=CHECK_IN,
        payload={"contest": contest_id, "person": person},
        nonce=f"{CHECK_IN}:{contest_id}:{person}",
        created_at=now,
        due_at=now,
    )
