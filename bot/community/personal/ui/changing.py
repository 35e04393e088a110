"""The taps that change a personal setting, each confirmed in one sentence above the present settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from bot.community.personal.ui import sentences
from bot.community.personal.ui.buttons import (
    ChooseChallengers,
    ChooseGame,
    ChooseLevel,
    ChooseMarks,
    ChoosePreset,
    ChooseTheme,
    ChooseTold,
    ChooseWhere,
    PageName,
    Switch,
    SwitchName,
)
from bot.community.personal.ui.panel import USUAL, levels_of, show_page
from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.person_settings import PersonSettings
from bot.core.seats import require_game
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.play.clocks import changing, clocks
from bot.play.clocks.changing import Change
from bot.play.outbox.digests import TOPICS
from games import AnyGame

_UNKNOWN = "That isn't one of the choices. Choose one from the list."
_SWITCHED: Mapping[SwitchName, tuple[PageName, str, str]] = MappingProxyType(
    {
        "roll": (
            "play",
            "Starting with your next turn, I'll roll for you.",
            "Starting with your next turn, you'll roll yourself.",
        ),
        "confirm": ("play", "I'll ask you once more before each move.", "I'll play what you tap right away."),
        "weekends": (
            "time",
            "From your next turn on, your clock is paused on weekends.",
            "From your next turn on, your clock runs on weekends.",
        ),
        "hidden": (
            "people",
            "Your profile is hidden: only you can see it, and leaderboards don't show your name.",
            "Everyone can see your profile.",
        ),
    }
)
"""The page of each switch, and what's said when it's turned on or off."""


async def change(
    ctx: UiContext,
    interaction: Interaction,
    page: PageName,
    change: Change,
    said: str,
    game: AnyGame | None = None,
) -> None:
    """Change the settings of the person who tapped, and show the page with what was changed."""
    person = await ctx.meet(interaction)
    await changing.change_settings(ctx.app, person.id, change)
    await show_page(ctx, interaction, page, said, game)


async def switch_setting(ctx: UiContext, interaction: Interaction, tap: Switch) -> None:
    """Turn a setting on or off."""
    page, on, off = _SWITCHED[tap.what]
    is_on = tap.to == "on"
    await change(
        ctx, interaction, page, lambda old, _: _set_switch(old, tap.what, is_on), on if is_on else off
    )


def _set_switch(old: PersonSettings, what: SwitchName, is_on: bool) -> PersonSettings:
    match what:
        case "roll":
            return msgspec.structs.replace(old, by_hand=not is_on)
        case "confirm":
            return msgspec.structs.replace(old, confirm=is_on)
        case "weekends":
            return person_settings.with_weekends(old, is_on)
        case "hidden":
            return msgspec.structs.replace(old, hidden=is_on)


async def set_theme(ctx: UiContext, interaction: Interaction, tap: ChooseTheme) -> None:
    """Change the theme."""
    theme = _read_choice(interaction, sentences.THEMES)
    said = f"Your pictures use the theme “{sentences.THEMES[theme][0]}” now."
    await change(ctx, interaction, "looks", lambda old, _: msgspec.structs.replace(old, theme=theme), said)


async def show_game(ctx: UiContext, interaction: Interaction, tap: ChooseGame) -> None:
    """Show the choices for a game's usual match; nothing changes yet."""
    await show_page(ctx, interaction, "play", game=require_game(_values(interaction)[0]))


async def set_level(ctx: UiContext, interaction: Interaction, tap: ChooseLevel) -> None:
    """Set the bot's level in a game for matches in which the person names none."""
    game = require_game(tap.game)
    level = _read_choice(interaction, {USUAL, *levels_of(ctx, game)})
    usual = f"In {game.title}, you play the bot's usual level unless you choose another."
    said = (
        usual
        if level == USUAL
        else f"In {game.title}, you play the bot's level “{level}” unless you choose another."
    )
    await change(
        ctx,
        interaction,
        "play",
        lambda old, _: msgspec.structs.replace(old, levels=_with(old.levels, game, level)),
        said,
        game,
    )


async def set_preset(ctx: UiContext, interaction: Interaction, tap: ChoosePreset) -> None:
    """Set the preset of a game for matches in which the person names none."""
    game = require_game(tap.game)
    preset = _read_choice(interaction, {USUAL, *(preset.name for preset in game.presets)})
    usual = f"In {game.title}, you play the usual kind of match unless you choose another."
    said = usual if preset == USUAL else f"In {game.title}, you play “{preset}” unless you choose another."
    await change(
        ctx,
        interaction,
        "play",
        lambda old, _: msgspec.structs.replace(old, presets=_with(old.presets, game, preset)),
        said,
        game,
    )


def _with(kept: Mapping[str, str], game: AnyGame, chosen: str) -> dict[str, str]:
    """Return the choices by game with a new choice for one game; the default choice isn't kept."""
    others = {key: value for key, value in kept.items() if key != game.key}
    return others if chosen == USUAL else others | {game.key: chosen}


async def set_marks(ctx: UiContext, interaction: Interaction, tap: ChooseMarks) -> None:
    """Set when a person is reminded."""
    chosen = _values(interaction)
    marks = tuple(mark for mark in sentences.MARKS if mark in chosen)
    await _reminders(ctx, interaction, lambda old, _: msgspec.structs.replace(old, marks=marks))


async def set_where(ctx: UiContext, interaction: Interaction, tap: ChooseWhere) -> None:
    """Set where a person is reminded."""
    where = _read_choice(interaction, sentences.WHERE)
    await _reminders(ctx, interaction, lambda old, _: msgspec.structs.replace(old, where=where))


async def _reminders(ctx: UiContext, interaction: Interaction, change: Change) -> None:
    """Change when or where a person is reminded, and say both."""
    person = await ctx.meet(interaction)
    await changing.change_settings(ctx.app, person.id, change)
    said = sentences.confirm_reminders(await clocks.settings_of(ctx.app, person.id))
    await show_page(ctx, interaction, "time", said)


async def set_challengers(ctx: UiContext, interaction: Interaction, tap: ChooseChallengers) -> None:
    """Set who may challenge a person."""
    who: Any = _read_choice(interaction, sentences.CHALLENGERS)
    said = {
        "everyone": "Everyone can challenge you.",
        "met": "Only people you've played can challenge you.",
        "none": "No one can challenge you; you can still challenge others.",
    }[who]
    await change(
        ctx, interaction, "people", lambda old, _: msgspec.structs.replace(old, challenges=who), said
    )


async def set_topics(ctx: UiContext, interaction: Interaction, tap: ChooseTold) -> None:
    """Set what a person is told by DM."""
    chosen = _values(interaction)
    muted = tuple(topic for topic in TOPICS if topic not in chosen)
    said = "Saved. I won't DM you about the rest." if muted else "Saved. I'll DM you about all of them."
    await change(ctx, interaction, "dms", lambda old, _: msgspec.structs.replace(old, muted=muted), said)


def _values(interaction: Interaction) -> list[str]:
    data: Any = interaction.data
    values: list[str] = data["values"]
    return values


def _read_choice(interaction: Interaction, known: Any) -> str:
    """Return the only value of a select; raise UserError if it isn't among the choices anymore."""
    value = next(iter(_values(interaction)), "")
    if value not in known:
        raise UserError(_UNKNOWN)
    return value
