"""/draw, and the taps that answer an offer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.endings import draws, standing
from bot.endings.ui.asking import open_table, question, show_panel
from bot.endings.ui.buttons import Agree, AskToAgree, DeclineOffer, OfferDraw, WithdrawOffer
from bot.endings.ui.offer import offer_line, offer_taps
from bot.overview.ui import own_matches
from bot.overview.ui.meant import meant
from bot.ui import items
from bot.ui.context import Interaction, UiContext, guarded, show


async def draw(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    table, seat = await open_table(ctx, interaction, match_id)
    offer = await standing.standing(ctx.app, table, seat)
    if offer is None:
        await offered(ctx, interaction, OfferDraw(match_id))
        return
    await show(interaction, question(table, offer_line(table, seat, offer), *offer_taps(seat, offer)))


async def offered(ctx: UiContext, interaction: Interaction, tap: OfferDraw) -> None:
    """A draw is offered."""
    table = await draws.offer_draw(ctx.app, tap.match, interaction.user.id)
    await show_panel(ctx, interaction, table)


async def withdrew(ctx: UiContext, interaction: Interaction, tap: WithdrawOffer) -> None:
    """An offer is taken back."""
    table = await draws.withdraw(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, table)


async def declined(ctx: UiContext, interaction: Interaction, tap: DeclineOffer) -> None:
    """An offer is declined."""
    table = await draws.decline(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, table)


async def asked_to_agree(ctx: UiContext, interaction: Interaction, tap: AskToAgree) -> None:
    """Asked once more: an agreement ends the match."""
    table, _ = await draws.offered(ctx.app, tap.match, interaction.user.id, tap.offer)
    button = items.button("Agree to draw", Agree(tap.match, tap.offer), items.GOOD)
    text = "Do you agree to a draw? The match will end without a winner."
    await show(interaction, question(table, text, button))


async def agreed(ctx: UiContext, interaction: Interaction, tap: Agree) -> None:
    """Both agree: the match is drawn."""
    table = await draws.agree(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, table)


def draw_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/draw."""

    @app_commands.command(name="draw", description="Offer a draw, or answer a draw offer")
    @app_commands.describe(match=own_matches.WHICH)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_for_draw(ctx, interaction, match))

    draw.autocomplete("match")(own_matches.completion(ctx))
    return draw


async def _ask_for_draw(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    table = await meant(ctx, interaction, match_id)
    await draw(ctx, interaction, table.match.id)
