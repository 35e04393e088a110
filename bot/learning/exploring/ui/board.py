"""What stands around the board of a position that is played on."""

from __future__ import annotations

from bot.core.match_state import titled
from bot.core.seats import known_game
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_frame import Around
from bot.discord_kit.interactions.exercise_kind import ExerciseKind
from bot.learning.exploring import exploring
from bot.learning.exploring.exploring import STUDY, Where, level_of, where_of
from bot.learning.exploring.ui.buttons import SaveStudy
from bot.play.wording import matches
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise
from storage.tables.exercises import Tried


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Where it's from, who plays, and how it ended."""
    game, where = known_game(found.game), where_of(found.name)
    if found.kind == STUDY:
        text = "You move both sides. Take back and try something else: every line is kept."
        save = (items.button("Save as text", SaveStudy(found.id)),) if found.lines else ()
        return Around(f"Study · {_source(found, where)}", text, _result(found, tried), taps=save)
    other = matches.bot_name(game.key, level_of(game, where))
    text = f"You're {game.seats[where.seat]} against {other}. It's just for you, and nothing counts."
    return Around(f"Playing on · {_source(found, where)}", text, _line(found, tried, other))


def _source(found: Tried, where: Where) -> str:
    if where.is_lesson:
        return f"{known_game(found.game).title}, from a lesson"
    after = f"after move {where.number}" if where.number else "from the start"
    return f"{titled(found.game, where.source)}, {after}"


def _line(found: Tried, tried: Attempt, other: str) -> str:
    game, where = known_game(found.game), where_of(found.name)
    if tried.verdict == "open":
        waits = where.seat not in game.to_act(tried.state)
        return f"{other} is thinking." if waits else ""
    return _result(found, tried)


def _result(found: Tried, tried: Attempt) -> str:
    game = known_game(found.game)
    result = game.result(tried.state)
    if result is None:
        return ""
    return "**It's a draw.**" if result.winner is None else f"**{game.seats[result.winner]} wins.**"


async def replies(ctx: UiContext, found: Tried, exercise: Exercise, tried: Attempt) -> str:
    """What the bot plays."""
    asked = exploring.question(found, exercise, tried)
    return await ctx.app.metrics.thought(lambda: ctx.bots.ai_pool.think(asked))


ONWARD_KIND = ExerciseKind(
    asks=exploring.asks, around=around, ended=exploring.nothing, replies=replies, anybody=False
)
STUDY_KIND = ExerciseKind(asks=exploring.asks, around=around, ended=exploring.nothing, anybody=False)
