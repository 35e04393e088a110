"""The messages about a contest, each sent once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.notices import person_lane
from bot.matchmaking.contests.log import event_store
from bot.matchmaking.contests.log.contest import Contest, Free, Pairing
from bot.matchmaking.contests.log.terms import DAY
from storage.rows import Message
from storage.tables.contests import ContestRow

CARD, RESULTS, AGREED, OVER = event_store.CARD, event_store.RESULTS, event_store.AGREED, event_store.OVER
CAME_IN, ABSENT, INVITED = event_store.CAME_IN, event_store.ABSENT, event_store.INVITED
SERVER_EVENT = event_store.SERVER_EVENT
ROUNDS = frozenset({"swiss", "knockout", "double elimination"})
"""The formats with a post for each round; the others have one for each day with results."""


def messages(faces: Sequence[str], before: Contest, after: Contest, now: int) -> Iterator[Message]:
    """Yield the messages about all that has changed since `before`.

    They update the card and announce rounds, results and the champion, in each of the rows that say where
    the contest is (`faces`, its own first), and tell substitutes who have got a place.
    """
    coming = (entrant.person for entrant in after.there if entrant.person in before.substitutes)
    yield from (came_in(faces[0], person, now) for person in coming)
    if after.event and _begins_otherwise(after):
        yield follow_event(faces[0], after.status, now)
    for kept in faces:
        yield card(kept, after.length, now)
        yield from of_rounds(kept, before, after, now)
        if after.status == "finished" and before.ended_at is None:
            yield build_end(kept, now)
        elif after.terms.kind not in ROUNDS:
            yield from _of_days(kept, after, now)


def card(kept: str, length: int, now: int) -> Message:
    """Return the message that updates a card to this number of events; once for each."""
    return _message(kept, CARD, {"contest": kept}, f"{CARD}:{kept}:{length}", now, now)


def _begins_otherwise(contest: Contest) -> bool:
    """Return whether a contest has begun before its time, or was called off before it began."""
    if contest.begun_at is None:
        return contest.status == "called off"
    return contest.status == "running" and contest.begun_at < contest.terms.starts_at


def follow_event(contest_id: str, change: str | int, now: int) -> Message:
    """Return the message that brings the server's event in line with a contest; once for each change."""
    lane = f"{SERVER_EVENT}:{contest_id}"
    return _message(contest_id, SERVER_EVENT, {"contest": contest_id}, f"{lane}:{change}", now, now, lane)


def came_in(contest_id: str, person: int, now: int) -> Message:
    """Return the message that tells a person of a place for which they haven't just tapped."""
    payload, nonce = {"contest": contest_id, "person": person}, f"{CAME_IN}:{contest_id}:{person}:{now}"
    return _message(contest_id, CAME_IN, payload, nonce, now, now, person_lane(person))


def build_invitation(contest_id: str, person: int, now: int) -> Message:
    """Return the message with an organizer's invitation; once for each invitation."""
    payload, nonce = {"contest": contest_id, "person": person}, f"{INVITED}:{contest_id}:{person}:{now}"
    return _message(contest_id, INVITED, payload, nonce, now, now, person_lane(person))


def build_agreement(row: ContestRow, now: int) -> Iterator[Message]:
    """Yield the message that tells the captain who proposed a team match that the other one agreed."""
    captain = row.organizer or 0
    if captain > 0:
        payload = {"contest": row.id, "person": captain}
        yield _message(row.id, AGREED, payload, f"{AGREED}:{row.id}", now, now, person_lane(captain))


def build_end(kept: str, now: int) -> Message:
    """Return the message that posts the end of a contest with its champion; once."""
    return _message(kept, OVER, {"contest": kept}, f"{OVER}:{kept}", now, now)


def of_rounds(kept: str, before: Contest, after: Contest, now: int) -> Iterator[Message]:
    """Yield, for each round in which something has changed, its post and what updates that; once for each."""
    if after.terms.kind not in ROUNDS:
        return
    known = _list_places(before)
    changed = known ^ _list_places(after)
    for stage in sorted({place.stage for place in changed}):
        payload: dict[str, object] = {"contest": kept, "round": stage}
        first = name_round(kept, stage)
        lane = f"contest round:{kept}:{stage}"
        yield _message(kept, RESULTS, payload, first, now, now, lane)
        if any(place.stage == stage for place in known):
            yield _message(kept, RESULTS, payload, f"{first}:{after.length}", now, now, lane)


def _list_places(contest: Contest) -> set[Pairing | Free]:
    return {*contest.pairings, *contest.byes}


def name_round(kept: str, stage: str) -> str:
    """Return the nonce of the message that posts a round."""
    return f"{RESULTS}:{kept}:{stage}"


def _of_days(kept: str, after: Contest, now: int) -> Iterator[Message]:
    """Yield the results of each day, due at its end, or at once after the contest's end."""
    ends = [pairing.ended_at for pairing in after.pairings if pairing.ended_at is not None]
    for day in sorted({at // DAY for at in ends if at > now - DAY}):
        due_at = (day + 1) * DAY if after.ended_at is None else now
        payload = {"contest": kept, "day": day}
        yield _message(kept, RESULTS, payload, f"{RESULTS}:{kept}:day{day}", now, max(now, due_at))


def _message(
    kept: str, kind: str, payload: dict[str, object], nonce: str, now: int, due_at: int, lane: str = ""
) -> Message:
    usual = f"contest:{kept}" if kind == CARD else f"contest results:{kept}"
    return Message(lane=lane or usual, kind=kind, payload=payload, nonce=nonce, created_at=now, due_at=due_at)
