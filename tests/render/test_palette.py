"""Colors can be told apart, also by people with color blindness."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from PIL import Image

from games.core.screen.scene import SeatColors
from render.palette import THEMES, colours, into_palette, mix, rgb, theme_named

LEAST_DIFFERENCE = 18.0
"""Euclidean distance in CIELAB; about 2 is just noticeable side by side."""

# Machado, Oliveira, Fernandes 2009: full severity, on linear RGB.
VISIONS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Triple = tuple[float, float, float]


def _linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _lab(red: float, green: float, blue: float) -> Triple:
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _seen(colour: str, vision: str) -> Triple:
    linear = [_linear(level) for level in rgb(colour)]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in VISIONS[vision]
    )
    return _lab(red, green, blue)


def difference(one: str, other: str, vision: str) -> float:
    pairs = zip(_seen(one, vision), _seen(other, vision), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


LOOKS = [(theme, colors) for theme in THEMES for colors in get_args(SeatColors)]
"""Every theme with every pair of seat colors."""
TUNED = [(theme, colors) for theme, colors in LOOKS if theme != "classic"]


def key_colours(name: str, colors: SeatColors) -> dict[str, str]:
    """Return the colors that must differ; only the game with a pattern has a goal."""
    theme = theme_named(name, colors)
    goal = {} if colors == "white-black" else {"goal": theme.goal}
    return goal | {
        "seat 0": theme.seats[0].body,
        "seat 1": theme.seats[1].body,
        "last move": theme.last,
        "choice": theme.choice,
        "strike": theme.strike,
    }


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("theme", "colors"), TUNED)
def test_key_colours_differ_from_one_another_for_every_vision(
    theme: str, colors: SeatColors, vision: str
) -> None:
    near = {
        (key, other): difference(a, b, vision)
        for (key, a), (other, b) in combinations(key_colours(theme, colors).items(), 2)
    }
    assert min(near.values()) >= LEAST_DIFFERENCE, min(near, key=lambda pair: near[pair])


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("theme", "colors"), TUNED)
def test_key_colours_differ_from_the_squares_for_every_vision(
    theme: str, colors: SeatColors, vision: str
) -> None:
    drawn = theme_named(theme, colors)
    for ground in (drawn.light, drawn.dark):
        for name, colour in key_colours(theme, colors).items():
            assert difference(colour, ground, vision) >= LEAST_DIFFERENCE, name


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("theme", "colors"), LOOKS)
def test_the_two_seats_differ_strongly_in_every_theme(theme: str, colors: SeatColors, vision: str) -> None:
    first, second = theme_named(theme, colors).seats
    assert difference(first.body, second.body, vision) >= 35


@pytest.mark.parametrize(("theme", "colors"), LOOKS)
def test_text_stands_out_from_what_it_is_written_on(theme: str, colors: SeatColors) -> None:
    drawn = theme_named(theme, colors)
    pairs = [
        (drawn.ink, drawn.paper),
        (drawn.ink, drawn.chip),
        (drawn.muted, drawn.paper),
        (drawn.muted, drawn.chip),
        (drawn.ink, drawn.goal),
        (drawn.halo, drawn.strike),
    ]
    pairs += [(side.on, side.body) for side in drawn.seats]
    for text, ground in pairs:
        assert abs(_seen(text, "usual")[0] - _seen(ground, "usual")[0]) >= 40, (text, ground)


def test_classic_has_a_blue_seat_and_a_red_one() -> None:
    creators, destroyers = (rgb(side.body) for side in theme_named("classic", "blue-red").seats)
    assert max(creators) == creators[2]
    assert max(destroyers) == destroyers[0]


@pytest.mark.parametrize(("theme", "colors"), LOOKS)
def test_no_colour_of_a_palette_is_cut_off(theme: str, colors: SeatColors) -> None:
    found = colours(theme_named(theme, colors))
    assert len(found) < 256
    assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "colors"), LOOKS)
def test_a_colour_of_the_palette_is_met_exactly(theme: str, colors: SeatColors) -> None:
    drawn = theme_named(theme, colors)
    for place, colour in enumerate(colours(drawn)):
        assert into_palette(Image.new("RGB", (1, 1), colour), drawn).getpixel((0, 0)) == place


def test_colours_lie_on_the_lattice_of_palette_lookup() -> None:
    assert rgb("#fffe01") == (252, 252, 0)
    assert all(part % 4 == 0 for part in rgb(mix("#000000", "#fcfcfc", 33)))


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert rgb(mix("#000000", "#fcfcfc", 0)) == (0, 0, 0)
    assert rgb(mix("#000000", "#fcfcfc", 50)) == (128, 128, 128)
    assert rgb(mix("#000000", "#fcfcfc", 100)) == (252, 252, 252)


def test_an_unknown_theme_is_refused_with_the_themes_there_are() -> None:
    with pytest.raises(ValueError, match=r"no theme 'neon'.*default, classic, dark, contrast, colorblind"):
        theme_named("neon")


@pytest.mark.parametrize("colors", get_args(SeatColors))
def test_colors_are_farther_apart_in_the_theme_for_the_color_blind(colors: SeatColors) -> None:
    def least(theme: str) -> float:
        first, second = theme_named(theme, colors).seats
        return min(difference(first.body, second.body, vision) for vision in VISIONS)

    assert least("colorblind") >= max(59, least("default"))


@pytest.mark.parametrize("colors", get_args(SeatColors))
def test_letters_and_lines_stand_out_more_in_high_contrast(colors: SeatColors) -> None:
    def contrasts(theme: str) -> tuple[float, ...]:
        drawn = theme_named(theme, colors)
        pairs = (drawn.ink, drawn.paper), (drawn.muted, drawn.paper), (drawn.line, drawn.paper)
        return tuple(abs(_seen(color, "usual")[0] - _seen(other, "usual")[0]) for color, other in pairs)

    strong, usual = contrasts("contrast"), contrasts("default")
    assert all(contrast > other for contrast, other in zip(strong, usual, strict=True))


NAMED = {
    "blue": lambda red, green, blue: blue > max(red, green),
    "orange": lambda red, green, blue: red > green > blue,
    "red": lambda red, green, blue: red > 2 * max(green, blue),
    "cyan": lambda red, green, blue: min(green, blue) > red,
    "magenta": lambda red, green, blue: min(red, blue) > 2 * green,
    "white": lambda red, green, blue: min(red, green, blue) > 240,
    "black": lambda red, green, blue: max(red, green, blue) < 48,
}
"""Color name → the condition that a color of that name satisfies."""


@pytest.mark.parametrize(("theme", "colors"), LOOKS)
def test_seats_have_the_colors_that_texts_call_them_by_in_every_theme(theme: str, colors: SeatColors) -> None:
    for name, side in zip(colors.split("-"), theme_named(theme, colors).seats, strict=True):
        assert NAMED[name](*rgb(side.body)), side.body
