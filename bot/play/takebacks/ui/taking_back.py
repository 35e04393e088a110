"""Taking a move back in the panel: the buttons, what they do, and the line about an open request."""

from __future__ import annotations

from bot.core import seats
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings import open_offers
from bot.play.endings.ui.buttons import DeclineOffer, WithdrawOffer
from bot.play.endings.ui.drawing import show_panel
from bot.play.matches.ui import opening
from bot.play.takebacks import takebacks
from bot.play.takebacks.ui.buttons import Allow, TakeBack
from bot.play.wording import matches


async def offer(app: AppContext, context: TapContext) -> list[Tap]:
    """Offer a player to take their last move back, where they can or may ask for it."""
    if not await takebacks.may_take_back(app, context.state, context.seat):
        return []
    return [items.button("Take back", TakeBack(context.match_id, context.state.length))]


async def answers(app: AppContext, context: TapContext) -> list[Tap]:
    """Return the buttons by which the viewer answers or withdraws the open request."""
    request = await open_offers.standing(app, context.state, context.seat, "takeback")
    if request is None:
        return []
    match_id, number = context.match_id, request.number
    if request.seat == context.seat:
        return [items.button("Withdraw request", WithdrawOffer(match_id, number))]
    return [
        items.button("Allow", Allow(match_id, number), items.GOOD),
        items.button("No", DeclineOffer(match_id, number)),
    ]


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """Return the open request in words for a seat; empty if there is none."""
    request = await open_offers.standing(ctx.app, state, seat, "takeback")
    if request is None:
        return ""
    if request.seat == seat:
        return "You've asked to take your last move back. Your opponent can allow it until someone moves."
    asks = f"**{matches.opponent(state, seat)} asks to take their last move back.**"
    return f"{asks} You can allow it until someone moves."


async def take_back(ctx: UiContext, interaction: Interaction, tap: TakeBack) -> None:
    """Take the player's last move back, or ask for it, and show the board."""
    try:
        state = await takebacks.take_back(ctx.app, tap.match, interaction.user.id, tap.length)
    except Stale:
        state = await ctx.app.match_state(tap.match)
        seat = seats.require_seat(state, interaction.user.id)
        await opening.show_present(ctx, interaction, state, seat)
        return
    await show_panel(ctx, interaction, state)


async def allow(ctx: UiContext, interaction: Interaction, tap: Allow) -> None:
    """Allow the opponent to take their last move back, and show the board."""
    state = await takebacks.allow(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)
