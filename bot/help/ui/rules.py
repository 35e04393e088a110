"""The rules of a game, page by page, for their reader alone."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.help.ui.buttons import OpenRules, TurnRules
from bot.ui import items, pictures
from bot.ui.context import NO_PINGS, Interaction, UiContext, guarded, known_game, show
from bot.ui.items import Screen
from games import GAMES, AnyGame
from games.core.pages import RulesPage
from games.core.presets import CUSTOM, Preset


def command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    """`/<game> rules`."""

    async def show_rules(interaction: Interaction) -> None:
        await guarded(interaction, show_page(interaction, game.key, 0))

    return app_commands.Command(
        name="rules", description="Read the rules, with pictures", callback=show_rules
    )


async def open_beside(ctx: UiContext, interaction: Interaction, tap: OpenRules) -> None:
    """The first page beside what was tapped, which keeps what else can be done there."""
    screen = await page_screen(known_game(tap.game).key, 0)
    await interaction.response.send_message(**screen.as_new(), ephemeral=True, allowed_mentions=NO_PINGS)


async def show_page(interaction: Interaction, game_key: str, number: int) -> None:
    """Page `number` (from 0) of the rules of a game."""
    await show(interaction, await page_screen(known_game(game_key).key, number))


async def turned(ctx: UiContext, interaction: Interaction, tap: TurnRules) -> None:
    """Another page was tapped."""
    await show_page(interaction, tap.game, tap.page)


async def page_screen(game_key: str, number: int) -> Screen:
    """One page with its picture and the way to the others."""
    game = GAMES[game_key]
    pages = (*game.rules(), *_presets(game), _levels(game))
    number = max(0, min(number, len(pages) - 1))
    page = pages[number]
    files: list[discord.File] = []
    parts: list[ui.Item[Any]] = [items.text(f"### {game.title}: {page.title}\n{page.text}")]
    if page.scene is not None:
        file = await pictures.board(page.scene)
        files.append(file)
        parts.append(items.picture(file.filename, file.description or ""))
    to_page = partial(TurnRules, game_key)
    parts += items.pager(number, len(pages), to_page, "◀ Back", "Next ▶")
    return Screen(items.message(*parts), files)


def _presets(game: AnyGame) -> tuple[RulesPage, ...]:
    """The ways to play that have a name, where there are several."""
    usual, *others = game.presets
    if not others:
        return ()
    lines = (f"**{one.name}**{_note(one, usual)}: {one.about}" for one in game.presets)
    commands = ("challenge", "play") if game.supports_pvp else ("play",)
    offered = " and ".join(f"`/{game.key} {command}`" for command in commands)
    custom = f"Any other rules are *{CUSTOM}*: your match is casual then, and its card says so."
    choose = f"Choose one with the option `preset` of {offered}. {custom}"
    return (RulesPage("ways to play", "\n".join((*lines, choose))),)


def _note(one: Preset, usual: Preset) -> str:
    notes = ("default" if one == usual else "", "" if one.rated else "casual")
    said = ", ".join(filter(None, notes))
    return f" ({said})" if said else ""


def _levels(game: AnyGame) -> RulesPage:
    """The last page: whom one meets when one plays the bot."""
    lines = (f"**{one.name}** ({level}): {one.words}" for level, one in game.personas.items())
    return RulesPage("the bot", "\n".join((*lines, f"Play them with `/{game.key} play`.")))
