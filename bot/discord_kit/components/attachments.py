"""Files that people hand in, as Discord keeps them."""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.core.errors import UserError

_FETCH_SECONDS = 10.0
_UNREADABLE = "I couldn't fetch your file from Discord. Nothing has changed; please send it again."


async def fetched(file: discord.Attachment) -> bytes:
    """What is in a file; UserError where Discord does not hand it over in time."""
    try:
        async with asyncio.timeout(_FETCH_SECONDS):
            return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise UserError(_UNREADABLE) from None
