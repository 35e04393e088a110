"""/cancel: a moderator ends a match."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core.errors import UserError
from bot.core.match_state import titled
from bot.endings import aborting
from bot.endings.ui.buttons import Cancel
from bot.overview.ui import own_matches
from bot.ui import items, words
from bot.ui.choices import Completions, fitting
from bot.ui.context import NOT_A_MEMBER, Interaction, UiContext, guarded, is_without_bot, place_of, show
from bot.ui.items import Screen
from bot.ui.members import MODERATORS, moderates
from storage import guilds, matches, people
from storage.handle import Reader
from storage.rows import Match, Seat

_NO_MODERATOR = (
    "Only members who can manage messages can cancel a match on this server. "
    "You can resign a match of your own."
)


def cancel_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/cancel, for moderators."""

    @app_commands.command(
        name="cancel", description="For moderators: end a match on this server; it won't count"
    )
    @app_commands.describe(match="Which match, unless you're in its thread")
    @app_commands.default_permissions(MODERATORS)
    async def cancel(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_to_cancel(ctx, interaction, match))

    @cancel.autocomplete("match")
    async def complete_match(interaction: Interaction, current: str) -> Completions:
        return await _matches_here(ctx, interaction, current)

    return cancel


def _moderated(interaction: Interaction) -> int:
    """The server in which the person may cancel matches; UserError for everybody else."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        raise UserError("You can only cancel a match on the server where it's played.")
    if not moderates(interaction):
        raise UserError(_NO_MODERATOR)
    return guild


async def _ask_to_cancel(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    guild = _moderated(interaction)
    if match_id is None:
        match_id = await _match_of_place(ctx, guild, interaction.channel_id)
    state = await aborting.cancellable(ctx.app, match_id, guild, interaction.user.id)
    text = (
        f"Do you want to cancel {state.title}: {words.players(state.match)}? "
        "It will end without a winner and won't count, and both players will be told."
    )
    tap = items.button("Cancel the match", Cancel(match_id), items.BAD)
    await show(interaction, Screen(items.sentence(text, items.row(tap))))


async def _match_of_place(ctx: UiContext, guild: int, place: int | None) -> str:
    async with ctx.app.database.read() as r:
        here = await guilds.open_matches(r, guild, place)
    if place is None or len(here) != 1:
        raise UserError(
            "Choose one with the option `match`, or use the command in its thread.", option="match"
        )
    return here[0]


async def cancelled(ctx: UiContext, interaction: Interaction, tap: Cancel) -> None:
    """The moderator is sure."""
    await aborting.cancel(ctx.app, tap.match, _moderated(interaction), interaction.user.id)
    await show(interaction, Screen(items.sentence("The match was canceled. Everyone in it will be told.")))


async def _matches_here(ctx: UiContext, interaction: Interaction, current: str) -> Completions:
    """The open matches of this server by what everybody there knows: who plays, and which game."""
    try:
        guild = _moderated(interaction)
    except UserError:
        return []
    async with ctx.app.database.read() as r:
        found = [await matches.get(r, match_id) for match_id in await guilds.open_matches(r, guild)]
        labels = [(await _label(r, match), match.id) for match in found if match is not None]
    return fitting(labels, current)


async def _label(r: Reader, match: Match) -> str:
    first, second = [await _name(r, match, row) for row in match.seats]
    return f"{first} against {second}, {titled(match.game, match.id)}"


async def _name(r: Reader, match: Match, row: Seat) -> str:
    person = await people.get(r, row.person) if row.person is not None else None
    return own_matches.opponent(match.game, row.level, person.name if person else None)
