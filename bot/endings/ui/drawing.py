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
from bot.ui.desk import Desk, Interaction, guarded, show


async def draw(desk: Desk, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; where an offer stands already, say so and what may be done about it."""
    table, seat = await open_table(desk, interaction, match_id)
    offer = await standing.standing(desk.host, table, seat)
    if offer is None:
        await offered(desk, interaction, OfferDraw(match_id))
        return
    await show(interaction, question(table, offer_line(table, seat, offer), *offer_taps(seat, offer)))


async def offered(desk: Desk, interaction: Interaction, tap: OfferDraw) -> None:
    """A draw is offered."""
    table = await draws.offer_draw(desk.host, tap.match, interaction.user.id)
    await show_panel(desk, interaction, table)


async def withdrew(desk: Desk, interaction: Interaction, tap: WithdrawOffer) -> None:
    """An offer is taken back."""
    table = await draws.withdraw(desk.host, tap.match, interaction.user.id, tap.offer)
    await show_panel(desk, interaction, table)


async def declined(desk: Desk, interaction: Interaction, tap: DeclineOffer) -> None:
    """An offer is declined."""
    table = await draws.decline(desk.host, tap.match, interaction.user.id, tap.offer)
    await show_panel(desk, interaction, table)


async def asked_to_agree(desk: Desk, interaction: Interaction, tap: AskToAgree) -> None:
    """Asked once more: an agreement ends the match."""
    table, _ = await draws.offered(desk.host, tap.match, interaction.user.id, tap.offer)
    button = items.button("Agree on a draw", Agree(tap.match, tap.offer), items.GOOD)
    text = "Do you agree on a draw? The match ends then, without a winner."
    await show(interaction, question(table, text, button))


async def agreed(desk: Desk, interaction: Interaction, tap: Agree) -> None:
    """Both agree: the match is drawn."""
    table = await draws.agree(desk.host, tap.match, interaction.user.id, tap.offer)
    await show_panel(desk, interaction, table)


def draw_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """/draw."""

    @app_commands.command(name="draw", description="Offer a draw, or answer one that is offered to you")
    @app_commands.describe(match=own_matches.WHICH)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_for_draw(desk, interaction, match))

    draw.autocomplete("match")(own_matches.completion(desk))
    return draw


async def _ask_for_draw(desk: Desk, interaction: Interaction, match_id: str | None) -> None:
    table = await meant(desk, interaction, match_id)
    await draw(desk, interaction, table.match.id)
