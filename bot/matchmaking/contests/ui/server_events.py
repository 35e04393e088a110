"""The server's event for a contest: an organizer adds it, and it moves, begins and goes with the contest."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import discord

from bot.core.errors import UserError
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.discord_kit.requests import discord_errors
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import server_event
from bot.matchmaking.contests.ui import panel, sentences
from bot.matchmaking.contests.ui.access import find_organized
from bot.matchmaking.contests.ui.buttons import AddEvent
from bot.play.outbox.ui.rows import is_overtaken
from storage.rows import QueuedMessage
from storage.tables.contests import ContestRow

_LASTS_SECONDS = 7200
_LONGEST_LOCATION = 100
_GUILD_ONLY, _EXTERNAL, _ACTIVE = 2, 3, 2
"""Discord's numbers for an event that only members see, is outside of voice channels, or has begun."""
_MISSING = (
    "I can't create events on this server, so nothing has changed. An admin can give my role the permission "
    "Create Events."
)
_FAILED = "Discord didn't take the event, so nothing has changed. Try again later."
_NOWHERE = "Discord"


async def add(ctx: UiContext, interaction: Interaction, tap: AddEvent) -> None:
    """Add a contest to its server's events."""
    row, contest = await find_organized(ctx, interaction, tap.contest)
    server_event.check(contest)
    if not interaction.app_permissions.create_events:
        raise UserError(_MISSING)
    by = await ctx.meet(interaction)
    event = await _create(ctx, row, contest.terms)
    try:
        await server_event.note(ctx.app, row.id, contest.terms, event, by.id)
    except Exception:
        with suppress(*discord_errors.NETWORK):
            await ctx.client.http.delete_scheduled_event(row.guild or 0, event)
        raise
    await panel.show_panel(ctx, interaction, row.id, "It's in the server's events.")


async def _create(ctx: UiContext, row: ContestRow, terms: Terms) -> int:
    """Create the server's event and return its id; raise UserError if Discord refuses or fails."""
    fixed: Any = {
        "privacy_level": _GUILD_ONLY,
        "entity_type": _EXTERNAL,
        "entity_metadata": {"location": _find_location(ctx, row)},
    }
    try:
        made = await ctx.client.http.create_guild_scheduled_event(
            row.guild or 0, **fixed, **_describe(row, terms)
        )
    except discord.Forbidden:
        raise UserError(_MISSING) from None
    except discord_errors.NETWORK:
        raise UserError(_FAILED) from None
    return int(made["id"])


def _find_location(ctx: UiContext, row: ContestRow) -> str:
    """Return the name of the contest's channel, if everyone on the server sees it."""
    place = ctx.client.get_channel(row.channel or 0)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return _NOWHERE
    is_open = place.permissions_for(place.guild.default_role).view_channel
    return f"#{place.name}"[:_LONGEST_LOCATION] if is_open else _NOWHERE


def _describe(row: ContestRow, terms: Terms) -> dict[str, str]:
    """Return the fields of the event that follow from the terms."""
    lines = (sentences.matches_line(terms), sentences.how(terms), f"Join in <#{row.channel}>.")
    return {
        "name": terms.name,
        "description": "\n".join(filter(None, lines)),
        "scheduled_start_time": _write(terms.starts_at),
        "scheduled_end_time": _write(terms.starts_at + _LASTS_SECONDS),
    }


def _write(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()


async def follow(ctx: UiContext, message: QueuedMessage) -> None:
    """Move, begin or delete the server's event, as the contest is now."""
    async with ctx.app.database.read() as r:
        row, contest = await contest_of(r, ctx.app, message.payload["contest"])
    if await is_overtaken(ctx.app, message):
        return
    http, guild = ctx.client.http, row.guild or 0
    # If a member has deleted the event, there's nothing left to do.
    with suppress(discord.NotFound):
        if contest.status == "open":
            await http.edit_scheduled_event(guild, contest.event, **_describe(row, contest.terms))
        elif contest.begun_at is None:
            await http.delete_scheduled_event(guild, contest.event)
        else:
            await http.edit_scheduled_event(guild, contest.event, status=_ACTIVE)
