"""A pen that draws a small picture at four times its size, then scales it down into the palette."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw, ImageFont

from render.effort import spend
from render.palette import Theme, into_palette, rgb
from render.text import font

SUPERSAMPLE = 4
CAPITAL = 0.7
"""The height of a capital letter in Pillow's font, as a share of the font's size."""

Point = tuple[float, float]


class Circle(msgspec.Struct, frozen=True):
    """A circle as an outline, instead of a polygon."""

    x: float
    y: float
    radius: float


Outline = tuple[Point, ...] | Circle


class Pen:
    """A pen for one picture; coordinates are in units of `scale` pixels."""

    def __init__(self, width: int, height: int, ground: str, scale: float = 1.0) -> None:
        spend(width * height)
        self._image = Image.new("RGB", (width * SUPERSAMPLE, height * SUPERSAMPLE), rgb(ground))
        self._draw = ImageDraw.Draw(self._image)
        self._scale = scale * SUPERSAMPLE
        self.ground = ground
        """The background, which shows through holes."""
        self.tall = height / scale
        """The height of the picture in units."""
        self.drop = 0.0
        """The distance, in units, by which everything except frames is drawn lower."""

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale - 0.5, (y + self.drop) * self._scale - 0.5) for x, y in points]

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._at(points), fill=rgb(colour))

    def shape(self, outline: Outline, grow: float, colour: str) -> None:
        """Fill an outline that is enlarged by `grow` on all sides, with round corners."""
        if isinstance(outline, Circle):
            self.disc(outline.x, outline.y, outline.radius + grow, colour)
            return
        self.polygon(outline, colour)
        if grow:
            self.line([*outline, outline[0]], 2 * grow, colour)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """Draw a line with round joints and ends."""
        corners, thick = self._at(points), max(1, round(width * self._scale))
        self._draw.line(corners, fill=rgb(colour), width=thick)
        for x, y in corners:
            self._draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=rgb(colour))

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle."""
        self._draw.ellipse(self._at([(x - radius, y - radius), (x + radius, y + radius)]), rgb(colour))

    def oval(self, x: float, y: float, across: float, down: float, colour: str) -> None:
        """Fill an ellipse; `across` and `down` are half its width and height."""
        self._draw.ellipse(self._at([(x - across, y - down), (x + across, y + down)]), rgb(colour))

    def ring(self, x: float, y: float, radius: float, width: float, colour: str) -> None:
        """Draw a circle whose outer edge is at `radius`."""
        box = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse(box, outline=rgb(colour), width=max(1, round(width * self._scale)))

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, colour: str) -> None:
        """Fill a rectangle with round corners."""
        corners = self._at([(left, top), (right, bottom)])
        self._draw.rounded_rectangle(corners, radius * self._scale, fill=rgb(colour))

    def frame(self, inset: float, radius: float, width: float, colour: str) -> None:
        """Draw a frame around a picture 1 unit wide, `inset` from its edges."""
        ends = ((inset, inset), (1 - inset, self.tall - inset))
        corners = [(x * self._scale - 0.5, y * self._scale - 0.5) for x, y in ends]
        thick = max(1, round(width * self._scale))
        self._draw.rounded_rectangle(corners, radius * self._scale, outline=rgb(colour), width=thick)

    def write(self, x: float, y: float, words: str, size: float, colour: str, *, bold: float = 0,
              anchor: str = "m", halo: str | None = None, face: str = "") -> None:  # fmt: skip
        """Write text with the middle of its capitals at height `y`.

        `bold` is the added stroke as a share of `size`; `anchor` says whether the left end ("l"), the middle
        ("m") or the right end ("r") is at `x`; `face` is the font, as in `render.text`.
        """
        if not -size < y + self.drop < self.tall + size:
            return
        pixels, stroke = max(1, round(size * self._scale)), size * self._scale * bold
        place = self._at([(x, y + size * CAPITAL / 2)])[0]
        if halo is not None:
            self._words(place, words, font(pixels, face), halo, stroke + pixels * 0.07, anchor)
        self._words(place, words, font(pixels, face), colour, stroke, anchor)

    def _words(
        self,
        place: Point,
        words: str,
        letters: ImageFont.FreeTypeFont,
        colour: str,
        stroke: float,
        anchor: str,
    ) -> None:
        self._draw.text(place, words, rgb(colour), letters, anchor + "s", stroke_width=round(stroke))

    def finish(self, theme: Theme) -> Image.Image:
        """Return the picture at its own size, in the palette."""
        return into_palette(self._image.reduce(SUPERSAMPLE), theme)
