"""The way from lessons into a first match."""

from __future__ import annotations

import discord

from bot.challenges.ui import at_once
from bot.ui import items
from bot.ui.context import UiContext
from games import AnyGame


def taps(ctx: UiContext, person: int, game: AnyGame, style: discord.ButtonStyle) -> tuple[items.Tap, ...]:
    """The button of a match in which somebody is shown around."""
    tap = at_once.shown_of(ctx).button(person, game.key, coached=True)
    return (items.button("Play with a coach", tap, style),)
