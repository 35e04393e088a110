"""What stands around the board of a lesson."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.seats import known_game
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.learning.exercises.ui.buttons import OpenExercise
from bot.learning.exploring.ui.buttons import PlayLessonOn
from bot.learning.lessons import lessons
from bot.learning.lessons.lessons import LESSON, asks, lesson_of
from bot.learning.lessons.ui import first_match
from bot.learning.lessons.ui.buttons import ShowCourse
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.lessons import Lesson
from storage.engine.handle import Writer
from storage.tables.exercises import Tried


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """The lesson's idea, what's said of the try, and the way on."""
    game = known_game(found.game)
    number, lesson = lesson_of(found.game, found.name)
    heading = f"{game.title} · lesson {number} of {len(game.lessons())}"
    text = f"**{lesson.title}**\n{lesson.text}"
    on = await _way_on(ctx, found) if tried.verdict == "solved" else ()
    onward = (items.button("Play on", PlayLessonOn(game.key, lesson.key)),) if _goes_on(tried, found) else ()
    taps = (*on, *onward, items.button("All lessons", ShowCourse(game.key)))
    return Around(heading, text, _line(lesson, found, tried), bool(lesson.hint), taps)


def _goes_on(tried: Attempt, found: Tried) -> bool:
    """Whether a lesson that was solved has a board to be played on."""
    return (
        tried.verdict == "solved" and bool(found.tried) and bool(known_game(found.game).to_act(tried.state))
    )


def _line(lesson: Lesson, found: Tried, tried: Attempt) -> str:
    if tried.verdict == "solved":
        return f"✅ {lesson.right}"
    hint = f"-# Hint: {lesson.hint}" if found.hinted else ""
    wrong = lesson.wrong if tried.verdict == "failed" else ""
    return "\n".join(filter(None, (wrong, hint)))


async def _way_on(ctx: UiContext, found: Tried) -> tuple[items.Tap, ...]:
    """To the next lesson that isn't done, or into a first match."""
    progress = await lessons.progress_in(ctx.app, found.person, known_game(found.game))
    following = progress.following
    if following is None:
        return first_match.taps(ctx, found.person, progress.game, items.STRONG)
    tap = OpenExercise(LESSON, found.game, following.key)
    return (items.button("Next lesson", tap, items.STRONG),)


async def _nothing(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """A lesson is done, and nothing else follows."""


KIND = ExerciseKind(asks=asks, around=around, ended=_nothing)
