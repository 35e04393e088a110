"""What the pictures show and the words say of a side is the same colour."""

from __future__ import annotations

from colorsys import rgb_to_hsv

from bot.ui import words
from games import GAMES
from render.palette import DEFAULT

HUES = {"blue": (190, 260), "orange": (15, 45)}
"""Degrees of the colour wheel that are called so."""


def _hue(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return rgb_to_hsv(red, green, blue)[0] * 360


def test_a_side_is_said_in_the_colour_in_which_its_pieces_are_drawn() -> None:
    for game in GAMES.values():
        for seat, drawn in enumerate(DEFAULT.seats):
            name, _, colour = words.side(game, seat).removesuffix(")").partition(" (")
            least, most = HUES[colour]
            assert name == game.seats[seat]
            assert least <= _hue(drawn.body) <= most
