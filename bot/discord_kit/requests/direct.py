"""Somebody's DM channel with the bot: remembered, opened where it's new, and once more where it's stale."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from bot.core.app_context import AppContext, Recent
from bot.core.looping import alike
from bot.core.sending import NoRoom
from bot.discord_kit.requests import discord_errors
from storage.tables import people

log = logging.getLogger(__name__)

A_MINUTE = 40
FOR_THE_REST = 25
"""So many of them for what is about nobody's turn."""
TOO_FAST_SECONDS = 600
"""So long no DM is opened after Discord has said that it was too many."""
QUARANTINE_SECONDS = 3600
"""So long no DM is opened in a quarantine; then a single one is tried."""
_PROBE_SECONDS = 60
_WINDOW_SECONDS = 60

_ALERT = (
    "Discord has quarantined this bot (20026): it can't DM anyone it hasn't written to before. Appeal on the "
    "bot's page in the Developer Portal. Until then, people get a ping in their match's thread; clocks of "
    "those I can't reach are stopped. I try again every hour, and nothing is lost."
)


class Openings:
    """The budget. Moments are epoch seconds; `part_of`: this process's part of what all may do together.

    Each process keeps to its part on its own: the figures are ours and not exact, any process may send any
    message, so parts are used alike, and what's written down would cost a transaction for every channel."""

    def __init__(self, part_of: Callable[[int], int] = lambda most: most) -> None:
        self._part_of = part_of
        self._opened: list[float] = []
        self._stopped_until = 0.0

    def wait(self, now: float, *, urgent: bool) -> float:
        """Seconds until there is room; 0: there is, and it's taken."""
        if now < self._stopped_until <= now + TOO_FAST_SECONDS:
            return self._stopped_until - now
        self._opened = [at for at in self._opened if now - _WINDOW_SECONDS < at <= now]
        most = self._part_of(A_MINUTE if urgent else FOR_THE_REST)
        if len(self._opened) < most:
            self._opened.append(now)
            return 0.0
        log.info("%d DMs opened within a minute: the next ones wait", most, extra=alike("dm budget"))
        return self._opened[-most] + _WINDOW_SECONDS - now

    def stop(self, now: float) -> float:
        """Discord has said that it was too many; seconds until the next."""
        self._stopped_until = now + TOO_FAST_SECONDS
        log.warning("Discord says we open DMs too fast (40003): none for ten minutes", extra=alike("40003"))
        return TOO_FAST_SECONDS


class Quarantine:
    """Whether Discord lets the bot write to new people, as far as we know. Moments are epoch seconds."""

    def __init__(self) -> None:
        self._is_on = False
        self._until = 0

    def until(self, now: int) -> int | None:
        """When the next DM may be opened; None: now. In a quarantine that lets a single one try."""
        if not self._is_on:
            return None
        if now < self._until <= now + QUARANTINE_SECONDS:
            return self._until
        self._until = now + _PROBE_SECONDS
        return None

    def begin(self, now: int) -> int:
        """Discord has refused; the operator learns of it once. When the next DM may be opened."""
        if not self._is_on:
            log.critical(_ALERT)
        self._is_on, self._until = True, now + QUARANTINE_SECONDS
        return self._until

    def end(self) -> None:
        """A new person has got a DM."""
        if self._is_on:
            log.warning("The quarantine is over: Discord lets this bot DM new people again")
        self._is_on = False


T = TypeVar("T")
Act = Callable[[discord.PartialMessageable], Awaitable[T]]
_REMEMBERED = 5_000


class Shut(Exception):
    """No DM gets to somebody. `until`: the bot may not write to them before then, which is none of their
    doing; None: they take none."""

    def __init__(self, why: str, until: int | None = None) -> None:
        super().__init__(why)
        self.until = until


class DirectMessages:
    """Everybody's DM channels."""

    def __init__(self, app: AppContext, client: discord.Client) -> None:
        self._app = app
        self._client = client
        self._openings = Openings(app.part_of)
        self._quarantine = Quarantine()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._learned: Recent[int, int] = Recent(_REMEMBERED)

    async def learn(self, person: int, channel: int) -> None:
        """Somebody does something in their DM with the bot: that's where it is."""
        if self._learned.get(person) != channel and await self._stored(person) != channel:
            await self._remember(person, channel)
        self._learned[person] = channel

    async def known(self, person: int) -> discord.PartialMessageable | None:
        """Somebody's DM channel, None where that isn't known."""
        channel = await self._stored(person)
        if channel is None and (channel := self._learned.get(person)) is not None:
            # They had only looked at something, and of such people nothing is kept.
            await self._remember(person, channel)
        return None if channel is None else self._place(channel)

    async def act(self, person: int, act: Act[T], *, urgent: bool) -> T:
        """Do something in somebody's DM channel; Shut when that can't be, NoRoom when it's to wait.

        urgent: it's about their turn."""
        try:
            return await self._act(person, act, urgent)
        except discord.HTTPException as error:
            raise self._meaning(error) from None

    async def _act(self, person: int, act: Act[T], urgent: bool) -> T:
        place = await self.known(person)
        if place is not None:
            try:
                return await self._in(place, person, act)
            except discord.HTTPException as error:
                if error.code not in discord_errors.STALE:
                    raise
        is_new = place is None and not await self._has_been_written_to(person)
        done = await self._in(await self._opened(person, urgent, is_new), person, act)
        if is_new:
            self._quarantine.end()
        return done

    async def _in(self, place: discord.PartialMessageable, person: int, act: Act[T]) -> T:
        """Do it in a channel, which is forgotten when nothing can be done there."""
        try:
            return await act(place)
        except discord.HTTPException as error:
            if error.code in discord_errors.STALE | {discord_errors.QUARANTINED}:
                await self._remember(person, None)
            raise

    async def _opened(self, person: int, urgent: bool, is_new: bool) -> discord.PartialMessageable:
        """The channel, opened within the budget, by one at a time of those who want it."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            place = await self.known(person)
            if place is not None:
                return place
            if is_new:
                self._check_may_open(urgent)
            answer = await self._client.http.start_private_message(person)
            self._app.metrics.dms_opened.inc()
            await self._remember(person, int(answer["id"]))
            return self._place(int(answer["id"]))

    def _check_may_open(self, urgent: bool) -> None:
        now = self._app.now()
        until = self._quarantine.until(now)
        if until is not None:
            raise Shut("Discord lets the bot DM nobody new", until)
        seconds = self._openings.wait(now, urgent=urgent)
        if seconds:
            raise NoRoom(seconds)

    def _meaning(self, error: discord.HTTPException) -> Exception:
        """What a refusal means for DMs; the refusal itself where it has no special meaning for them."""
        now, said = self._app.now(), f"{error.code} {error.text}"
        if error.code == discord_errors.QUARANTINED:
            return Shut(said, self._quarantine.begin(now))
        if error.code == discord_errors.OPENING_TOO_FAST:
            return NoRoom(self._openings.stop(now))
        if error.code in discord_errors.CLOSED | discord_errors.STALE:
            return Shut(said)
        return error

    async def _has_been_written_to(self, person: int) -> bool:
        async with self._app.database.read() as r:
            found = await people.get(r, person)
        return found is not None and found.home_message is not None

    async def _stored(self, person: int) -> int | None:
        async with self._app.database.read() as r:
            found = await people.get(r, person)
        return None if found is None else found.dm_channel

    async def _remember(self, person: int, channel: int | None) -> None:
        self._learned.forget(person)
        async with self._app.database.write() as w:
            await people.set_dm_channel(w, person, channel)

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, type=discord.ChannelType.private)
