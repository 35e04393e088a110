"""A bot that's removed from a server and invited again."""

from __future__ import annotations

import asyncio

from playground.places import members
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.table import Table


async def remove(t: Table) -> None:
    """Remove the bot from the server, and wait until it knows."""
    world = t.playground.world
    guild, bot = next(iter(world.guilds.values())), next(iter(world.applications.values()))
    gone = asyncio.create_task(t.running.bot.wait_for("guild_remove", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    members.remove(world, guild, bot.bot_id)
    await gone
    await t.settled()


async def invite(t: Table) -> None:
    """Invite the bot again, and wait until it has said all it has to say."""
    world = t.playground.world
    guild, bot = next(iter(world.guilds.values())), next(iter(world.applications.values()))
    joined = asyncio.create_task(t.running.bot.wait_for("guild_join", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    members.add(world, guild, bot.bot_id)
    t.playground.sessions.introduce(guild, bot)
    await joined
    await t.settled()
