"""How two pictures differ."""

from __future__ import annotations

from PIL import Image, ImageChops

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""

NOWHERE: Box = (0, 0, 0, 0)


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    """The box in which two pictures differ."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def pixels_changed(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ."""
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return one.width * one.height - worst.histogram()[0]


TOLERANCE = 0.004
"""Share of pixels that may be off: letters differ a little from one FreeType to the next."""
