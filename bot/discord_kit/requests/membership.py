"""Whether somebody is on a server, as Discord says at this moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.discord_kit.requests import discord_errors

_GONE = {discord_errors.UNKNOWN_MEMBER, discord_errors.UNKNOWN_USER}


async def found(client: discord.Client, guild: int, person: int) -> Mapping[str, Any] | None:
    """A member as Discord describes them, empty where no answer comes; None: they aren't there."""
    try:
        return {**await client.http.get_member(guild, person)}
    except discord_errors.NETWORK as error:
        return None if getattr(error, "code", 0) in _GONE else {}
