"""The command `/moderate match`, with which moderators end or pause a match."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.community.moderation import canceling, pausing, removing, reporting
from bot.community.moderation.ui import moderators
from bot.community.moderation.ui.buttons import (
    AskCancel,
    Cancel,
    Continue,
    ListTexts,
    Pause,
    ShowMatch,
    ShowReport,
)
from bot.community.moderation.ui.moderators import require_moderator
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.matchmaking.contests.organizing import stakes
from bot.play.wording import matches

_CANCELING = "If you cancel it, it ends without a winner and doesn't count."
_SURE = "Do you want to cancel this match? It ends without a winner and doesn't count. You can't undo it."
_PAUSING = f"You can pause it for up to {pausing.MAX_DAYS} days in all: no one can move and no clock runs."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/moderate match`."""

    @app_commands.command(name="match", description="End or pause a match, or remove what was said in it")
    @app_commands.describe(match="Which match, unless you're in its thread")
    async def one_match(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _open(ctx, interaction, match))

    return moderators.complete_open_matches(ctx, one_match)


# --- a match ------------------------------------------------------------------------------------------


async def open_match(ctx: UiContext, interaction: Interaction, tap: ShowMatch) -> None:
    """Show what moderators can do about a match."""
    await _open(ctx, interaction, tap.match)


async def _open(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await moderators.find_match(ctx, interaction, match_id)
    await show(interaction, await show_match(ctx, state, interaction.user.id))


async def show_match(ctx: UiContext, state: MatchState, moderator: int, line: str = "") -> Screen:
    """Return a match as its moderators see it: who plays, and what they can do."""
    match_id, over = state.match.id, state.match.reason is not None
    refusal = None if over else await _refusal(ctx, state, moderator)
    taps = [] if over or refusal else _acts(state)
    if removing.texts_of(state) and state.seat_of(moderator) is None:
        taps.append(items.button("Remove a text", ListTexts(match_id, 0)))
    asked = [] if refusal else await reporting.about_pause(ctx.app, match_id)
    taps += [items.button(f"Report #{report.id}", ShowReport(report.id)) for report in asked]
    lines = (
        f"### {state.title}",
        f"{matches.players(state.match)}.",
        line,
        matches.result_line(state) if over else refusal or f"{_CANCELING} {_standing(state)}",
    )
    rows = [items.row(*taps)] if taps else []
    return Screen(items.sentence("\n".join(filter(None, lines)), *rows))


def _standing(state: MatchState) -> str:
    return _PAUSING if state.match.paused_at is None else matches.format_pause(state)


def _acts(state: MatchState) -> list[items.Tap]:
    """Return the buttons with which a moderator pauses, resumes or cancels an open match."""
    match_id = state.match.id
    pausing_it = (
        items.button("Pause the match", Pause(match_id))
        if state.match.paused_at is None
        else items.button("Resume the match", Continue(match_id), items.GOOD)
    )
    return [pausing_it, items.button("Cancel the match", AskCancel(match_id), items.BAD)]


async def _refusal(ctx: UiContext, state: MatchState, moderator: int) -> str | None:
    """Return why a moderator can't be the official of a match; None if they can."""
    try:
        async with ctx.app.database.read() as r:
            await stakes.check_match(r, ctx.app, "cancel", state, moderator)
    except UserError as refusal:
        return str(refusal)
    return None


async def ask_cancel(ctx: UiContext, interaction: Interaction, tap: AskCancel) -> None:
    """Ask once more whether to cancel a match."""
    state = await canceling.cancellable(
        ctx.app, tap.match, require_moderator(interaction), interaction.user.id
    )
    taps = (
        items.button("Cancel it", Cancel(tap.match), items.BAD),
        items.button("Back", ShowMatch(tap.match)),
    )
    await show(interaction, Screen(items.sentence(f"### {state.title}\n{_SURE}", items.row(*taps))))


async def cancel_match(ctx: UiContext, interaction: Interaction, tap: Cancel) -> None:
    """Cancel a match, as the moderator has confirmed."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    await canceling.cancel(ctx.app, tap.match, guild, moderator.id)
    await show(interaction, Screen(items.sentence("The match was canceled. Both players will be told.")))


async def pause_match(ctx: UiContext, interaction: Interaction, tap: Pause) -> None:
    """Pause a match."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    state = await pausing.pause(ctx.app, tap.match, guild, moderator.id)
    told = "**It's paused.** Both players will be told."
    await show(interaction, await show_match(ctx, state, moderator.id, told))


async def resume_match(ctx: UiContext, interaction: Interaction, tap: Continue) -> None:
    """Let a paused match continue."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    state = await pausing.resume(ctx.app, tap.match, guild, moderator.id)
    told = "**It continues.** Both players will be told."
    await show(interaction, await show_match(ctx, state, moderator.id, told))
