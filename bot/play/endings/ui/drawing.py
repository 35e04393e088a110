"""/draw, and the taps that answer an offer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings import draws
from bot.play.endings.ui.asking import open_match, question, show_panel
from bot.play.endings.ui.buttons import Agree, AskToAgree, DeclineOffer, OfferDraw, WithdrawOffer
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import meant
from bot.play.wording import matches
from storage.tables.offers import Offer

_STANDS = "The offer stays open until someone moves."


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """Return the open draw offer in words for a seat; empty if there is none."""
    offer = await draws.standing(ctx.app, state, seat)
    return offer_line(state, seat, offer) if offer else ""


async def answers(app: AppContext, context: TapContext) -> list[items.Tap]:
    """Return the buttons by which the viewer answers or withdraws the open draw offer."""
    offer = await draws.standing(app, context.state, context.seat)
    return offer_taps(context.seat, offer) if offer else []


def offer_line(state: MatchState, seat: int, offer: Offer) -> str:
    """Who offers a draw, told to this seat."""
    if offer.seat == seat:
        return f"You've offered a draw. {_STANDS}"
    return f"**{matches.opponent(state, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]


async def draw(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    state, seat = await open_match(ctx, interaction, match_id)
    offer = await draws.standing(ctx.app, state, seat)
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
