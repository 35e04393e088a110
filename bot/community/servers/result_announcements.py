"""Queue the result announcement in the transaction that ends a match."""

from __future__ import annotations

from functools import partial

from bot.core.server_settings import settings_of
from games import MatchReason
from storage.engine.handle import Writer
from storage.rows import Match, Message
from storage.tables import outbox
from storage.tables.ply import Also, Ending

ANNOUNCEMENT = "announcement"
"""The kind of its message."""
_VOID = (MatchReason.ABORTED.value, MatchReason.CANCELLED.value)


def match_ended(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """Announce a result; a sealed leg must stay secret, and a match without a result is no news."""
    if ending.sealed or match.guild is None or ending.reason in _VOID:
        return ()
    return (partial(_announce, match=match, at=at),)


async def _announce(w: Writer, match: Match, at: int) -> None:
    if (await settings_of(w, match.guild)).results is None:
        return
    message = Message(
        lane=f"results:{match.guild}",
        kind=ANNOUNCEMENT,
        payload={"match": match.id},
        nonce=f"announcement:{match.id}",
        created_at=at,
        due_at=at,
        match_id=match.id,
    )
    await outbox.add(w, [message])
