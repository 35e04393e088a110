"""Leaderboards of a game as picture and text.

Discord doesn't notify the bot of people who leave a server, so it's asked about those on the page to show.
"""

from __future__ import annotations

import asyncio
import io
from typing import Any, Literal

import discord
from discord import app_commands, ui

from bot.core.seats import require_game
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    Interaction,
    UiContext,
    is_private,
    person_of,
    place_of,
    run_guarded,
    show,
    show_later,
)
from bot.discord_kit.interactions.members import members_of
from bot.discord_kit.text import markdown, names
from bot.play.ratings import leaderboards
from bot.play.ratings.leaderboards import BoardLine, BoardPage, Which
from bot.play.ratings.ratings import BOTS, games_of, strength
from bot.play.wording import matches
from games.core.game import AnyGame
from render import standings
from render.names import Lettering


class ShowBoard(Button, frozen=True, tag="board"):
    """Shows a page of a leaderboard."""

    game: Name
    which: Which
    page: PageNumber


class ShowStats(Button, frozen=True, tag="stats"):
    """A select of games in the statistics."""

    where: Literal["here", "everywhere"]


PICTURE = "leaderboard.png"
_TABS: dict[Which, str] = {
    "here": "Here",
    "everywhere": "Everywhere",
    "month": "This month",
    "bots": "Against the bot",
}
_WHERE: dict[Which, str] = {
    "here": "on this server",
    "everywhere": "everywhere",
    "month": "rated this month, everywhere",
    "bots": "against the bot",
}
_ORDER = "-# Ranked by conservative rating: rating − 2 × deviation. “?” means provisional, after few matches."
_HIDDEN = "Hidden player"
"""The name of a player who hides their profile."""
_MOST_ROUNDS = 20
"""How often a page is rebuilt after people on it have left; each time at least one of them is gone."""


def sub_command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    """Return the command `/<game> leaderboard`."""

    async def leaderboard(interaction: Interaction) -> None:
        await run_guarded(interaction, _begin(ctx, interaction, game))

    return app_commands.Command(
        name="leaderboard", description="See the rankings and your own place", callback=leaderboard
    )


async def _begin(ctx: UiContext, interaction: Interaction, game: AnyGame) -> None:
    person, guild = person_of(interaction), place_of(interaction).guild
    await leaderboards.is_here(ctx.app, guild, person)
    if guild is not None:
        members_of(ctx).note_seen(guild, person.id)
    await _show(ctx, interaction, game, "", 0)


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowBoard) -> None:
    """Show another board, or another page of it."""
    await _show(ctx, interaction, require_game(tap.game), tap.which, tap.page)


async def _show(ctx: UiContext, interaction: Interaction, game: AnyGame, which: str, number: int) -> None:
    """Show a page of a board (`which` empty: the default), after removing people who have left the server."""
    guild, reader = place_of(interaction).guild, interaction.user.id
    page = await leaderboards.page_of(ctx.app, game, which, number, guild, reader)
    if not _unsure(ctx, page):
        await show(interaction, await screen_of(game, page, ctx.faces))
        return
    await _wait(interaction)
    for _ in range(_MOST_ROUNDS):
        here = page.board.guild or 0
        gone = await members_of(ctx).find_gone(interaction.client, here, _unsure(ctx, page))
        if not gone:
            break
        await leaderboards.have_left(ctx.app, here, gone)
        page = await leaderboards.page_of(ctx.app, game, which, number, guild, reader)
    screen = await screen_of(game, page, ctx.faces)
    await show_later(interaction, screen)


def _unsure(ctx: UiContext, page: BoardPage) -> list[int]:
    """Return the people on a server's page who may have left the server."""
    if page.board.guild is None:
        return []
    people = [line.rating.person for line in page.lines if line.rating.person and line != page.mine]
    return members_of(ctx).unsure(page.board.guild, people)


async def _wait(interaction: Interaction) -> None:
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


# --- a page as picture and text -----------------------------------------------------------------------


async def screen_of(game: AnyGame, page: BoardPage, faces: tuple[str, ...] = ()) -> Screen:
    """Return a page of a board: heading, picture, the same as text, the reader's place, tabs and pager."""
    file = await _picture(game, page, faces)
    listed = "\n".join(_in_words(line, page) for line in page.lines)
    parts: list[ui.Item[Any]] = [
        items.text(f"### Leaderboard: {game.title}\n{_where(page)}"),
        items.picture(PICTURE, file.description or ""),
        items.text("\n".join(filter(None, (listed, _own_place(game, page), _ORDER)))),
        *_tabs(game, page),
        *items.pager(page.number, page.pages, lambda number: way_in(game.key, page.which, number)),
    ]
    return Screen(items.message(*parts), [file])


def _where(page: BoardPage) -> str:
    where = _WHERE[page.which]
    return f"{where[0].upper()}{where[1:]}{_span(page)}"


def _span(page: BoardPage) -> str:
    """Return “ · 11 to 20 of 57”, or nothing for a single page."""
    first = page.number * leaderboards.ON_A_PAGE + 1
    return f" · {first} to {first + len(page.lines) - 1} of {page.count}" if page.pages > 1 else ""


def _in_words(line: BoardLine, page: BoardPage) -> str:
    is_level = line.rating.person is None
    name = markdown.plain((_name(line),)) if is_level else names.format_name(line.name or _HIDDEN)
    name = f"**{name}**" if line == page.mine else name
    return f"`{line.place}` {name} · {_figures(line)}"


def _name(line: BoardLine) -> str:
    """Return the name on a line as plain text."""
    rating, name = line.rating, line.name or _HIDDEN
    return matches.bot_name(rating.game, name) if rating.person is None else names.short(name)


def _figures(line: BoardLine) -> str:
    gain = "" if line.gain is None else f" · {_format_signed(line.gain)} this month"
    return f"{strength(line.rating)} · {games_of(line.rating)}{gain}"


def _format_signed(points: float) -> str:
    return f"{round(points):+d}".replace("-", "−")


def _own_place(game: AnyGame, page: BoardPage) -> str:
    """Return the reader's place unless it's on the page, or how to get one."""
    if page.mine in page.lines:
        return ""
    if page.mine is not None:
        return f"**You** are #{page.mine.place} · {_figures(page.mine)}"
    if page.board.pool == BOTS:
        return f"You have no rating here yet: play the bot with `/{game.key} play`."
    missing = "You weren't rated this month" if page.which == "month" else "You have no rating here yet"
    return f"{missing}: finish a rated match, such as one you start with `/{game.key} challenge`."


def _tabs(game: AnyGame, page: BoardPage) -> list[ui.ActionRow[Any]]:
    if len(page.offered) == 1:
        return []
    return [items.row(*(_tab(game, page, which) for which in page.offered))]


def _tab(game: AnyGame, page: BoardPage, which: Which) -> items.Tap:
    if which == page.which:
        return items.label(_TABS[which], "tab", items.STRONG)
    return items.button(_TABS[which], way_in(game.key, which))


def way_in(game_key: str, which: Which, number: int = 0) -> ShowBoard:
    """Return the button that shows a page of a board."""
    return ShowBoard(game_key, which, number)


# --- the picture --------------------------------------------------------------------------------------


async def _picture(game: AnyGame, page: BoardPage, faces: tuple[str, ...]) -> discord.File:
    data = await asyncio.to_thread(lambda: standings.png(table_of(game, page, faces)))
    return discord.File(io.BytesIO(data), filename=PICTURE, description=_alt(game, page))


def table_of(game: AnyGame, page: BoardPage, faces: tuple[str, ...] = ()) -> standings.Standings:
    """Return a page as data for the picture."""
    apart = [page.mine] if page.mine is not None and page.mine not in page.lines else []
    return standings.Standings(
        game.title,
        _where(page),
        "gained" if page.which == "month" else "matches",
        tuple(_entry(line, page, faces) for line in page.lines),
        tuple(_entry(line, page, faces) for line in apart),
        "No ratings here yet.",
    )


def _entry(line: BoardLine, page: BoardPage, faces: tuple[str, ...]) -> standings.StandingsRow:
    is_level = line.rating.person is None
    known = line.name or _HIDDEN
    name = Lettering(_name(line)) if is_level else names.choose_lettering(known, line.username, faces)
    return standings.StandingsRow(
        place=line.place,
        name=name.words,
        rating=line.rating.rating,
        spread=2 * line.rating.deviation,
        said=strength(line.rating),
        note=str(line.rating.games) if page.which != "month" else _format_signed(line.gain or 0),
        mine=line == page.mine,
        level=is_level,
        face=name.face,
    )


def _alt(game: AnyGame, page: BoardPage) -> str:
    """Return a short alternative text of the picture; the list follows as text."""
    about = f"Leaderboard of {game.title}, {_WHERE[page.which]}{_span(page)}."
    if not page.lines:
        return f"{about} No ratings here yet."
    first = page.lines[0]
    leads = f"#{first.place}: {_name(first)} with {strength(first.rating)}."
    own = f" You're #{page.mine.place}." if page.mine else ""
    return f"{about} {leads}{own} The same list is below as text."
