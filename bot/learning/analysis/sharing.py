"""Where a player may share an analysis for everybody to see."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.seats import seated
from bot.learning.analysis.analyses import Look
from storage.rows import Message
from storage.tables import outbox

SHARED = "shared"
"""An analysis for everybody, where its match was played: a kind of message of the outbox."""
_NOT_DONE = "This analysis isn't done yet. You can share it once it is."
_PRIVATE = "This match was played in private, so its analysis stays with you two. You can save it as text."
_WHERE = "Use /analysis in the channel where you want to share it, and tap “Share” there."
_ALREADY = "You've already shared it where it was played."


def check(look: Look | None, person: int) -> MatchState:
    """The match; UserError for those who don't play in it, and before it's done."""
    if look is None or not look.is_done:
        raise UserError(_NOT_DONE)
    seated(look.state, person)
    return look.state


def may_share_here(state: MatchState, guild: int | None) -> bool:
    """Whether it can be posted where somebody is: on the server where the match was played, or anywhere if
    they've played the bot. `guild`: the server where they are."""
    return guild is not None and (state.match.guild == guild or len(state.people()) == 1)


async def share(app: AppContext, limits: Limits, state: MatchState, person: int) -> None:
    """Post it where the match was played; UserError where that was in private, or for a second time."""
    if state.match.guild is None:
        raise UserError(_PRIVATE) if len(state.people()) > 1 else UserError(_WHERE, command="analysis")
    message = _message(state.match.id, person, app.now())
    async with app.database.read() as r:
        if await outbox.has(r, message.nonce):
            raise UserError(_ALREADY)
    async with limits.act("analyses shared", person), app.database.write() as w:
        await outbox.add(w, [message])
    app.wake()


def _message(match_id: str, person: int, now: int) -> Message:
    return Message(
        lane=f"match:{match_id}",
        kind=SHARED,
        payload={"match": match_id, "by": person},
        nonce=f"{SHARED}:{match_id}:{person}",
        created_at=now,
        due_at=now,
        match_id=match_id,
    )
