"""The last step of setting up a contest: its name and its start, in a modal; then it's there."""

from __future__ import annotations

from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, show
from bot.discord_kit.interactions.dispatch import fields_of
from bot.matchmaking.contests.organizing import codes, creating, drafting, teaming, written
from bot.matchmaking.contests.organizing.allowing import as_allowed
from bot.matchmaking.contests.organizing.drafting import Draft
from bot.matchmaking.contests.ui import fields, sentences
from bot.matchmaking.contests.ui.access import organizer_here
from bot.matchmaking.contests.ui.buttons import Announce, Manage, Show
from games import GAMES


async def asked(ctx: UiContext, interaction: Interaction, tap: Announce) -> None:
    """Open the modal, filled in with what's usual."""
    organizer_here(interaction)
    draft = drafting.read(tap.draft)
    zone = await written.zone_of(ctx.app, interaction.user.id)
    modal = ui.Modal(title="Name and announce", custom_id=Announce(drafting.write(draft)).custom_id)
    modal.add_item(fields.field("name", "Name", "", _usual_name(draft), fields.LONGEST_NAME))
    if draft.kind != "l":
        about = f"Like “in 2 hours”, “Friday 18:00”, or a timestamp. Your time zone: {zone}."
        modal.add_item(fields.field("start", "Start", about, written.USUAL_START, 40))
    if draft.kind == "t":
        modal.add_item(fields.team_field())
    modal.stop()
    await interaction.response.send_modal(modal)


def _usual_name(draft: Draft) -> str:
    kind = {"l": "Ladder", "g": "League", "t": "Team Match"}.get(draft.kind, "Cup")
    return f"{GAMES[draft.game].title} {kind}"[: fields.LONGEST_NAME]


async def wrote(ctx: UiContext, interaction: Interaction, tap: Announce, _: str) -> None:
    """It's made, and announced in this channel."""
    organizer_here(interaction)
    place, person, given = place_of(interaction), person_of(interaction), fields_of(interaction.data)
    name = fields.name_in(given)
    terms = await written.terms_of(ctx.app, person.id, drafting.read(tap.draft), name, given.get("start", ""))
    if terms.kind == "teams":
        row = await teaming.propose(ctx.app, person, terms, fields.team_in(given), place)
        more = f"\n\n{sentences.sending(codes.code_of(row))} Your own members can join right away."
    else:
        terms = await as_allowed(ctx.app, terms, person.id, place)
        row, more = await creating.create(ctx.app, person, terms, place), ""
    begins = f" It begins <t:{terms.starts_at}:F>, <t:{terms.starts_at}:R>." if terms.starts_at else ""
    told = f"**{sentences.name(terms)}** is announced in <#{place.channel}>.{begins}{more}"
    taps = items.row(items.button("Open it", Show(row.id)), items.button("Manage", Manage(row.id)))
    await show(interaction, Screen(items.sentence(told, taps)))
