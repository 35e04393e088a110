"""An organizer's taps that answer another server's challenge to a team match, or announce a new contest."""

from __future__ import annotations

from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, show
from bot.discord_kit.interactions.dispatch import fields_of
from bot.discord_kit.interactions.posting_rights import require_postable
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.organizing import drafting, making, teaming
from bot.matchmaking.contests.organizing.drafting import Draft
from bot.matchmaking.contests.organizing.teaming import as_allowed
from bot.matchmaking.contests.ui import both_teams, rows, sentences
from bot.matchmaking.contests.ui.access import organizer_here
from bot.matchmaking.contests.ui.buttons import Accept, Announce, Answer, Manage, Menu, Show
from bot.matchmaking.contests.ui.rows import field, team_field, team_in
from games import GAMES

_LONGEST_CODE = 40


async def ask_code(ctx: UiContext, interaction: Interaction, tap: Answer) -> None:
    """Ask for the code of the other server's challenge in a modal."""
    organizer_here(interaction)
    require_postable(interaction)
    about = "Their organizer has it, and sends it to you."
    modal = ui.Modal(title="Answer a challenge", custom_id=Answer().custom_id)
    modal.add_item(field("code", "Code from the other server", about, "", _LONGEST_CODE))
    modal.stop()
    await interaction.response.send_modal(modal)


async def show_terms(ctx: UiContext, interaction: Interaction, tap: Answer, _: str) -> None:
    """Show the terms of the challenge with the entered code, and a button to agree."""
    organizer_here(interaction)
    require_postable(interaction)
    written = fields_of(interaction.data).get("code", "")
    row, contest = await teaming.find_challenge(ctx.app, written, place_of(interaction))
    taps = (
        items.button("Agree", Accept(teaming.code_of(row)), items.GOOD),
        items.button("Not now", Menu("here")),
    )
    told = "\n".join((*_terms(contest), f"-# {dice.format_commitment(row, contest.terms)}"))
    await show(interaction, Screen(items.sentence(told, items.row(*taps))))


def _terms(contest: Contest) -> tuple[str, ...]:
    """Return the lines that say everything both servers agree on."""
    return (
        sentences.heading(contest),
        f"The challenge comes from **{both_teams.team_name(contest, 0)}**.",
        sentences.how(contest.terms),
        sentences.who_may(contest.terms),
        sentences.policies(contest.terms),
    )


async def ask_team_name(ctx: UiContext, interaction: Interaction, tap: Accept) -> None:
    """Ask for the name of this server's team in a modal."""
    organizer_here(interaction)
    require_postable(interaction)
    await teaming.find_challenge(ctx.app, tap.code, place_of(interaction))
    modal = ui.Modal(title="Agree to play", custom_id=tap.custom_id)
    modal.add_item(team_field())
    modal.stop()
    await interaction.response.send_modal(modal)


async def agree(ctx: UiContext, interaction: Interaction, tap: Accept, _: str) -> None:
    """Agree to the team match for this server; it's announced in this channel."""
    organizer_here(interaction)
    require_postable(interaction)
    place = place_of(interaction)
    team = team_in(fields_of(interaction.data))
    row = await teaming.agree(ctx.app, tap.code, person_of(interaction), team, place)
    told = f"You've agreed. It's announced in <#{place.channel}>, where your members can join."
    taps = items.row(items.button("Open it", Show(row.id)), items.button("Manage", Manage(row.id)))
    await show(interaction, Screen(items.sentence(told, taps)))


async def ask_to_announce(ctx: UiContext, interaction: Interaction, tap: Announce) -> None:
    """Ask for the contest's name and start in a modal, filled in with the usual ones."""
    organizer_here(interaction)
    require_postable(interaction)
    draft = drafting.read(tap.draft)
    zone = await drafting.zone_of(ctx.app, interaction.user.id)
    modal = ui.Modal(title="Name and announce", custom_id=Announce(drafting.write(draft)).custom_id)
    modal.add_item(rows.field("name", "Name", "", _usual_name(draft), rows.LONGEST_NAME))
    if draft.kind != "l":
        modal.add_item(rows.start_field(zone, drafting.USUAL_START))
    if draft.kind == "t":
        modal.add_item(rows.team_field())
    modal.stop()
    await interaction.response.send_modal(modal)


def _usual_name(draft: Draft) -> str:
    kind = {"l": "Ladder", "g": "League", "t": "Team Match"}.get(draft.kind, "Cup")
    return f"{GAMES[draft.game].title} {kind}"[: rows.LONGEST_NAME]


async def announce(ctx: UiContext, interaction: Interaction, tap: Announce, _: str) -> None:
    """Create the contest from its draft and announce it in this channel."""
    organizer_here(interaction)
    require_postable(interaction)
    place, person, given = place_of(interaction), person_of(interaction), fields_of(interaction.data)
    name = rows.name_in(given)
    terms = await drafting.build_terms(
        ctx.app, person.id, drafting.read(tap.draft), name, given.get("start", "")
    )
    if terms.kind == "teams":
        row = await teaming.propose(ctx.app, person, terms, rows.team_in(given), place)
        more = f"\n\n{sentences.sending(teaming.code_of(row))} Your own members can join right away."
    else:
        terms = await as_allowed(ctx.app, terms, person.id, place)
        row, more = await making.create(ctx.app, person, terms, place), ""
    begins = f" It begins <t:{terms.starts_at}:F>, <t:{terms.starts_at}:R>." if terms.starts_at else ""
    told = f"**{sentences.name(terms)}** is announced in <#{place.channel}>.{begins}{more}"
    taps = items.row(items.button("Open it", Show(row.id)), items.button("Manage", Manage(row.id)))
    await show(interaction, Screen(items.sentence(told, taps)))
