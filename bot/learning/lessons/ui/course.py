"""`/learn`: a player's progress in each game, and the lessons of one game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import require_game, require_seat
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenRules
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.discord_kit.interactions.offers import TapContext
from bot.discord_kit.text import markdown
from bot.learning.exercises.ui import taps
from bot.learning.exercises.ui.buttons import OpenExercise
from bot.learning.exploring.ui.board import PlayLessonOn
from bot.learning.lessons import lessons
from bot.learning.lessons.lessons import LESSON, Coach, Progress, asks, lesson_of
from bot.matchmaking.challenges.ui import starting
from bot.play.matches.ui import opening
from games import GAMES, AnyGame
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.lessons import Lesson
from storage.engine.handle import Writer
from storage.tables import matches
from storage.tables.exercises import Tried


def first_match_taps(
    ctx: UiContext, person: int, game: AnyGame, style: discord.ButtonStyle
) -> tuple[items.Tap, ...]:
    """Return the button that starts a match with the coach."""
    tap = starting.get_shown(ctx).button(person, game.key, coached=True)
    return (items.button("Play with a coach", tap, style),)


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """Return the coach's tip as a line of a message, or an empty string."""
    tip = await ctx.app.own(Coach, Coach).tip_in(ctx.app, state, seat)
    return f"**Coach:** {markdown.plain((tip.words,))}" if tip else ""


class DismissCoach(Button, frozen=True, tag="no-coach"):
    """A button that sends the coach of a match away."""

    match: Name


async def offer(app: AppContext, context: TapContext) -> list[items.Tap]:
    """Return the button that dismisses the coach, beside a tip."""
    tip = await app.own(Coach, Coach).tip_in(app, context.state, context.seat)
    return [items.button("No coach", DismissCoach(context.match_id))] if tip else []


async def dismiss_coach(ctx: UiContext, interaction: Interaction, tap: DismissCoach) -> None:
    """Send the coach away, and show the panel without a tip."""
    state = await ctx.app.match_state(tap.match)
    require_seat(state, interaction.user.id)
    async with ctx.app.database.write() as w:
        await matches.dismiss_coach(w, tap.match)
    await opening.open_panel(ctx, interaction, tap.match)


class ShowCourse(Button, frozen=True, tag="course"):
    """A button that shows all lessons of a game."""

    game: Name


class ChooseLesson(Button, frozen=True, tag="lesson"):
    """A select menu of a game's lessons, whose value is a lesson's key."""

    game: Name


_HEADING = (
    "### Learn a game\nShort lessons, one idea each. Stop whenever you like; I remember how far you've come."
)


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the `/learn` command."""

    @app_commands.command(name="learn", description="Learn a game in a few short lessons")
    @app_commands.describe(game="Which game (default: choose from a list)")
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=game.key) for game in GAMES.values()]
    )
    async def learn(interaction: Interaction, game: str | None = None) -> None:
        await run_guarded(interaction, _show(ctx, interaction, game))

    return learn


async def _show(ctx: UiContext, interaction: Interaction, game_key: str | None) -> None:
    if game_key is None:
        await show(interaction, overview(await lessons.progress(ctx.app, interaction.user.id)))
    else:
        await _show_course(ctx, interaction, require_game(game_key))


async def show_course(ctx: UiContext, interaction: Interaction, tap: ShowCourse) -> None:
    """Show the lessons of a game."""
    await _show_course(ctx, interaction, require_game(tap.game))


async def choose_lesson(ctx: UiContext, interaction: Interaction, tap: ChooseLesson) -> None:
    """Open the lesson chosen from the menu."""
    data: Any = interaction.data
    await taps.open_board(ctx, interaction, LESSON, tap.game, data["values"][0])


async def _show_course(ctx: UiContext, interaction: Interaction, game: AnyGame) -> None:
    if not game.lessons():
        raise UserError(f"{game.title} has no lessons yet. /rules explains it.", command="rules")
    person = interaction.user.id
    await show(interaction, course(ctx, person, await lessons.progress_in(ctx.app, person, game)))


def overview(found: tuple[Progress, ...]) -> Screen:
    """Return the list of games with the player's progress, each with a button to continue."""
    parts: list[ui.Item[Any]] = [items.text(_HEADING)]
    for progress in found:
        said = f"**{progress.game.title}** · {_so_far(progress)}\n{progress.game.summary}"
        tap = items.button(_verb(progress), _on(progress), items.STRONG if progress.done else items.QUIET)
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
    """Return the lessons of a game, the finished ones marked, and a button for a first match."""
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
        *first_match_taps(ctx, person, one.game, style),
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


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds a lesson's board: its idea, the feedback on the attempt, and the next buttons."""
    game = require_game(found.game)
    number, lesson = lesson_of(found.game, found.name)
    heading = f"{game.title} · lesson {number} of {len(game.lessons())}"
    text = f"**{lesson.title}**\n{lesson.text}"
    on = await _way_on(ctx, found) if tried.verdict == "solved" else ()
    onward = (items.button("Play on", PlayLessonOn(game.key, lesson.key)),) if _goes_on(tried, found) else ()
    taps = (*on, *onward, items.button("All lessons", ShowCourse(game.key)))
    return Around(heading, text, _line(lesson, found, tried), bool(lesson.hint), taps)


def _goes_on(tried: Attempt, found: Tried) -> bool:
    """Return whether to offer playing on: the lesson is solved, and its board isn't at the end of a match."""
    return (
        tried.verdict == "solved" and bool(found.tried) and bool(require_game(found.game).to_act(tried.state))
    )


def _line(lesson: Lesson, found: Tried, tried: Attempt) -> str:
    if tried.verdict == "solved":
        return f"✅ {lesson.right}"
    hint = f"-# Hint: {lesson.hint}" if found.hinted else ""
    wrong = lesson.wrong if tried.verdict == "failed" else ""
    return "\n".join(filter(None, (wrong, hint)))


async def _way_on(ctx: UiContext, found: Tried) -> tuple[items.Tap, ...]:
    """Return the button for the next unfinished lesson, or for a first match if all are finished."""
    progress = await lessons.progress_in(ctx.app, found.person, require_game(found.game))
    following = progress.following
    if following is None:
        return first_match_taps(ctx, found.person, progress.game, items.STRONG)
    tap = OpenExercise(LESSON, found.game, following.key)
    return (items.button("Next lesson", tap, items.STRONG),)


async def _nothing(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """Do nothing: finishing a lesson has no further effect."""


KIND = ExerciseKind(asks=asks, around=around, ended=_nothing)
