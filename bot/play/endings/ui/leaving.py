"""The menu behind ⋯, the command /resign, and the buttons that resign or abort a match."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings import aborting
from bot.play.endings.ui import drawing
from bot.play.endings.ui.buttons import Abort, AskToAbort, AskToResign, More, OfferDraw, Resign
from bot.play.endings.ui.drawing import open_match, question, resign_question, show_panel
from bot.play.matches import ending
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import find_match

# --- the menu -----------------------------------------------------------------------------------------


async def more(ctx: UiContext, interaction: Interaction, tap: More) -> None:
    """Show the further things a player can do; if there's only resigning, ask about that at once."""
    state, seat = await open_match(ctx, interaction, tap.match)
    taps = await ctx.taps("more", TapContext.now(state, seat))
    if not taps:
        await show(interaction, await resign_question(ctx.app, state, seat))
        return
    resign = items.button("Resign", AskToResign(state.match.id), items.BAD)
    said = await drawing.line(ctx, state, seat) or "What would you like to do?"
    await show(interaction, question(state, said, resign, *taps))


async def ways_out(app: AppContext, context: TapContext) -> list[items.Tap]:
    """Return the ways out of a match besides resigning.

    These are the answers to an open draw offer; else aborting, while this seat may; else offering a draw,
    where one can be agreed on.
    """
    state, seat, match_id = context.state, context.seat, context.match_id
    if answers := await drawing.answers(app, context):
        return answers
    if await aborting.why_not(app, state, seat) is None:
        return [items.button("Abort the match", AskToAbort(match_id))]
    if aborting.why_no_offer(state, seat) is None:
        return [items.button("Offer a draw", OfferDraw(match_id))]
    return []


async def ask_to_resign(ctx: UiContext, interaction: Interaction, tap: AskToResign) -> None:
    """Ask for confirmation before resigning."""
    state, seat = await open_match(ctx, interaction, tap.match)
    await show(interaction, await resign_question(ctx.app, state, seat))


async def resign_match(ctx: UiContext, interaction: Interaction, tap: Resign) -> None:
    """Resign after the confirmation, and show the board."""
    await show_panel(ctx, interaction, await ending.resign(ctx.app, tap.match, interaction.user.id))


async def ask_to_abort(ctx: UiContext, interaction: Interaction, tap: AskToAbort) -> None:
    """Ask for confirmation before aborting; UserError if this seat may not abort."""
    state, seat = await open_match(ctx, interaction, tap.match)
    refusal = await aborting.why_not(ctx.app, state, seat)
    if refusal is not None:
        raise UserError(refusal)
    text = "Do you want to abort this match? It will end without a winner and won't count."
    button = items.button("Abort the match", Abort(state.match.id), items.BAD)
    await show(interaction, question(state, text, button))


async def abort_match(ctx: UiContext, interaction: Interaction, tap: Abort) -> None:
    """Abort after the confirmation, and show the board."""
    await show_panel(ctx, interaction, await aborting.abort(ctx.app, tap.match, interaction.user.id))


def resign_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /resign."""

    @app_commands.command(name="resign", description="Resign a match; you'll be asked to confirm")
    @app_commands.describe(match=choices.WHICH)
    async def resign(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _ask_to_resign(ctx, interaction, match))

    resign.autocomplete("match")(choices.completion(ctx))
    return resign


async def _ask_to_resign(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await find_match(ctx, interaction, match_id)
    seat = seats.require_seat(state, interaction.user.id)
    seats.still_open(state)
    await show(interaction, await resign_question(ctx.app, state, seat))
