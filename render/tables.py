"""A table of points as a picture: place, name, and columns of figures, the first of which ranks."""

from __future__ import annotations

from typing import Literal

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, mix, palette_image, theme_named
from render.pen import Pen
from render.text import cut_to_fit, fit, legible

WIDTH = 800
HEAD = 78
_CAPTIONS, _ROW, _FOOT = 36, 48, 14
_PLACE, _NAME, _LAST, _COLUMN = 66, 88, 780, 84
_MOVES = 24
"""The extra space before names if the table has promotion or relegation."""
_WORDS, _CAPTION = 26.0, 20.0
Moves = Literal["", "up", "down"]
"""Promotion or relegation between divisions."""


class TableLine(msgspec.Struct, frozen=True):
    """A line of the table.

    Attributes:
        name: Empty to draw a silhouette.
        cells: A text for each column.
        gone: Whether the player has left.
        face: The font of the name, from `render.names`.
        mine: Whether it's the viewer's own.
    """

    place: int
    name: str
    cells: tuple[str, ...]
    gone: bool = False
    face: str = ""
    moves: Moves = ""
    mine: bool = False


class Table(msgspec.Struct, frozen=True):
    """A table with at most five columns of figures; `columns` has their captions."""

    title: str
    subtitle: str
    columns: tuple[str, ...]
    lines: tuple[TableLine, ...]
    empty: str = "Nobody yet."


def png(table: Table, theme: str = "default") -> bytes:
    """Return the table as a PNG, 800 pixels wide.

    Raises:
        ValueError: The theme is unknown, or a line doesn't have one cell for each column.
    """
    return as_png(paint(table, theme_named(theme)))


def paint(table: Table, theme: Theme) -> Image.Image:
    """Return the table as an image in mode P."""
    strips = [head(table.title, table.subtitle, theme)]
    if table.lines:
        strips.append(_captions(table, theme))
        strips += [_line(table, number, theme) for number in range(len(table.lines))]
    else:
        strips.append(_nobody(table, theme))
    return stack(strips, theme)


def stack(strips: list[Image.Image], theme: Theme) -> Image.Image:
    """Return the strips one below the other, with a margin at the bottom."""
    height = sum(strip.height for strip in strips) + _FOOT
    image, top = palette_image(theme).resize((WIDTH, height)), 0
    for strip in strips:
        image.paste(strip, (0, top))
        top += strip.height
    return image


def head(title: str, subtitle: str, theme: Theme) -> Image.Image:
    """Return a strip with a title and a subtitle."""
    pen, room = Pen(WIDTH, HEAD, theme.paper), WIDTH - 48.0
    words, size = fit(title, room, 31, 22)
    pen.write(24, 28, words, size, theme.ink, bold=0.014, anchor="l")
    below, small = fit(subtitle, room, 22, 17)
    pen.write(24, 59, below, small, theme.muted, anchor="l")
    return pen.finish(theme)


def figure(pen: Pen, left: float, middle: float, theme: Theme) -> None:
    """Draw a silhouette for a person whose name no font can show."""
    pen.disc(left + 13, middle - 6, 7, theme.muted)
    pen.box(left, middle + 4, left + 26, middle + 16, 8, theme.muted)


def _captions(table: Table, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, _CAPTIONS, theme.paper)
    pen.write(_measure_left(table), 15, "name", _CAPTION, theme.muted, anchor="l")
    for right, caption in zip(_rights(table), table.columns, strict=True):
        words, size = fit(caption, _COLUMN - 8.0, _CAPTION, 13)
        pen.write(right, 15, words, size, theme.muted, anchor="r")
    pen.box(20, _CAPTIONS - 3, WIDTH - 16, _CAPTIONS - 1, 1, theme.line)
    return pen.finish(theme)


def _measure_left(table: Table) -> float:
    return _NAME + (_MOVES if any(line.moves for line in table.lines) else 0)


def _rights(table: Table) -> list[float]:
    count = len(table.columns)
    return [_LAST - _COLUMN * (count - 1 - number) for number in range(count)]


def _nobody(table: Table, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, 2 * _ROW, theme.paper)
    words, size = fit(table.empty, WIDTH - 48.0, _WORDS, 18)
    pen.write(24, _ROW, words, size, theme.muted, anchor="l")
    return pen.finish(theme)


def _line(table: Table, number: int, theme: Theme) -> Image.Image:
    """Draw a line: every second one darker, the viewer's own in color, and the first place with a mark."""
    one, middle = table.lines[number], _ROW / 2
    ground = theme.seats[0].pale if one.mine else mix(theme.paper, theme.chip, 50 * (number % 2))
    pen = Pen(WIDTH, _ROW, ground)
    if one.place == 1 and not one.gone:
        pen.box(0, 0, 8, _ROW, 0, theme.seats[0].body)
    ink = theme.muted if one.gone else theme.ink
    place, size = fit(str(one.place), _PLACE - 20, _WORDS, 14)
    pen.write(_PLACE, middle, place, size, theme.muted, anchor="r")
    _arrow(pen, one.moves, theme)
    _name(pen, table, one, ink, theme)
    for column, (right, cell) in enumerate(zip(_rights(table), one.cells, strict=True)):
        words, small = fit(cell, _COLUMN - 8.0, _WORDS if column == 0 else 23, 14)
        shade = ink if column == 0 else theme.muted
        pen.write(right, middle, words, small, shade, bold=0.014 if column == 0 else 0, anchor="r")
    if number and {"up", "down"} & ({one.moves} ^ {table.lines[number - 1].moves}):
        pen.box(20, 0, WIDTH - 16, 3, 0, theme.muted)
    return pen.finish(theme)


def _arrow(pen: Pen, moves: Moves, theme: Theme) -> None:
    """Draw a triangle that points up for promotion or down for relegation."""
    if moves:
        middle, reach = _ROW / 2, -7 if moves == "up" else 7
        points = [
            (_NAME - 5.0, middle - reach),
            (_NAME + 11.0, middle - reach),
            (_NAME + 3.0, middle + reach),
        ]
        pen.polygon(points, theme.choice if moves == "up" else theme.strike)


def _name(pen: Pen, table: Table, one: TableLine, ink: str, theme: Theme) -> None:
    left, middle = _measure_left(table), _ROW / 2
    if not one.name:
        figure(pen, left, middle, theme)
        return
    room = _LAST - _COLUMN * len(table.columns) - left - 8.0
    name = one.name if one.face else legible(one.name)
    words, size = cut_to_fit(name, room, _WORDS, 18, one.face)
    bold = 0.014 if one.mine else 0
    pen.write(left, middle, words, size, ink, bold=bold, anchor="l", face=one.face)
