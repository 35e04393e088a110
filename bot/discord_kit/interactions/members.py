"""Who is still in a server: Discord is asked, since nobody tells the bot when people leave."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.core.app_context import AppContext
from bot.core.server_settings import settings_of
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.requests.servers import found, servers_of


def permissions_of(interaction: discord.Interaction[Any]) -> discord.Permissions:
    """Somebody's on the whole server; none where the bot isn't a member."""
    member, server = interaction.user, servers_of(interaction.client).get(interaction.guild_id)
    if not isinstance(member, discord.Member) or server is None:
        return discord.Permissions.none()
    # Where the gateway tells of it elsewhere, the interaction's own knows no roles.
    member.guild = server
    return member.guild_permissions


def organizes(interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody may manage the server, or its events."""
    may = permissions_of(interaction)
    return may.manage_events or may.manage_guild


REMEMBERED_SECONDS = 600
"""So long somebody who was there counts as there."""
_MOST_REMEMBERED = 10_000
MODERATORS = discord.Permissions(manage_messages=True)
"""Whom Discord offers a moderator's command, unless a server decides otherwise. It asks for all permissions
that it's told, so this is the narrower half of `moderates`, which has the last word."""
ADMINS = discord.Permissions(manage_guild=True)
"""Whom it offers an admin's."""


class Members:
    """Who was seen in which server lately."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._until: dict[tuple[int, int], int] = {}

    def unsure(self, guild: int, people: Iterable[int]) -> list[int]:
        """Those of whom nothing is known at this moment."""
        now = self._app.now()
        return [person for person in people if self._until.get((guild, person), 0) <= now]

    def seen(self, guild: int, person: int) -> None:
        """Somebody is there."""
        if len(self._until) >= _MOST_REMEMBERED:
            now = self._app.now()
            self._until = {key: until for key, until in self._until.items() if until > now}
        if len(self._until) < _MOST_REMEMBERED:
            self._until[guild, person] = self._app.now() + REMEMBERED_SECONDS

    async def gone(self, client: discord.Client, guild: int, people: Iterable[int]) -> list[int]:
        """Those of them who are not in the server any more; where no answer comes, nobody is gone."""
        asked = self.unsure(guild, people)
        answers = await asyncio.gather(*(self._is_gone(client, guild, person) for person in asked))
        return [person for person, is_gone in zip(asked, answers, strict=True) if is_gone]

    async def _is_gone(self, client: discord.Client, guild: int, person: int) -> bool:
        member = await found(client, guild, person)
        if member:
            self.seen(guild, person)
        return member is None


def only_reads(member: Mapping[str, Any], now: int) -> bool:
    """Whether a member can't use buttons: they are timed out, or wait for the server's screening."""
    until = discord.utils.parse_time(member.get("communication_disabled_until"))
    return bool(member.get("pending")) or (until is not None and until.timestamp() > now)


def moderates(interaction: Interaction) -> bool:
    """Whether somebody may manage messages on the server where they do something."""
    may = permissions_of(interaction)
    return may.manage_messages or may.manage_guild


def administers(interaction: Interaction) -> bool:
    """Whether somebody may manage the server where they do something."""
    return permissions_of(interaction).manage_guild


async def roles_there(ctx: UiContext, interaction: Interaction, guild: int | None) -> tuple[int, ...]:
    """Somebody's roles on a server; from elsewhere Discord is asked, where one must be had."""
    if guild is None or interaction.guild_id == guild:
        return place_of(interaction).roles
    async with ctx.app.database.read() as r:
        needed = (await settings_of(r, guild)).role
    member = await found(interaction.client, guild, interaction.user.id) if needed else None
    return tuple(int(role) for role in (member or {}).get("roles", ()))


def members_of(ctx: UiContext) -> Members:
    """The one memory of a bot."""
    return ctx.app.own(Members, lambda: Members(ctx.app))
