"""The command `/moderate person`: whether a person is suspended here, and the reports about them."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.community.moderation import removing, reporting, suspending
from bot.community.moderation.reporting import Reports
from bot.community.moderation.ui.buttons import (
    CloseReport,
    Lift,
    OpenReport,
    RemoveReported,
    ShowMatch,
    ShowPerson,
    ShowReport,
    Suspend,
)
from bot.community.moderation.ui.moderators import REMOVED, require_moderator
from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.core.seats import meet
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, harmless, run_guarded, show, user_of
from storage.tables import matches, suspensions
from storage.tables.reports import Report
from storage.tables.suspensions import Suspension

_NO_REPORTS = (
    "There are no reports that you can read. Those about you, or from matches that you play in, are for "
    "another moderator."
)


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/moderate person`."""

    @app_commands.command(name="person", description="Suspend someone here, or see the reports about them")
    @app_commands.describe(person="The person to suspend, or to read the reports about")
    async def one_person(interaction: Interaction, person: discord.User) -> None:
        await run_guarded(interaction, _open(ctx, interaction, person))

    return one_person


async def _open(ctx: UiContext, interaction: Interaction, person: discord.User) -> None:
    require_moderator(interaction)
    if person.bot:
        raise UserError("This is a bot. Choose a person.")
    async with ctx.app.database.write() as w:
        await meet(w, user_of(person), ctx.app.now())
    await _show(ctx, interaction, person.id, 0)


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowPerson) -> None:
    """Show a page of the reports about a person."""
    await _show(ctx, interaction, tap.person, tap.page)


async def suspend_person(ctx: UiContext, interaction: Interaction, tap: Suspend) -> None:
    """Suspend a person on this server."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    await suspending.suspend(ctx.app, guild, tap.person, moderator.id)
    await _show(ctx, interaction, tap.person, 0)


async def lift_suspension(ctx: UiContext, interaction: Interaction, tap: Lift) -> None:
    """Lift a person's suspension."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    await suspending.lift(ctx.app, guild, tap.person, moderator.id)
    await _show(ctx, interaction, tap.person, 0)


async def open_chosen(ctx: UiContext, interaction: Interaction, tap: OpenReport) -> None:
    """Show the report that was chosen in a select."""
    data: Any = interaction.data
    value = str(data["values"][0])
    await show_report(ctx, interaction, int(value) if re.fullmatch(r"[0-9]{1,15}", value) else 0)


async def open_report(ctx: UiContext, interaction: Interaction, tap: ShowReport) -> None:
    """Show the report that a post announces."""
    await show_report(ctx, interaction, tap.report)


async def show_report(ctx: UiContext, interaction: Interaction, id: int, line: str = "") -> None:
    """Show one report and what can still be done about it; `line` says what has just been done."""
    guild = require_moderator(interaction)
    found = await reporting.open_report(ctx.app, guild, id, interaction.user.id)
    async with ctx.app.database.read() as r:
        match = await matches.get(r, found.match_id) if found.match_id else None
    has_text = match is not None and await removing.is_there(ctx.app, match.id, found.number or 0)
    place = f"That's in <#{match.thread}>." if match is not None and match.thread else ""
    about = "the pause of a match" if found.about is None else f"<@{found.about}>"
    lines = (f"### Report about {about}", _in_words(found), place, line)
    words = "\n".join(filter(None, lines))
    await show(interaction, Screen(items.sentence(words, items.row(*_report_taps(found, has_text)))))


def _report_taps(found: Report, has_text: bool) -> list[items.Tap]:
    """Return the buttons below a report: remove its text, if still there; close it, if open; go on."""
    taps: list[items.Tap] = []
    if has_text:
        taps.append(items.button("Remove the text", RemoveReported(found.id), items.BAD))
    if found.closed_at is None:
        taps.append(items.button("Close it", CloseReport(found.about or 0, found.id), items.GOOD))
    if found.about is None:
        return [*taps, items.button("The match", ShowMatch(found.match_id or ""))]
    return [*taps, items.button("All reports", ShowPerson(found.about, 0))]


async def remove_reported(ctx: UiContext, interaction: Interaction, tap: RemoveReported) -> None:
    """Remove the reported text from its match, and leave the report open."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    found = await reporting.open_report(ctx.app, guild, tap.report, moderator.id)
    if found.match_id is None:
        raise UserError(removing.GONE)
    await removing.remove(ctx.app, found.match_id, guild, found.number or 0, moderator.id)
    await show_report(ctx, interaction, tap.report, REMOVED)


async def close_report(ctx: UiContext, interaction: Interaction, tap: CloseReport) -> None:
    """Close a report."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    found = await reporting.close(ctx.app, guild, tap.report, moderator.id)
    if found.about is None:
        await show_report(ctx, interaction, tap.report)
    else:
        await _show(ctx, interaction, tap.person, 0)


async def _show(ctx: UiContext, interaction: Interaction, person: int, number: int) -> None:
    guild = require_moderator(interaction)
    page = await reporting.about(ctx.app, guild, person, number, interaction.user.id)
    async with ctx.app.database.read() as r:
        suspension = await suspensions.get(r, guild, person)
    await show(interaction, screen(person, suspension, page))


def screen(person: int, suspension: Suspension | None, page: Reports) -> Screen:
    """Return the screen with what moderators know of a person."""
    tap = (
        items.button("Suspend here", Suspend(person), items.BAD)
        if suspension is None
        else items.button("Lift the suspension", Lift(person), items.GOOD)
    )
    listed = "\n".join(_in_words(report) for report in page.reports) or _NO_REPORTS
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
    still = [report for report in page.reports if report.closed_at is None]
    options = [
        discord.SelectOption(
            label=f"#{report.id}: {report.text or report.reason or 'no words'}"[:100], value=str(report.id)
        )
        for report in still
    ]
    return [items.row(items.select("Open a report", OpenReport(person), options))] if options else []


def _in_words(one: Report) -> str:
    """Return a report in two lines with its number, who said and reported what, and when."""
    said = f"<@{one.about}> said “{harmless(one.text)}”" if one.text else ""
    where = f"in *{nickname(one.match_id)}*" if one.match_id is not None else ""
    done = f"closed <t:{one.closed_at}:R>" if one.closed_at is not None else ""
    told = " ".join(filter(None, (said, where)))
    first = " · ".join(filter(None, (f"`#{one.id}`", told, _reason(one))))
    return f"{first}\n-# {' · '.join(filter(None, (f'<t:{one.at}:R>', done)))}"


def _reason(one: Report) -> str:
    """Return who made a report and what they wrote."""
    by = f"<@{one.by_person}>" if one.by_person is not None else "someone"
    if one.about is None:
        return f"{by} asks for the end of the pause{f': “{harmless(one.reason)}”' if one.reason else ''}"
    return f"{by} writes “{harmless(one.reason)}”" if one.reason else f"reported by {by}"
