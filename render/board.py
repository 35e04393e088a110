"""The board: squares as cached tiles, the edge, and the coordinates."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops

from render.cards import SIGHT, draw_card_mark, draw_face, list_card_text_boxes
from render.edges import draw_edge_marks
from render.layout import Layout
from render.palette import Theme, colours, palette_image, rgb
from render.pen import Pen
from render.squares import FRAMES, Square, draw_mark, draw_tint, ground
from render.text import fit
from render.tokens import Piece, draw_piece, draw_pills


@lru_cache(maxsize=1024)
def tile(theme: Theme, cell: int, square: Square, high: int | None = None) -> Image.Image:
    """Return a square with all that is on it, `cell` pixels wide and `high` (default: `cell`) pixels high."""
    pen = _paint_ground(theme, cell, square, high)
    cards = [piece for piece in square.pieces if piece.face is not None]
    for piece in cards:
        _card(pen, theme, piece, square.marks)
    if cards:
        return pen.finish(theme)
    for kind, text in square.marks:
        if kind in FRAMES:
            draw_mark(pen, theme, kind, text, square)
    pen.drop = (pen.tall - 1) / 2
    for piece in square.pieces:
        draw_piece(pen, theme, piece)
    for kind, text in square.marks:
        if kind not in FRAMES:
            draw_mark(pen, theme, kind, text, square)
    for piece in square.pieces:
        draw_pills(pen, theme, piece)
    pen.drop = 0.0
    draw_edge_marks(pen, theme, square.marks, ())
    return pen.finish(theme)


def _paint_ground(theme: Theme, cell: int, square: Square, high: int | None) -> Pen:
    """Return a pen with the square's ground and tints drawn."""
    under = ground(theme, square)
    pen = Pen(cell, high or cell, under, cell)
    for kind, strength in square.tints:
        draw_tint(pen, theme, under, kind, strength, bool(square.pieces))
    return pen


def standing(theme: Theme, cell: int, square: Square, high: int | None = None) -> Image.Image:
    """Return a mask (0 or 255) of the pixels where a piece or mark is drawn on a square."""
    bare = _paint_ground(theme, cell, square, high).finish(theme)
    pair = (each.convert("RGB") for each in (tile(theme, cell, square, high), bare))
    red, green, blue = ImageChops.difference(*pair).split()
    differing = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return differing.point([0] + [255] * 255)


def _card(pen: Pen, theme: Theme, piece: Piece, marks: tuple[tuple[str, str], ...]) -> None:
    """Draw a card over its whole square, with the marks as frames around it."""
    if piece.face is None:
        return
    draw_face(pen, theme, piece.face, piece.stack)
    for kind, text in marks:
        draw_card_mark(pen, theme, kind, text)
    sights = [SIGHT for kind, _ in marks if kind == "strike"]
    draw_edge_marks(pen, theme, marks, (*list_card_text_boxes(piece.face, pen.tall, piece.stack), *sights))


@lru_cache(maxsize=12)
def bare_board(theme: Theme, layout: Layout) -> Image.Image:
    """Return a picture with an empty board without coordinates."""
    image = Image.new("P", (layout.size, layout.size), 0)
    image.putpalette(palette_image(theme).getpalette() or [])
    thick = max(1, round(2 * layout.unit))
    right, bottom = layout.corner(layout.columns, layout.rows)
    edge = colours(theme).index(rgb(theme.line))
    image.paste(edge, (layout.left - thick, layout.top - thick, right + thick, bottom + thick))
    for column in range(layout.columns):
        for row in range(layout.rows):
            bare = tile(theme, layout.cell, Square(dark=(column + row) % 2 == 1), layout.high)
            image.paste(bare, layout.corner(column, row))
    return image


def draw_coordinates(
    image: Image.Image, theme: Theme, layout: Layout, files: tuple[str, ...], ranks: tuple[str, ...]
) -> None:
    """Write the files below the board, and the ranks on both sides of it."""
    high, wide = round(26 * layout.labels), round(30 * layout.labels)
    (left, bottom), down = layout.corner(0, layout.rows), high // 10
    for label in files:
        box = (left, bottom + down, left + layout.cell, bottom + down + high)
        image.im.paste(_coordinate(theme, label, layout.cell, high, layout.labels).im, box)
        left += layout.cell
    sides, top = (layout.left - wide - 2, left + 2), layout.top
    for label in ranks:
        written = _coordinate(theme, label, wide, layout.high, layout.labels).im
        for side in sides:
            image.im.paste(written, (side, top, side + wide, top + layout.high))
        top += layout.high


@lru_cache(maxsize=512)
def _coordinate(theme: Theme, label: str, wide: int, high: int, unit: float) -> Image.Image:
    pen = Pen(wide, high, theme.paper)
    words, size = fit(label, wide - 2, min(22 * unit, high * 0.85), 8 * unit)
    pen.write(wide / 2, high / 2, words, size, theme.muted)
    return pen.finish(theme)
