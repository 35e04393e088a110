"""What every handler of an interaction has at hand, and how answers go out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord

from bot.service import clocks, silences
from bot.service.bots import Bots
from bot.service.challenging import Somebody
from bot.service.clocks import TURN, Due
from bot.service.hints import Hints
from bot.service.host import Host
from bot.service.playing import Place
from bot.service.refused import Refused
from bot.service.table import Table
from bot.ui import items, words
from bot.ui.members import Members
from bot.ui.screens import Screen
from storage import StorageError, deadlines, people

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
NO_PINGS = discord.AllowedMentions.none()
_FAULT = "Something went wrong here, and nothing has changed. Please try again in a moment."


class UnderWay:
    """What is being done for Discord, so that a shutdown can wait for it."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Any]]()

    @contextmanager
    def answer(self) -> Iterator[None]:
        """Around the giving of one answer."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def given(self, seconds: float) -> None:
        """Until all that are being given now have been, or for so many seconds."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)


class Desk:
    """The host and its bots, seen from Discord. `programs`: game and name of the host's own players."""

    def __init__(self, host: Host, bots: Bots, programs: Iterable[tuple[str, str]] = ()) -> None:
        self.host = host
        self.bots = bots
        self._programs = tuple(programs)
        self.hints = Hints(host, bots.thinkers)
        self.under_way = UnderWay()
        self.members = Members(host)
        self.filming = set[int]()
        """For whom a film is being made: one at a time for each, so that nobody keeps the others waiting."""

    def programs_of(self, game_key: str) -> tuple[str, ...]:
        """The names of the host's own players of a game, which are levels beside the game's."""
        return tuple(name for game, name in self._programs if game == game_key)

    async def due_at(self, table: Table, told: int | None = None) -> Due:
        """When the turn under way must be done; what follows from it when seat `told` hears of it now."""
        async with self.host.database.read() as r:
            deadline = await deadlines.get(r, TURN, table.match.id)
        return clocks.due_at(self.host, deadline, told) if deadline else None

    async def meet(self, interaction: Interaction) -> Somebody:
        """Remember the person who acts, so that names and private messages are known."""
        person = somebody(interaction.user)
        async with self.host.database.write() as w:
            await people.upsert(w, person.id, person.name, now=self.host.now())
        return person


Handler = Callable[[Desk, Interaction, tuple[str, ...]], Awaitable[None]]
"""What a tap does; the texts are the parts of its custom_id."""


def somebody(user: discord.abc.User) -> Somebody:
    """A user as the use cases know them."""
    return Somebody(user.id, user.display_name, user.bot)


def place_of(interaction: Interaction) -> Place:
    """Where a match begun here is played; no server when the bot is not a member of it."""
    guild = interaction.guild_id if interaction.is_guild_integration() else None
    return Place(interaction.channel_id or 0, guild)


def is_private(interaction: Interaction) -> bool:
    """Whether the tapped message is one that only its reader sees: it may be changed in place.

    Not so the home message, which stays what it is; it alone was sent silently."""
    message = interaction.message
    if message is None or message.flags.suppress_notifications:
        return False
    return message.flags.ephemeral or interaction.guild_id is None


async def show(interaction: Interaction, screen: Screen) -> None:
    """Answer privately: in place where the tapped message is private, else in a new ephemeral one."""
    if is_private(interaction):
        await interaction.response.edit_message(**screen.as_edit(), allowed_mentions=NO_PINGS)
    else:
        await interaction.response.send_message(**screen.as_new(), ephemeral=True, allowed_mentions=NO_PINGS)


async def say(interaction: Interaction, sentence: str) -> None:
    """One private sentence beside everything else."""
    screen = Screen(items.sentence(sentence))
    if interaction.response.is_done():
        await interaction.followup.send(**screen.as_new(), ephemeral=True, allowed_mentions=NO_PINGS)
    else:
        await interaction.response.send_message(**screen.as_new(), ephemeral=True, allowed_mentions=NO_PINGS)


def harmless(text: str) -> str:
    """A text that may quote somebody, without its markdown and mentions taking effect."""
    return words.plain((text,))


async def guarded(interaction: Interaction, handling: Awaitable[None]) -> None:
    """Run a handler; whatever goes wrong becomes one clear private sentence."""
    client: Any = interaction.client
    with client.desk.under_way.answer():
        await _answered(interaction, _heard(client.desk, interaction, handling))


async def _heard(desk: Desk, interaction: Interaction, handling: Awaitable[None]) -> None:
    """Whoever does something here hears of their turns: clocks that were stopped since they could not be told
    go on."""
    try:
        await silences.resume(desk.host, interaction.user.id)
    except StorageError as error:
        log.warning("the stopped clocks of %s stay so for now: %s", interaction.user.id, error)
    await handling


async def _answered(interaction: Interaction, handling: Awaitable[None]) -> None:
    try:
        sentence = await _handled(handling)
        if sentence is not None:
            await say(interaction, sentence)
    except discord.HTTPException as error:
        log.warning("Discord refused an answer: %s", error)


async def _handled(handling: Awaitable[None]) -> str | None:
    """What has to be said after a handler that could not do its work."""
    try:
        await handling
    except Refused as error:
        return harmless(str(error))
    except discord.HTTPException:
        raise
    except (aiohttp.ClientError, ConnectionError) as error:
        log.info("an answer did not reach Discord: %s", error)
        return None
    except Exception:
        log.exception("an interaction failed")
        return _FAULT
    return None
