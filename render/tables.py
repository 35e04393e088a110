"""A table of points as a picture: place, name, and some columns of figures, the first of which counts."""

from __future__ import annotations

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, mix, palette_image, theme_named
from render.pen import Pen
from render.text import cut, fitted, legible

WIDTH = 800
_HEAD, _CAPTIONS, _ROW, _FOOT = 78, 36, 48, 14
_PLACE, _NAME, _LAST, _COLUMN = 66, 88, 780, 84
_WORDS, _CAPTION = 26.0, 20.0


class TableLine(msgspec.Struct, frozen=True):
    """One line. `name`: "" draws a figure; `cells`: a text for each column; `gone`: they don't play anymore;
    `face`: the font of the name, as `render.names` gives it."""

    place: int
    name: str
    cells: tuple[str, ...]
    gone: bool = False
    face: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table: `columns` are the captions of the figures, at most five."""

    title: str
    subtitle: str
    columns: tuple[str, ...]
    lines: tuple[TableLine, ...]
    empty: str = "Nobody yet."


def png(table: Table, theme: str = "default") -> bytes:
    """The table as a PNG, 800 pixels wide. ValueError: an unknown theme."""
    return as_png(paint(table, theme_named(theme)))


def paint(table: Table, theme: Theme) -> Image.Image:
    """The table as an image in mode P."""
    strips = [_head(table, theme)]
    if table.lines:
        strips.append(_captions(table, theme))
        strips += [_line(table, one, number, theme) for number, one in enumerate(table.lines)]
    else:
        strips.append(_nobody(table, theme))
    height = sum(strip.height for strip in strips) + _FOOT
    image, top = palette_image(theme).resize((WIDTH, height)), 0
    for strip in strips:
        image.paste(strip, (0, top))
        top += strip.height
    return image


def _head(table: Table, theme: Theme) -> Image.Image:
    pen, room = Pen(WIDTH, _HEAD, theme.paper), WIDTH - 48.0
    title, size = fitted(table.title, room, 31, 22)
    pen.write(24, 28, title, size, theme.ink, bold=0.014, anchor="l")
    subtitle, small = fitted(table.subtitle, room, 22, 17)
    pen.write(24, 59, subtitle, small, theme.muted, anchor="l")
    return pen.finished(theme)


def _captions(table: Table, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, _CAPTIONS, theme.paper)
    pen.write(_NAME, 15, "name", _CAPTION, theme.muted, anchor="l")
    for right, caption in zip(_rights(table), table.columns, strict=True):
        words, size = fitted(caption, _COLUMN - 8.0, _CAPTION, 13)
        pen.write(right, 15, words, size, theme.muted, anchor="r")
    pen.box(20, _CAPTIONS - 3, WIDTH - 16, _CAPTIONS - 1, 1, theme.line)
    return pen.finished(theme)


def _rights(table: Table) -> list[float]:
    """Where each column ends."""
    count = len(table.columns)
    return [_LAST - _COLUMN * (count - 1 - number) for number in range(count)]


def _nobody(table: Table, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, 2 * _ROW, theme.paper)
    words, size = fitted(table.empty, WIDTH - 48.0, _WORDS, 18)
    pen.write(24, _ROW, words, size, theme.muted, anchor="l")
    return pen.finished(theme)


def _line(table: Table, one: TableLine, number: int, theme: Theme) -> Image.Image:
    """A line; every other one is darker, and the first place has a mark."""
    pen, middle = Pen(WIDTH, _ROW, mix(theme.paper, theme.chip, 50 * (number % 2))), _ROW / 2
    if one.place == 1 and not one.gone:
        pen.box(0, 0, 8, _ROW, 0, theme.seats[0].body)
    ink = theme.muted if one.gone else theme.ink
    place, size = fitted(str(one.place), _PLACE - 20, _WORDS, 14)
    pen.write(_PLACE, middle, place, size, theme.muted, anchor="r")
    _name(pen, table, one, ink, theme)
    for column, (right, cell) in enumerate(zip(_rights(table), one.cells, strict=True)):
        words, small = fitted(cell, _COLUMN - 8.0, _WORDS if column == 0 else 23, 14)
        shade = ink if column == 0 else theme.muted
        pen.write(right, middle, words, small, shade, bold=0.014 if column == 0 else 0, anchor="r")
    return pen.finished(theme)


def _name(pen: Pen, table: Table, one: TableLine, ink: str, theme: Theme) -> None:
    middle, room = _ROW / 2, _LAST - _COLUMN * len(table.columns) - _NAME - 8.0
    if not one.name:
        pen.disc(_NAME + 13, middle - 6, 7, theme.muted)
        pen.box(_NAME, middle + 4, _NAME + 26, middle + 16, 8, theme.muted)
        return
    name = one.name if one.face else legible(one.name)
    words, size = cut(name, room, _WORDS, 18, one.face)
    pen.write(_NAME, middle, words, size, ink, anchor="l", face=one.face)
