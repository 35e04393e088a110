"""The way from lessons into a first match."""

from __future__ import annotations

import discord

from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.challenges.ui import at_once
from games import AnyGame


def taps(ctx: UiContext, person: int, game: AnyGame, style: discord.ButtonStyle) -> tuple[items.Tap, ...]:
    """The button of a match in which somebody is shown around."""
    tap = at_once.shown_of(ctx).button(person, game.key, coached=True)
    return (items.button("Play with a coach", tap, style),)
