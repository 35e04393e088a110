"""`/report` and the button beside what an opponent said; and the post for a server's moderators."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.core.errors import UserError
from bot.core.match_state import titled
from bot.core.seats import User, seated
from bot.core.server_settings import settings_of
from bot.moderation import reporting
from bot.moderation.ui.buttons import ReportText, ShowPerson
from bot.moderation.ui.moderators import server
from bot.moderation.ui.offered import report_taps
from bot.ui import items
from bot.ui.context import NO_PINGS, Interaction, UiContext, guarded, harmless, person_of, show, user_of
from bot.ui.items import Screen
from storage import guilds, matches, people, reports
from storage.rows import QueuedMessage

_DONE = "Thanks. This server's moderators can see your report now; no one else will hear of it."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/report."""

    @app_commands.command(name="report", description="Tell this server's moderators about someone")
    @app_commands.describe(
        person="Who", reason="What happened", match="Which match, unless you're in its thread"
    )
    async def report(
        interaction: Interaction,
        person: discord.User,
        reason: app_commands.Range[str, 0, reporting.LONGEST_REASON] = "",
        match: str | None = None,
    ) -> None:
        await guarded(interaction, _reported(ctx, interaction, user_of(person), match, reason))

    return report


async def _reported(
    ctx: UiContext, interaction: Interaction, about: User, match_id: str | None, reason: str
) -> None:
    guild = server(interaction)
    if match_id is None:
        async with ctx.app.database.read() as r:
            here = await guilds.latest_in(r, guild, interaction.channel_id or 0)
            match = await matches.get(r, here) if here is not None else None
        plays = match is not None and about.id in [row.person for row in match.seats]
        match_id = here if plays else None
    await _report(ctx, interaction, guild, about, match_id, reason)


async def _report(
    ctx: UiContext, interaction: Interaction, guild: int, about: User, match_id: str | None, reason: str
) -> None:
    by = person_of(interaction)
    await reporting.report(ctx.app, ctx.limits, guild, by, about, match_id, reason)
    await show(interaction, Screen(items.sentence(_DONE)))


# --- beside what was said -----------------------------------------------------------------------------


async def asked(ctx: UiContext, interaction: Interaction, tap: ReportText) -> None:
    """Ask why."""
    await _opponent(ctx, interaction, tap)
    made = ui.Modal(title="Report what your opponent said", custom_id=tap.custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words",
        max_length=reporting.LONGEST_REASON,
        required=False,
        style=discord.TextStyle.paragraph,
    )
    about = "Only this server's moderators can read it. You can leave it empty."
    made.add_item(ui.Label(text="What's wrong with it?", description=about, component=field))
    made.stop()
    await interaction.response.send_modal(made)


async def wrote(ctx: UiContext, interaction: Interaction, tap: ReportText, words: str) -> None:
    """It's reported, with what they said last."""
    guild, opponent = await _opponent(ctx, interaction, tap)
    await _report(ctx, interaction, guild, opponent, tap.match, words)


async def _opponent(ctx: UiContext, interaction: Interaction, tap: ReportText) -> tuple[int, User]:
    """The server of a match and who plays against the person; UserError where there's nothing to report."""
    state = await ctx.app.match_state(tap.match)
    seat = seated(state, interaction.user.id)
    if not report_taps(state, seat) or state.match.guild is None:
        raise UserError("There's nothing here to report.")
    other = state.seat_row(1 - seat).person or 0
    async with ctx.app.database.read() as r:
        known = await people.get(r, other)
    return state.match.guild, User(
        other, known.name if known else "", username=known.username if known else None
    )


# --- for moderators -----------------------------------------------------------------------------------


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """A line about a report in the channel that a server has chosen. Who made it isn't said there, since
    others may read along, and so their words aren't, either: *Open* tells moderators both."""
    guild = message.payload["guild"]
    async with ctx.app.database.read() as r:
        place = (await settings_of(r, guild)).reports
        found = await reports.get(r, guild, message.payload["report"])
        match = await matches.get(r, found.match_id) if found and found.match_id else None
    if place is None or found is None:
        return None
    where = f" in {titled(match.game, match.id)}" if match is not None else ""
    said = f" They said: “{harmless(found.text)}”" if found.text else ""
    text = f"**Report** about <@{found.about}>{where}.{said}"
    screen = Screen(items.sentence(text, items.row(items.button("Open", ShowPerson(found.about, 0)))))
    channel = ctx.client.get_partial_messageable(place)
    once: Any = {"allowed_mentions": NO_PINGS, "nonce": f"sp{message.id}"}
    return (await channel.send(**screen.as_new(ctx.links), **once)).id
