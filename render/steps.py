"""Steps: the opponent's last turn as numbered arrows that hide no text and no choice.

Positions are in widths of a square from the board's corner; with square cells, the first center is (0.5,
0.5).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import hypot
from types import MappingProxyType

import msgspec
from PIL import Image, ImageChops, ImageDraw

from render.arrows import arrow_mask
from render.board import standing, tile
from render.cards import list_card_text_boxes
from render.layout import Layout
from render.palette import Theme, into_palette, palette_image, rgb
from render.pen import CAPITAL, SUPERSAMPLE, Point
from render.squares import CHOICES, Square
from render.text import fit, font
from render.tokens import Box, list_text_boxes

Squares = Mapping[tuple[int, int], Square]
"""All squares that aren't bare, by column and row from the top left."""
Path = tuple[tuple[int, int], ...]
Crossing = tuple[Path, tuple[int, int]]
"""An arrow's path, and one of the squares that it touches, counted from the arrow's top left square."""

MANY = 8
"""More steps than this are drawn fainter, to keep the board legible."""
_FULL, _LIGHTER, _BESIDE_CHOICES = 100, 60, 55
_OVER_PIECES = 50
"""Opacities of an arrow in percent, and the percentage of them that is left over pieces."""
_SMALLEST, _LARGEST, _SHARE = 14, 18, 0.19
"""A number's least and largest radius, in pixels of a picture 800 wide, and its share of a square.

The smallest one is legible on a phone.
"""
_BODY = 0.4
"""The radius of a piece, which numbers avoid."""


class Step(msgspec.Struct, frozen=True):
    """A step: the (column, row) of each square on its way, and its number (empty: none)."""

    squares: tuple[tuple[int, int], ...]
    text: str


def draw_steps(
    image: Image.Image, steps: tuple[Step, ...], squares: Squares, layout: Layout, theme: Theme
) -> None:
    """Draw the arrows of all steps, then their numbers."""
    if not steps:
        return
    percent = _LIGHTER if len(steps) > MANY else _FULL
    if any(square.marks and _is_choice(square) for square in squares.values()):
        percent = min(percent, _BESIDE_CHOICES)
    _arrows(image, steps, squares, layout, theme, percent)
    for text, (x, y) in numbers(steps, squares, layout):
        _number(image, theme, text, layout, (x, y))


def _is_choice(square: Square) -> bool:
    return any(kind in CHOICES for kind, _ in square.marks)


def _arrows(
    image: Image.Image, steps: tuple[Step, ...], squares: Squares, layout: Layout, theme: Theme, percent: int
) -> None:
    """Draw all arrows, fainter over pieces, and not at all over text and choices."""
    crossed = defaultdict[tuple[int, int], list[Crossing]](list)
    for step in steps:
        if len(step.squares) > 1:
            left, top = (min(axis) for axis in zip(*step.squares, strict=True))
            path = tuple((column - left, row - top) for column, row in step.squares)
            for across, down in _cut_arrow(path, layout.cell, layout.high):
                crossed[left + across, top + down].append((path, (across, down)))
    for (column, row), crossings in crossed.items():
        square = squares.get((column, row)) or Square(dark=(column + row) % 2 == 1)
        shown = _cross_tile(theme, layout.cell, square, layout.high, percent, tuple(crossings))
        left, top = layout.corner(column, row)
        # Pasted on the core image, as the squares are.
        image.im.paste(shown.im, (left, top, left + layout.cell, top + layout.high))


@lru_cache(maxsize=64)
def _cut_arrow(path: Path, cell: int, high: int) -> Mapping[tuple[int, int], Image.Image]:
    """Return how much of each pixel an arrow covers (0 to 255), by square, of those that it touches.

    `path` and the squares are counted from the arrow's top left square.
    """
    tall = high / cell
    whole = arrow_mask(tuple((float(x), (y + 0.5) * tall - 0.5) for x, y in path), cell)
    columns, rows = (range(max(axis) + 1) for axis in zip(*path, strict=True))
    parts = {
        (column, row): whole.crop((column * cell, row * high, (column + 1) * cell, (row + 1) * high))
        for column, row in product(columns, rows)
    }
    return MappingProxyType({where: part for where, part in parts.items() if part.getbbox()})


@lru_cache(maxsize=512)
def _cross_tile(
    theme: Theme, cell: int, square: Square, high: int, percent: int, crossings: tuple[Crossing, ...]
) -> Image.Image:
    """Return a square with the parts of arrows that cross it."""
    covers = (_cut_arrow(path, cell, high)[where] for path, where in crossings)
    if square.pieces or square.marks:
        shown = _build_opacity(theme, cell, square, high, percent)
    else:
        shown = Image.new("L", (cell, high), 255 * percent // 100)
    image = tile(theme, cell, square, high).convert("RGB")
    image.paste(rgb(theme.last), mask=ImageChops.multiply(reduce(ImageChops.lighter, covers), shown))
    return into_palette(image, theme)


@lru_cache(maxsize=1024)
def _build_opacity(theme: Theme, cell: int, square: Square, high: int, percent: int) -> Image.Image:
    """Return an arrow's opacity on a square (0 to 255): low over pieces, 0 over text and choices."""
    over = 0 if _is_choice(square) else percent * _OVER_PIECES // 100
    shown = Image.new("L", (cell, high), 255 * percent // 100)
    shown.paste(255 * over // 100, mask=standing(theme, cell, square, high))
    draw = ImageDraw.Draw(shown)
    for each in _list_text_boxes(square, high / cell):
        draw.rectangle([round(edge * cell) for edge in each], fill=0)
    return shown


@lru_cache(maxsize=1024)
def _list_text_boxes(square: Square, tall: float) -> tuple[Box, ...]:
    """Return the boxes of all text on a square `tall` widths high, in units of its width."""
    found = list[Box]()
    for piece in square.pieces:
        if piece.face is not None:
            found += list_card_text_boxes(piece.face, tall, piece.stack)
        else:
            drop = (tall - 1) / 2
            found += [
                (left, up + drop, right, down + drop) for left, up, right, down in list_text_boxes(piece)
            ]
    if any(kind == "number" for kind, _ in square.marks):
        found.append((0.0, 0.64, 0.56, 1.0) if square.pieces or square.aside else (0.05, 0.2, 0.95, 0.8))
    return tuple(found)


# --- numbers --------------------------------------------------------------------------------------------


def radius(layout: Layout) -> float:
    """Return the radius of a number, in widths of a square."""
    pixels = min(max(_SHARE * layout.cell, _SMALLEST * layout.unit), _LARGEST * layout.unit)
    return max(pixels, _SMALLEST * layout.unit) / layout.cell


def numbers(steps: tuple[Step, ...], squares: Squares, layout: Layout) -> Iterator[tuple[str, Point]]:
    """Yield each step's number and its center; skip numbers without a free place.

    A place is free if it covers no text, choice or other number; places off the pieces are preferred.

    Yields:
        The number as text, and its center in widths of a square from the board's corner.
    """
    placed = list[Point]()
    for step in steps:
        place = _find_place(step, _list_around(step, squares), tuple(placed), layout) if step.text else None
        if place is not None:
            placed.append(place)
            yield step.text, place


def _list_around(step: Step, squares: Squares) -> tuple[tuple[tuple[int, int], Square], ...]:
    """Return all squares that a step's number could touch: up to two from the box around its path."""
    columns, rows = (range(min(axis) - 2, max(axis) + 3) for axis in zip(*step.squares, strict=True))
    return tuple((where, squares[where]) for where in product(columns, rows) if where in squares)


@lru_cache(maxsize=256)
def _find_place(
    step: Step,
    around: tuple[tuple[tuple[int, int], Square], ...],
    placed: tuple[Point, ...],
    layout: Layout,
) -> Point | None:
    """Return the place for a step's number, or None if none is free."""
    squares = dict(around)
    for places in _places(step, layout):
        free = [place for place in places if _is_free(place, placed, squares, layout)]
        if free:
            return min(free, key=lambda place: _pieces_under(place, squares, layout))
    return None


def _places(step: Step, layout: Layout) -> Iterator[list[Point]]:
    """Yield possible places of a number, best first: along the arrow or in its only square, then around."""
    tall, size = layout.high / layout.cell, radius(layout) + 0.02
    (column, row), *further = step.squares
    if further:
        yield list(_along((column, row), further[0], tall))
    else:
        across, down = (size, 1 - size, 0.5), (size, tall - size, 0.5 * tall)
        yield [(column + x, row * tall + y) for x in across for y in down]
    edges = (0.0, 0.5, 1.0, size, 1 - size)
    yield [(left + x, (up + y) * tall) for left, up in step.squares for x in edges for y in edges]


def _along(source: tuple[int, int], target: tuple[int, int], tall: float) -> Iterator[Point]:
    (x, y), (to_x, to_y) = ((column + 0.5, (row + 0.5) * tall) for column, row in (source, target))
    length = hypot(to_x - x, to_y - y) or 1.0
    along = ((to_x - x) / length, (to_y - y) / length)
    for aside, share in _BESIDE_THE_ARROW:
        way = share * length
        yield x + along[0] * way - along[1] * aside, y + along[1] * way + along[0] * aside


_BESIDE_THE_ARROW = (
    *((0.0, share) for share in (0.0, 0.15, 0.3)),
    *((aside, share) for aside in (0.36, -0.36, 0.5, -0.5) for share in (0.5, 0.3, 0.15, 0.7)),
    *((0.0, share) for share in (0.5, 0.7, 0.85)),
)
"""Distances beside an arrow, in squares, and shares of its length."""


def _is_free(place: Point, placed: Sequence[Point], squares: Squares, layout: Layout) -> bool:
    (x, y), size, tall = place, radius(layout), layout.high / layout.cell
    if not (size <= x <= layout.columns - size and size <= y <= layout.rows * tall - size):
        return False
    if any(hypot(x - other_x, y - other_y) < 2 * size for other_x, other_y in placed):
        return False
    return not any(_touches(place, size, box) for box in _list_kept_free(place, squares, layout))


def _list_kept_free(place: Point, squares: Squares, layout: Layout) -> Iterator[Box]:
    """Yield the boxes near a place that no number may touch."""
    tall = layout.high / layout.cell
    for (column, row), square in _near(place, squares, layout):
        if _is_choice(square):
            yield column, row * tall, column + 1, (row + 1) * tall
            continue
        for left, top, right, bottom in _list_text_boxes(square, tall):
            yield column + left, row * tall + top, column + right, row * tall + bottom


def _near(place: Point, squares: Squares, layout: Layout) -> Iterator[tuple[tuple[int, int], Square]]:
    column, row = int(place[0]), int(place[1] * layout.cell / layout.high)
    around = ((column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
    return ((there, squares[there]) for there in around if there in squares)


def _touches(place: Point, size: float, box: Box) -> bool:
    (x, y), (left, top, right, bottom) = place, box
    return hypot(x - min(max(x, left), right), y - min(max(y, top), bottom)) < size


def _pieces_under(place: Point, squares: Squares, layout: Layout) -> int:
    size, tall = radius(layout), layout.high / layout.cell
    near = ((there, square) for there, square in _near(place, squares, layout) if square.pieces)
    return sum(
        hypot(place[0] - column - 0.5, place[1] - (row + 0.5) * tall) < size + _BODY
        for (column, row), _ in near
    )


def _number(image: Image.Image, theme: Theme, text: str, layout: Layout, place: Point) -> None:
    pixels = round(radius(layout) * layout.cell)
    wide = _disc(theme, text, pixels)[0].width
    left, top = (round(edge + part * layout.cell) - wide // 2
                 for edge, part in zip((layout.left, layout.top), place, strict=True))  # fmt: skip
    box = (left, top, left + wide, top + wide)
    image.paste(_lay_disc(theme, text, pixels, image.crop(box).tobytes()), box)


@lru_cache(maxsize=256)
def _lay_disc(theme: Theme, text: str, pixels: int, under: bytes) -> Image.Image:
    """Return the pixels below a number's disc, as palette indices, with the disc on them."""
    disc, mask, covered = _disc(theme, text, pixels)
    image = Image.frombytes("P", disc.size, under)
    image.putpalette(palette_image(theme).getpalette() or [])
    mixed = image.convert("RGB")
    mixed.paste(disc, mask=mask)
    image.paste(into_palette(mixed, theme), None, covered)
    return image


@lru_cache(maxsize=256)
def _disc(theme: Theme, text: str, pixels: int) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Return a number on a disc of this radius, with a rim, how much it covers, and what it covers at all."""
    large = pixels * SUPERSAMPLE
    sprite = Image.new("RGBA", (2 * large, 2 * large), (*rgb(theme.last), 0))
    draw = ImageDraw.Draw(sprite)
    draw.ellipse((0, 0, 2 * large - 1, 2 * large - 1), fill=(*rgb(theme.halo), 255))
    rim = max(SUPERSAMPLE, large // 9)
    draw.ellipse((rim, rim, 2 * large - 1 - rim, 2 * large - 1 - rim), fill=(*rgb(theme.last), 255))
    words, size = fit(text, 1.5 * large, 1.45 * large, 0.8 * large)
    draw.text((large, large + size * CAPITAL / 2), words, (*rgb(theme.halo), 255), font(round(size)), "ms",
              stroke_width=round(size * 0.03))  # fmt: skip
    disc = sprite.reduce(SUPERSAMPLE)
    mask = disc.getchannel("A")
    return disc.convert("RGB"), mask, mask.point([0] + [255] * 255, "1")
