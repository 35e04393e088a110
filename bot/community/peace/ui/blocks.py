"""The command `/block`: it blocks a person, or shows the reader's block list."""

from __future__ import annotations

from typing import Annotated, Any

import discord
from discord import app_commands, ui
from msgspec import Meta

from bot.community.peace import availability
from bot.community.peace.availability import Page
from bot.core.errors import UserError
from bot.core.seats import User, require_seat
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, PageNumber
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, run_guarded, show, user_of
from bot.play.own_matches.ui import choices
from bot.play.wording import matches
from storage.tables import people
from storage.tables.blocks import Blocked

PersonId = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Unblock(Button, frozen=True, tag="unblock"):
    """A button that removes a person from the reader's list, and shows a page of the list."""

    person: PersonId
    page: PageNumber


class ShowBlocked(Button, frozen=True, tag="blocked"):
    """A button for a page of the list."""

    page: PageNumber


_BLOCKED = (
    "You've blocked {}. You two can't challenge each other, accept each other's open challenges, or ask "
    "for a rematch, and no search or ladder pairs you. I won't tell them. Matches you already have together "
    "continue."
)
_UNBLOCKED = "You've unblocked <@{}>. You two can challenge each other again."
_NONE = "You haven't blocked anyone. `/block` blocks the person you choose, and I won't tell them."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/block`."""

    @app_commands.command(name="block", description="Block someone's challenges, or see who you've blocked")
    @app_commands.describe(
        person="Who to block (default: show your list)",
        match="Block your opponent in this match, e.g. someone from another server",
    )
    async def block(
        interaction: Interaction, person: discord.User | None = None, match: str | None = None
    ) -> None:
        await run_guarded(interaction, _block_or_list(ctx, interaction, person, match))

    block.autocomplete("match")(choices.completion_against_people(ctx))
    return block


async def _block_or_list(
    ctx: UiContext, interaction: Interaction, person: discord.User | None, match_id: str | None
) -> None:
    if person is not None:
        await _block(ctx, interaction, user_of(person), f"<@{person.id}>")
    elif match_id is not None:
        await _block_opponent(ctx, interaction, match_id)
    else:
        await _show(ctx, interaction, 0)


async def _block_opponent(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Block the opponent in a match, who may share no server with the person."""
    state = await ctx.app.match_state(await choices.find_id(ctx, interaction.user.id, match_id))
    seat = 1 - require_seat(state, interaction.user.id)
    opponent = state.seat_row(seat).person
    if opponent is None or opponent < 0:
        raise UserError("There's no one to block in this match. Choose a match against another person.")
    async with ctx.app.database.read() as r:
        known = await people.get(r, opponent)
    other = User(opponent, known.name if known else "", username=known.username if known else None)
    await _block(ctx, interaction, other, matches.who_sits(state, seat))


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowBlocked) -> None:
    """Show another page of the list."""
    await _show(ctx, interaction, tap.page)


async def unblock_person(ctx: UiContext, interaction: Interaction, tap: Unblock) -> None:
    """Unblock a person and show the rest of the list."""
    await availability.unblock(ctx.app, interaction.user.id, tap.person)
    await _show(ctx, interaction, tap.page, _UNBLOCKED.format(tap.person))


async def _block(ctx: UiContext, interaction: Interaction, person: User, who: str) -> None:
    await availability.block(ctx.app, person_of(interaction), person)
    taps = (items.button("Undo", Unblock(person.id, 0)), items.button("Your list", ShowBlocked(0)))
    await show(interaction, Screen(items.sentence(_BLOCKED.format(who), items.row(*taps))))


async def _show(ctx: UiContext, interaction: Interaction, number: int, said: str = "") -> None:
    page = await availability.page_of(ctx.app, interaction.user.id, number)
    await show(interaction, screen(page, said))


def screen(page: Page, said: str = "") -> Screen:
    """Return a page of the list; `said` tells what has just been done."""
    heading = items.text("\n".join(filter(None, ("### People you've blocked", said))))
    listed: list[ui.Item[Any]] = [_line(blocked, page.number) for blocked in page.listed]
    pager = items.pager(page.number, page.pages, ShowBlocked)
    return Screen(items.message(heading, *(listed or [items.text(_NONE)]), *pager))


def _line(one: Blocked, page: int) -> ui.Section[Any]:
    text = f"<@{one.person}>\n-# Since <t:{one.at}:D>"
    return ui.Section(
        items.text(text), accessory=items.button(f"Unblock {one.name}", Unblock(one.person, page))
    )
