"""The screens of `/privacy`: what's stored about people, the archive, and the questions before deletion."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

import discord
from discord import app_commands

from bot.community.privacy import exporting, leaving
from bot.community.privacy.exporting import NAME, Archive
from bot.community.privacy.inventory import EVENTS, KINDS, Event, Kind, format_retention
from bot.community.privacy.leaving import NOTHING, OpenMatches
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, PageNumber
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, say, show

_WHAT = (
    "### Delete my data\n"
    "Your name, settings, ratings, documents, and everything else I store about you will be gone. Your "
    "matches stay for the people you played, under a random number such as Player 482173 and without your "
    "words. You can't undo this. If you want a copy, get it first."
)
_SURE = "**Do you really want to delete everything?**\n{} You can't undo this."
_BEGUN = "I'm deleting your data. In a minute I'll know nothing about you. Thanks for playing."
_KEPT = "Nothing was deleted."


async def ask_first(ctx: UiContext, interaction: Interaction) -> None:
    """Ask whether to delete everything, and what becomes of open matches; store nothing about a stranger."""
    answers.without_asides(interaction)
    if not await leaving.is_known(ctx.app, interaction.user.id):
        await say(interaction, NOTHING)
        return
    await show(interaction, first_question(await leaving.count_open(ctx.app, interaction.user.id)))


def first_question(open_matches: int) -> Screen:
    """Return the screen that says what deleting means, with the ways to go on."""
    if open_matches:
        count = "1 open match" if open_matches == 1 else f"{open_matches} open matches"
        them, win = ("it", "opponent wins") if open_matches == 1 else ("them", "opponents win")
        more = (
            f"You have {count}. If you resign {them}, your {win}; if you abort {them}, no one does, and no "
            "rating changes. Matches of a contest are resigned either way."
        )
        taps = [
            items.button("Resign and delete", AskAgain("resign"), items.BAD),
            items.button("Abort and delete", AskAgain("abort"), items.BAD),
        ]
    else:
        more, taps = "", [items.button("Delete my data", AskAgain("resign"), items.BAD)]
    rows = items.row(*taps, items.button("Get my data", ExportData()), items.button("Keep it", KeepData()))
    return Screen(items.message(items.text("\n\n".join(filter(None, (_WHAT, more)))), rows))


async def ask_again(ctx: UiContext, interaction: Interaction, tap: AskAgain) -> None:
    """Ask once more, with the answer that keeps everything where the first question's button was tapped."""
    answers.without_asides(interaction)
    open_matches = await leaving.count_open(ctx.app, interaction.user.id)
    await show(interaction, second_question(tap.matches, open_matches))


def second_question(matches: OpenMatches, open_matches: int) -> Screen:
    """Return the screen that asks whether the person is sure."""
    ended = "resigned" if matches == "resign" else "aborted"
    what = "1 match" if open_matches == 1 else f"{open_matches} matches"
    said = f"{what} will be {ended}." if open_matches else ""
    rows = items.row(
        items.button("Keep it", KeepData()),
        items.button("Delete everything", DeleteData(matches), items.BAD),
    )
    return Screen(items.sentence(_SURE.format(said).replace("\n ", "\n"), rows))


async def delete_data(ctx: UiContext, interaction: Interaction, tap: DeleteData) -> None:
    """Schedule the deletion that the person confirmed, and say so."""
    answers.without_asides(interaction)
    try:
        await leaving.ask(ctx.app, interaction.user.id, tap.matches)
    except UserError as error:
        await show(interaction, Screen(items.sentence(str(error))))
        return
    await show(interaction, Screen(items.sentence(_BEGUN)))


async def keep_data(ctx: UiContext, interaction: Interaction, tap: KeepData) -> None:
    """Say that nothing was deleted."""
    answers.without_asides(interaction)
    await show(interaction, Screen(items.sentence(_KEPT)))


class ShowPrivacy(Button, frozen=True, tag="privacy"):
    """A button for a page of what's stored."""

    page: PageNumber


class ExportData(Button, frozen=True, tag="mydata"):
    """A button that sends everything about the reader as a file."""


class AskAgain(Button, frozen=True, tag="delete-me"):
    """A button that asks for confirmation of a deletion; `matches` says what becomes of the open matches."""

    matches: Literal["resign", "abort"]


class DeleteData(Button, frozen=True, tag="deleted-me"):
    """A button that deletes everything; `matches` says what becomes of the open matches."""

    acts = True
    matches: Literal["resign", "abort"]


class KeepData(Button, frozen=True, tag="keep-me"):
    """A button that deletes nothing."""


_DONE = "Here's everything I store about you. README.txt explains the files."


async def export_data(ctx: UiContext, interaction: Interaction, tap: ExportData) -> None:
    """Send the person the archive of their data."""
    await hand_out(ctx, interaction)


async def hand_out(ctx: UiContext, interaction: Interaction) -> None:
    """Send a person the archive of their data in a separate message, or say that nothing is stored.

    Asking stores nothing about a stranger.
    """
    answers.without_asides(interaction)
    person = interaction.user.id
    if not await exporting.is_known(ctx.app, person):
        await say(interaction, NOTHING)
        return
    async with ctx.limits.act("copies of one's data", person):
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await exporting.archive(ctx.app, person, interaction.filesize_limit)
        if found is None:
            await answers.fill_in(interaction, content=NOTHING)
            return
        file = discord.File(io.BytesIO(found.data), filename=NAME)
        await answers.fill_in(interaction, content=_format_done(found), attachments=[file])


def _format_done(found: Archive) -> str:
    if not found.missing:
        return _DONE
    count = "1 record" if found.missing == 1 else f"{found.missing} records"
    return f"{_DONE} {count} didn't fit; you can get each with `/export`."


T = TypeVar("T")
_MOST_LINES, _LINE = 13, 42
"""Lines that the entries of a page may take on a phone, and letters of a line."""


def _measure(*texts: str) -> int:
    """Return the lines that an entry with these texts takes on a phone, and an empty one."""
    return 1 + sum(-(-len(text) // _LINE) for text in texts)


def _divide(entries: Iterable[T], texts_of: Callable[[T], tuple[str, ...]]) -> list[list[T]]:
    """Return entries in pages: as many on each as fit, and at least one."""
    pages, room = list[list[T]](), 0
    for entry in entries:
        height = _measure(*texts_of(entry))
        if height > room:
            pages.append([])
            room = _MOST_LINES
        pages[-1].append(entry)
        room -= height
    return pages


_OF_KINDS = _divide(KINDS, lambda kind: (kind.name, f"{kind.what}, {kind.why}.", f"Kept {kind.kept}."))
_OF_EVENTS = _divide(EVENTS, lambda event: (event.name, event.what))
PAGES = len(_OF_KINDS) + len(_OF_EVENTS)
"""The number of pages; the events follow the kinds of data."""
_WAYS = "-# `/privacy export` gives you all of it as files, and `/privacy delete` deletes it."


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowPrivacy) -> None:
    """Show another page."""
    answers.without_asides(interaction)
    await show(interaction, screen(tap.page, ctx.app.keep_days))


def screen(number: int, keep_days: int) -> Screen:
    """Return a page by its number, from 0; out of range, the nearest one."""
    number = max(0, min(number, PAGES - 1))
    lines: Iterable[str]
    if number < len(_OF_KINDS):
        heading = "What I store about you"
        lines = (_kind(kind, keep_days) for kind in _OF_KINDS[number])
    else:
        heading = "What happens when"
        lines = (_event(event) for event in _OF_EVENTS[number - len(_OF_KINDS)])
    return Screen(
        items.message(
            items.text(f"### {heading}\n" + "\n\n".join(lines)),
            items.text(_WAYS),
            *items.pager(number, PAGES, ShowPrivacy),
            items.row(items.button("Get my data", ExportData())),
        )
    )


def _kind(kind: Kind, keep_days: int) -> str:
    """Return a kind of data in words: its name; what it is and what for; how long it is kept."""
    what = f"{kind.what[0].upper()}{kind.what[1:]}, {kind.why}."
    return f"**{kind.name}**\n{what}\n-# Kept {format_retention(kind, keep_days)}."


def _event(event: Event) -> str:
    return f"**{event.name}**\n{event.what}"


def group(ctx: UiContext) -> app_commands.Group:
    """Return `/privacy` with its subcommands."""
    made = app_commands.Group(name="privacy", description="See, get, or delete what I store about you")
    for part in (_show, _export, _delete):
        made.add_command(part(ctx))
    return made


def _show(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="show", description="See what I store about you, why, and for how long")
    async def show_privacy(interaction: Interaction) -> None:
        answers.without_asides(interaction)
        await run_guarded(interaction, show(interaction, screen(0, ctx.app.keep_days)))

    return show_privacy


def _export(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="export", description="Get everything I store about you as files")
    async def export(interaction: Interaction) -> None:
        await run_guarded(interaction, hand_out(ctx, interaction))

    return export


def _delete(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="delete", description="Delete everything I store about you")
    async def delete(interaction: Interaction) -> None:
        await run_guarded(interaction, ask_first(ctx, interaction))

    return delete
