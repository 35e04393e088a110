"""A side's color is the same in pictures and in words."""

from __future__ import annotations

from colorsys import rgb_to_hsv

import pytest

from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.wording import matches
from games import GAMES
from render.palette import rgb, theme_named
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.alpha import MINE

HUES = {"blue": (190, 260), "orange": (15, 45), "red": (345, 375), "cyan": (175, 200), "magenta": (300, 330)}
"""Ranges of the color wheel, in degrees, by the color's name; from 360 on they begin again."""
LEVELS = {"white": (235, 255), "black": (0, 50)}
"""Ranges of brightness by the name of a color without a hue."""


def _hue(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return rgb_to_hsv(red, green, blue)[0] * 360


@pytest.mark.parametrize("key", GAMES)
def test_a_side_is_said_in_the_color_in_which_its_pieces_are_drawn(key: str) -> None:
    game = GAMES[key]
    for seat, drawn in enumerate(theme_named("default", game.colors).seats):
        name, _, color = matches.side(game, seat).removesuffix(")").partition(" (")
        color = color or name.lower()
        assert name == game.seats[seat]
        if color in HUES:
            least, most = HUES[color]
            hue = _hue(drawn.body)
            assert any(least <= turned <= most for turned in (hue, hue + 360))
        else:
            least, most = LEVELS[color]
            assert all(least <= part <= most for part in rgb(drawn.body))


async def test_who_may_have_written_the_names_on_a_board_is_named(here: House) -> None:
    for decks, said in ((["balanced", "balanced"], ""), ([MINE, "balanced"], "-# Names by <@11> and <@12>")):
        challenge = await offering.offer(
            here.app, MARA, TOM, 0, MatchTerms("alpha", {"decks": decks}, "1d"), PLACE, 901
        )
        _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
        told = matches.authors(await here.app.match_state(match.id), ())
        assert told.startswith(said)
        assert bool(told) == ("<@12>" in told) == bool(said)


@pytest.mark.parametrize("key", GAMES)
def test_every_picture_of_a_game_has_its_colors(key: str) -> None:
    game = GAMES[key]
    scenes = [page.scene for page in game.rules() if page.scene is not None]
    assert {scene.colors for scene in [*scenes, game.icon()]} == {game.colors}
