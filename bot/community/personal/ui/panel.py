"""The panel of `/settings`: everything a person has set, on a few pages that only they see."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import discord
from discord import app_commands, ui

from bot.community.personal.ui import sentences
from bot.community.personal.ui.buttons import (
    AskHoliday,
    AskQuiet,
    ChooseChallengers,
    ChooseGame,
    ChooseLevel,
    ChooseMarks,
    ChoosePreset,
    ChooseTheme,
    ChooseTold,
    ChooseWhere,
    EndHoliday,
    OpenSettings,
    PageName,
    Switch,
    SwitchName,
)
from bot.core.person_settings import PersonSettings, on_holiday
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.play.clocks import clocks
from games import GAMES, AnyGame

_TITLES: Mapping[PageName, str] = {
    "play": "Play",
    "looks": "Looks",
    "time": "Time",
    "people": "People",
    "dms": "DMs",
}
USUAL = "-"
"""The choice of what the game suggests."""
Parts = list[ui.Item[Any]]


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/settings`."""

    @app_commands.command(name="settings", description="Choose your looks, dice, clock, privacy, and DMs")
    async def show_settings(interaction: Interaction) -> None:
        await run_guarded(interaction, show_page(ctx, interaction, "play"))

    return show_settings


async def open_page(ctx: UiContext, interaction: Interaction, tap: OpenSettings) -> None:
    """Show another page."""
    await show_page(ctx, interaction, tap.page)


async def show_page(
    ctx: UiContext, interaction: Interaction, page: PageName, said: str = "", game: AnyGame | None = None
) -> None:
    """Show a page of the person's settings.

    `said` tells what has just changed, and `game` is the game whose usual match is being chosen.
    """
    settings = await clocks.settings_of(ctx.app, interaction.user.id)
    now = ctx.app.now()
    lines: Mapping[PageName, tuple[str, ...]] = {
        "play": sentences.of_play(settings),
        "looks": sentences.of_looks(settings),
        "time": sentences.of_time(settings, now),
        "people": sentences.of_people(settings),
        "dms": sentences.of_dms(settings),
    }
    words = "\n".join(filter(None, (said, f"### Your settings: {_TITLES[page]}", *lines[page])))
    files = await _samples(settings) if page == "looks" else []
    parts = [items.text(words), *_gallery(files), *_controls(ctx, page, settings, now, game), _pages(page)]
    await show(interaction, Screen(items.message(*parts), files))


def _pages(page: PageName) -> ui.ActionRow[Any]:
    """Return the buttons for all pages; that of the present page can't be tapped."""
    return items.row(
        *(
            items.button(
                title,
                OpenSettings(name),
                items.STRONG if name == page else items.QUIET,
                disabled=name == page,
            )
            for name, title in _TITLES.items()
        )
    )


def _controls(
    ctx: UiContext, page: PageName, settings: PersonSettings, now: int, game: AnyGame | None
) -> Parts:
    match page:
        case "play":
            return [*_play(settings), *_games(game), *(_usual(ctx, settings, game) if game else [])]
        case "looks":
            return [_one("Theme", ChooseTheme(), _themes(), settings.theme)]
        case "time":
            return _time(settings, now)
        case "people":
            return [
                _one(
                    "Who can challenge you", ChooseChallengers(), sentences.CHALLENGERS, settings.challenges
                ),
                items.row(_switch("hidden", settings.hidden, "Hide my profile", "Show my profile")),
            ]
        case "dms":
            told = [topic for topic in sentences.TOLD if topic not in settings.muted]
            return [_many("What I DM you", ChooseTold(), sentences.TOLD, told)]


# --- the pages ----------------------------------------------------------------------------------------


def _play(settings: PersonSettings) -> Parts:
    roll = _switch("roll", not settings.by_hand, "Roll for me", "Let me roll")
    ask = _switch("confirm", settings.confirm, "Ask before a move", "Don't ask")
    return [items.row(roll, ask)]


def _games(game: AnyGame | None) -> Parts:
    titles = {key: entry.title for key, entry in GAMES.items()}
    return [_one("Your usual match: choose a game", ChooseGame(), titles, game.key if game else "")]


def levels_of(ctx: UiContext, game: AnyGame) -> dict[str, str]:
    """Return the names of the levels of a game by their keys, the operator's own engines included."""
    named = {level: f"{level} · {persona.name}" for level, persona in game.personas.items()}
    return named | {name: name for name in ctx.engines_of(game.key)}


def _usual(ctx: UiContext, settings: PersonSettings, game: AnyGame) -> Parts:
    """Return the selects of a person's usual match in a game, each only if there is a choice."""
    levels, presets = levels_of(ctx, game), {preset.name: preset.name for preset in game.presets}
    chosen = (
        ("Level", ChooseLevel(game.key), levels, settings.levels),
        ("Kind of match", ChoosePreset(game.key), presets, settings.presets),
    )
    return [
        _one(name, tap, _add_usual(name, choices), kept.get(game.key, USUAL))
        for name, tap, choices, kept in chosen
        if len(choices) > 1
    ]


def _add_usual(name: str, choices: dict[str, str]) -> dict[str, str]:
    """Return the choices after one for none, which names what the game suggests: the first of them."""
    return {USUAL: f"{name}: as usual ({next(iter(choices.values()))})"} | choices


def _time(settings: PersonSettings, now: int) -> Parts:
    away = on_holiday(settings, now)
    holiday = items.button("End vacation", EndHoliday()) if away else items.button("Vacation", AskHoliday())
    weekends = _switch("weekends", settings.hours.weekends, "Pause weekends", "Play on weekends")
    return [
        items.row(items.button("Quiet hours", AskQuiet()), weekends, holiday),
        _many("No reminders", ChooseMarks(), sentences.MARKS, settings.marks),
        _one("Where I remind you", ChooseWhere(), sentences.WHERE, settings.where, "Reminders "),
    ]


# --- the controls -------------------------------------------------------------------------------------


def _switch(what: SwitchName, is_on: bool, on: str, off: str) -> items.Tap:
    """Return the button that turns a setting on or off."""
    return items.button(off, Switch(what, "off")) if is_on else items.button(on, Switch(what, "on"))


def _themes() -> dict[str, str]:
    return {key: f"{name}: {about}" for key, (name, about) in sentences.THEMES.items()}


def _one(
    placeholder: str, tap: Any, choices: Mapping[str, str], chosen: str, before: str = ""
) -> ui.ActionRow[Any]:
    """Return a select of one value."""
    return items.row(items.select(placeholder, tap, _options(choices, {chosen}, before)))


def _many(
    placeholder: str, tap: Any, choices: Mapping[str, str], chosen: Collection[str]
) -> ui.ActionRow[Any]:
    """Return a select of any number of values."""
    return items.row(items.several(placeholder, tap, _options(choices, chosen)))


def _options(
    choices: Mapping[str, str], chosen: Collection[str], before: str = ""
) -> list[discord.SelectOption]:
    capital: Callable[[str], str] = lambda text: text[:1].upper() + text[1:]  # noqa: E731
    return [
        discord.SelectOption(label=capital(before + label)[:100], value=key, default=key in chosen)
        for key, label in list(choices.items())[:25]
    ]


async def _samples(settings: PersonSettings) -> list[discord.File]:
    """Return a small picture of each game, in the person's theme."""
    theme = pictures.theme_in(settings)
    return [await pictures.icon(game.icon(), f"{key}.png", theme) for key, game in GAMES.items()]


def _gallery(files: list[discord.File]) -> Parts:
    if not files:
        return []
    shown = (
        discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
        for file in files
    )
    return [ui.MediaGallery(*shown)]
