"""Clocks of players who can't be reached: they stop until the player hears of the turn or contacts the bot.

A clock resumes with exactly the time it had left. A match whose clock has been stopped for 60 days in a row
ends without a result.
"""

from __future__ import annotations

import logging

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.play.clocks import clocks, heartbeats
from bot.play.clocks.clocks import TURN, Silence, TurnClock
from storage.engine.handle import Reader
from storage.rows import Message
from storage.tables import guilds, outbox, scheduled_jobs

log = logging.getLogger(__name__)

_EVERY = 100_000
"""A limit above the number of open matches of any server."""


async def pause(app: AppContext, state: MatchState, message: Message) -> bool:
    """Stop the player's clock if this undeliverable message is about their turn; return whether it's stopped.

    The clock stops at the moment the message should have been heard, and the opponent is informed.
    """
    seat, since = state.seat_of(message.payload["person"]), notices.unheard_since(message)
    if seat is None or since is None:
        return False
    async with app.database.write(f"match:{state.match.id}") as w:
        now, clock = app.now(), await clock_in(w, state)
        # Whether the seat has acted isn't checked: where both act in secret, that must stay secret.
        if clock is None or seat not in clock.left:
            return False
        if seat not in clock.silent and not (seat in clock.heard and since <= clock.heard[seat]):
            silence = Silence(min(now, max(clock.since, since)), message.nonce.removeprefix("call:"))
            rests = await heartbeats.until_now(w, app, state.match.guild)
            clock = clocks.pause_seat(clock, seat, silence, rests)
            await clocks.keep(w, app, state, clock, rests)
            told = notices.build_missed(state, seat, now)
            await outbox.add(w, [*notices.homes(state.match, now), *([told] if told else [])])
    app.wake()
    return seat in clock.silent


async def resume(app: AppContext, person: int, match_id: str | None = None) -> None:
    """Resume the person's stopped clocks in a match, or (None) in all, as the person can be reached again."""
    async with app.database.read() as r:
        stopped = await scheduled_jobs.silences_of(r, person)
    for found in stopped:
        if match_id in (None, found):
            await _resume(app, found, person)


async def _resume(app: AppContext, match_id: str, person: int) -> None:
    async with app.database.write(f"match:{match_id}") as w:
        state = await app.match_state_in(w, match_id)
        now, clock, seat = app.now(), await clock_in(w, state), state.seat_of(person)
        if clock is None or seat is None or seat not in clock.silent:
            return
        rests = await heartbeats.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, clocks.resume_seat(clock, seat, now, rests), rests)
        await outbox.add(w, notices.homes(state.match, now))
    app.wake()


async def is_stopped(app: AppContext, state: MatchState, seat: int) -> bool:
    """Return whether a seat's clock is stopped because its player couldn't be told."""
    async with app.database.read() as r:
        clock = await clock_in(r, state)
    return clock is not None and seat in clock.silent


async def clock_in(r: Reader, state: MatchState) -> TurnClock | None:
    """Return the clock of the turn that `state` shows, or None if that turn has passed or has no clock."""
    clock = clocks.clock_of(await scheduled_jobs.get(r, TURN, state.match.id))
    return clock if clock is not None and clock.turn == (state.turn_number or 0) else None


# --- places -------------------------------------------------------------------------------------------


async def notify_lost(app: AppContext, guild: int, place: int | None = None) -> None:
    """Tell players where their match continues after the bot lost a server, or one channel (`place`) of it.

    Only the players to act are told. The clock of a player who can't be told stops.
    """
    async with app.database.read() as r:
        found = await guilds.open_matches(r, guild, place, _EVERY)
    states, now = [await app.match_state(match_id) for match_id in found], app.now()
    told = [notices.place(state, seat, now) for state in states for seat in state.to_act]
    async with app.database.write() as w:
        await outbox.add(w, [message for message in told if message is not None])
    app.outbox.wake()


async def notify_regained(app: AppContext, guild: int) -> int:
    """Queue what players of a server couldn't be told; return the number of messages.

    It's called when the bot is in a server again, or sees more of it. There may be very many matches, so each
    has a transaction. A repetition after a crash leaves queued messages as they are.
    """
    async with app.database.write() as w:
        await outbox.forget_in(w, notices.PLACE, guild, unheard=True)
        await outbox.forget_in(w, notices.BACK, guild)
        revived = await outbox.revive(w, guild=guild)
    async with app.database.read() as r:
        stopped = await scheduled_jobs.silences_in(r, guild)
    told = sum([await _tell_back(app, match_id) for match_id in stopped])
    app.outbox.wake()
    return revived + told


async def _tell_back(app: AppContext, match_id: str) -> int:
    async with app.database.write(f"match:{match_id}") as w:
        told = await _back(w, app, await app.match_state_in(w, match_id))
        await outbox.add(w, told)
    return len(told)


async def _back(w: Reader, app: AppContext, state: MatchState) -> list[Message]:
    """Return messages for players who know of their turn, but not that the match had lost its place."""
    clock = await clock_in(w, state)
    silent = clock.silent.items() if clock else ()
    place = f"{notices.PLACE}:"
    return [
        notices.back(state, seat, app.now())
        for seat, silence in silent
        if silence.unheard.startswith(place) and seat in state.to_act
    ]


async def is_silent_in(app: AppContext, guild: int) -> bool:
    """Return whether any clock in a server's matches is stopped."""
    async with app.database.read() as r:
        return bool(await scheduled_jobs.silences_in(r, guild))
