"""Membership and permissions on servers; Discord doesn't tell the bot when people leave, so it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.core.app_context import AppContext
from bot.core.server_settings import settings_of
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.requests.servers import fetch_member, servers_of


def permissions_of(interaction: discord.Interaction[Any]) -> discord.Permissions:
    """Return the acting person's permissions on the whole server; none if the bot isn't a member."""
    member, server = interaction.user, servers_of(interaction.client).get(interaction.guild_id)
    if not isinstance(member, discord.Member) or server is None:
        return discord.Permissions.none()
    # If another process has the server's shard, the interaction's own guild object has no roles.
    member.guild = server
    return member.guild_permissions


def organizes(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the acting person may manage the server or its events."""
    may = permissions_of(interaction)
    return may.manage_events or may.manage_guild


REMEMBERED_SECONDS = 600
"""Seconds for which a person who was seen on a server counts as a member."""
_MOST_REMEMBERED = 10_000
MODERATORS = discord.Permissions(manage_messages=True)
"""Default permissions for moderators' commands; a server may change them.

Discord requires all that are listed, so this is the narrower half of `moderates`, which decides.
"""
ADMINS = discord.Permissions(manage_guild=True)
"""Default permissions for admins' commands."""


class Members:
    """The members recently seen on each server."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._until: dict[tuple[int, int], int] = {}

    def unsure(self, guild: int, people: Iterable[int]) -> list[int]:
        """Return the people who haven't been seen on the server recently."""
        now = self._app.now()
        return [person for person in people if self._until.get((guild, person), 0) <= now]

    def note_seen(self, guild: int, person: int) -> None:
        """Note that a person is on the server now."""
        if len(self._until) >= _MOST_REMEMBERED:
            now = self._app.now()
            self._until = {key: until for key, until in self._until.items() if until > now}
        if len(self._until) < _MOST_REMEMBERED:
            self._until[guild, person] = self._app.now() + REMEMBERED_SECONDS

    async def find_gone(self, client: discord.Client, guild: int, people: Iterable[int]) -> list[int]:
        """Return the people who aren't on the server; where Discord doesn't answer, they count as there."""
        asked = self.unsure(guild, people)
        answers = await asyncio.gather(*(self._is_gone(client, guild, person) for person in asked))
        return [person for person, is_gone in zip(asked, answers, strict=True) if is_gone]

    async def _is_gone(self, client: discord.Client, guild: int, person: int) -> bool:
        member = await fetch_member(client, guild, person)
        if member:
            self.note_seen(guild, person)
        return member is None


def only_reads(member: Mapping[str, Any], now: int) -> bool:
    """Return whether a member can't use buttons: timed out, or waiting for the server's screening.

    Args:
        member: Discord's member object.
        now: Epoch seconds.
    """
    until = discord.utils.parse_time(member.get("communication_disabled_until"))
    return bool(member.get("pending")) or (until is not None and until.timestamp() > now)


def moderates(interaction: Interaction) -> bool:
    """Return whether the acting person may manage messages on this server."""
    may = permissions_of(interaction)
    return may.manage_messages or may.manage_guild


def administers(interaction: Interaction) -> bool:
    """Return whether the acting person may manage this server."""
    return permissions_of(interaction).manage_guild


async def roles_there(ctx: UiContext, interaction: Interaction, guild: int | None) -> tuple[int, ...]:
    """Return the acting person's role ids on a server.

    From elsewhere, Discord is asked only if the server's settings require a role; else the result is empty.
    """
    if guild is None or interaction.guild_id == guild:
        return place_of(interaction).roles
    async with ctx.app.database.read() as r:
        needed = (await settings_of(r, guild)).role
    member = await fetch_member(interaction.client, guild, interaction.user.id) if needed else None
    return tuple(int(role) for role in (member or {}).get("roles", ()))


def members_of(ctx: UiContext) -> Members:
    """Return the bot's one `Members`."""
    return ctx.app.own(Members, lambda: Members(ctx.app))
