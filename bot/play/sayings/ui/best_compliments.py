"""The command `/compliments`: the best-liked ones of a server; moderators can hide some."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    NOT_A_MEMBER,
    Interaction,
    UiContext,
    is_without_bot,
    place_of,
    run_guarded,
    show,
)
from bot.discord_kit.interactions.members import moderates
from bot.discord_kit.text import markdown
from bot.play.sayings import sayings
from bot.play.sayings.sayings import Line, Page, hearts_of
from bot.play.sayings.ui.giving import HideSaying, ShowBest, ShowSayingAgain
from bot.play.wording import matches
from games import GAMES
from storage.rows import Seat

_NONE = (
    "No compliment has a heart here yet. When a match with compliments is over, its players can give "
    "one each: tap *Best compliment* where it says how it ended."
)
_HIDDEN = "These words won't be on this server's list anymore, nor be suggested in its matches."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /compliments."""

    @app_commands.command(name="compliments", description="See the best compliments on this server")
    async def compliments(interaction: Interaction) -> None:
        await run_guarded(interaction, _show(ctx, interaction, 0))

    return compliments


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowBest) -> None:
    """Show another page."""
    await _show(ctx, interaction, tap.page)


async def hide_saying(ctx: UiContext, interaction: Interaction, tap: HideSaying) -> None:
    """Hide a compliment for a moderator."""
    guild, data = _require_moderator(interaction), interaction.data
    chosen: Any = data
    page = await sayings.page_of(ctx.app, guild, tap.page, interaction.user.id, moderated=True)
    mark = next((line.best.mark for line in page.lines if line.best.mark == chosen["values"][0]), None)
    if mark is None:
        told = "These words aren't on this page of the list. Take another look with /compliments."
        raise UserError(told, command="compliments")
    await sayings.hide(ctx.app, guild, mark, interaction.user.id)
    await _show(ctx, interaction, tap.page, mark)


async def restore_saying(ctx: UiContext, interaction: Interaction, tap: ShowSayingAgain) -> None:
    """Show a hidden compliment again for a moderator."""
    await sayings.show_again(ctx.app, _require_moderator(interaction), tap.mark, interaction.user.id)
    await _show(ctx, interaction, 0)


async def _show(ctx: UiContext, interaction: Interaction, number: int, hidden: str = "") -> None:
    guild, may = _here(interaction), moderates(interaction)
    page = await sayings.page_of(ctx.app, guild, number, interaction.user.id, moderated=may)
    await show(interaction, screen(page, moderated=may, hidden=hidden))


def _here(interaction: Interaction) -> int:
    guild = place_of(interaction).guild
    if is_without_bot(interaction):
        raise UserError(NOT_A_MEMBER)
    if guild is None:
        told = "Each server has a list of its own. Use /compliments on a server where you play."
        raise UserError(told, command="compliments")
    return guild


def _require_moderator(interaction: Interaction) -> int:
    guild = _here(interaction)
    if not moderates(interaction):
        raise UserError("Only members who can manage messages can take words out of this list.")
    return guild


def screen(page: Page, *, moderated: bool, hidden: str = "") -> Screen:
    """Return a page of the list; `hidden`: the mark of a compliment that was just hidden."""
    listed = "\n".join(_in_words(line) for line in page.lines) or _NONE
    undo = [items.text(_HIDDEN), items.row(items.button("Undo", ShowSayingAgain(hidden)))] if hidden else []
    return Screen(
        items.message(
            items.text(f"### Best compliments\nOn this server\n\n{listed}"),
            *items.pager(page.number, page.pages, ShowBest),
            *([_hiding(page)] if moderated and page.lines else []),
            *undo,
        )
    )


def _in_words(line: Line) -> str:
    said, game = markdown.plain((line.best.text,)), GAMES[line.match.game].title
    who = f"{_who(line.match.game, line.speaker)} to {_who(line.match.game, line.listener)}"
    return f"`{line.place}` “{said}” · {hearts_of(line.best.hearts)} ❤️\n-# {who}, {game}"


def _who(game_key: str, row: Seat | None) -> str:
    return "someone" if row is None else matches.who(game_key, row)


def _hiding(page: Page) -> discord.ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=f"{line.place}: {line.best.text}"[:100], value=line.best.mark)
        for line in page.lines
    ]
    return items.row(items.select("For moderators: hide one", HideSaying(page.number), options))
