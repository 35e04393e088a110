"""Which open challenges somebody may hear of: those in channels that they can see."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord_kit.interactions.context import Interaction
from bot.discord_kit.requests.servers import servers_of
from storage.rows import Challenge


def visible(interaction: Interaction, challenges: Sequence[Challenge]) -> list[Challenge]:
    """Those whose cards somebody can see; what isn't known for sure counts as hidden."""
    return [one for one in challenges if _sees(interaction, one)]


def _sees(interaction: Interaction, challenge: Challenge) -> bool:
    if interaction.channel_id == challenge.channel:
        return True
    member, server = interaction.user, servers_of(interaction.client).get(interaction.guild_id)
    if not isinstance(member, discord.Member) or server is None or server.id != challenge.guild:
        return False
    # A thread may be a private one, so it's only told of where it is.
    place = server.get_channel(challenge.channel)
    if place is None or challenge.parent is not None:
        return False
    member.guild = server
    return place.permissions_for(member).view_channel
