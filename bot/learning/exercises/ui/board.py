"""The message with an exercise's board: its task, its picture, and its buttons."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import ui

from bot.core.seats import require_game
from bot.discord_kit.components import items, pictures, prompts
from bot.discord_kit.components.buttons import Draft
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_kind import Around
from bot.discord_kit.text import markdown
from bot.learning.exercises.ui.buttons import (
    TryAgain,
    TryBack,
    TryChoose,
    TryDraft,
    TryHint,
    TryPick,
    TryWrite,
)
from games.core.screen.prompt import Choice, Prompt
from games.core.teaching.attempts import Attempt, to_act
from games.core.vocabulary.tasks import Exercise, Goal, Onward, Quiz
from storage.tables.exercises import Tried

_NO_MOVE = "You can't move here anymore."


def taps_of(found: Tried) -> prompts.Taps:
    """Return the constructors of a board's buttons, bound to the progress and version that the player saw."""
    kinds = (TryPick, TryChoose, TryDraft, TryWrite)
    return prompts.Taps(*(partial(kind, found.id, found.version) for kind in kinds))


def find_prompt(
    found: Tried, exercise: Exercise, tried: Attempt, draft: Draft
) -> tuple[Prompt | None, Draft]:
    """Return the next prompt and its draft; the prompt is None unless the player is to act."""
    game = require_game(found.game)
    seat = to_act(game, exercise, tried.state)
    if tried.verdict != "open":
        return None, ()
    if isinstance(exercise.task, Quiz):
        choices = tuple(
            Choice(answer.key, answer.label, action=answer.key) for answer in exercise.task.answers
        )
        return Prompt(exercise.task.question, "list", choices), ()
    return prompts.find_prompt(game, game.view(tried.state, seat), draft) if seat is not None else (None, ())


async def screen(
    ctx: UiContext,
    found: Tried,
    exercise: Exercise,
    tried: Attempt,
    around: Around,
    draft: Draft = (),
    page: int = 0,
) -> Screen:
    """Return the message with the board after a draft, and one page of the prompt's choices."""
    prompt, draft = find_prompt(found, exercise, tried, draft)
    game, view = require_game(found.game), require_game(found.game).view(tried.state, exercise.seat)
    picture = prompt.picture if prompt else around.picture
    scene = picture or game.scene(view, marks=prompt.marks if prompt else ())
    file = await pictures.board(scene, theme=await pictures.theme_of(ctx.app, found.person))
    where = prompts.Where(taps_of(found), draft, page)
    rows = prompts.rows(prompt, where) if prompt else []
    before = "\n".join(filter(None, (f"### {around.heading}", around.text, *_list_notes(game, view))))
    parts = (items.text(before), items.show_picture(file), *_question(exercise, tried, prompt, around), *rows)
    aside = items.within(parts, [*_own_taps(found, exercise, tried, around), *around.taps])
    return Screen(items.message(*parts, *aside), [file])


def _list_notes(game: Any, view: Any) -> tuple[str, ...]:
    noted = markdown.plain(game.noted(view))
    return (noted,) if noted else ()


def _question(
    exercise: Exercise, tried: Attempt, prompt: Prompt | None, around: Around
) -> tuple[ui.Item[Any], ...]:
    """Return the text below the board: messages, feedback, the task with its tally, and the next question."""
    task = markdown.format_question(exercise.task.question) if tried.verdict == "open" else ""
    own = prompt.question if prompt and not isinstance(exercise.task, Quiz) else ""
    asked = (markdown.plain((line,)) for line in (_count_up(exercise, tried), own))
    lines = filter(None, (markdown.plain(tried.told), around.line, task, *asked))
    said = "\n".join(lines)
    return (items.text(said),) if said else ()


def _count_up(exercise: Exercise, tried: Attempt) -> str:
    """Return what counts so far in an open task; empty if nothing is added up in it."""
    task = exercise.task
    if not isinstance(task, Goal) or task.tally is None or tried.verdict != "open":
        return ""
    return task.tally(tried.state)


def _own_taps(found: Tried, exercise: Exercise, tried: Attempt, around: Around) -> list[items.Tap]:
    hint = tried.verdict == "open" and around.has_hint and not found.hinted
    hints = [items.button("Hint", TryHint(found.id, found.version))] if hint else []
    style = items.STRONG if tried.verdict == "failed" else items.QUIET
    label = "Try again" if tried.verdict == "failed" else "Start over"
    again = [items.button(label, TryAgain(found.id, found.version), style)] if found.tried else []
    back = isinstance(exercise.task, Onward) and exercise.task.both and bool(found.tried)
    backs = [items.button("Take back", TryBack(found.id, found.version))] if back else []
    return [*backs, *again, *hints]
