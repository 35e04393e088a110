"""Team matches as pictures: the score, and each board with its two players."""

from __future__ import annotations

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, mix, theme_named
from render.pen import Pen
from render.tables import head, stack
from render.text import cut_to_fit, fit, legible

WIDTH = 800
_SCORE, _ROW = 74, 48
_LEFT, _RIGHT, _MIDDLE, _HALF = 66.0, 780.0, 423.0, 78.0
"""Left and right ends of the names; center and half the width of the figures between them."""
_WORDS, _FIGURES = 26.0, 26.0


class Side(msgspec.Struct, frozen=True):
    """A team or a player.

    Attributes:
        name: Empty to draw a silhouette.
        points: Empty if nothing is decided.
        gone: Whether the side has left the match.
        face: The font of the name, from `render.names`.
    """

    name: str
    points: str
    gone: bool = False
    face: str = ""


class Board(msgspec.Struct, frozen=True):
    """The two players of a board, the first team's player first."""

    number: int
    first: Side
    second: Side


class TeamMatch(msgspec.Struct, frozen=True):
    """Two teams with their boards."""

    title: str
    subtitle: str
    first: Side
    second: Side
    boards: tuple[Board, ...]


def png(match: TeamMatch, theme: str = "default") -> bytes:
    """Return the match as a PNG, 800 pixels wide; raise ValueError for an unknown theme."""
    return as_png(paint(match, theme_named(theme)))


def paint(match: TeamMatch, theme: Theme) -> Image.Image:
    """Return the match as an image in mode P."""
    strips = [head(match.title, match.subtitle, theme), _score(match, theme)]
    strips += [_line(board, number, theme) for number, board in enumerate(match.boards)]
    return stack(strips, theme)


def _score(match: TeamMatch, theme: Theme) -> Image.Image:
    """Draw both teams in their colors, with the total score between them."""
    pen, middle = Pen(WIDTH, _SCORE, theme.paper), _SCORE / 2 - 3
    for x, team, color in ((0.0, match.first, theme.seats[0]), (_RIGHT + 12, match.second, theme.seats[1])):
        pen.box(x, 8, x + 8, _SCORE - 14, 0, color.body)
        _name(pen, team, middle, theme.ink, is_left=team is match.first, size=30, bold=0.014)
    _figures(pen, match.first, match.second, middle, 36, theme)
    pen.box(20, _SCORE - 5, WIDTH - 16, _SCORE - 3, 1, theme.line)
    return pen.finish(theme)


def _line(one: Board, number: int, theme: Theme) -> Image.Image:
    """Draw a board's line; every second one is darker."""
    pen, middle = Pen(WIDTH, _ROW, mix(theme.paper, theme.chip, 50 * (number % 2))), _ROW / 2
    words, size = fit(str(one.number), _LEFT - 24, 22, 14)
    pen.write(_LEFT - 22, middle, words, size, theme.muted, anchor="r")
    for side in (one.first, one.second):
        ink = theme.muted if side.gone else theme.ink
        _name(pen, side, middle, ink, is_left=side is one.first)
    _figures(pen, one.first, one.second, middle, _FIGURES, theme)
    return pen.finish(theme)


def _figures(pen: Pen, first: Side, second: Side, middle: float, size: float, theme: Theme) -> None:
    """Write the score as “1 - 0”, or only a dash if it's not decided."""
    ink = theme.ink if first.points else theme.muted
    pen.write(_MIDDLE, middle, "-", size, theme.muted)
    for x, points, anchor in ((-14, first.points, "r"), (14, second.points, "l")):
        words, fits = fit(points, _HALF - 22, size, 14)
        pen.write(_MIDDLE + x, middle, words, fits, ink, bold=0.014, anchor=anchor)


def _name(
    pen: Pen, one: Side, middle: float, ink: str, *, is_left: bool, size: float = _WORDS, bold: float = 0.0
) -> None:
    """Write a name between the picture's edge and the figures."""
    x, room = (_LEFT, _MIDDLE - _HALF - _LEFT) if is_left else (_RIGHT, _RIGHT - _MIDDLE - _HALF)
    if not one.name:
        left = x if is_left else x - 26
        pen.disc(left + 13, middle - 6, 7, ink)
        pen.box(left, middle + 4, left + 26, middle + 16, 8, ink)
        return
    words, fits = cut_to_fit(one.name if one.face else legible(one.name), room, size, 18, one.face)
    pen.write(x, middle, words, fits, ink, bold=bold, anchor="l" if is_left else "r", face=one.face)
