"""Matches against the bot that begin with one tap, without a card: the buttons for that.

The secret of the dice is drawn when a button is shown, and its SHA-256 is in the button. So here too the
number of the tap, which is mixed in, doesn't exist before the secret does. What was drawn is kept in memory:
after a restart a tap gets the card instead."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

from discord import ui

from bot.core.randomness import Randomness
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.challenges.ui.buttons import PlayCoached, PlayNow
from games import GAMES
from games.core.chance import commitment

_REMEMBERED = 4096
"""Of those that were shown, the latest."""


class Drawn(NamedTuple):
    """What a match will be made of that its person can't choose: its name and the secret of its dice."""

    name: str
    nonce: bytes


class Shown:
    """The buttons that were shown lately, by what was drawn for them."""

    def __init__(self, randomness: Randomness) -> None:
        self._randomness = randomness
        self._drawn: OrderedDict[tuple[int, PlayNow], Drawn] = OrderedDict()

    def button(self, person: int, game_key: str, *, coached: bool = False) -> PlayNow:
        """A new button for somebody; `coached`: of a match in which they're shown around."""
        drawn = Drawn(self._randomness.name(), self._randomness.nonce())
        made = (PlayCoached if coached else PlayNow)(game_key, drawn.name, commitment(drawn.nonce))
        self._drawn[person, made] = drawn
        if len(self._drawn) > _REMEMBERED:
            self._drawn.popitem(last=False)
        return made

    def drawn(self, person: int, button: PlayNow) -> Drawn | None:
        """What was drawn for this button of theirs; None where that's not known anymore."""
        return self._drawn.get((person, button))


def shown_of(ctx: UiContext) -> Shown:
    """The one memory of a bot."""
    return ctx.own(Shown, lambda: Shown(ctx.app.randomness))


def rows(ctx: UiContext, person: int) -> list[ui.ActionRow[Any]]:
    """A button for each game."""
    shown = shown_of(ctx)
    return items.rows(
        [items.button(f"Play {game.title}", shown.button(person, game.key)) for game in GAMES.values()]
    )
