"""The screen of `/play`: the games as cards, each with a button that starts a match against the bot."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands, ui

from bot.community.welcome.welcoming import Welcomed, is_first_visit
from bot.core.person_settings import PersonSettings, settings_in
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenLobby, OpenRules
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, run_guarded, show
from bot.learning.lessons.ui.course import ShowCourse, first_match_taps
from bot.matchmaking.challenges.ui import starting
from games import GAMES, AnyGame
from storage.engine.turns import BegunElsewhere, TooLate
from storage.tables import matches

_HEADING = "### Pick a game\nOne tap starts a casual match with the bot."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/play`."""

    @app_commands.command(name="play", description="Pick a game and play the bot at once")
    async def play(interaction: Interaction) -> None:
        await run_guarded(interaction, _play(ctx, interaction))

    return play


async def _play(ctx: UiContext, interaction: Interaction) -> None:
    person = interaction.user.id
    async with ctx.app.database.read() as r:
        settings = await settings_in(r, person)
        played = {key for key in GAMES if await matches.has_met_ai(r, person, key)}
    await show(interaction, await screen(ctx, person, settings, played))


async def screen(ctx: UiContext, person: int, settings: PersonSettings, played: set[str]) -> Screen:
    """Return a card for each game, with a picture, a line about it and buttons; and how to play a person.

    A game has a button for the coach only if it's in `played`: the first match has a coach anyway.
    """
    find = items.row(items.button("Find me an opponent", OpenLobby()))
    parts: list[ui.Item[Any]] = [items.text(_HEADING), find]
    files: list[discord.File] = []
    for game in GAMES.values():
        file = await pictures.icon(game.icon(), f"{game.key}.png", pictures.theme_in(settings))
        picture: ui.Thumbnail[Any] = ui.Thumbnail(
            f"attachment://{file.filename}", description=file.description
        )
        tap = starting.get_shown(ctx).button(person, game.key)
        play = items.button(f"Play {game.title}", tap, items.STRONG)
        parts += [
            ui.Section(items.text(_format_card(game, settings)), accessory=picture),
            items.row(
                play,
                *_learn(ctx, person, game, game.key in played),
                items.button("Rules", OpenRules(game.key)),
            ),
        ]
        files.append(file)
    people = ", ".join(f"`/{game.key} challenge`" for game in GAMES.values() if game.supports_pvp)
    parts += [items.text(f"-# To play a person: {people}")] if people else []
    return Screen(items.message(*parts), files)


def _learn(ctx: UiContext, person: int, game: AnyGame, has_played: bool) -> tuple[items.Tap, ...]:
    """Return the buttons for another match with the coach and for a game's lessons, if it has any."""
    if not game.lessons():
        return ()
    coached = first_match_taps(ctx, person, game, items.QUIET) if has_played else ()
    return (*coached, items.button("Learn it", ShowCourse(game.key)))


def _format_card(game: AnyGame, settings: PersonSettings) -> str:
    """Return the text of a card: the game, and the person's usual choices or what it's about."""
    usual = ", ".join(kept[game.key] for kept in (settings.levels, settings.presets) if game.key in kept)
    return f"**{game.title}**\n{f'Your usual: {usual}.' if usual else game.summary}"


log = logging.getLogger(__name__)

LINE = "-# New here? I DM you when it's your turn; `/help` has the rest."


async def welcome(ctx: UiContext, interaction: Interaction) -> str:
    """Return the line for a person's first visit, once; empty later, or if anything goes wrong."""
    person = person_of(interaction)
    try:
        return LINE if await is_first_visit(ctx.app, ctx.app.own(Welcomed, Welcomed), person) else ""
    except (TooLate, BegunElsewhere):
        return ""
    except Exception:
        log.exception("%s wasn't welcomed", person.id)
        return ""
