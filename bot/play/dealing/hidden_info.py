"""Hidden information that a seat is dealt, and the consequences of having seen it."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from games.core.game import Briefing
from storage.tables import matches


def describe_dealt(state: MatchState, seat: int) -> str:
    """Return in words what this seat is dealt in secret, or an empty string."""
    return state.game.dealt(state.game.options(state.match.options), seat)


def has_seen(state: MatchState, seat: int) -> bool:
    """Return whether this seat has seen what it was dealt."""
    return state.seat_row(seat).briefed_at is not None


def is_bound(state: MatchState, seat: int) -> bool:
    """Return whether this seat can leave the match only by losing it.

    That holds if it has acted, has seen what it was dealt, or plays a second leg, which decides both legs.
    """
    return state.has_chosen(seat) or has_seen(state, seat) or state.match.leg > 1


def binding_line(state: MatchState, seat: int) -> str:
    """Return the warning that a look makes the match count; empty without secrets or if it counts already."""
    return "" if is_bound(state, seat) else once_seen(describe_dealt(state, seat))


def once_seen(secret: str) -> str:
    """Return the warning that seeing `secret` makes the match count; empty if `secret` is."""
    return f"Once you've seen {secret}, leaving the match means resigning." if secret else ""


class Shown(msgspec.Struct, frozen=True):
    """A preview as it is shown now: animated the first time, a still picture for a later look.

    Attributes:
        seconds: The time until it's removed, or None if it may stay.
    """

    state: MatchState
    seat: int
    briefing: Briefing
    first: bool
    seconds: int | None


def looks_left(state: MatchState, seat: int) -> int | None:
    """Return how often this seat may look again; None without a limit."""
    briefing = state.briefing(seat)
    if briefing is None or briefing.looks is None:
        return None if briefing else 0
    return max(0, briefing.looks - state.seat_row(seat).looks)


def looks_taken(state: MatchState, seat: int) -> int:
    """Return how often this seat has looked: the number of its next look, from 0."""
    return 1 + state.seat_row(seat).looks if has_seen(state, seat) else 0


def is_unbriefed(state: MatchState, seat: int) -> bool:
    """Return whether this seat has a preview and hasn't seen it."""
    return state.seat_row(seat).briefed_at is None and has_preview(state, seat)


def check_briefed(state: MatchState, seat: int) -> None:
    """Raise UserError while this seat hasn't seen its preview, which comes before the first act. CVD-9."""
    if is_unbriefed(state, seat):
        raise UserError(
            "Before you play, look at your preview: open the match from /matches and tap “Show it now”.",
            command="matches",
        )


def has_preview(state: MatchState, seat: int) -> bool:
    """Return whether this seat is shown what it was dealt in a separate preview, seen or not."""
    briefing = state.briefing(seat)
    return briefing is not None and bool(briefing.frames)


async def look(app: AppContext, state: MatchState, seat: int) -> bool:
    """Record, before a seat's view is shown, that its player sees what was dealt; return whether it's new.

    False if the seat has a preview: then the view doesn't show it first. UserError if the match has ended.
    """
    if state.match.reason is not None or has_seen(state, seat) or not describe_dealt(state, seat):
        return False
    briefing = state.briefing(seat)
    if briefing is not None and briefing.frames:
        return False
    return await see(app, state.match.id, seat)


async def see(app: AppContext, match_id: str, seat: int) -> bool:
    """Record that a seat sees what it was dealt; return True for only one of several simultaneous calls.

    It holds the match lock; aborting an unseen match depends on it. UserError if the match has ended.
    """
    async with app.database.write(f"match:{match_id}") as w:
        if await matches.set_briefed(w, match_id, seat, app.now()):
            return True
        match = await matches.get(w, match_id)
    if match is None or match.reason is not None:
        raise UserError("This match is over.")
    return False
