"""The command /draw, and the buttons that answer a draw offer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings import aborting, draws, open_offers
from bot.play.endings.ui.buttons import (
    Agree,
    AskToAbort,
    AskToAgree,
    DeclineOffer,
    OfferDraw,
    Resign,
    WithdrawOffer,
)
from bot.play.matches.ui import panel
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import find_match
from bot.play.wording import matches
from storage.tables.offers import Offer


async def show_panel(ctx: UiContext, interaction: Interaction, state: MatchState) -> None:
    """Show the board to the player who has just acted."""
    seat = seats.require_seat(state, interaction.user.id)
    await show(interaction, await panel.panel(ctx, state, seat))


async def open_match(ctx: UiContext, interaction: Interaction, match_id: str) -> tuple[MatchState, int]:
    """Return the match and the person's seat in it; UserError if it's over."""
    state = await ctx.app.match_state(match_id)
    seat = seats.require_seat(state, interaction.user.id)
    seats.still_open(state)
    return state, seat


def question(state: MatchState, text: str, *taps: items.Tap) -> Screen:
    """Return the page of a question about a match, with its answers and the way back to the board."""
    stay = items.button("Keep playing", ViewMatch(state.match.id))
    return Screen(items.sentence(f"**{state.title}**\n{text}", items.row(*taps, stay)))


async def resign_question(app: AppContext, state: MatchState, seat: int) -> Screen:
    """Return the question before a resignation.

    If the seat may still abort the match, the page offers that instead.
    """
    resign = items.button("Resign", Resign(state.match.id), items.BAD)
    text = "Do you want to resign this match? Your opponent will win."
    if await aborting.why_not(app, state, seat) is not None:
        return question(state, f"{text} {aborting.why_it_counts(state, seat)}".strip(), resign)
    abort = items.button("Abort instead", AskToAbort(state.match.id))
    milder = "No one has played yet, so you can also abort it: then it won't count."
    return question(state, f"{text} {milder}", resign, abort)


_STANDS = "The offer stays open until someone moves."


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """Return the open draw offer in words for a seat; empty if there is none."""
    offer = await open_offers.standing(ctx.app, state, seat)
    return offer_line(state, seat, offer) if offer else ""


async def answers(app: AppContext, context: TapContext) -> list[items.Tap]:
    """Return the buttons by which the viewer answers or withdraws the open draw offer."""
    offer = await open_offers.standing(app, context.state, context.seat)
    return offer_taps(context.seat, offer) if offer else []


def offer_line(state: MatchState, seat: int, offer: Offer) -> str:
    """Return in words for this seat who offers a draw."""
    if offer.seat == seat:
        return f"You've offered a draw. {_STANDS}"
    return f"**{matches.opponent(state, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """Return the buttons by which this seat answers or withdraws an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]


async def draw(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Offer a draw; if an offer is open already, show it with the possible answers."""
    state, seat = await open_match(ctx, interaction, match_id)
    offer = await open_offers.standing(ctx.app, state, seat)
    if offer is None:
        await offer_draw(ctx, interaction, OfferDraw(match_id))
        return
    await show(interaction, question(state, offer_line(state, seat, offer), *offer_taps(seat, offer)))


async def offer_draw(ctx: UiContext, interaction: Interaction, tap: OfferDraw) -> None:
    """Offer a draw, and show the board."""
    state = await draws.offer_draw(ctx.app, tap.match, interaction.user.id)
    await show_panel(ctx, interaction, state)


async def withdraw_offer(ctx: UiContext, interaction: Interaction, tap: WithdrawOffer) -> None:
    """Withdraw an offer, and show the board."""
    state = await open_offers.withdraw(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


async def decline_offer(ctx: UiContext, interaction: Interaction, tap: DeclineOffer) -> None:
    """Decline an offer, and show the board."""
    state = await open_offers.decline(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


async def ask_to_agree(ctx: UiContext, interaction: Interaction, tap: AskToAgree) -> None:
    """Ask for confirmation before agreeing, which ends the match."""
    state, _ = await draws.find_offer(ctx.app, tap.match, interaction.user.id, tap.offer)
    button = items.button("Agree to draw", Agree(tap.match, tap.offer), items.GOOD)
    text = "Do you agree to a draw? The match will end without a winner."
    await show(interaction, question(state, text, button))


async def agree_to_draw(ctx: UiContext, interaction: Interaction, tap: Agree) -> None:
    """Agree to the draw, and show the board."""
    state = await draws.agree(ctx.app, tap.match, interaction.user.id, tap.offer)
    await show_panel(ctx, interaction, state)


def draw_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /draw."""

    @app_commands.command(name="draw", description="Offer a draw, or answer a draw offer")
    @app_commands.describe(match=choices.WHICH)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _ask_for_draw(ctx, interaction, match))

    draw.autocomplete("match")(choices.completion(ctx))
    return draw


async def _ask_for_draw(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await find_match(ctx, interaction, match_id)
    await draw(ctx, interaction, state.match.id)
