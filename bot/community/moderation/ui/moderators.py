"""The checks of who may moderate, made again for every action, and the match that a moderator means."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.community.moderation import server_matches
from bot.core.errors import UserError
from bot.core.match_state import MatchState, format_title, id_by_name
from bot.discord_kit.components.choices import Completions, fitting
from bot.discord_kit.interactions.context import (
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_without_bot,
    place_of,
)
from bot.discord_kit.interactions.members import moderates
from bot.play.own_matches.ui import choices
from storage.engine.handle import Reader
from storage.rows import Match, Seat
from storage.tables import guilds, matches, people

REMOVED = "**The text was removed.** I'm taking it out of what I've posted."
NO_MODERATOR = "Only members who can manage messages can moderate on this server."


def require_moderator(interaction: Interaction) -> int:
    """Return the server's id; raise UserError unless the person may moderate there."""
    guild = server(interaction)
    if not moderates(interaction):
        raise UserError(NO_MODERATOR)
    return guild


def server(interaction: Interaction) -> int:
    """Return the server on which the person acts; raise UserError if there is none."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        raise UserError("This only works on a server. Use it where the match is played.")
    return guild


async def find_match(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState:
    """Return the match that a moderator has chosen, or else the one that is played where they are."""
    guild = require_moderator(interaction)
    if match_id is None:
        meant = await server_matches.find_here(ctx.app, guild, interaction.channel_id or 0)
    else:
        async with ctx.app.database.read() as r:
            meant = id_by_name(match_id, await guilds.open_matches(r, guild))
    return await server_matches.match_here(ctx.app, meant, guild)


def complete_open_matches(
    ctx: UiContext, command: app_commands.Command[Any, ..., Any]
) -> app_commands.Command[Any, ..., Any]:
    """Let the option `match` of a command offer the open matches of the server; return the command."""

    @command.autocomplete("match")
    async def complete_match(interaction: Interaction, current: str) -> Completions:
        return await _matches_here(ctx, interaction, current)

    return command


def complete_own_matches(
    ctx: UiContext, command: app_commands.Command[Any, ..., Any]
) -> app_commands.Command[Any, ..., Any]:
    """Let the option `match` of a command offer each player their own matches; return the command."""
    command.autocomplete("match")(choices.completion(ctx))
    return command


async def _matches_here(ctx: UiContext, interaction: Interaction, current: str) -> Completions:
    """Return the open matches of this server, labeled with what members know: the players and the game."""
    try:
        guild = require_moderator(interaction)
    except UserError:
        return []
    async with ctx.app.database.read() as r:
        found = [await matches.get(r, match_id) for match_id in await guilds.open_matches(r, guild)]
        labels = [(await _label(r, match), match.id) for match in found if match is not None]
    return fitting(labels, current)


async def _label(r: Reader, match: Match) -> str:
    first, second = [await _name(r, match, row) for row in match.seats]
    return f"{first} against {second}, {format_title(match.game, match.id)}"


async def _name(r: Reader, match: Match, row: Seat) -> str:
    person = await people.get(r, row.person) if row.person is not None else None
    return choices.opponent(match.game, row.level, person.name if person else None)
