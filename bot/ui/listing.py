"""The list of one's own matches."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.service.refused import Refused
from bot.service.table import Table
from bot.ui import custom_ids, items, screens, words
from bot.ui.desk import Desk, Interaction, show
from storage import matches

_ON_A_PAGE = 8


async def open_tables(desk: Desk, person: int) -> list[Table]:
    """The person's open matches, those where they are to act first."""
    async with desk.host.database.read() as r:
        rows = await matches.open_of(r, person)
    tables = [await desk.host.table(row.id) for row in rows]
    return sorted(tables, key=lambda table: table.seat_of(person) not in table.to_act)


async def show_matches(desk: Desk, interaction: Interaction, page: int) -> None:
    """A page of the person's open matches, each with a way in."""
    tables = await open_tables(desk, interaction.user.id)
    if not tables:
        raise Refused("You are in no match. Start one with a challenge, or play the bot.")
    pages = -(-len(tables) // _ON_A_PAGE)
    page = max(0, min(page, pages - 1))
    shown = tables[page * _ON_A_PAGE : (page + 1) * _ON_A_PAGE]
    parts: list[ui.Item[Any]] = [items.text("### Your matches")]
    for table in shown:
        parts.append(await _entry(desk, table, interaction.user.id))
    if pages > 1:
        parts.append(_pager(page, pages))
    await show(interaction, screens.Screen(items.message(*parts)))


async def _entry(desk: Desk, table: Table, person: int) -> ui.Section[Any]:
    seat = table.seat_of(person) or 0
    mine = seat in table.to_act
    due = await desk.due_at(table)
    turn = "**Your turn**" if mine else "Waiting"
    until = f", <t:{due}:R>" if due else ""
    place = f" · <#{table.match.thread or table.match.channel}>" if table.match.guild else ""
    sides = f"{table.game.title} as {table.game.seats[seat]} against {words.opponent(table, seat)}"
    opening = items.button(
        "Open", custom_ids.make("open", table.match.id), items.STRONG if mine else items.QUIET
    )
    return ui.Section(items.text(f"{turn}{until} · {sides}{place}"), accessory=opening)


def _pager(page: int, pages: int) -> ui.ActionRow[Any]:
    return items.row(
        items.button("◀", custom_ids.make("matches", page - 1), disabled=page == 0),
        items.button(f"{page + 1} of {pages}", custom_ids.make("blank", "page"), disabled=True),
        items.button("▶", custom_ids.make("matches", page + 1), disabled=page == pages - 1),
    )
