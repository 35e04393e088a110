"""`/block`: somebody wants nothing to do with somebody, or looks at whom they've blocked."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.peace import blocking
from bot.peace.blocking import Page
from bot.peace.ui.buttons import ShowBlocked, Unblock
from bot.ui import items
from bot.ui.context import Interaction, UiContext, guarded, person_of, show, user_of
from bot.ui.items import Screen
from storage.blocks import Blocked

_BLOCKED = (
    "You've blocked <@{}>. You two can't challenge each other, accept each other's open challenges, or ask "
    "for a rematch. I won't tell them. Matches you already have together continue."
)
_UNBLOCKED = "You've unblocked <@{}>. You two can challenge each other again."
_NONE = "You haven't blocked anyone. `/block` blocks the person you choose, and I won't tell them."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(name="block", description="Block someone's challenges, or see who you've blocked")
    @app_commands.describe(person="Who to block (default: show your list)")
    async def block(interaction: Interaction, person: discord.User | None = None) -> None:
        await guarded(interaction, _block(ctx, interaction, person) if person else _show(ctx, interaction, 0))

    return block


async def turned(ctx: UiContext, interaction: Interaction, tap: ShowBlocked) -> None:
    """Another page of the list."""
    await _show(ctx, interaction, tap.page)


async def unblocked(ctx: UiContext, interaction: Interaction, tap: Unblock) -> None:
    """Somebody is off the list; the rest of it."""
    await blocking.unblock(ctx.app, interaction.user.id, tap.person)
    await _show(ctx, interaction, tap.page, _UNBLOCKED.format(tap.person))


async def _block(ctx: UiContext, interaction: Interaction, person: discord.abc.User) -> None:
    await blocking.block(ctx.app, person_of(interaction), user_of(person))
    taps = (items.button("Undo", Unblock(person.id, 0)), items.button("Your list", ShowBlocked(0)))
    await show(interaction, Screen(items.sentence(_BLOCKED.format(person.id), items.row(*taps))))


async def _show(ctx: UiContext, interaction: Interaction, number: int, said: str = "") -> None:
    page = await blocking.page_of(ctx.app, interaction.user.id, number)
    await show(interaction, screen(page, said))


def screen(page: Page, said: str = "") -> Screen:
    """A page of the list; `said`: what has just been done."""
    heading = items.text("\n".join(filter(None, ("### People you've blocked", said))))
    listed: list[ui.Item[Any]] = [_line(one, page.number) for one in page.listed]
    pager = items.pager(page.number, page.pages, ShowBlocked)
    return Screen(items.message(heading, *(listed or [items.text(_NONE)]), *pager))


def _line(one: Blocked, page: int) -> ui.Section[Any]:
    text = f"<@{one.person}>\n-# Since <t:{one.at}:D>"
    return ui.Section(
        items.text(text), accessory=items.button(f"Unblock {one.name}", Unblock(one.person, page))
    )
