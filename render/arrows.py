"""Arrows, which are drawn over the finished board since they cross squares."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PIL import Image, ImageDraw

from render.effort import spend
from render.palette import Theme, into_palette, rgb
from render.pen import SUPERSAMPLE, Point

_WIDTH, _HEAD, _SHORT, _OPACITY = 0.13, 0.36, 0.34, 0.85
"""An arrow's shaft width, head length and tip's distance from the last center, in squares; its opacity."""


def draw_arrow(image: Image.Image, theme: Theme, corner: tuple[int, int], path: tuple[Point, ...],
               cell: int) -> None:  # fmt: skip
    """Draw an arrow over the picture, changing only the pixels below it.

    `path` has the centers of squares as (column, row) in widths of a square; the first one of square cells is
    (0, 0). `corner` is the board's first corner in the picture, and `cell` a square's width, both in pixels.
    """
    left, top = min(x for x, _ in path), min(y for _, y in path)
    mask = arrow_mask(tuple((x - left, y - top) for x, y in path), cell)
    at = (round(corner[0] + left * cell), round(corner[1] + top * cell))
    lay(image, theme, mask, at)


def lay(image: Image.Image, theme: Theme, mask: Image.Image, at: tuple[int, int]) -> None:
    """Paint the color of the last move over the picture, with the mask (0 to 255) as its opacity."""
    covered = mask.getbbox()
    if covered is None:
        return
    cover, (left, top, right, bottom) = mask.crop(covered), covered
    box = (at[0] + left, at[1] + top, at[0] + right, at[1] + bottom)
    under = image.crop(box).convert("RGB")
    under.paste(rgb(theme.last), mask=cover)
    image.paste(into_palette(under, theme), box)


@lru_cache(maxsize=128)
def arrow_mask(path: tuple[Point, ...], cell: int) -> Image.Image:
    """Return how much of each pixel an arrow covers (0 to 255), on a board just as large as the path."""
    wide, high = (round((max(axis) + 1) * cell) for axis in zip(*path, strict=True))
    spend(wide * high)
    mask = Image.new("L", (wide * SUPERSAMPLE, high * SUPERSAMPLE), 0)
    scale = cell * SUPERSAMPLE
    points = [((x + 0.5) * scale, (y + 0.5) * scale) for x, y in path]
    _shaft_and_head(ImageDraw.Draw(mask), points, scale)
    return mask.reduce(SUPERSAMPLE).point([round(level * _OPACITY) for level in range(256)])


def _shaft_and_head(draw: ImageDraw.ImageDraw, points: list[Point], scale: int) -> None:
    (x, y), (tip_x, tip_y) = points[-2], points[-1]
    length = hypot(tip_x - x, tip_y - y) or 1.0
    along, across = (tip_x - x) / length, (tip_y - y) / length
    tip_x, tip_y = tip_x - along * _SHORT * scale, tip_y - across * _SHORT * scale
    neck = (tip_x - along * _HEAD * scale, tip_y - across * _HEAD * scale)
    wing = _HEAD * scale * 0.62
    draw.line([*points[:-1], neck], fill=255, width=round(_WIDTH * scale), joint="curve")
    draw.circle(points[0], _WIDTH * scale * 0.9, fill=255)
    draw.polygon([(tip_x, tip_y), (neck[0] - across * wing, neck[1] + along * wing),
                  (neck[0] + across * wing, neck[1] - along * wing)], fill=255)  # fmt: skip
