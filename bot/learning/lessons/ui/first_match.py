"""The way from lessons into a first match."""

from __future__ import annotations

import discord

from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from bot.learning.lessons.lessons import Coach
from bot.matchmaking.challenges.ui import starting
from games import AnyGame


def taps(ctx: UiContext, person: int, game: AnyGame, style: discord.ButtonStyle) -> tuple[items.Tap, ...]:
    """The button of a match in which somebody is shown around."""
    tap = starting.shown_of(ctx).button(person, game.key, coached=True)
    return (items.button("Play with a coach", tap, style),)


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """What the coach says now; empty: nothing."""
    tip = await ctx.app.own(Coach, Coach).tip_in(ctx.app, state, seat)
    return f"**Coach:** {markdown.plain((tip.words,))}" if tip else ""
