"""Pictures as attachments; a person's theme applies only to pictures that this person alone sees."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from types import MappingProxyType

import aiohttp
import discord

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.person_settings import PersonSettings, settings_in
from games.core.game import Briefing
from games.core.screen.scene import Scene
from render import cache, palette
from render.alt import alt_text

BOARD = "board.png"
PREVIEW = "preview.gif"
STILL = "preview.png"
PREVIEW_SIZE = 560
BEGINNING = "start.png"
BEGINNING_SIZE = 480
ICON = "game.png"
ICON_SIZE = 240
NORMAL = palette.NORMAL
"""The theme of pictures that more than one person sees."""
THEMES: Mapping[str, str] = MappingProxyType(
    {
        "normal": NORMAL,
        "contrast": "contrast",
        "colorblind": "colorblind",
        "dark": "dark",
        "rules": "classic",
    }
)
"""Theme names of `render`, by the stored value of a person's choice."""


async def board(scene: Scene, name: str = BOARD, theme: str = NORMAL) -> discord.File:
    """Return a scene as a PNG; `theme` is that of the only person who sees it, else the normal one."""
    data = await cache.picture(scene, theme)
    return discord.File(io.BytesIO(data), filename=name, description=alt_text(scene))


async def beginning(scene: Scene) -> discord.File:
    """Return the start position of a match as a PNG, smaller than a board."""
    data = await cache.picture(scene, size=BEGINNING_SIZE)
    return discord.File(io.BytesIO(data), filename=BEGINNING, description=alt_text(scene))


async def icon(scene: Scene, name: str = ICON, theme: str = NORMAL) -> discord.File:
    """Return a small picture of a game as a PNG."""
    data = await cache.picture(scene, theme, size=ICON_SIZE)
    return discord.File(io.BytesIO(data), filename=name, description=alt_text(scene))


async def preview(briefing: Briefing, theme: str = NORMAL) -> discord.File:
    """Return a briefing's animation as a GIF that plays once."""
    data = await cache.animation(briefing.frames, theme, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=PREVIEW, description=alt_text(briefing.picture))


async def still(briefing: Briefing, theme: str = NORMAL) -> discord.File:
    """Return a briefing's still picture as a PNG."""
    data = await cache.picture(briefing.picture, theme, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=STILL, description=alt_text(briefing.picture))


def theme_in(settings: PersonSettings) -> str:
    """Return the theme from a person's settings, or the normal one if their choice no longer exists."""
    return THEMES.get(settings.theme, NORMAL)


async def theme_of(app: AppContext, person: int | None) -> str:
    """Return the theme for pictures that only this person sees; the normal one if `person` is None."""
    if person is None:
        return NORMAL
    async with app.database.read() as r:
        return theme_in(await settings_in(r, person))


_FETCH_SECONDS = 10.0
_UNREADABLE = "I couldn't fetch your file from Discord. Nothing has changed; please send it again."


async def fetch_file(client: discord.Client, url: str) -> bytes:
    """Download an attachment; raise UserError if Discord doesn't deliver it within ten seconds."""
    try:
        async with asyncio.timeout(_FETCH_SECONDS):
            return await client.http.get_from_cdn(url)
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise UserError(_UNREADABLE) from None
