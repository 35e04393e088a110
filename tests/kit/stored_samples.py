from typing import Any

from storage import Challenge, Match, Message, Ply, ScheduledJob, Seat

MARA, TOM = 41_000_000_000_000_001, 42_000_000_000_000_002


def a_match(id: str, **changes: Any) -> Match:
    fields: dict[str, Any] = {
        "id": id,
        "game": "creators",
        "ruleset": "creators/3",
        "options": {"boardSize": 16, "pattern": "all"},
        "seed": bytes(range(32)),
        "nonce": b"\x00\xff",
        "pace": "1 day",
        "created_at": 100,
        "rated": True,
        "seats": (Seat(seat=0, person=MARA, interaction=7), Seat(seat=1, person=TOM)),
    }
    return Match(**fields | changes)


def a_challenge(id: str, **changes: Any) -> Challenge:
    fields: dict[str, Any] = {
        "id": id,
        "game": "creators",
        "options": {"boardSize": 12},
        "pace": "1 day",
        "challenger": MARA,
        "opponent": TOM,
        "channel": 5,
        "nonce": b"n",
        "interaction_challenger": 6,
        "created_at": 100,
        "expires_at": 200,
    }
    return Challenge(**fields | changes)


def a_message(nonce: str, **changes: Any) -> Message:
    fields: dict[str, Any] = {
        "lane": "channel:1",
        "kind": "board",
        "payload": {"text": "Your turn"},
        "nonce": nonce,
        "created_at": 100,
        "due_at": 100,
    }
    return Message(**fields | changes)


def a_deadline(subject: str, due_at: int, **changes: Any) -> ScheduledJob:
    return ScheduledJob(**{"kind": "turn", "subject": subject, "due_at": due_at} | changes)


def a_ply(match_id: str, number: int, **changes: Any) -> Ply:
    fields: dict[str, Any] = {
        "match_id": match_id,
        "number": number,
        "at": 100 + number,
        "actions": ((number % 2, f"action {number}"),),
    }
    return Ply(**fields | changes)
