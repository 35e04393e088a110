"""An organizer's taps that change the terms of a contest before it begins."""

from __future__ import annotations

from discord import ui

from bot.core.app_context import AppContext
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.interactions.dispatch import fields_of
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import changing, drafting, starts
from bot.matchmaking.contests.organizing.teaming import as_allowed
from bot.matchmaking.contests.ui import panel, rows
from bot.matchmaking.contests.ui.access import find_organized
from bot.matchmaking.contests.ui.buttons import Change


async def ask(ctx: UiContext, interaction: Interaction, tap: Change) -> None:
    """Ask for the contest's name and start in a modal, filled in with the present ones."""
    terms = (await find_organized(ctx, interaction, drafting.read(tap.draft).contest)).contest.terms
    zone = await drafting.zone_of(ctx.app, interaction.user.id)
    start = starts.write(terms.starts_at, zone)
    modal = ui.Modal(title="Change the terms", custom_id=tap.custom_id)
    modal.add_item(rows.field("name", "Name", "", terms.name, rows.LONGEST_NAME))
    modal.add_item(rows.start_field(zone, start))
    modal.stop()
    await interaction.response.send_modal(modal)


async def save(ctx: UiContext, interaction: Interaction, tap: Change, _: str) -> None:
    """Change the terms; the card shows the new ones, without a ping."""
    draft, given = drafting.read(tap.draft), fields_of(interaction.data)
    row, contest = await find_organized(ctx, interaction, draft.contest)
    by = await ctx.meet(interaction)
    starts_at = await _start_in(ctx.app, by.id, contest.terms, given.get("start", ""))
    wanted = drafting.terms_of(draft, rows.name_in(given), starts_at)
    terms = await as_allowed(ctx.app, wanted, by.id, place_of(interaction))
    await changing.change(ctx.app, row.id, terms, by.id)
    await panel.show_panel(ctx, interaction, row.id, "The terms are changed. The card shows them.")


async def _start_in(app: AppContext, person: int, terms: Terms, text: str) -> int:
    """Return the start that a text means; the present one, to the second, if the text is unchanged."""
    zone = await drafting.zone_of(app, person)
    if text == starts.write(terms.starts_at, zone):
        return terms.starts_at
    return starts.moment(text, app.now(), zone)
