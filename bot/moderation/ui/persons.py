"""`/moderate person`: whether somebody is suspended here, and what was reported of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.core.seats import meet
from bot.moderation import reporting, suspending
from bot.moderation.reporting import Reports
from bot.moderation.ui.buttons import CloseReport, Lift, OpenReport, RemoveText, ShowPerson, Suspend
from bot.moderation.ui.moderators import moderated
from bot.ui import items
from bot.ui.context import Interaction, UiContext, guarded, harmless, show, user_of
from bot.ui.items import Screen
from storage import matches, reports, suspensions
from storage.reports import Report
from storage.suspensions import Suspension


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/moderate person."""

    @app_commands.command(name="person", description="Suspend someone here, or see the reports about them")
    @app_commands.describe(person="Who")
    async def one_person(interaction: Interaction, person: discord.User) -> None:
        await guarded(interaction, _open(ctx, interaction, person))

    return one_person


async def _open(ctx: UiContext, interaction: Interaction, person: discord.User) -> None:
    moderated(interaction)
    if person.bot:
        raise UserError("This is a bot. Choose a person.")
    async with ctx.app.database.write() as w:
        await meet(w, user_of(person), ctx.app.now())
    await _show(ctx, interaction, person.id, 0)


async def turned(ctx: UiContext, interaction: Interaction, tap: ShowPerson) -> None:
    """Another page of the reports, or the way back to them."""
    await _show(ctx, interaction, tap.person, tap.page)


async def suspended(ctx: UiContext, interaction: Interaction, tap: Suspend) -> None:
    """They can't begin anything here."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    await suspending.suspend(ctx.app, guild, tap.person, moderator.id)
    await _show(ctx, interaction, tap.person, 0)


async def lifted(ctx: UiContext, interaction: Interaction, tap: Lift) -> None:
    """They can again."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    await suspending.lift(ctx.app, guild, tap.person, moderator.id)
    await _show(ctx, interaction, tap.person, 0)


async def opened(ctx: UiContext, interaction: Interaction, tap: OpenReport) -> None:
    """One report, and what can be done about it."""
    guild, data = moderated(interaction), interaction.data
    chosen: Any = data
    value = str(chosen["values"][0])
    async with ctx.app.database.read() as r:
        found = await reports.get(r, guild, int(value)) if value.isascii() and value.isdigit() else None
        match = await matches.get(r, found.match_id) if found and found.match_id else None
    if found is None or found.about != tap.person:
        raise UserError("There's no such report here.")
    taps = [items.button("Close it", CloseReport(found.about, found.id), items.GOOD)]
    if match is not None and found.number is not None and found.text:
        taps.append(items.button("Remove the text", RemoveText(match.id, found.number), items.BAD))
    taps.append(items.button("Back", ShowPerson(found.about, 0)))
    place = f"\nThat's in <#{match.thread}>." if match is not None and match.thread else ""
    text = f"### Report about <@{found.about}>\n{_in_words(found)}{place}"
    await show(interaction, Screen(items.sentence(text, items.row(*taps))))


async def closed(ctx: UiContext, interaction: Interaction, tap: CloseReport) -> None:
    """Nothing is left to do about it."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    await reporting.close(ctx.app, guild, tap.report, moderator.id)
    await _show(ctx, interaction, tap.person, 0)


async def _show(ctx: UiContext, interaction: Interaction, person: int, number: int) -> None:
    guild = moderated(interaction)
    page = await reporting.about(ctx.app, guild, person, number)
    async with ctx.app.database.read() as r:
        suspension = await suspensions.get(r, guild, person)
    await show(interaction, screen(person, suspension, page))


def screen(person: int, suspension: Suspension | None, page: Reports) -> Screen:
    """What moderators know of a person."""
    tap = (
        items.button("Suspend here", Suspend(person), items.BAD)
        if suspension is None
        else items.button("Lift the suspension", Lift(person), items.GOOD)
    )
    listed = "\n".join(_in_words(one) for one in page.reports) or "No one has reported them here."
    text = f"### <@{person}>\n{_standing(suspension)}\n\n**Reports**\n{listed}"
    return Screen(
        items.message(
            items.text(text),
            *_choosing(person, page),
            *items.pager(page.number, page.pages, partial(ShowPerson, person)),
            items.row(tap),
        )
    )


def _standing(suspension: Suspension | None) -> str:
    if suspension is None:
        return "They can play here. If you suspend them, they can only finish their open matches."
    by = f" by <@{suspension.by_person}>" if suspension.by_person is not None else ""
    return f"Suspended{by} <t:{suspension.at}:R>. They can only finish their open matches."


def _choosing(person: int, page: Reports) -> list[discord.ui.ActionRow[Any]]:
    still = [one for one in page.reports if one.closed_at is None]
    options = [
        discord.SelectOption(
            label=f"#{one.id}: {one.text or one.reason or 'no words'}"[:100], value=str(one.id)
        )
        for one in still
    ]
    return [items.row(items.select("Look after a report", OpenReport(person), options))] if options else []


def _in_words(one: Report) -> str:
    """“#3 · said “…” · because “…” · @tom, an hour ago”, what people wrote with who wrote it."""
    said = f"<@{one.about}> said “{harmless(one.text)}”" if one.text else ""
    where = f"in *{nickname(one.match_id)}*" if one.match_id is not None else ""
    by = f"<@{one.by_person}>" if one.by_person is not None else "someone"
    reason = f"{by} writes “{harmless(one.reason)}”" if one.reason else f"reported by {by}"
    done = f"closed <t:{one.closed_at}:R>" if one.closed_at is not None else ""
    told = " ".join(filter(None, (said, where)))
    first = " · ".join(filter(None, (f"`#{one.id}`", told, reason)))
    return f"{first}\n-# {' · '.join(filter(None, (f'<t:{one.at}:R>', done)))}"
