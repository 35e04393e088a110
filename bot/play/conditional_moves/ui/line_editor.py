"""The panel for conditional moves: the opponent's move, then the reply, each by the game's own prompts.

In their own turn, the owner first chooses the move that the line begins with.

A button holds the match, its number of plies (no secret in an open game), and a short hash of the unfinished
line; the line itself is stored beside the match.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from bot.core.errors import Stale, UserError
from bot.core.seats import require_seat
from bot.discord_kit.components import items, pictures, prompts
from bot.discord_kit.components.buttons import Button, Draft
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.discord_kit.text import markdown
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import LineEditor
from bot.play.conditional_moves.ui.command import (
    BeginLine,
    ChooseInLine,
    ExtendLine,
    ForgetLines,
    PickInLine,
    ShowDraftInLine,
    ShowLines,
    WriteInLine,
    match_and_length,
    show_lines,
)
from bot.play.matches.ui import opening
from bot.play.wording import matches
from games.core.screen.prompt import Choice, Prompt
from storage.tables.conditions import ConditionalLine

_ANOTHER = "You've started another line since then. Here are your conditional moves."


_Tapped = Callable[[UiContext, Interaction, Any], Awaitable[None]]
_InList = BeginLine | ExtendLine | ForgetLines
_InLine = PickInLine | ChooseInLine | ShowDraftInLine | WriteInLine


# --- the next action of a line ------------------------------------------------------------------------


async def _ask(
    ctx: UiContext, interaction: Interaction, now: LineEditor, draft: Draft = (), page: int = 0
) -> None:
    """Ask the next question, in the panel or, where text is wanted, in a modal."""
    view = now.view()
    prompt, draft = prompts.find_prompt(now.state.game, view, draft)
    where = _where(now, draft, page)
    if prompt.shape == "text":
        await interaction.response.send_modal(prompts.modal(prompt, where))
        return
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    scene = prompt.picture or now.state.game.scene(view, marks=prompt.marks)
    file = await pictures.board(scene, theme=theme)
    leave = items.button("Back", ShowLines(now.state.match.id))
    layout = items.message(
        items.picture(file.filename, file.description or ""),
        items.text(f"{_heading(now)}\n**{markdown.plain((prompt.question,))}**"),
        *prompts.rows(prompt, where),
        *(() if draft else (items.row(leave),)),
    )
    await show(interaction, Screen(layout, [file]))


def _where(now: LineEditor, draft: Draft, page: int = 0) -> prompts.Where:
    about = (*match_and_length(now), conditional_moves.mark(now.begun))
    kinds = (PickInLine, ChooseInLine, ShowDraftInLine, WriteInLine)
    return prompts.Where(prompts.Taps(*(partial(kind, *about) for kind in kinds)), draft, page)


def _heading(now: LineEditor) -> str:
    """Return which move is entered, and after which ones."""
    if not now.begun and now.owner_begins:
        return "### After my move …\nChoose your move. Nothing is played yet."
    if not now.is_theirs:
        *before, last = now.begun
        asked = f"If {markdown.plain((last,))}, then …\nWhat do you reply? Nothing is played yet."
        return f"{_after(tuple(before))}### {asked}"
    other = f"{matches.opponent(now.state, now.seat)} ({now.state.game.seats[now.who]})"
    asked = f"If they play …\nChoose for {other}, seen from their side. Nothing is played yet."
    return f"{_after(now.begun)}### {asked}"


def _after(line: ConditionalLine) -> str:
    return f"-# After {markdown.plain((', '.join(line),))}\n" if line else ""


async def _entering(ctx: UiContext, interaction: Interaction, tap: _InLine) -> LineEditor | None:
    """Return the editor that a button refers to; if another line was begun since, show all; None then."""
    now = await _present(ctx, interaction, tap)
    if conditional_moves.mark(now.begun) == tap.mark:
        return now
    await show_lines(ctx, interaction, now, _ANOTHER)
    return None


async def _present(ctx: UiContext, interaction: Interaction, tap: _InList | _InLine) -> LineEditor:
    return await conditional_moves.entering(ctx.app, tap.match, interaction.user.id, tap.length)


async def _choosing(
    ctx: UiContext, interaction: Interaction, now: LineEditor, draft: Draft, key: str
) -> None:
    """Enter the move that the chosen answer names, or ask the next question."""
    choice = prompts.find_choice(now.state.game.prompt(now.view(), draft), key)
    if choice is None or choice.action is None:
        await _ask(ctx, interaction, now, prompts.following(draft, key, choice, ctx.app.randomness))
    else:
        await _enter(ctx, interaction, now, choice.action)


async def _enter(ctx: UiContext, interaction: Interaction, now: LineEditor, action: str) -> None:
    after = await conditional_moves.enter(ctx.app, now, action)
    if after.begun:
        await _ask(ctx, interaction, after)
    else:
        await show_lines(ctx, interaction, after)


# --- taps ---------------------------------------------------------------------------------------------


def _unless_stale(handler: _Tapped) -> _Tapped:
    """Return a handler that shows the current board if the match has moved on since the panel."""

    async def handling(ctx: UiContext, interaction: Interaction, tap: Any) -> None:
        try:
            await handler(ctx, interaction, tap)
        except Stale:
            state = await ctx.app.match_state(tap.match)
            await opening.show_present(ctx, interaction, state, require_seat(state, interaction.user.id))

    return handling


async def _open_lines(ctx: UiContext, interaction: Interaction, tap: ShowLines) -> None:
    if (await ctx.app.match_state(tap.match)).match.reason is not None:
        raise Stale
    await show_lines(
        ctx, interaction, await conditional_moves.entering(ctx.app, tap.match, interaction.user.id)
    )


async def _new(ctx: UiContext, interaction: Interaction, tap: BeginLine) -> None:
    await _ask(
        ctx, interaction, await conditional_moves.begin(ctx.app, await _present(ctx, interaction, tap))
    )


async def _go_on(ctx: UiContext, interaction: Interaction, tap: ExtendLine) -> None:
    data: Any = interaction.data
    now = await _present(ctx, interaction, tap)
    await _ask(ctx, interaction, await conditional_moves.begin(ctx.app, now, data["values"][0]))


async def _forget(ctx: UiContext, interaction: Interaction, tap: ForgetLines) -> None:
    await _present(ctx, interaction, tap)
    await conditional_moves.forget(ctx.app, tap.match, interaction.user.id)
    await show_lines(ctx, interaction, await _present(ctx, interaction, tap))


async def _pick(ctx: UiContext, interaction: Interaction, tap: PickInLine) -> None:
    *draft, key = tap.draft or ("",)
    if (now := await _entering(ctx, interaction, tap)) is not None:
        await _choosing(ctx, interaction, now, tuple(draft), key)


async def _choose(ctx: UiContext, interaction: Interaction, tap: ChooseInLine) -> None:
    data: Any = interaction.data
    if (now := await _entering(ctx, interaction, tap)) is not None:
        await _choosing(ctx, interaction, now, tap.draft, data["values"][0])


async def _draft(ctx: UiContext, interaction: Interaction, tap: ShowDraftInLine) -> None:
    if (now := await _entering(ctx, interaction, tap)) is not None:
        await _ask(ctx, interaction, now, tap.draft, tap.page)


async def enter_text(ctx: UiContext, interaction: Interaction, tap: WriteInLine, words_typed: str) -> None:
    """Enter the text of a modal as the next move of a line."""

    async def handling(ctx: UiContext, interaction: Interaction, tap: WriteInLine) -> None:
        if (now := await _entering(ctx, interaction, tap)) is not None:
            prompt = now.state.game.prompt(now.view(), (*tap.draft, words_typed))
            await _enter(ctx, interaction, now, _only_action(prompt))

    await _unless_stale(handling)(ctx, interaction, tap)


def _only_action(prompt: Prompt) -> str:
    """Return the only action that a typed text leads to; UserError, with the reason, if there's none."""
    choice: Choice | None = next(iter(prompt.choices), None)
    if choice is None or choice.action is None:
        raise UserError(prompt.question)
    return choice.action


TAPS: dict[type[Button], _Tapped] = {
    ShowLines: _unless_stale(_open_lines),
    BeginLine: _unless_stale(_new),
    ExtendLine: _unless_stale(_go_on),
    ForgetLines: _unless_stale(_forget),
    PickInLine: _unless_stale(_pick),
    ChooseInLine: _unless_stale(_choose),
    ShowDraftInLine: _unless_stale(_draft),
}
"""The handler of each button."""
