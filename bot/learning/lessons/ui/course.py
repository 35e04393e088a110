"""`/learn`: how far somebody has come in each game, and the lessons of one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.core.seats import known_game
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenRules
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.learning.exercises.ui import taps
from bot.learning.exercises.ui.buttons import OpenExercise
from bot.learning.lessons import lessons
from bot.learning.lessons.lessons import LESSON, Progress
from bot.learning.lessons.ui import first_match
from bot.learning.lessons.ui.buttons import ChooseLesson, ShowCourse
from games import AnyGame

_HEADING = (
    "### Learn a game\nShort lessons, one idea each. Stop whenever you like; I remember how far you've come."
)


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(name="learn", description="Learn a game in a few short lessons")
    @app_commands.describe(game="Which game (default: choose from a list)")
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=game.key) for game in lessons.taught()]
    )
    async def learn(interaction: Interaction, game: str | None = None) -> None:
        await guarded(interaction, _show(ctx, interaction, game))

    return learn


async def _show(ctx: UiContext, interaction: Interaction, game_key: str | None) -> None:
    if game_key is None:
        await show(interaction, overview(await lessons.progress(ctx.app, interaction.user.id)))
    else:
        await _show_course(ctx, interaction, known_game(game_key))


async def shown(ctx: UiContext, interaction: Interaction, tap: ShowCourse) -> None:
    """The lessons of a game."""
    await _show_course(ctx, interaction, known_game(tap.game))


async def chose(ctx: UiContext, interaction: Interaction, tap: ChooseLesson) -> None:
    """A lesson was chosen from the list."""
    data: Any = interaction.data
    await taps.open_board(ctx, interaction, LESSON, tap.game, data["values"][0])


async def _show_course(ctx: UiContext, interaction: Interaction, game: AnyGame) -> None:
    person = interaction.user.id
    await show(interaction, course(ctx, person, await lessons.progress_in(ctx.app, person, game)))


def overview(found: tuple[Progress, ...]) -> Screen:
    """Each game with how far its reader has come, and the way on."""
    parts: list[ui.Item[Any]] = [items.text(_HEADING)]
    for one in found:
        said = f"**{one.game.title}** · {_so_far(one)}\n{one.game.summary}"
        tap = items.button(_verb(one), _on(one), items.STRONG if one.done else items.QUIET)
        parts.append(ui.Section(items.text(said), accessory=tap))
    return Screen(items.message(*parts))


def _so_far(one: Progress) -> str:
    if len(one.done) >= len(one.lessons):
        return "all done"
    return f"{len(one.done)} of {len(one.lessons)} lessons" if one.done else f"{len(one.lessons)} lessons"


def _verb(one: Progress) -> str:
    if one.following is None:
        return "See the lessons"
    return "Continue" if one.done else "Start"


def _on(one: Progress) -> OpenExercise | ShowCourse:
    following = one.following
    return OpenExercise(LESSON, one.game.key, following.key) if following else ShowCourse(one.game.key)


def course(ctx: UiContext, person: int, one: Progress) -> Screen:
    """The lessons of a game, those that are done marked, and a first match."""
    lines = (f"{'✅' if lesson.key in one.done else '▫️'} {lesson.title}" for lesson in one.lessons)
    options = [
        discord.SelectOption(label=f"{number}. {lesson.title}", value=lesson.key)
        for number, lesson in enumerate(one.lessons, 1)
    ]
    following = one.following
    on = (items.button(_verb(one), _on(one), items.STRONG),) if following else ()
    style = items.QUIET if following else items.STRONG
    more = (
        *on,
        *first_match.taps(ctx, person, one.game, style),
        items.button("Rules", OpenRules(one.game.key)),
    )
    heading = f"### Learn {one.game.title}"
    return Screen(
        items.message(
            items.text("\n".join((heading, *lines))),
            items.row(items.select("Choose a lesson", ChooseLesson(one.game.key), options)),
            items.row(*more),
        )
    )
