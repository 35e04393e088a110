"""Asking once more before a match ends, and showing what became of it."""

from __future__ import annotations

from bot.core import seats
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.play.endings import aborting
from bot.play.endings.ui.buttons import AskToAbort, Resign
from bot.play.matches.ui import panel


async def show_panel(ctx: UiContext, interaction: Interaction, state: MatchState) -> None:
    """The board after what was done, for the person who did it."""
    seat = seats.seated(state, interaction.user.id)
    await show(interaction, await panel.panel(ctx, state, seat))


async def open_match(ctx: UiContext, interaction: Interaction, match_id: str) -> tuple[MatchState, int]:
    """The match and the person's seat in it; UserError when it is over."""
    state = await ctx.app.match_state(match_id)
    seat = seats.seated(state, interaction.user.id)
    seats.still_open(state)
    return state, seat


def question(state: MatchState, text: str, *taps: items.Tap) -> Screen:
    """A question about a match with its answers, and the way back to the board."""
    stay = items.button("Keep playing", ViewMatch(state.match.id))
    return Screen(items.sentence(f"**{state.title}**\n{text}", items.row(*taps, stay)))


async def resign_question(app: AppContext, state: MatchState, seat: int) -> Screen:
    """Asked before a resignation; before anything was played or seen there is a milder way out, unless the
    match is one of a contest."""
    resign = items.button("Resign", Resign(state.match.id), items.BAD)
    text = "Do you want to resign this match? Your opponent will win."
    if await aborting.why_not(app, state, seat) is not None:
        return question(state, f"{text} {aborting.why_it_counts(state, seat)}".strip(), resign)
    abort = items.button("Abort instead", AskToAbort(state.match.id))
    milder = "No one has played yet, so you can also abort it: then it won't count."
    return question(state, f"{text} {milder}", resign, abort)
