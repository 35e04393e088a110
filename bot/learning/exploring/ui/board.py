"""The texts around the board of a position that is played on, and the handlers of its buttons."""

from __future__ import annotations

import io

import discord

from bot.core.errors import UserError
from bot.core.match_state import format_title
from bot.core.seats import require_game
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name, Number, RowId
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.learning.exercises import exercises
from bot.learning.exercises.ui import taps
from bot.learning.exploring import exploring
from bot.learning.exploring.exploring import ONWARD, STUDY, Where, level_of, where_of
from bot.play.wording import matches
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise
from storage.tables.exercises import Tried


class PlayOn(Button, frozen=True, tag="onward"):
    """A button that plays on from a position of a match, against the bot."""

    match: Name
    number: Number


class StudyFrom(Button, frozen=True, tag="study"):
    """A button that studies a position of a match, with the player moving both sides."""

    match: Name
    number: Number


class PlayLessonOn(Button, frozen=True, tag="onward-lesson"):
    """A button that plays on from a lesson's position, against the bot."""

    game: Name
    lesson: Name


class SaveStudy(Button, frozen=True, tag="study-text"):
    """A button that sends a study as a text file."""

    exercise: RowId


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds the board: where the position is from, the opponent, and the result."""
    game, where = require_game(found.game), where_of(found.name)
    if found.kind == STUDY:
        text = "You move both sides. Take back and try something else: every line is kept."
        save = (items.button("Save as text", SaveStudy(found.id)),) if found.lines else ()
        return Around(f"Study · {_source(found, where)}", text, _result(found, tried), taps=save)
    other = matches.bot_name(game.key, level_of(game, where))
    text = f"{matches.as_reader(game, where.seat)} against {other}. It's just for you, and nothing counts."
    return Around(f"Playing on · {_source(found, where)}", text, _line(found, tried, other))


def _source(found: Tried, where: Where) -> str:
    if where.is_lesson:
        return f"{require_game(found.game).title}, from a lesson"
    after = f"after move {where.number}" if where.number else "from the start"
    return f"{format_title(found.game, where.source)}, {after}"


def _line(found: Tried, tried: Attempt, other: str) -> str:
    game, where = require_game(found.game), where_of(found.name)
    if tried.verdict == "open":
        waits = where.seat not in game.to_act(tried.state)
        return f"{other} is thinking." if waits else ""
    return _result(found, tried)


def _result(found: Tried, tried: Attempt) -> str:
    game = require_game(found.game)
    result = game.result(tried.state)
    if result is None:
        return ""
    return "**It's a draw.**" if result.winner is None else f"**{game.side_names[result.winner]} wins.**"


async def replies(ctx: UiContext, found: Tried, exercise: Exercise, tried: Attempt) -> str:
    """Return the bot's move."""
    asked = exploring.question(found, exercise, tried)
    return await ctx.app.metrics.time_thought(lambda: ctx.bots.ai_pool.think(asked))


ONWARD_KIND = ExerciseKind(
    asks=exploring.asks, around=around, ended=exploring.nothing, replies=replies, anybody=False
)
STUDY_KIND = ExerciseKind(asks=exploring.asks, around=around, ended=exploring.nothing, anybody=False)


async def play_on(ctx: UiContext, interaction: Interaction, tap: PlayOn) -> None:
    """Play on from a position of a match, against the bot."""
    await _open(ctx, interaction, ONWARD, tap)


async def study(ctx: UiContext, interaction: Interaction, tap: StudyFrom) -> None:
    """Study a position of a match, with the player moving both sides."""
    await _open(ctx, interaction, STUDY, tap)


async def _open(ctx: UiContext, interaction: Interaction, kind: str, tap: PlayOn | StudyFrom) -> None:
    person, guild = interaction.user.id, place_of(interaction).guild
    game, where = await exploring.of_match(ctx.app, tap.match, tap.number, person, guild)
    if kind == STUDY and not game.perfect_information:
        raise UserError("You can study matches of games in which everything is open.")
    await taps.open_board(ctx, interaction, kind, game.key, where.name)


async def play_lesson_on(ctx: UiContext, interaction: Interaction, tap: PlayLessonOn) -> None:
    """Play on from a lesson's position, against the bot."""
    where = await exploring.of_lesson(ctx.app, require_game(tap.game), tap.lesson, interaction.user.id)
    await taps.open_board(ctx, interaction, ONWARD, tap.game, where.name)


async def save_study(ctx: UiContext, interaction: Interaction, tap: SaveStudy) -> None:
    """Send a study as a text file."""
    found = await exercises.mine(ctx.app, tap.exercise, interaction.user.id)
    name, text = await exploring.file_of(ctx.app, found)
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    await interaction.response.send_message("Here's your study.", file=file, ephemeral=True)
