"""What somebody may do on the server where they do something."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord_kit.requests.servers import servers_of


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
