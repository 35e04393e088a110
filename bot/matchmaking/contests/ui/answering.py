"""An organizer answers the challenge of another server: the code, the terms, then a name for the team."""

from __future__ import annotations

from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, show
from bot.discord_kit.interactions.dispatch import fields_of
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.organizing import codes, teaming
from bot.matchmaking.contests.ui import both_teams, sentences
from bot.matchmaking.contests.ui.access import organizer_here
from bot.matchmaking.contests.ui.buttons import Accept, Answer, Manage, Menu, Show
from bot.matchmaking.contests.ui.fields import field, team_field, team_in

_LONGEST_CODE = 40


async def asked(ctx: UiContext, interaction: Interaction, tap: Answer) -> None:
    """Ask for the code."""
    organizer_here(interaction)
    about = "Their organizer has it, and sends it to you."
    modal = ui.Modal(title="Answer a challenge", custom_id=Answer().custom_id)
    modal.add_item(field("code", "Code from the other server", about, "", _LONGEST_CODE))
    modal.stop()
    await interaction.response.send_modal(modal)


async def wrote(ctx: UiContext, interaction: Interaction, tap: Answer, _: str) -> None:
    """What they'd agree to."""
    organizer_here(interaction)
    written = fields_of(interaction.data).get("code", "")
    row, contest = await codes.offered(ctx.app, written, place_of(interaction))
    taps = (
        items.button("Agree", Accept(codes.code_of(row)), items.GOOD),
        items.button("Not now", Menu("here")),
    )
    told = "\n".join((*_terms(contest), f"-# {dice.committed(row, contest.terms)}"))
    await show(interaction, Screen(items.sentence(told, items.row(*taps))))


def _terms(contest: Contest) -> tuple[str, ...]:
    """All that both sides agree on."""
    return (
        sentences.heading(contest),
        f"The challenge comes from **{both_teams.team_name(contest, 0)}**.",
        sentences.how(contest.terms),
        sentences.who_may(contest.terms),
        sentences.policies(contest.terms),
    )


async def accepting(ctx: UiContext, interaction: Interaction, tap: Accept) -> None:
    """Ask for the name of their team."""
    organizer_here(interaction)
    await codes.offered(ctx.app, tap.code, place_of(interaction))
    modal = ui.Modal(title="Agree to play", custom_id=tap.custom_id)
    modal.add_item(team_field())
    modal.stop()
    await interaction.response.send_modal(modal)


async def accepted(ctx: UiContext, interaction: Interaction, tap: Accept, _: str) -> None:
    """They play; it's announced in this channel."""
    organizer_here(interaction)
    place = place_of(interaction)
    team = team_in(fields_of(interaction.data))
    row = await teaming.agree(ctx.app, tap.code, person_of(interaction), team, place)
    told = f"You've agreed. It's announced in <#{place.channel}>, where your members can join."
    taps = items.row(items.button("Open it", Show(row.id)), items.button("Manage", Manage(row.id)))
    await show(interaction, Screen(items.sentence(told, taps)))
