"""What a seat is dealt in secret, and what follows from having seen it."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from games.core.game import Briefing
from storage.tables import matches


def dealt(state: MatchState, seat: int) -> str:
    """What this seat is dealt in secret, in words; empty: nothing."""
    return state.game.dealt(state.game.options(state.match.options), seat)


def has_seen(state: MatchState, seat: int) -> bool:
    """Whether this seat has seen what it was dealt."""
    return state.seat_row(seat).briefed_at is not None


def is_bound(state: MatchState, seat: int) -> bool:
    """Whether this seat leaves the match only by losing it: it has acted, has seen what it was dealt, or
    plays a second leg, which decides over both."""
    return state.choices_by(seat) > 0 or has_seen(state, seat) or state.match.leg > 1


def binding_line(state: MatchState, seat: int) -> str:
    """That a look makes the match count; empty where there is nothing to see, or it counts already."""
    return "" if is_bound(state, seat) else once_seen(dealt(state, seat))


def once_seen(secret: str) -> str:
    """That a look at what is dealt in secret makes the match count; empty where nothing is."""
    return f"Once you've seen {secret}, the match counts: leaving it then means resigning." if secret else ""


class Shown(msgspec.Struct, frozen=True):
    """A briefing as it is shown now: animated the first time, a still picture for a later look.

    `seconds`: after how long it is taken away (None: it may stay)."""

    state: MatchState
    seat: int
    briefing: Briefing
    first: bool
    seconds: int | None


def looks_left(state: MatchState, seat: int) -> int | None:
    """How often this seat may look again; None: as often as wished."""
    briefing = state.briefing(seat)
    if briefing is None or briefing.looks is None:
        return None if briefing else 0
    return max(0, briefing.looks - state.seat_row(seat).looks)


def looks_taken(state: MatchState, seat: int) -> int:
    """Return how often this seat has looked: the number of its next look, from 0."""
    return 1 + state.seat_row(seat).looks if has_seen(state, seat) else 0


def is_unbriefed(state: MatchState, seat: int) -> bool:
    """Whether this seat has a preview and has not seen it."""
    return state.seat_row(seat).briefed_at is None and has_preview(state, seat)


def check_briefed(state: MatchState, seat: int) -> None:
    """UserError while this seat has a preview and has not seen it: it comes before the first act. CVD-9."""
    if is_unbriefed(state, seat):
        raise UserError(
            "Before you play, look at your preview: open the match from /matches and tap “Show it now”.",
            command="matches",
        )


def has_preview(state: MatchState, seat: int) -> bool:
    """Whether this seat is shown what it was dealt in a preview of its own, seen or not."""
    briefing = state.briefing(seat)
    return briefing is not None and bool(briefing.frames)


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
