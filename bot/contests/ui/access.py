"""Who may see a contest, and who may organize it: asked again before everything."""

from __future__ import annotations

from typing import NamedTuple

from bot.contests.contest import Contest
from bot.contests.keeping import contest_of
from bot.core.errors import UserError
from bot.ui.context import NOT_A_MEMBER, Interaction, UiContext, is_without_bot, place_of
from bot.ui.permissions import organizes
from storage.contests import ContestRow

NO_ORGANIZER = "Only members who can manage this server or its events can do that."
_ELSEWHERE = "This isn't played here. Use /compete to see what there is."


class Found(NamedTuple):
    """A contest with its row."""

    row: ContestRow
    contest: Contest


async def seen(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """A contest of the server where somebody asks, or one in which they are or were; UserError for any other,
    and not even whether there is one is said."""
    try:
        async with ctx.app.database.read() as r:
            found = Found(*await contest_of(r, ctx.app, contest_id))
    except UserError:
        raise UserError(_ELSEWHERE, command="compete") from None
    here = place_of(interaction).guild
    is_here = found.row.guild is None or found.row.guild == here
    if not is_here and interaction.user.id not in found.contest.entrants:
        raise UserError(_ELSEWHERE, command="compete")
    return found


async def organized(ctx: UiContext, interaction: Interaction, contest_id: str) -> Found:
    """The same for an organizer of its server; UserError for everybody else."""
    found = await seen(ctx, interaction, contest_id)
    if found.row.guild != organizer_here(interaction):
        raise UserError(NO_ORGANIZER)
    return found


def organizer_here(interaction: Interaction) -> int:
    """The server where somebody may organize; UserError where there's none."""
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        raise UserError("This only works on a server. Use it where people are to play.")
    if not organizes(interaction):
        raise UserError(NO_ORGANIZER)
    return guild


def may_organize(interaction: Interaction, row: ContestRow) -> bool:
    """Whether somebody sees the organizers' buttons."""
    guild = place_of(interaction).guild
    return guild is not None and row.guild == guild and organizes(interaction)
