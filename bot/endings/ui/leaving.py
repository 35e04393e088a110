"""How people end a match before its time: the menu behind ⋯, draws, aborting."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.endings import aborting, rights, standing
from bot.endings.ui.asking import open_match, question, resign_question, show_panel
from bot.endings.ui.buttons import (
    Abort,
    AskToAbort,
    AskToResign,
    More,
    OfferDraw,
    Resign,
)
from bot.endings.ui.offer import offer_line, offer_taps
from bot.hints import rights as hints
from bot.hints.ui.buttons import AskForHint
from bot.matches import ending
from bot.moderation.ui.offered import report_taps
from bot.ui import items
from bot.ui.context import Interaction, UiContext, show

# --- the menu -----------------------------------------------------------------------------------------


async def more(ctx: UiContext, interaction: Interaction, tap: More) -> None:
    """What else one may do: all that applies, or at once the one question when nothing but resigning does."""
    state, seat = await open_match(ctx, interaction, tap.match)
    offer = await standing.standing(ctx.app, state, seat)
    ways = offer_taps(seat, offer) if offer else await _ways_out(ctx.app, state, seat)
    taps = _hint_taps(state, seat) + ways + report_taps(state, seat)
    if not taps:
        await show(interaction, await resign_question(ctx.app, state, seat))
        return
    resign = items.button("Resign", AskToResign(state.match.id), items.BAD)
    said = offer_line(state, seat, offer) if offer else "What would you like to do?"
    await show(interaction, question(state, said, resign, *taps))


def _hint_taps(state: MatchState, seat: int) -> list[items.Tap]:
    asks = hints.may_ask(state, state.seat_row(seat).person)
    return [items.button("Hint", AskForHint(state.match.id))] if asks else []


async def _ways_out(app: AppContext, state: MatchState, seat: int) -> list[items.Tap]:
    """Aborting, while it is open to this seat; later an offer of a draw, where one can be agreed on."""
    match_id = state.match.id
    if await aborting.why_not(app, state, seat) is None:
        return [items.button("Abort the match", AskToAbort(match_id))]
    if rights.why_no_offer(state, seat) is None:
        return [items.button("Offer a draw", OfferDraw(match_id))]
    return []


async def asked_to_resign(ctx: UiContext, interaction: Interaction, tap: AskToResign) -> None:
    """Asked before resigning."""
    state, seat = await open_match(ctx, interaction, tap.match)
    await show(interaction, await resign_question(ctx.app, state, seat))


async def resigned(ctx: UiContext, interaction: Interaction, tap: Resign) -> None:
    """The person is sure, and resigns."""
    await show_panel(ctx, interaction, await ending.resign(ctx.app, tap.match, interaction.user.id))


async def asked_to_abort(ctx: UiContext, interaction: Interaction, tap: AskToAbort) -> None:
    """Asked before aborting."""
    state, seat = await open_match(ctx, interaction, tap.match)
    refusal = await aborting.why_not(ctx.app, state, seat)
    if refusal is not None:
        raise UserError(refusal)
    text = "Do you want to abort this match? It will end without a winner and won't count."
    button = items.button("Abort the match", Abort(state.match.id), items.BAD)
    await show(interaction, question(state, text, button))


async def aborted(ctx: UiContext, interaction: Interaction, tap: Abort) -> None:
    """The person is sure, and aborts."""
    await show_panel(ctx, interaction, await aborting.abort(ctx.app, tap.match, interaction.user.id))
