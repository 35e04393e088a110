"""Previews: what a player is shown once in private before the first move. CVD-9, CVD-10."""

from __future__ import annotations

from typing import Any

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import require_seat
from bot.play.dealing.hidden_info import Shown, is_unbriefed, see
from games.core.game import Briefing
from storage.engine.handle import Writer
from storage.rows import ScheduledJob
from storage.tables import matches, scheduled_jobs

FADE = "fade"
_GRACE_SECONDS = 2
_GONE = "It was shown once, and now it's gone. Trust your memory."
_STILL_SHOWN = "It's on your screen right now, in the message above. After that it's gone."
_TAKEN = "You've already taken this look. Open the match again to see how many are left."
_OVER = "This match is over."


async def show(app: AppContext, match_id: str, person: int, number: int | None = None) -> Shown:
    """Show the preview, or one of the later looks.

    `number` is the look that the tapped button offers, so that a double tap spends one; None for older
    buttons. UserError if no look is left or another look is next.
    """
    state = await app.match_state(match_id)
    seat = require_seat(state, person)
    briefing = state.briefing(seat)
    if briefing is None or not briefing.frames:
        raise UserError("There's nothing to show in this match.")
    if is_unbriefed(state, seat) and await see(app, match_id, seat):
        animated = sum(frame.milliseconds for frame in briefing.frames) // 1000
        return Shown(state, seat, briefing, True, animated + _GRACE_SECONDS)
    return await _look_again(app, state, seat, briefing, number)


async def _look_again(
    app: AppContext, state: MatchState, seat: int, briefing: Briefing, number: int | None
) -> Shown:
    if state.match.reason is not None:
        raise UserError(_OVER)
    most = briefing.looks
    taken = None if number is None or most is None else number - 1
    async with app.database.write(f"match:{state.match.id}") as w:
        is_shown = await _is_shown(w, state.match.id, seat)
        if most is not None and number is None and is_shown:
            raise UserError(_STILL_SHOWN)
        if await matches.add_look(w, state.match.id, seat, most, taken) is None:
            raise UserError(_STILL_SHOWN if is_shown else _GONE if taken is None or not most else _TAKEN)
    return Shown(state, seat, briefing, False, briefing.look_seconds if most is not None else None)


async def _is_shown(w: Writer, match_id: str, seat: int) -> bool:
    """Return whether a look of this seat is still on the screen."""
    fading = await scheduled_jobs.undone(w, FADE)
    return any((job.payload["match"], job.payload["seat"]) == (match_id, seat) for job in fading)


async def take_away_later(app: AppContext, shown: Shown, look: int, message: dict[str, Any]) -> None:
    """Schedule the removal of the message of look number `look`; the job survives a restart."""
    if shown.seconds is None:
        return
    match_id = shown.state.match.id
    payload = {"match": match_id, "seat": shown.seat, **message}
    subject = fade_subject(match_id, shown.seat, look)
    async with app.database.write() as w:
        due_at = app.now() + shown.seconds
        await scheduled_jobs.set(w, ScheduledJob(kind=FADE, subject=subject, due_at=due_at, payload=payload))
    app.jobs.wake()


async def take_back(app: AppContext, shown: Shown, look: int) -> None:
    """Give a look back that couldn't be shown."""
    match_id = shown.state.match.id
    async with app.database.write() as w:
        if shown.first:
            await matches.unset_briefed(w, match_id, shown.seat)
        else:
            await matches.take_back_look(w, match_id, shown.seat)
        await scheduled_jobs.clear(w, FADE, fade_subject(match_id, shown.seat, look), app.now())


async def put_away(app: AppContext, match_id: str, person: int, look: int) -> MatchState:
    """End this look now: the person has seen enough."""
    state = await app.match_state(match_id)
    seat = require_seat(state, person)
    async with app.database.write() as w:
        await scheduled_jobs.clear(w, FADE, fade_subject(match_id, seat, look), app.now())
    return state


def fade_subject(match_id: str, seat: int, look: int) -> str:
    """Return the subject of the job that empties the message of one look."""
    return f"{match_id}:{seat}:{look}"
