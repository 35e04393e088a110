"""The command `/report`, the button beside what an opponent said, and the post for a server's moderators."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.community.moderation import reporting, server_matches
from bot.community.moderation.ui import moderators
from bot.community.moderation.ui.buttons import ReportText, ShowReport
from bot.community.moderation.ui.moderators import server
from bot.core.errors import UserError
from bot.core.match_state import MatchState, format_title
from bot.core.seats import User, require_seat
from bot.core.server_settings import settings_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    NO_PINGS,
    Interaction,
    UiContext,
    harmless,
    person_of,
    run_guarded,
    show,
    user_of,
)
from storage.rows import QueuedMessage
from storage.tables import matches, people, reports

_DONE = "Thanks. This server's moderators can see your report now; no one else will hear of it."
_ASKED = (
    "Thanks. This server's moderators who don't play in this match can see that you want its pause to end."
)
_NOTHING = "There's nothing here to report."
_SAID = "“{}” · Only moderators read your report."
_DESCRIPTION = 100
"""The most characters in the line below a field's name."""


def report_taps(state: MatchState, seat: int) -> list[items.Tap]:
    """Return the button to report the opponent, if that is a person who has said something on a server."""
    has_spoken = any(step.said and step.seat != seat for step in state.steps)
    may = state.match.guild is not None and has_spoken and not state.is_bot(1 - seat)
    return [items.button("Report", ReportText(state.match.id))] if may else []


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/report`."""

    @app_commands.command(name="report", description="Tell this server's moderators about someone")
    @app_commands.describe(
        person="The person to report; leave this out to ask for the end of a match's pause",
        reason="What happened",
        match="Which match, unless you're in its thread",
    )
    async def report(
        interaction: Interaction,
        person: discord.User | None = None,
        reason: app_commands.Range[str, 0, reporting.LONGEST_REASON] = "",
        match: str | None = None,
    ) -> None:
        await run_guarded(
            interaction,
            _ask_for_end(ctx, interaction, match, reason)
            if person is None
            else _report_person(ctx, interaction, user_of(person), match, reason),
        )

    return moderators.complete_own_matches(ctx, report)


async def _report_person(
    ctx: UiContext, interaction: Interaction, about: User, match_id: str | None, reason: str
) -> None:
    guild = server(interaction)
    if match_id is None:
        channel = interaction.channel_id or 0
        match_id = await server_matches.find_played_here(ctx.app, guild, channel, about.id)
    await _report(ctx, interaction, guild, about, match_id, reason)


async def _ask_for_end(ctx: UiContext, interaction: Interaction, match_id: str | None, reason: str) -> None:
    """Ask for the end of a match's pause, as a player, in its thread or by its name."""
    guild = server(interaction)
    try:
        match_id = match_id or await server_matches.find_here(ctx.app, guild, interaction.channel_id or 0)
    except UserError:
        raise UserError(reporting.WHO, option="person") from None
    await reporting.report_pause(ctx.app, ctx.limits, guild, person_of(interaction), match_id, reason)
    await show(interaction, Screen(items.sentence(_ASKED)))


async def _report(
    ctx: UiContext,
    interaction: Interaction,
    guild: int,
    about: User,
    match_id: str | None,
    reason: str,
    action: int = 0,
) -> None:
    by = person_of(interaction)
    await reporting.report(ctx.app, ctx.limits, guild, by, about, match_id, reason, action)
    await show(interaction, Screen(items.sentence(_DONE)))


# --- the button beside what an opponent said ----------------------------------------------------------


async def ask_reason(ctx: UiContext, interaction: Interaction, tap: ReportText) -> None:
    """Ask for the reason in a modal, which shows and fixes the text that is reported."""
    state, opponent = await _reportable(ctx, interaction, tap)
    said = reporting.latest_of(state, opponent)
    if said is None:
        raise UserError(_NOTHING)
    opened = ReportText(tap.match, said.number)
    made = ui.Modal(title="Report what your opponent said", custom_id=opened.custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words",
        max_length=reporting.LONGEST_REASON,
        required=False,
        style=discord.TextStyle.paragraph,
    )
    made.add_item(ui.Label(text="What's wrong with it?", description=_quote(said.words), component=field))
    made.stop()
    await interaction.response.send_modal(made)


def _quote(words: str) -> str:
    """Return what's reported, in one line of a modal, which shows all signs as they are."""
    room = _DESCRIPTION - len(_SAID.format(""))
    return _SAID.format(words if len(words) <= room else f"{words[: room - 1]}…")


async def wrote(ctx: UiContext, interaction: Interaction, tap: ReportText, words: str) -> None:
    """Report the text that the modal showed."""
    state, opponent = await _reportable(ctx, interaction, tap)
    about = await _load_user(ctx, state.seat_row(opponent).person or 0)
    await _report(ctx, interaction, state.match.guild or 0, about, tap.match, words, tap.number)


async def _reportable(ctx: UiContext, interaction: Interaction, tap: ReportText) -> tuple[MatchState, int]:
    """Return a match on a server and the opponent's seat; raise UserError if there's nothing to report."""
    state = await ctx.app.match_state(tap.match)
    seat = require_seat(state, interaction.user.id)
    if not report_taps(state, seat):
        raise UserError(_NOTHING)
    return state, 1 - seat


async def _load_user(ctx: UiContext, person: int) -> User:
    async with ctx.app.database.read() as r:
        known = await people.get(r, person)
    return User(person, known.name if known else "", username=known.username if known else None)


# --- the post for moderators --------------------------------------------------------------------------


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post a line about a report in the channel that the server has chosen; return the message's id.

    Others may read along, so it shows neither the reporter nor their words: *Open* shows moderators both.
    """
    guild = message.payload["guild"]
    async with ctx.app.database.read() as r:
        place = (await settings_of(r, guild)).reports
        found = await reports.get(r, guild, message.payload["report"])
        match = await matches.get(r, found.match_id) if found and found.match_id else None
    if place is None or found is None:
        return None
    where = f" in {format_title(match.game, match.id)}" if match is not None else ""
    said = f" They said: “{harmless(found.text)}”" if found.text else ""
    about = "the pause of a match" if found.about is None else f"<@{found.about}>"
    text = f"**Report** about {about}{where}.{said}"
    screen = Screen(items.sentence(text, items.row(items.button("Open", ShowReport(found.id)))))
    channel = ctx.client.get_partial_messageable(place)
    once: Any = {"allowed_mentions": NO_PINGS, "nonce": f"sp{message.id}"}
    return (await channel.send(**await ctx.as_new(screen), **once)).id
