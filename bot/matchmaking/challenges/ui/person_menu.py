"""The command *Challenge* in a person's context menu: a choice of games, then the challenge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.core.seats import User, require_game
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import context as contexts
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.requests.servers import fetch_member
from bot.matchmaking.challenges.ui import commands, starting
from bot.matchmaking.challenges.ui.buttons import ChallengePerson
from games import GAMES

_NOT_A_SERVER = "You can only challenge people on a server. Here you can play the bot with /play."
_YOURSELF = "You can't challenge yourself. Use /play to play the bot, or to find an opponent."
_A_BOT = "Bots don't accept challenges. To play the bot, use /play."
_GONE = "They're no longer on this server, so you can't challenge them here."
_UNKNOWN = "Discord didn't tell me who that is, so I haven't asked them. Try again in a moment."


def command(ctx: UiContext) -> app_commands.ContextMenu:
    """Return the command *Challenge* for people."""

    async def challenge(interaction: Interaction, user: discord.User) -> None:
        await run_guarded(interaction, _choose_game(ctx, interaction, contexts.user_of(user)))

    return app_commands.ContextMenu(name="Challenge", callback=challenge)


async def _choose_game(ctx: UiContext, interaction: Interaction, other: User) -> None:
    if other.id == interaction.application_id:
        rows, asked = starting.rows(ctx, interaction.user.id), "One tap starts a casual match with me."
    else:
        _check_opponent(interaction, other)
        games = [game for game in GAMES.values() if game.supports_pvp]
        taps = [items.button(game.title, ChallengePerson(game.key, other.id)) for game in games]
        rows, asked = items.rows(taps), f"Which game do you challenge <@{other.id}> to?"
    await show(interaction, Screen(items.message(items.text(asked), *rows)))


def _check_opponent(interaction: Interaction, other: User) -> None:
    """Raise UserError if the person can't be challenged here, before a game is chosen."""
    if other.id == interaction.user.id:
        raise UserError(_YOURSELF, command="play")
    if other.is_bot:
        raise UserError(_A_BOT, command="play")
    if interaction.guild_id is None:
        raise UserError(_NOT_A_SERVER, command="play")
    starting.place_of_challenge(interaction, "play")


def _user_in(member: Mapping[str, Any]) -> User:
    """Return the user of Discord's member object."""
    user = member["user"]
    name = user.get("global_name") or user["username"]
    return User(int(user["id"]), name, bool(user.get("bot")), username=user["username"])


async def challenge_person(ctx: UiContext, interaction: Interaction, tap: ChallengePerson) -> None:
    """Post a challenge of the chosen game to the person, with the challenger's usual terms."""
    game, guild = require_game(tap.game), starting.place_of_challenge(interaction, "play").guild
    member = await fetch_member(interaction.client, guild or 0, tap.person)
    if not member:
        raise UserError(_GONE if member is None else _UNKNOWN)
    other = _user_in(member)
    given = await commands.find_liked(ctx, game, interaction.user.id, {})
    challenge = await commands.make_challenge(ctx, game, interaction, other, given)
    await starting.post_challenge(ctx, interaction, challenge, replaces=True)
