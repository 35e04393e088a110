"""Who doesn't show up gets no new matches: else everyone whom they're paired with would wait for nothing. On
a ladder they're paused until they're back; in a Swiss, where a whole round waits, they're out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core import notices
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.events import Decided, Left, Paused
from bot.matchmaking.contests.log.notifications import ABSENT
from storage.rows import Message
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
