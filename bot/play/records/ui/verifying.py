"""The command /verify: whether a record is genuine."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands

from bot.core import seats
from bot.core.errors import Unknown, UserError
from bot.core.match_state import MatchState, nickname
from bot.discord_kit.components import items
from bot.discord_kit.components.choices import Completions
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.components.pictures import fetch_file
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded
from bot.discord_kit.text import markdown
from bot.play.own_matches.ui import choices
from bot.play.records import replays, verifying
from bot.play.records.ui.buttons import ExportRecord, VerifyMatch
from bot.play.records.ui.record_files import find_match
from bot.play.records.verifying import MOST_BYTES, Report
from bot.play.wording import matches as match_words
from games import GAMES
from games.core.checks import Check
from storage.tables import matches

_MARKS = {True: "✓", False: "✗", None: "?"}
_BY_ONESELF = "-# You can check a file without me, too: run `python -m games verify FILE` in my source code."


def report_screen(report: Report, state: MatchState | None) -> Screen:
    """Return the message with the results, one on each line, and buttons to the match."""
    known = state.match if state is not None and state.match.reason is not None else None
    which = []
    if state is not None and known is not None:
        which = [f"-# {nickname(known.id)} · {match_words.players(known)}"]
    heading = [f"### {_heading(report)}", *which]
    parts: list[Any] = [items.text("\n".join((*heading, *map(_line, report.checks))))]
    if report.record is not None:
        parts.append(items.text(_BY_ONESELF))
    if known is not None:
        parts.append(items.row(*_ways_on(known.id)))
    return Screen(items.message(*parts))


def _ways_on(match_id: str) -> tuple[items.Tap, ...]:
    return items.button("Open", OpenMatch(match_id)), items.button("Record", ExportRecord(match_id))


def _heading(report: Report) -> str:
    record = report.record
    what = GAMES[record.game].title if record is not None else "This file"
    if report.is_false:
        return f"{what}: something's wrong"
    if record is None:
        return "Can't verify this now"
    return f"{what}: everything checks out" if report.is_proved else f"{what}: no problems found"


def _line(check: Check) -> str:
    said, *more = check.sentence.splitlines()
    first = f"**{_MARKS[check.fine]} {check.subject}** · {markdown.plain((said,))}"
    return "\n".join((first, *(f"- {markdown.plain((line,))}" for line in more)))


_NO_TEXT = "This file isn't UTF-8 text. Send the file just as you exported it."


def verify_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /verify."""

    @app_commands.command(
        name="verify", description="Check that a record is genuine: rules, dice, shuffles, seed, result"
    )
    @app_commands.describe(
        file="A record that you exported",
        match="Which match (default: the file's, or the one you finished last)",
    )
    async def verify(
        interaction: Interaction, file: discord.Attachment | None = None, match: str | None = None
    ) -> None:
        await run_guarded(interaction, _verify(ctx, interaction, file, match))

    @verify.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        return choices.filter_choices(await choices.over(ctx, interaction.user.id), current)

    return verify


# --- verify ---------------------------------------------------------------------------------------------


async def _verify(
    ctx: UiContext, interaction: Interaction, file: discord.Attachment | None, match_id: str | None
) -> None:
    """Verify a file or a stored record, after deferring: fetching and replaying may take a while."""
    if file is not None:
        _check_size(file.size)
    state = None if file is not None and match_id is None else await find_match(ctx, interaction, match_id)
    async with ctx.limits.act("records verified", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        text = None if file is None else _text_of(await fetch_file(interaction.client, file.url))
        await _answer(ctx, interaction, text, state)


async def verify_match(ctx: UiContext, interaction: Interaction, tap: VerifyMatch) -> None:
    """Verify the stored record of a match after a tap."""
    state = await replays.load_visible(ctx.app, tap.match, interaction.user.id, place_of(interaction).guild)
    async with ctx.limits.act("records verified", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _answer(ctx, interaction, None, state)


async def _answer(
    ctx: UiContext, interaction: Interaction, text: str | None, state: MatchState | None
) -> None:
    if text is not None and state is None:
        state = await _find_named(ctx, interaction, await asyncio.to_thread(verifying.find_named_id, text))
    first = await _first_leg(ctx, state)
    if text is None and state is not None:
        report = await asyncio.to_thread(verifying.of_match, state, first)
    else:
        report = await asyncio.to_thread(verifying.of_file, text or "", state, first)
    screen = report_screen(report, state)
    await answers.change_later(interaction, screen)


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        most = f"{MOST_BYTES // 1024} KiB"
        raise UserError(f"This file has {size:,} bytes; the limit is {most}. Records are smaller.")


def _text_of(content: bytes) -> str:
    _check_size(len(content))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(_NO_TEXT) from None


async def _find_named(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState | None:
    """Return the match that a file names, or None if this person may not know of it."""
    if match_id is None:
        return None
    try:
        state = await ctx.app.match_state(match_id)
        seats.check_visible(state, interaction.user.id, place_of(interaction).guild)
    except Unknown:
        return None
    return state


async def _first_leg(ctx: UiContext, state: MatchState | None) -> Any:
    if state is None or state.match.previous_leg is None:
        return None
    async with ctx.app.database.read() as r:
        return await matches.get(r, state.match.previous_leg)
