"""The posts in a server's channels: results, and the greeting when the bot joins."""

from __future__ import annotations

import discord

from bot.community.servers.result_announcements import greet
from bot.core.server_settings import settings_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenRules
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.play.posts.ui.boards import legs_line
from bot.play.wording import matches
from games import GAMES, AnyGame
from storage.rows import QueuedMessage


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post a match's result in a few lines without pings, and return the message's id.

    Return None if the server no longer wants results, or if the result has to stay secret.
    """
    state = await ctx.app.match_state(message.payload["match"])
    async with ctx.app.database.read() as r:
        channel = (await settings_of(r, state.match.guild)).results
    if channel is None or state.sealed:
        return None
    where = f"<#{state.match.thread}>" if state.match.thread else ""
    told = (
        f"**{state.title}**",
        f"{matches.players(state.match)}.",
        matches.result_line(state),
        await legs_line(ctx.app, state),
        where,
    )
    lines = Screen(items.sentence("\n".join(filter(None, told))))
    place = ctx.client.get_partial_messageable(channel)
    sent = await calling.send(ctx, place, lines, nonce=f"sp{message.id}")
    return sent.id


_HELLO = (
    "### Hi, I'm Slowplay\nI host two-player games with secrets, a turn at a time. Challenge a friend, or "
    "try one against me with `/play`."
)


async def greet_server(ctx: UiContext, guild: discord.Guild) -> None:
    """Queue the greeting of a server that the bot was invited to."""
    place = suitable(guild)
    await greet(ctx.app, guild.id, place.id if place is not None else None)


def suitable(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for the greeting: the system channel, or else the first where the bot may post."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    return next((channel for channel in [*first, *guild.text_channels] if _may_post(channel)), None)


def _may_post(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages


async def send_greeting(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the greeting, and return the message's id; None if the bot may not post there after all."""
    place = ctx.client.get_partial_messageable(message.payload["channel"])
    try:
        sent = await calling.send(ctx, place, screen(), nonce=f"sp{message.id}")
    except discord.HTTPException as error:
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise
    return sent.id


def screen() -> Screen:
    """Return the greeting: who the bot is, and how to play."""
    games = "\n".join(f"**{game.title}** · {_ways_in(game)}" for game in GAMES.values())
    more = "`/help` says how it works. Admins can set things up with `/server settings`, but don't have to."
    rules = [items.button(f"Rules: {game.title}", OpenRules(key)) for key, game in GAMES.items()]
    text = items.text(f"{_HELLO}\n\n{games}\n\n{more}")
    return Screen(items.message(text, *items.rows(rules)))


def _ways_in(game: AnyGame) -> str:
    """Return the commands that play a person, if the game allows that, and the bot."""
    challenge = f"`/{game.key} challenge`, " if game.supports_pvp else ""
    return f"{challenge}`/{game.key} play`"
