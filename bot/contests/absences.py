"""Who doesn't show up on a ladder gets no new matches until they're back: else everyone whom they're paired
with would wait for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.contests.contest import Contest, Pairing
from bot.contests.events import Decided, Paused
from bot.contests.telling import ABSENT
from bot.outbox import notices
from storage.contests import ContestRow
from storage.rows import Message


def following(contest: Contest, decided: Iterable[Decided], now: int) -> tuple[Paused, ...]:
    """That those are paused who have just lost a match of a ladder by forfeit."""
    if contest.terms.kind != "ladder":
        return ()
    forfeited = {one.match for one in decided if one.why == "forfeit"}
    absent = {person for one in contest.pairings if one.match in forfeited for person in _absent(one)}
    return tuple(Paused(at=now, person=one) for one in sorted(absent) if contest.entrants[one].plays)


def _absent(one: Pairing) -> Iterator[int]:
    """Who got nothing from a match that was forfeited."""
    return (person for person in (one.first, one.second) if one.score_of(person) in ("loss", "none"))


def told(row: ContestRow, paused: Iterable[Paused]) -> Iterator[Message]:
    """That they are, to each of them."""
    for one in paused:
        yield Message(
            lane=notices.person_lane(one.person),
            kind=ABSENT,
            payload={"contest": row.id, "person": one.person},
            nonce=f"{ABSENT}:{row.id}:{one.person}:{one.at}",
            created_at=one.at,
            due_at=one.at,
        )
