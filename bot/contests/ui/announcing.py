"""The last step of setting up a contest: its name and its start, in a modal; then it's there."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.clocks import clocks
from bot.contests import creating, drafting, starts, teaming
from bot.contests.allowing import as_allowed
from bot.contests.drafting import Draft
from bot.contests.terms import Terms
from bot.contests.ui import both_teams, sentences
from bot.contests.ui.access import organizer_here
from bot.contests.ui.buttons import Announce, Manage, Show
from bot.core.errors import UserError
from bot.core.seats import Place
from bot.ui import items, markdown
from bot.ui.context import Interaction, UiContext, person_of, place_of, show
from bot.ui.dispatch import fields_of
from bot.ui.items import Screen
from games import GAMES
from storage.contests import ContestRow

LONGEST_NAME, LONGEST_TEAM = 60, 32
_USUAL_START = "in 1 day"


async def asked(ctx: UiContext, interaction: Interaction, tap: Announce) -> None:
    """Open the modal, filled in with what's usual."""
    organizer_here(interaction)
    draft = drafting.read(tap.draft)
    zone = (await clocks.settings_of(ctx.app, interaction.user.id)).hours.zone
    modal = ui.Modal(title="Name and announce", custom_id=Announce(drafting.write(draft)).custom_id)
    modal.add_item(field("name", "Name", "", _usual_name(draft), LONGEST_NAME))
    if draft.kind != "l":
        about = f"Like “in 2 hours”, “Friday 18:00”, or a timestamp. Your time zone: {zone}."
        modal.add_item(field("start", "Start", about, _USUAL_START, 40))
    if draft.kind == "t":
        modal.add_item(team_field())
    modal.stop()
    await interaction.response.send_modal(modal)


def _usual_name(draft: Draft) -> str:
    kind = {"l": "Ladder", "g": "League", "t": "Team Match"}.get(draft.kind, "Cup")
    return f"{GAMES[draft.game].title} {kind}"[:LONGEST_NAME]


def team_field() -> ui.Label[Any]:
    """For the name of a team, which the other server sees, too."""
    return field("team", "Your team's name", "The other server sees it, too.", "", LONGEST_TEAM)


def team_in(interaction: Interaction) -> str:
    """The name of a team that was written into a modal; UserError for one that can't be read."""
    name = markdown.visible(fields_of(interaction.data).get("team", ""))
    if not name:
        raise UserError("Give your team a name that people can read.")
    return name[:LONGEST_TEAM]


def field(id: str, label: str, about: str, known: str, longest: int) -> ui.Label[Any]:
    """A line to write in a modal."""
    field: ui.TextInput[Any] = ui.TextInput(custom_id=id, default=known, max_length=longest)
    return ui.Label(text=label, description=about[:100] or None, component=field)


async def wrote(ctx: UiContext, interaction: Interaction, tap: Announce, _: str) -> None:
    """It's made, and announced in this channel."""
    organizer_here(interaction)
    place = place_of(interaction)
    terms = await _terms(ctx, interaction, drafting.read(tap.draft))
    row, more = await _made(ctx, interaction, terms, place)
    begins = f" It begins <t:{terms.starts_at}:F>, <t:{terms.starts_at}:R>." if terms.starts_at else ""
    told = f"**{sentences.name(terms)}** is announced in <#{place.channel}>.{begins}{more}"
    taps = items.row(items.button("Open it", Show(row.id)), items.button("Manage", Manage(row.id)))
    await show(interaction, Screen(items.sentence(told, taps)))


async def _made(
    ctx: UiContext, interaction: Interaction, terms: Terms, place: Place
) -> tuple[ContestRow, str]:
    """What was made, and what more there is to say of it."""
    person = person_of(interaction)
    if terms.kind == "teams":
        row = await teaming.propose(ctx.app, person, terms, team_in(interaction), place)
        return row, f"\n\n{both_teams.sending(teaming.code_of(row))} Your own members can join right away."
    terms = await as_allowed(ctx.app, terms, person.id, place)
    return await creating.create(ctx.app, person, terms, place), ""


async def _terms(ctx: UiContext, interaction: Interaction, draft: Draft) -> Terms:
    written = fields_of(interaction.data)
    name = markdown.visible(written.get("name", ""))
    if not name:
        raise UserError("Give it a name that people can read.")
    if draft.kind == "l":
        return drafting.terms_of(draft, name[:LONGEST_NAME], 0)
    zone = (await clocks.settings_of(ctx.app, interaction.user.id)).hours.zone
    start = starts.moment(written.get("start", "") or _USUAL_START, ctx.app.now(), zone)
    return drafting.terms_of(draft, name[:LONGEST_NAME], max(start, 1))
