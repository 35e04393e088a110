"""Pictures as attachments with their alt text."""

from __future__ import annotations

import io

import discord

from games.core.game import Briefing
from games.core.scene import Scene
from render import cache
from render.alt import alt_text

BOARD = "board.png"
PREVIEW = "preview.gif"
STILL = "preview.png"
PREVIEW_SIZE = 560
BEGINNING = "start.png"
BEGINNING_SIZE = 480
ICON = "game.png"
ICON_SIZE = 240


async def board(scene: Scene, name: str = BOARD) -> discord.File:
    """A scene as a PNG."""
    return discord.File(io.BytesIO(await cache.picture(scene)), filename=name, description=alt_text(scene))


async def beginning(scene: Scene) -> discord.File:
    """How a match would begin, smaller than its board."""
    data = await cache.picture(scene, size=BEGINNING_SIZE)
    return discord.File(io.BytesIO(data), filename=BEGINNING, description=alt_text(scene))


async def icon(scene: Scene) -> discord.File:
    """A small picture of a game."""
    data = await cache.picture(scene, size=ICON_SIZE)
    return discord.File(io.BytesIO(data), filename=ICON, description=alt_text(scene))


async def preview(briefing: Briefing) -> discord.File:
    """A briefing's animation, played once."""
    data = await cache.animation(briefing.frames, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=PREVIEW, description=alt_text(briefing.picture))


async def still(briefing: Briefing) -> discord.File:
    """A briefing's picture, for a later look."""
    data = await cache.picture(briefing.picture, size=PREVIEW_SIZE)
    return discord.File(io.BytesIO(data), filename=STILL, description=alt_text(briefing.picture))
