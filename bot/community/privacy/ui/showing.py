"""What is stored about people, in pages."""

from __future__ import annotations

import io
from typing import Any, Literal

import discord
from discord import app_commands

from bot.community.privacy import exporting
from bot.community.privacy.exporting import NAME, Archive
from bot.community.privacy.inventory import EVENTS, KINDS, Event, Kind, kept
from bot.community.privacy.ui import deleting
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, PageNumber
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, say, show


class ShowPrivacy(Button, frozen=True, tag="privacy"):
    """A page of what is stored."""

    page: PageNumber


class ExportData(Button, frozen=True, tag="mydata"):
    """Everything about the reader, as a file."""


class AskAgain(Button, frozen=True, tag="delete-me"):
    """Asks once more whether all of that is to be deleted; `matches`: what becomes of those under way."""

    matches: Literal["resign", "abort"]


class DeleteData(Button, frozen=True, tag="deleted-me"):
    """Deletes it."""

    acts = True
    matches: Literal["resign", "abort"]


class KeepData(Button, frozen=True, tag="keep-me"):
    """Deletes nothing."""


_DONE = "Here's everything I store about you. README.txt explains the files."


async def tapped(ctx: UiContext, interaction: Interaction, tap: ExportData) -> None:
    """The button that gives it."""
    await hand_out(ctx, interaction)


async def hand_out(ctx: UiContext, interaction: Interaction) -> None:
    """The archive beside everything else. Where nothing is known, asking leaves no trace either."""
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
        await answers.fill_in(interaction, content=_said(found), attachments=[file])


def _said(found: Archive) -> str:
    if not found.missing:
        return _DONE
    count = "1 record" if found.missing == 1 else f"{found.missing} records"
    return f"{_DONE} {count} didn't fit; you can get each with `/export`."


_ON_A_PAGE = 4
"""About what a phone shows at once."""
_OF_KINDS = -(-len(KINDS) // _ON_A_PAGE)
PAGES = _OF_KINDS + 1
"""The last one tells what happens when; the others are of about the same length."""
NOTHING = "I know nothing about you."
_WAYS = "-# `/privacy export` gives you all of it as files, and `/privacy delete` deletes it."


async def turned(ctx: UiContext, interaction: Interaction, tap: ShowPrivacy) -> None:
    """Another page."""
    answers.without_asides(interaction)
    await show(interaction, screen(tap.page, ctx.app.keep_days))


def screen(number: int, keep_days: int) -> Screen:
    """A page, or the nearest one there is."""
    number = max(0, min(number, PAGES - 1))
    first, behind = (page * len(KINDS) // _OF_KINDS for page in (number, number + 1))
    kinds = KINDS[first:behind]
    last = number == PAGES - 1
    heading = "What happens when" if last else "What I store about you"
    lines = map(_event, EVENTS) if last else (_kind(one, keep_days) for one in kinds)
    return Screen(
        items.message(
            items.text(f"### {heading}\n" + "\n\n".join(lines)),
            items.text(_WAYS),
            *items.pager(number, PAGES, ShowPrivacy),
            items.row(items.button("Get my data", ExportData())),
        )
    )


def _kind(kind: Kind, keep_days: int) -> str:
    """“**Your settings**: your quiet hours …, so that the bot does what you asked for. Kept until …”"""
    what = f"{kind.what[0].upper()}{kind.what[1:]}, {kind.why}."
    return f"**{kind.name}**\n{what}\n-# Kept {kept(kind, keep_days)}."


def _event(event: Event) -> str:
    return f"**{event.name}**\n{event.what}"


def group(ctx: UiContext) -> app_commands.Group:
    """The command with all its parts."""
    made = app_commands.Group(name="privacy", description="See, get, or delete what I store about you")
    for part in (_show, _export, _delete):
        made.add_command(part(ctx))
    return made


def _show(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="show", description="See what I store about you, why, and for how long")
    async def show_privacy(interaction: Interaction) -> None:
        answers.without_asides(interaction)
        await guarded(interaction, show(interaction, screen(0, ctx.app.keep_days)))

    return show_privacy


def _export(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="export", description="Get everything I store about you as files")
    async def export(interaction: Interaction) -> None:
        await guarded(interaction, hand_out(ctx, interaction))

    return export


def _delete(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="delete", description="Delete everything I store about you")
    async def delete(interaction: Interaction) -> None:
        await guarded(interaction, deleting.asked(ctx, interaction))

    return delete
