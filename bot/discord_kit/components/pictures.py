"""Pictures as attachments with their alt text, and the themes that people choose for those that only they
see. Pictures that more than one person sees are in the normal one."""

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
"""The theme of pictures for everybody."""
THEMES: Mapping[str, str] = MappingProxyType(
    {
        "normal": NORMAL,
        "contrast": "contrast",
        "colorblind": "colorblind",
        "dark": "dark",
        "rules": "classic",
    }
)
"""By what is kept of a person's choice, the theme's name in `render`."""


async def board(scene: Scene, name: str = BOARD, theme: str = NORMAL) -> discord.File:
    """A scene as a PNG; `theme`: of who alone sees it."""
    data = await cache.picture(scene, theme)
    return discord.File(io.BytesIO(data), filename=name, description=alt_text(scene))


async def beginning(scene: Scene) -> discord.File:
    """How a match would begin, smaller than its board."""
    data = await cache.picture(scene, size=BEGINNING_SIZE)
    return discord.File(io.BytesIO(data), filename=BEGINNING, description=alt_text(scene))


async def icon(scene: Scene, name: str = ICON, theme: str = NORMAL) -> discord.File:
    """A small picture of a game."""
    data = await cache.picture(scene, theme, size=ICON_SIZE)
    return discord.File(io.BytesIO(data), filename=name, description=alt_text(scene))


async def preview(briefing: Briefing, theme: str = NORMAL) -> discord.File:
    """A briefing's animation, played once."""
    data = await cache.animation(briefing.frames, theme, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=PREVIEW, description=alt_text(briefing.picture))


async def still(briefing: Briefing, theme: str = NORMAL) -> discord.File:
    """A briefing's picture, for a later look."""
    data = await cache.picture(briefing.picture, theme, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=STILL, description=alt_text(briefing.picture))


def theme_in(settings: PersonSettings) -> str:
    """The theme of somebody's pictures; the normal one where theirs is not here any more."""
    return THEMES.get(settings.theme, NORMAL)


async def theme_of(app: AppContext, person: int | None) -> str:
    """The theme of the pictures that this person alone sees."""
    if person is None:
        return NORMAL
    async with app.database.read() as r:
        return theme_in(await settings_in(r, person))


_FETCH_SECONDS = 10.0
_UNREADABLE = "I couldn't fetch your file from Discord. Nothing has changed; please send it again."


async def fetched(file: discord.Attachment) -> bytes:
    """What is in a file; UserError where Discord does not hand it over in time."""
    try:
        async with asyncio.timeout(_FETCH_SECONDS):
            return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise UserError(_UNREADABLE) from None
