"""What a seat is dealt in secret: whoever has seen it plays a match that counts, and leaves it by resigning.

Else one could look at a hand or a pattern, abort, and be dealt another one. Whether the other side has looked
is nobody's business: a seat is bound by what it has done and seen itself."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.play.dealing.hidden_info import dealt, has_seen
from storage.tables import matches


async def look(app: AppContext, state: MatchState, seat: int) -> bool:
    """The view of a seat is about to be shown to its person: what is dealt into it is seen from now on.

    Whether it was not before; where a preview shows it, a view does not. UserError when the match has ended
    meanwhile."""
    if state.match.reason is not None or has_seen(state, seat) or not dealt(state, seat):
        return False
    briefing = state.briefing(seat)
    if briefing is not None and briefing.frames:
        return False
    return await see(app, state.match.id, seat)


async def see(app: AppContext, match_id: str, seat: int) -> bool:
    """A seat is about to be shown what it was dealt: whether it is the first time, of several at once only
    one is. UserError when the match has ended meanwhile.

    It has the match to itself: whoever ends it for nobody having looked relies on that."""
    async with app.database.write(f"match:{match_id}") as w:
        if await matches.set_briefed(w, match_id, seat, app.now()):
            return True
        match = await matches.get(w, match_id)
    if match is None or match.reason is not None:
        raise UserError("This match is over.")
    return False
