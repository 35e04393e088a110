"""Standings as a picture: place, name, rating with its confidence band, and a last column."""

from __future__ import annotations

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, mix, theme_named
from render.pen import Pen
from render.tables import figure, stack
from render.text import cut_to_fit, fit, legible

WIDTH = 800
_HEAD, _COLUMNS, _ROW, _GAP = 74, 34, 52, 30
_PLACE, _NAME, _NAME_ENDS, _BAND, _BAND_ENDS, _RATING, _LAST = 76, 94, 338, 356, 504, 682, 780
_CAPTION, _WORDS, _SMALLEST = 21.0, 27.0, 20.0
_NARROWEST_SCALE = 300.0
"""The fewest rating points that the column of bands covers."""


class StandingsRow(msgspec.Struct, frozen=True):
    """A line of the standings.

    Attributes:
        name: Empty to draw a silhouette.
        spread: Rating points by which the band reaches beyond the rating on both sides.
        said: The rating as text.
        note: The text in the last column.
        mine: Whether it's the viewer's own.
        level: Whether it's a level of the bot.
        face: The font of the name, from `render.names`.
    """

    place: int
    name: str
    rating: float
    spread: float
    said: str
    note: str
    mine: bool = False
    level: bool = False
    face: str = ""


class Standings(msgspec.Struct, frozen=True):
    """A table: `entries` in order and, below a gap, the lines `apart` from elsewhere in the ranking."""

    title: str
    subtitle: str
    last_column: str
    entries: tuple[StandingsRow, ...]
    apart: tuple[StandingsRow, ...] = ()
    empty: str = "Nobody yet."


class _Scale(msgspec.Struct, frozen=True):
    """The conversion of ratings to pixels in the column of bands."""

    low: float
    high: float

    def at(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low)
        return _BAND + (_BAND_ENDS - _BAND) * share


def png(standings: Standings, theme: str = "default") -> bytes:
    """Return the table as a PNG, 800 pixels wide; raise ValueError for an unknown theme."""
    return as_png(paint(standings, theme_named(theme)))


def paint(standings: Standings, theme: Theme) -> Image.Image:
    """Return the table as an image in mode P."""
    everyone = (*standings.entries, *standings.apart)
    strips = [_head(standings, theme), _captions(standings, theme) if everyone else _nobody(standings, theme)]
    scale = _scale(everyone)
    strips += [_line(entry, number, scale, theme) for number, entry in enumerate(standings.entries)]
    if standings.apart:
        strips.append(_gap(theme))
        strips += [_line(entry, number, scale, theme) for number, entry in enumerate(standings.apart)]
    return stack(strips, theme)


def _scale(entries: tuple[StandingsRow, ...]) -> _Scale:
    """Return a scale from the lowest end of a band to the highest."""
    low = min((entry.rating - entry.spread for entry in entries), default=0.0)
    high = max((entry.rating + entry.spread for entry in entries), default=0.0)
    spare = max(0.0, _NARROWEST_SCALE - (high - low)) / 2
    return _Scale(low - spare, high + spare)


def _head(standings: Standings, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, _HEAD, theme.paper)
    room = WIDTH - 48.0
    title, size = fit(standings.title, room, 31, 24)
    pen.write(24, 27, title, size, theme.ink, bold=0.014, anchor="l")
    subtitle, small = fit(standings.subtitle, room, 22, 18)
    pen.write(24, 57, subtitle, small, theme.muted, anchor="l")
    return pen.finish(theme)


def _captions(standings: Standings, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, _COLUMNS, theme.paper)
    last, size = fit(standings.last_column, _LAST - _RATING - 12, _CAPTION, 16)
    pen.write(_NAME, 15, "name", _CAPTION, theme.muted, anchor="l")
    pen.write(_RATING, 15, "rating", _CAPTION, theme.muted, anchor="r")
    pen.write(_LAST, 15, last, size, theme.muted, anchor="r")
    pen.box(20, _COLUMNS - 3, WIDTH - 16, _COLUMNS - 1, 1, theme.line)
    return pen.finish(theme)


def _nobody(standings: Standings, theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, 2 * _ROW, theme.paper)
    words, size = fit(standings.empty, WIDTH - 48.0, _WORDS, _SMALLEST)
    pen.write(24, _ROW, words, size, theme.muted, anchor="l")
    return pen.finish(theme)


def _gap(theme: Theme) -> Image.Image:
    pen = Pen(WIDTH, _GAP, theme.paper)
    for number in range(3):
        pen.disc(_PLACE - 8 - 12 * number, _GAP / 2, 2.6, theme.muted)
    return pen.finish(theme)


def _line(entry: StandingsRow, number: int, scale: _Scale, theme: Theme) -> Image.Image:
    """Draw a line; every second one is darker, and the viewer's own is in the first seat's color."""
    ground = theme.seats[0].pale if entry.mine else mix(theme.paper, theme.chip, 50 * (number % 2))
    pen, middle = Pen(WIDTH, _ROW, ground), _ROW / 2
    if entry.mine:
        pen.box(0, 0, 8, _ROW, 0, theme.seats[0].body)
    place, size = fit(str(entry.place), _PLACE - 14, _WORDS, 14)
    pen.write(_PLACE, middle, place, size, theme.muted, anchor="r")
    _name(pen, entry, theme)
    _band(pen, entry, scale, theme)
    pen.write(_RATING, middle, *fit(entry.said, _RATING - _BAND_ENDS - 16, 25, 18), theme.ink, anchor="r")
    note, small = fit(entry.note, _LAST - _RATING - 14, 23, 15)
    pen.write(_LAST, middle, note, small, theme.muted, anchor="r")
    return pen.finish(theme)


def _name(pen: Pen, entry: StandingsRow, theme: Theme) -> None:
    """Write the name, after a “bot” sign for a level of the bot."""
    left, middle = float(_NAME), _ROW / 2
    if entry.level:
        pen.box(left, middle - 15, left + 48, middle + 15, 8, theme.nobody.body)
        pen.write(left + 24, middle, "bot", 20, theme.nobody.on, bold=0.014)
        left += 60
    if not entry.name:
        figure(pen, left, middle, theme)
        return
    name = entry.name if entry.face else legible(entry.name)
    words, size = cut_to_fit(name, _NAME_ENDS - left, _WORDS, _SMALLEST, entry.face)
    bold = 0.014 if entry.mine else 0
    pen.write(left, middle, words, size, theme.ink, bold=bold, anchor="l", face=entry.face)


def _band(pen: Pen, entry: StandingsRow, scale: _Scale, theme: Theme) -> None:
    """Draw the confidence band as a bar with the rating in its middle; its left end ranks."""
    colours = theme.nobody if entry.level else theme.seats[0]
    low, high, middle = scale.at(entry.rating - entry.spread), scale.at(entry.rating + entry.spread), _ROW / 2
    pen.box(low, middle - 5, high, middle + 5, 5, mix(theme.paper, colours.body, 40))
    pen.box(low - 2, middle - 11, low + 2, middle + 11, 2, colours.body)
    pen.disc(scale.at(entry.rating), middle, 6.5, colours.body)
