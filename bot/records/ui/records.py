"""/export and /verify: the record of a match as a file, and whether a record is true."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands

from bot.core import seats
from bot.core.refused import Refused, Unknown
from bot.core.table import Table
from bot.matches.ui.buttons import OpenMatch
from bot.overview.ui import own_matches
from bot.records import records, replays, verifying
from bot.records.ui.buttons import ExportRecord, VerifyMatch
from bot.records.verifying import MOST_BYTES, Report
from bot.ui import items, markdown, words
from bot.ui.attachments import fetched
from bot.ui.choices import Completions
from bot.ui.desk import NO_PINGS, Desk, Interaction, guarded, place_of
from bot.ui.screen import Screen
from games import GAMES
from games.core.checks import Check
from storage import matches

_NO_TEXT = "This file is not a text in UTF-8. Send the file as it was exported."
_NOTHING = "You have finished no match yet. Say which one with the option “match”, or hand in a file."
_MARKS = {True: "✓", False: "✗", None: "?"}


def export_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """/export."""

    @app_commands.command(name="export", description="The record of a match as a file")
    @app_commands.describe(match="Which match; left out: the one of this thread, or the one finished last")
    async def export(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _export(desk, interaction, match))

    @export.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        person = interaction.user.id
        own = [*await own_matches.running(desk, person), *await own_matches.over(desk, person)]
        return own_matches.offered(own, current)

    return export


def verify_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """/verify."""

    @app_commands.command(name="verify", description="Check a record: rules, dice, shuffles, seed, result")
    @app_commands.describe(
        file="A record as a file",
        match="Which match; left out: the one of the file, or the one finished last",
    )
    async def verify(
        interaction: Interaction, file: discord.Attachment | None = None, match: str | None = None
    ) -> None:
        await guarded(interaction, _verify(desk, interaction, file, match))

    @verify.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        return own_matches.offered(await own_matches.over(desk, interaction.user.id), current)

    return verify


# --- which match ----------------------------------------------------------------------------------------


async def _meant(desk: Desk, interaction: Interaction, match_id: str | None) -> Table:
    """The named match, the one of this thread, or the one that the person finished last."""
    if match_id is not None:
        return await _looked_at(desk, interaction, match_id.strip())
    over = await own_matches.over(desk, interaction.user.id)
    running = await own_matches.running(desk, interaction.user.id)
    found = [own for own in (*running, *over) if own.thread == interaction.channel_id] or over
    if not found:
        raise Refused(_NOTHING)
    return await desk.host.table(found[0].match_id)


async def _looked_at(desk: Desk, interaction: Interaction, match_id: str) -> Table:
    """The match; Refused where this person may not look at it."""
    table = await desk.host.table(match_id)
    replays.may_look(table, interaction.user.id, place_of(interaction).guild)
    return table


# --- export ---------------------------------------------------------------------------------------------


async def _export(desk: Desk, interaction: Interaction, match_id: str | None) -> None:
    await _hand_out(desk, interaction, await _meant(desk, interaction, match_id))


async def exported(desk: Desk, interaction: Interaction, tap: ExportRecord) -> None:
    """The button that gives the record of a match."""
    await _hand_out(desk, interaction, await _looked_at(desk, interaction, tap.match))


async def _hand_out(desk: Desk, interaction: Interaction, table: Table) -> None:
    """While the match runs, what the person was told; after the end, everything."""
    with desk.limits.act("exports", interaction.user.id):
        name, text = records.file_of(table, table.seat_of(interaction.user.id))
        said = "The record of this match." if table.is_open_to_all else "The record of this match so far."
        if table.is_void:
            said = "What you know of this match. It does not count, so nothing else is shown."
        file = discord.File(io.BytesIO(text.encode()), filename=name)
        await interaction.response.send_message(said, file=file, ephemeral=True)


# --- verify ---------------------------------------------------------------------------------------------


async def _verify(
    desk: Desk, interaction: Interaction, file: discord.Attachment | None, match_id: str | None
) -> None:
    """Fetching a file and playing it again may take a while, so Discord is told to wait."""
    if file is not None:
        _check_size(file.size)
    table = None if file is not None and match_id is None else await _meant(desk, interaction, match_id)
    with desk.limits.act("records verified", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        text = None if file is None else _text_of(await fetched(file))
        await _answer(desk, interaction, text, table)


async def verified(desk: Desk, interaction: Interaction, tap: VerifyMatch) -> None:
    """The button that verifies what is kept of a match."""
    table = await _looked_at(desk, interaction, tap.match)
    with desk.limits.act("records verified", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _answer(desk, interaction, None, table)


async def _answer(desk: Desk, interaction: Interaction, text: str | None, table: Table | None) -> None:
    if text is not None and table is None:
        table = await _named(desk, interaction, await asyncio.to_thread(verifying.named_match, text))
    first = await _first_leg(desk, table)
    if text is None and table is not None:
        report = await asyncio.to_thread(verifying.of_match, table, first)
    else:
        report = await asyncio.to_thread(verifying.of_file, text or "", table, first)
    screen = report_screen(report, table)
    await interaction.edit_original_response(**screen.as_edit(), allowed_mentions=NO_PINGS)


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        most = f"{MOST_BYTES // 1024} KiB"
        raise Refused(f"This file has {size:,} bytes; at most {most} are read. A record is shorter.")


def _text_of(content: bytes) -> str:
    _check_size(len(content))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_NO_TEXT) from None


async def _named(desk: Desk, interaction: Interaction, match_id: str | None) -> Table | None:
    """The match that a file names, if this person may know of it."""
    if match_id is None:
        return None
    try:
        table = await desk.host.table(match_id)
        seats.check_visible(table, interaction.user.id, place_of(interaction).guild)
    except Unknown:
        return None
    return table


async def _first_leg(desk: Desk, table: Table | None) -> Any:
    if table is None or table.match.previous_leg is None:
        return None
    async with desk.host.database.read() as r:
        return await matches.get(r, table.match.previous_leg)


def report_screen(report: Report, table: Table | None) -> Screen:
    """What was found, one thing a line, and the way to the match."""
    known = table.match if table is not None and table.match.reason is not None else None
    heading = [f"### {_heading(report)}", *([f"-# {words.players(known)}"] if known else [])]
    parts: list[Any] = [items.text("\n".join((*heading, *map(_line, report.checks))))]
    if report.record is not None:
        parts.append(items.text(_BY_ONESELF))
    if known is not None:
        parts.append(items.row(*_ways_on(known.id)))
    return Screen(items.message(*parts))


def _ways_on(match_id: str) -> tuple[items.Tap, ...]:
    return items.button("Open", OpenMatch(match_id)), items.button("Record", ExportRecord(match_id))


_BY_ONESELF = "-# Anybody can check a file without me: `python -m games verify FILE` from my source code."


def _heading(report: Report) -> str:
    record = report.record
    what = GAMES[record.game].title if record is not None else "This"
    if report.is_false:
        return f"{what}: something does not fit"
    if record is None:
        return "Not now"
    return f"{what}: everything fits" if report.is_proved else f"{what}: nothing speaks against it"


def _line(check: Check) -> str:
    said, *more = check.sentence.splitlines()
    first = f"**{_MARKS[check.fine]} {check.subject}** · {markdown.plain((said,))}"
    return "\n".join((first, *(f"- {markdown.plain((line,))}" for line in more)))
