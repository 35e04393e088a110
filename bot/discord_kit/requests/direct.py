"""DM channels between people and the bot: stored, opened within a budget, and reopened if stale."""

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
"""Maximum number of DM channels opened per minute by all processes together."""
FOR_THE_REST = 25
"""Maximum openings per minute for messages that aren't about the recipient's turn."""
TOO_FAST_SECONDS = 600
"""Seconds without opening a DM after Discord has refused one as too fast (40003)."""
QUARANTINE_SECONDS = 3600
"""Seconds without opening a DM in a quarantine, before a single one is tried."""
_PROBE_SECONDS = 60
_WINDOW_SECONDS = 60

_ALERT = (
    "Discord has quarantined this bot (20026): it can't DM anyone it hasn't written to before. Appeal on the "
    "bot's page in the Developer Portal. Until then, people get a ping in their match's thread; clocks of "
    "those I can't reach are stopped. I try again every hour, and nothing is lost."
)


class Openings:
    """The budget for opening DM channels. Moments are epoch seconds.

    `part_of` returns this process's share of a limit for all. Each process keeps to its share by itself:
    the limits are estimates, processes send alike, and a shared count would cost a transaction per channel.
    """

    def __init__(self, part_of: Callable[[int], int] = lambda most: most) -> None:
        self._part_of = part_of
        self._opened: list[float] = []
        self._stopped_until = 0.0

    def wait(self, now: float, *, urgent: bool) -> float:
        """Reserve an opening and return 0.0, or return seconds to wait; `urgent` ones have more room."""
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
        """Stop openings after Discord's refusal as too fast; return the seconds until the next."""
        self._stopped_until = now + TOO_FAST_SECONDS
        log.warning("Discord says we open DMs too fast (40003): none for ten minutes", extra=alike("40003"))
        return TOO_FAST_SECONDS


class Quarantine:
    """Whether Discord forbids the bot to DM new people, as far as known; moments are epoch seconds."""

    def __init__(self) -> None:
        self._is_on = False
        self._until = 0

    def until(self, now: int) -> int | None:
        """Return the moment before which no DM may be opened, or None if one may be opened now.

        When a quarantine's wait is over, one call a minute returns None, so that a single DM is tried.
        """
        if not self._is_on:
            return None
        if now < self._until <= now + QUARANTINE_SECONDS:
            return self._until
        self._until = now + _PROBE_SECONDS
        return None

    def begin(self, now: int) -> int:
        """Note a refusal and return the next attempt's moment; a new quarantine alerts the operator."""
        if not self._is_on:
            log.critical(_ALERT)
        self._is_on, self._until = True, now + QUARANTINE_SECONDS
        return self._until

    def end(self) -> None:
        """Note that a new person has received a DM, which ends a quarantine."""
        if self._is_on:
            log.warning("The quarantine is over: Discord lets this bot DM new people again")
        self._is_on = False


T = TypeVar("T")
Act = Callable[[discord.PartialMessageable], Awaitable[T]]
_REMEMBERED = 5_000


class Shut(Exception):
    """Raised when no DM can reach a person.

    Args:
        why: Discord's answer, for the log.
        until: Epoch seconds until which Discord stops the bot; None if the person accepts no DMs.
    """

    def __init__(self, why: str, until: int | None = None) -> None:
        super().__init__(why)
        self.until = until


class DirectMessages:
    """The DM channels of all people."""

    def __init__(self, app: AppContext, client: discord.Client) -> None:
        self._app = app
        self._client = client
        self._openings = Openings(app.part_of)
        self._quarantine = Quarantine()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._learned: Recent[int, int] = Recent(_REMEMBERED)

    async def learn(self, person: int, channel: int) -> None:
        """Note the DM channel in which a person has just used the bot."""
        if self._learned.get(person) != channel and await self._load_channel(person) != channel:
            await self._remember(person, channel)
        self._learned[person] = channel

    async def find_channel(self, person: int) -> discord.PartialMessageable | None:
        """Return a person's DM channel, or None if it isn't known."""
        channel = await self._load_channel(person)
        if channel is None and (channel := self._learned.get(person)) is not None:
            # When it was learned, the person may have had no row to store it in: looking creates none.
            await self._remember(person, channel)
        return None if channel is None else self._place(channel)

    async def act(self, person: int, act: Act[T], *, urgent: bool) -> T:
        """Do something in a person's DM channel, opening or reopening the channel if necessary.

        Args:
            person: The recipient's id.
            act: What to do in the channel; called again with a new channel if the known one is stale.
            urgent: Whether it is about the recipient's turn.

        Returns:
            The result of `act`.

        Raises:
            Shut: If no DM can reach the person.
            NoRoom: If the budget for opening DMs is used up; it says for how many seconds.
            discord.HTTPException: If Discord refuses for a reason that isn't special to DMs.
            discord.RateLimited: If requests are held back, or the rate limit is too long to wait for.
            aiohttp.ClientError: If Discord can't be reached.
        """
        try:
            return await self._act(person, act, urgent)
        except discord.HTTPException as error:
            raise self._meaning(error) from None

    async def _act(self, person: int, act: Act[T], urgent: bool) -> T:
        place = await self.find_channel(person)
        if place is not None:
            try:
                return await self._in(place, person, act)
            except discord.HTTPException as error:
                if error.code not in discord_errors.STALE:
                    raise
        is_new = place is None and not await self._has_been_written_to(person)
        done = await self._in(await self._open_channel(person, urgent, is_new), person, act)
        if is_new:
            self._quarantine.end()
        return done

    async def _in(self, place: discord.PartialMessageable, person: int, act: Act[T]) -> T:
        """Act in a channel, and forget the channel if it turns out to be unusable."""
        try:
            return await act(place)
        except discord.HTTPException as error:
            if error.code in discord_errors.STALE | {discord_errors.QUARANTINED}:
                await self._remember(person, None)
            raise

    async def _open_channel(self, person: int, urgent: bool, is_new: bool) -> discord.PartialMessageable:
        """Open the person's channel within the budget; concurrent callers share one opening."""
        async with self._locks.setdefault(person, asyncio.Lock()):
            place = await self.find_channel(person)
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
            raise Shut("Discord lets the bot DM no one new", until)
        seconds = self._openings.wait(now, urgent=urgent)
        if seconds:
            raise NoRoom(seconds)

    def _meaning(self, error: discord.HTTPException) -> Exception:
        """Return the Shut or NoRoom that a refusal means, else the refusal itself."""
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

    async def _load_channel(self, person: int) -> int | None:
        async with self._app.database.read() as r:
            found = await people.get(r, person)
        return None if found is None else found.dm_channel

    async def _remember(self, person: int, channel: int | None) -> None:
        self._learned.forget(person)
        async with self._app.database.write() as w:
            await people.set_dm_channel(w, person, channel)

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, type=discord.ChannelType.private)
