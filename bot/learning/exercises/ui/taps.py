"""Handlers of taps on an exercise's board."""

from __future__ import annotations

from typing import Any

from bot.core.errors import Stale, UserError
from bot.core.seats import require_game
from bot.discord_kit.components import prompts
from bot.discord_kit.components.buttons import Draft
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, show, show_later
from bot.discord_kit.interactions.exercise_kind import ExerciseKind
from bot.learning.exercises import exercises
from bot.learning.exercises.exercises import evaluate_attempt, mine
from bot.learning.exercises.ui import board
from bot.learning.exercises.ui.buttons import (
    OpenExercise,
    TryAgain,
    TryBack,
    TryChoose,
    TryDraft,
    TryHint,
    TryPick,
    TryWrite,
)
from games.core.screen.prompt import Choice
from games.core.teaching.attempts import to_act
from games.core.vocabulary.tasks import Exercise
from storage.tables.exercises import Tried

_GONE = "This board is gone. Open a lesson with /learn or a puzzle with /puzzle."
_OnBoard = tuple[ExerciseKind, Tried, Exercise]


async def open_exercise(ctx: UiContext, interaction: Interaction, tap: OpenExercise) -> None:
    """Open an exercise as the player left it; raise UserError if its kind can't be opened by name."""
    if not _kind(ctx, tap.kind).anybody:
        raise UserError(_GONE, command="learn")
    await open_board(ctx, interaction, tap.kind, tap.game, tap.name)


async def open_board(
    ctx: UiContext, interaction: Interaction, kind_name: str, game_key: str, name: str
) -> None:
    """Open an exercise by its kind, game and name. One whose attempt has ended begins anew."""
    kind = _kind(ctx, kind_name)
    found = await exercises.open_progress(ctx.app, person_of(interaction), kind_name, game_key, name)
    exercise = await _asks(ctx, kind, found)
    if evaluate_attempt(found, exercise).verdict != "open":
        found = await exercises.restart(ctx.app, found)
    await _show(ctx, interaction, (kind, found, exercise))
    await _reply(ctx, interaction, (kind, found, exercise))


async def show_board(ctx: UiContext, interaction: Interaction, found: Tried) -> None:
    """Show the current board of an exercise."""
    kind = _kind(ctx, found.kind)
    await _show(ctx, interaction, (kind, found, await _asks(ctx, kind, found)))


async def show_draft(ctx: UiContext, interaction: Interaction, tap: TryDraft) -> None:
    """Show the question after a draft, or another page of its choices."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is not None:
        await _show(ctx, interaction, on_board, tap.draft, tap.page)


async def pick(ctx: UiContext, interaction: Interaction, tap: TryPick) -> None:
    """Take the choice on a button."""
    *keys, chosen = tap.draft or ("",)
    await _choosing(ctx, interaction, tap, tuple(keys), chosen)


async def choose(ctx: UiContext, interaction: Interaction, tap: TryChoose) -> None:
    """Take the choice from a select menu."""
    data: Any = interaction.data
    await _choosing(ctx, interaction, tap, tap.draft, data["values"][0])


async def take_text(ctx: UiContext, interaction: Interaction, tap: TryWrite, words: str) -> None:
    """Take the text of a modal as a choice; raise UserError if it isn't one."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is None:
        return
    prompt, _ = _find_prompt(on_board, (*tap.draft, words))
    choice = next(iter(prompt.choices), None) if prompt else None
    if prompt is None or choice is None or choice.action is None:
        raise UserError(prompt.question if prompt else _GONE)
    await _act(ctx, interaction, on_board, choice)


async def again(ctx: UiContext, interaction: Interaction, tap: TryAgain) -> None:
    """Return the board to its first position."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is not None:
        kind, found, exercise = on_board
        await _show(ctx, interaction, (kind, await exercises.restart(ctx.app, found), exercise))


async def back(ctx: UiContext, interaction: Interaction, tap: TryBack) -> None:
    """Take back the last action."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is not None:
        kind, found, exercise = on_board
        await _show(ctx, interaction, (kind, await exercises.take_back(ctx.app, found), exercise))


async def hint(ctx: UiContext, interaction: Interaction, tap: TryHint) -> None:
    """Show the hint below the picture."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is not None:
        kind, found, exercise = on_board
        await _show(ctx, interaction, (kind, await exercises.show_hint(ctx.app, found), exercise))


async def _present(ctx: UiContext, interaction: Interaction, id: int, version: int) -> _OnBoard | None:
    """Return the current board, or None after showing it because the tapped one was outdated."""
    found = await mine(ctx.app, id, interaction.user.id)
    kind = _kind(ctx, found.kind)
    exercise = await _asks(ctx, kind, found)
    if found.version == version:
        return kind, found, exercise
    await _show(ctx, interaction, (kind, found, exercise))
    return None


def _kind(ctx: UiContext, name: str) -> ExerciseKind:
    found = ctx.ports.exercises.get(name)
    if found is None:
        raise UserError(_GONE, command="learn")
    return found


async def _asks(ctx: UiContext, kind: ExerciseKind, found: Tried) -> Exercise:
    return await exercises.load_exercise(ctx.app, kind.asks, found)


def _find_prompt(on_board: _OnBoard, draft: Draft) -> Any:
    _, found, exercise = on_board
    return board.find_prompt(found, exercise, evaluate_attempt(found, exercise), draft)


async def _choosing(
    ctx: UiContext, interaction: Interaction, tap: TryPick | TryChoose, draft: Draft, key: str
) -> None:
    """Play the action that the chosen key names, or ask the next question."""
    on_board = await _present(ctx, interaction, tap.exercise, tap.version)
    if on_board is None:
        return
    prompt, _ = _find_prompt(on_board, draft)
    choice = prompts.find_choice(prompt, key) if prompt else None
    if choice is not None and choice.action is not None:
        await _act(ctx, interaction, on_board, choice)
        return
    led = prompts.following(draft, key, choice, ctx.app.randomness)
    asked, _ = _find_prompt(on_board, led)
    if asked is not None and asked.shape == "text":
        where = prompts.Where(board.taps_of(on_board[1]), led)
        await interaction.response.send_modal(prompts.modal(asked, where))
    else:
        await _show(ctx, interaction, on_board, led)


async def _act(ctx: UiContext, interaction: Interaction, on_board: _OnBoard, choice: Choice) -> None:
    kind, found, exercise = on_board
    try:
        now = await exercises.play_action(ctx.app, found, choice.action or "", exercise, kind.ended)
    except Stale:
        now = await mine(ctx.app, found.id, interaction.user.id)
    await _show(ctx, interaction, (kind, now, exercise), choice.leads_to or ())
    if kind.replies is not None:
        await _reply(ctx, interaction, (kind, now, exercise))


async def _reply(ctx: UiContext, interaction: Interaction, on_board: _OnBoard) -> None:
    """Play the opponent's moves until the player is to choose again."""
    kind, found, exercise = on_board
    replied = False
    while kind.replies is not None and _waits(found, exercise):
        text = await kind.replies(ctx, found, exercise, evaluate_attempt(found, exercise))
        try:
            found, replied = await exercises.play_action(ctx.app, found, text, exercise, kind.ended), True
        except Stale:
            return
    if replied:
        await show_later(interaction, await _screen(ctx, (kind, found, exercise)))


def _waits(found: Tried, exercise: Exercise) -> bool:
    """Return whether the opponent is to act."""
    tried = evaluate_attempt(found, exercise)
    return tried.verdict == "open" and to_act(require_game(found.game), exercise, tried.state) is None


async def _show(
    ctx: UiContext, interaction: Interaction, on_board: _OnBoard, draft: Draft = (), page: int = 0
) -> None:
    await show(interaction, await _screen(ctx, on_board, draft, page))


async def _screen(ctx: UiContext, on_board: _OnBoard, draft: Draft = (), page: int = 0) -> Screen:
    kind, found, exercise = on_board
    tried = evaluate_attempt(found, exercise)
    around = await kind.around(ctx, found, tried)
    return await board.screen(ctx, found, exercise, tried, around, draft, page)
