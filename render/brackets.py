"""Part of a knockout bracket as a picture: columns of ties, the lines between them, and the champion.

At most three columns of eight ties fit, so that names remain legible on a phone at half the width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, colours, mix, palette_image, rgb, theme_named
from render.pen import Pen
from render.tables import WIDTH, figure, head, stack
from render.text import cut_to_fit, fit, legible, width

MOST_COLUMNS, MOST_TIES = 3, 8
_LEFT, _RIGHT, _BETWEEN, _WIDEST = 16, 784, 36, 400
_CAPTIONS, _ROW, _RULE, _APART = 50, 46, 2, 22
_TIE = 2 * _ROW + _RULE
_BANNER = 66
_WORDS, _SMALLEST, _CAPTION = 30.0, 24.0, 26.0
_LINE = 3


class BracketSide(msgspec.Struct, frozen=True):
    """A player's or team's place in a tie.

    Attributes:
        name: None if not known yet; empty draws a silhouette.
        score: The score as text (empty: none).
        bye: Whether the place is empty, so that the opponent advances.
        mine: Whether it's the viewer's own.
        face: The font of the name, from `render.names`.
    """

    name: str | None = None
    score: str = ""
    won: bool = False
    lost: bool = False
    bye: bool = False
    mine: bool = False
    face: str = ""


BracketTie = tuple[BracketSide, BracketSide]


class BracketColumn(msgspec.Struct, frozen=True):
    """A round: its ties from top to bottom (None: no tie is ever played there)."""

    caption: str
    ties: tuple[BracketTie | None, ...]


class Bracket(msgspec.Struct, frozen=True):
    """A bracket of one to three rounds, each with as many ties as the one before or half as many."""

    title: str
    subtitle: str
    columns: tuple[BracketColumn, ...]
    champion: BracketSide | None = None


def png(bracket: Bracket, theme: str = "default") -> bytes:
    """Return the bracket as a PNG, 800 pixels wide; raise ValueError for an unknown theme or no rounds."""
    return as_png(paint(bracket, theme_named(theme)))


def paint(bracket: Bracket, theme: Theme) -> Image.Image:
    """Return the bracket as an image in mode P; raise ValueError if it has no rounds."""
    if not bracket.columns:
        raise ValueError("There's nothing to draw: a bracket needs at least one round.")
    strips = [head(bracket.title, bracket.subtitle, theme)]
    if bracket.champion is not None:
        strips.append(_banner(bracket.champion, theme))
    return stack([*strips, _captions(bracket, theme), _tree(bracket, theme)], theme)


def _banner(champion: BracketSide, theme: Theme) -> Image.Image:
    """Draw the champion's banner, with a medal."""
    pen, middle = Pen(WIDTH, _BANNER, theme.paper), _BANNER / 2 - 3
    pen.box(_LEFT, 2, _RIGHT, _BANNER - 8, 10, mix(theme.paper, theme.goal, 40))
    pen.disc(_LEFT + 32, middle, 17, theme.goal_line)
    pen.disc(_LEFT + 32, middle, 14, theme.goal)
    pen.write(_LEFT + 32, middle, "1", 20, theme.goal_line, bold=0.03)
    pen.write(_LEFT + 62, middle, "Champion", 26, theme.ink, anchor="l")
    _name(pen, champion, _LEFT + 196.0, middle, _RIGHT - _LEFT - 216.0, theme, 32.0)
    return pen.finish(theme)


def _captions(bracket: Bracket, theme: Theme) -> Image.Image:
    pen, wide = Pen(WIDTH, _CAPTIONS, theme.paper), _wide(bracket)
    for left, column in zip(_lefts(bracket), bracket.columns, strict=True):
        words, size = fit(column.caption, wide, _CAPTION, 20)
        pen.write(left, 20, words, size, theme.muted, anchor="l")
        pen.box(left, _CAPTIONS - 11, left + wide, _CAPTIONS - 9, 1, theme.line)
    return pen.finish(theme)


# --- where everything is ------------------------------------------------------------------------------


def _wide(bracket: Bracket) -> int:
    count = len(bracket.columns)
    return min(_WIDEST, (_RIGHT - _LEFT - _BETWEEN * (count - 1)) // count)


def _lefts(bracket: Bracket) -> list[int]:
    return [_LEFT + number * (_wide(bracket) + _BETWEEN) for number in range(len(bracket.columns))]


def _middles(bracket: Bracket) -> list[list[float]]:
    """Return the vertical center of each tie, midway between those that lead to it."""
    first = [number * (_TIE + _APART) + _TIE / 2 for number in range(len(bracket.columns[0].ties))]
    found = [first]
    for column in bracket.columns[1:]:
        before = found[-1]
        each = len(before) // len(column.ties)
        groups = (before[number * each : (number + 1) * each] for number in range(len(column.ties)))
        found.append([sum(group) / len(group) for group in groups])
    return found


def _tree(bracket: Bracket, theme: Theme) -> Image.Image:
    lefts, middles, wide = _lefts(bracket), _middles(bracket), _wide(bracket)
    high = round(max(middles[0]) + _TIE / 2)
    image = palette_image(theme).resize((WIDTH, high + 4))
    for number in range(1, len(bracket.columns)):
        _join(image, bracket, number, lefts[number], middles, theme)
    for column, left, heights in zip(bracket.columns, lefts, middles, strict=True):
        for tie, middle in zip(column.ties, heights, strict=True):
            if tie is not None:
                image.paste(_tie(tie, wide, theme), (left, round(middle - _TIE / 2)))
    return image


def _join(
    image: Image.Image,
    bracket: Bracket,
    number: int,
    left: int,
    middles: Sequence[Sequence[float]],
    theme: Theme,
) -> None:
    """Draw the lines from a column's ties to those of the next column."""
    before, after = bracket.columns[number - 1].ties, bracket.columns[number].ties
    each, bend = len(before) // len(after), left - _BETWEEN // 2
    for at, tie in enumerate(before):
        if tie is not None and after[at // each] is not None:
            here, there = round(middles[number - 1][at]), round(middles[number][at // each])
            _draw(image, _elbow(left - _BETWEEN, bend, left, here, there), theme)


def _elbow(start: int, bend: int, end: int, here: int, there: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes (left, top, right, bottom) of a line with two bends between two heights."""
    yield start, here, bend + _LINE, here + _LINE
    yield bend, min(here, there), bend + _LINE, max(here, there) + _LINE
    yield bend, there, end, there + _LINE


def _draw(image: Image.Image, boxes: Iterator[tuple[int, int, int, int]], theme: Theme) -> None:
    # Lines are never slanted, so filling boxes with the palette's index is enough.
    line = colours(theme).index(rgb(theme.line))
    for box in boxes:
        image.paste(line, box)


# --- a tie --------------------------------------------------------------------------------------------


def _tie(tie: BracketTie, wide: int, theme: Theme) -> Image.Image:
    """Draw a tie's two places one above the other: the winner bold with a mark, the loser pale."""
    pen = Pen(wide, _TIE, theme.line)
    for top, side in zip((0, _ROW + _RULE), tie, strict=True):
        pen.box(
            2, top + (2 if top == 0 else 0), wide - 2, top + _ROW - (2 if top else 0), 0, _ground(side, theme)
        )
        _side(pen, side, top + _ROW / 2, wide, theme)
    return pen.finish(theme)


def _ground(side: BracketSide, theme: Theme) -> str:
    if side.mine:
        return theme.seats[0].pale
    return theme.paper if side.won or (side.name is not None and not side.lost) else theme.chip


def _side(pen: Pen, side: BracketSide, middle: float, wide: int, theme: Theme) -> None:
    if side.bye:
        pen.write(16, middle, "bye", _CAPTION, theme.muted, anchor="l")
        return
    if side.name is None:
        return
    if side.won:
        pen.box(0, middle - _ROW / 2, 8, middle + _ROW / 2, 0, theme.seats[0].body)
    score, size = fit(side.score, 48, _WORDS, 20)
    shade = theme.muted if side.lost else theme.ink
    pen.write(wide - 10, middle, score, size, shade, bold=0.02 if side.won else 0, anchor="r")
    room = wide - 16.0 - (22 + width(score, size) if score else 10)
    _name(pen, side, 16, middle, room, theme, _WORDS)


def _name(
    pen: Pen, side: BracketSide, left: float, middle: float, room: float, theme: Theme, most: float
) -> None:
    if not side.name:
        figure(pen, left, middle - 4, theme)
        return
    name = side.name if side.face else legible(side.name)
    words, size = cut_to_fit(name, room, most, _SMALLEST, side.face)
    shade = theme.muted if side.lost else theme.ink
    pen.write(left, middle, words, size, shade, bold=0.02 if side.won else 0, anchor="l", face=side.face)
