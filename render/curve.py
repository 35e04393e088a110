"""The course of a match as a picture: a curve of each side's value, and the key turns."""

from __future__ import annotations

import msgspec
from PIL import Image

from games.core.screen.scene import SeatColors
from render.encoding import as_png
from render.graph import steps
from render.palette import Theme, palette_image, theme_named
from render.pen import Pen, Point
from render.text import fit, legible, width

WIDTH, HEIGHT = 800, 460
_BAND = 115
"""The height of a band; all of the picture at once, at four times its size, would take 23 MB."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 78, 772, 164, 396
_LARGE, _SMALL = 40, 34
"""Large letters, since the picture is less than half as wide on a phone."""
_THICK = (8.0, 4.0)
"""The curves' widths, which differ so that both can be seen where they coincide."""


class Level(msgspec.Struct, frozen=True):
    """Both sides' values after a turn."""

    turn: int
    values: tuple[float, float]


class Curve(msgspec.Struct, frozen=True):
    """A chart of both sides' values.

    Attributes:
        title: What's counted.
        names: The name of each side.
        levels: The values in the order of turns, at least one.
        marked: The turns to mark.
        colors: The colors of both seats.
        top: The value that the scale reaches at least.
    """

    title: str
    names: tuple[str, str]
    levels: tuple[Level, ...]
    marked: tuple[int, ...] = ()
    colors: SeatColors = "blue-orange"
    top: float = 1.0


class _Axes(msgspec.Struct, frozen=True):
    """The conversion of turns and values to pixels."""

    first: int
    last: int
    high: float

    def across(self, turn: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (turn - self.first) / max(1, self.last - self.first)

    def down(self, value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * max(0.0, value) / self.high


def png(curve: Curve, theme: str = "default") -> bytes:
    """Return the curve as a PNG of 800 × 460 pixels; raise ValueError for an unknown theme or no levels."""
    return as_png(paint(curve, theme_named(theme, curve.colors)))


def paint(curve: Curve, theme: Theme) -> Image.Image:
    """Return the curve as an image in mode P; raise ValueError if it has no levels."""
    if not curve.levels:
        raise ValueError("There's nothing to draw: a curve needs at least one level.")
    high = max(curve.top, *(max(level.values) for level in curve.levels))
    axes = _Axes(curve.levels[0].turn, curve.levels[-1].turn, high)
    image = Image.new("P", (WIDTH, HEIGHT))
    image.putpalette(palette_image(theme).getpalette() or [])
    for top in range(0, HEIGHT, _BAND):
        image.paste(_paint_band(curve, axes, theme, top), (0, top))
    return image


def _paint_band(curve: Curve, axes: _Axes, theme: Theme, top: int) -> Image.Image:
    """Return a band of the picture."""
    pen = Pen(WIDTH, _BAND, theme.paper)
    pen.drop = -top
    _values(pen, axes, theme)
    _marks(pen, curve, axes, theme)
    for side in (0, 1):
        _line(pen, curve, axes, side, theme)
    _words(pen, curve, theme)
    return pen.finish(theme)


def _values(pen: Pen, axes: _Axes, theme: Theme) -> None:
    """Draw the grid lines with round values, and the first and last turn below."""
    for value in steps(0, axes.high):
        height = axes.down(value)
        pen.line([(_LEFT, height), (_RIGHT, height)], 1.2, theme.line)
        pen.write(_LEFT - 14, height, str(value), _SMALL, theme.muted, anchor="r")
    pen.write(
        _LEFT, _BOTTOM + 32, f"Turn {axes.first}" if axes.first else "Start", _SMALL, theme.muted, anchor="l"
    )
    if axes.last > axes.first:
        pen.write(_RIGHT, _BOTTOM + 32, str(axes.last), _SMALL, theme.muted, anchor="r")


def _marks(pen: Pen, curve: Curve, axes: _Axes, theme: Theme) -> None:
    """Draw a line at each marked turn, with its number above if there is room."""
    free = 0.0
    for turn in curve.marked:
        x, number = axes.across(turn), str(turn)
        pen.line([(x, _TOP - 8), (x, _BOTTOM)], 2.4, theme.muted)
        half = width(number, _SMALL) / 2
        middle = min(x, _RIGHT - half)
        if middle - half > free:
            pen.write(middle, _TOP - 30, number, _SMALL, theme.ink)
            free = middle + half + 8


def _line(pen: Pen, curve: Curve, axes: _Axes, side: int, theme: Theme) -> None:
    """Draw a side's values as steps: each stays until the turn that changes it."""
    points, colours = list[Point](), theme.seats[side]
    for level in curve.levels:
        x, y = axes.across(level.turn), axes.down(level.values[side])
        if not points or y != points[-1][1]:
            points += [(x, points[-1][1]), (x, y)] if points else [(x, y)]
    points.append((axes.across(axes.last), points[-1][1]))
    # The dark edge makes a white line visible on paper.
    for colour, edge in ((colours.deep, 2.0), (colours.body, 0.0)):
        pen.line(points, _THICK[side] + edge, colour)
        pen.disc(*points[-1], 10 - 3 * side + edge / 2, colour)


def _words(pen: Pen, curve: Curve, theme: Theme) -> None:
    """Write what's counted, and each side's name and last value beside its color."""
    title, size = fit(curve.title, WIDTH - 48.0, _LARGE, 24)
    pen.write(24, 34, title, size, theme.ink, bold=0.014, anchor="l")
    x = 24.0
    for side, name in enumerate(curve.names):
        said, small = fit(f"{name}: {_number(curve.levels[-1].values[side])}", 330.0, _SMALL, 24)
        pen.disc(x + 13, 86, 13, theme.seats[side].deep)
        pen.disc(x + 13, 86, 12, theme.seats[side].body)
        pen.write(x + 38, 86, said, small, theme.ink, anchor="l")
        x += 38 + width(legible(said), small) + 40


def _number(value: float) -> str:
    return f"{value:g}"
