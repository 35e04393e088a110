"""Differences between two pictures."""

from __future__ import annotations

from PIL import Image, ImageChops

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""

NOWHERE: Box = (0, 0, 0, 0)


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    """Return the bounding box of the pixels in which two pictures differ."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def pixels_changed(one: Image.Image, other: Image.Image) -> int:
    """Return the number of pixels that differ."""
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return one.width * one.height - worst.histogram()[0]


TOLERANCE = 0.004
"""Allowed share of differing pixels; letters vary a little between versions of FreeType."""
