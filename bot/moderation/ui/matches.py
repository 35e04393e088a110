"""`/moderate match`: moderators end or pause a match."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core.match_state import MatchState
from bot.endings import aborting
from bot.moderation import pausing, removing
from bot.moderation.ui import moderators
from bot.moderation.ui.buttons import AskCancel, Cancel, Continue, ListTexts, Pause, ShowMatch
from bot.moderation.ui.moderators import moderated
from bot.ui import items, words
from bot.ui.context import Interaction, UiContext, guarded, show
from bot.ui.items import Screen

_CANCELING = "If you cancel it, it ends without a winner and doesn't count."
_SURE = "Do you want to cancel this match? It ends without a winner and doesn't count. You can't undo it."
_PAUSING = "While it's paused, no one can move and no clock runs."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/moderate match."""

    @app_commands.command(name="match", description="End or pause a match, or remove what was said in it")
    @app_commands.describe(match="Which match, unless you're in its thread")
    async def one_match(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _open(ctx, interaction, match))

    return moderators.completed(ctx, one_match)


# --- a match ------------------------------------------------------------------------------------------


async def shown(ctx: UiContext, interaction: Interaction, tap: ShowMatch) -> None:
    """The way back to a match."""
    await _open(ctx, interaction, tap.match)


async def _open(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await moderators.meant(ctx, interaction, match_id)
    await show(interaction, _panel(state, interaction.user.id))


def _panel(state: MatchState, moderator: int, line: str = "") -> Screen:
    """A match as its moderators see it: who plays, and what they can do."""
    match_id, over = state.match.id, state.match.reason is not None
    refusal = None if over else aborting.why_not_cancelled(state, moderator)
    taps: list[items.Tap] = []
    if not over:
        taps.append(
            items.button("Pause the match", Pause(match_id))
            if state.match.paused_at is None
            else items.button("Resume the match", Continue(match_id), items.GOOD)
        )
    if not over and refusal is None:
        taps.append(items.button("Cancel the match", AskCancel(match_id), items.BAD))
    if removing.texts_of(state):
        taps.append(items.button("Remove a text", ListTexts(match_id, 0)))
    lines = (
        f"### {state.title}",
        f"{words.players(state.match)}.",
        line,
        words.result_line(state) if over else refusal or _CANCELING,
        "" if over else _PAUSING,
    )
    rows = [items.row(*taps)] if taps else []
    return Screen(items.sentence("\n".join(filter(None, lines)), *rows))


async def asked(ctx: UiContext, interaction: Interaction, tap: AskCancel) -> None:
    """Asks once more."""
    state = await aborting.cancellable(ctx.app, tap.match, moderated(interaction), interaction.user.id)
    taps = (
        items.button("Cancel it", Cancel(tap.match), items.BAD),
        items.button("Back", ShowMatch(tap.match)),
    )
    await show(interaction, Screen(items.sentence(f"### {state.title}\n{_SURE}", items.row(*taps))))


async def cancelled(ctx: UiContext, interaction: Interaction, tap: Cancel) -> None:
    """The moderator is sure."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    await aborting.cancel(ctx.app, tap.match, guild, moderator.id)
    await show(interaction, Screen(items.sentence("The match was canceled. Both players will be told.")))


async def paused(ctx: UiContext, interaction: Interaction, tap: Pause) -> None:
    """It stands still."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    state = await pausing.pause(ctx.app, tap.match, guild, moderator.id)
    await show(interaction, _panel(state, moderator.id, "**It's paused.** Both players will be told."))


async def continued(ctx: UiContext, interaction: Interaction, tap: Continue) -> None:
    """It goes on."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    state = await pausing.resume(ctx.app, tap.match, guild, moderator.id)
    await show(interaction, _panel(state, moderator.id, "**It continues.** Both players will be told."))
