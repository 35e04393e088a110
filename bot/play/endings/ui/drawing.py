"""/draw, and the taps that answer an offer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.play.endings import draws, open_draw_offer
from bot.play.endings.ui.asking import open_match, question, show_panel
from bot.play.endings.ui.buttons import Agree, AskToAgree, DeclineOffer, OfferDraw, WithdrawOffer
from bot.play.endings.ui.offer import offer_line, offer_taps
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import meant


async def draw(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    state, seat = await open_match(ctx, interaction, match_id)
    offer = await open_draw_offer.standing(ctx.app, state, seat)
    if offer is None:
        await offered(ctx, interaction, OfferDraw(match_id))
        return
    await show(interaction, question(state, offer_line(state, seat, offer), *offer_taps(seat, offer)))


async def offered(ctx: UiContext, interaction: Interaction, tap: OfferDraw) -> None:
    """A draw is offered."""
    state = await draws.offer_draw(ctx.app, tap.match, interaction.user.id)
    await show_panel(ctx, interaction, state)


async def withdrew(ctx: UiContext, interaction: Interaction, tap: WithdrawOffer) -> None:
    """An offer is taken back."""
    state = await draws.withdraw(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


async def declined(ctx: UiContext, interaction: Interaction, tap: DeclineOffer) -> None:
    """An offer is declined."""
    state = await draws.decline(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


async def asked_to_agree(ctx: UiContext, interaction: Interaction, tap: AskToAgree) -> None:
    """Asked once more: an agreement ends the match."""
    state, _ = await draws.offered(ctx.app, tap.match, interaction.user.id, tap.offer)
    button = items.button("Agree to draw", Agree(tap.match, tap.offer), items.GOOD)
    text = "Do you agree to a draw? The match will end without a winner."
    await show(interaction, question(state, text, button))


async def agreed(ctx: UiContext, interaction: Interaction, tap: Agree) -> None:
    """Both agree: the match is drawn."""
    state = await draws.agree(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


def draw_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/draw."""

    @app_commands.command(name="draw", description="Offer a draw, or answer a draw offer")
    @app_commands.describe(match=choices.WHICH)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_for_draw(ctx, interaction, match))

    draw.autocomplete("match")(choices.completion(ctx))
    return draw


async def _ask_for_draw(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await meant(ctx, interaction, match_id)
    await draw(ctx, interaction, state.match.id)
