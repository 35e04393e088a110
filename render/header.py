"""The header above the board (title, turn, counters, die), counters below it, and the log."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from games.core.screen.scene import Counter, Die, Scene
from render.layout import BESIDE, LOG_LINES, Layout
from render.palette import Side, Theme
from render.pen import Pen
from render.text import fit, legible, width
from render.tokens import side_of

_MARGIN, _DIE, _SMALL_DIE, _GAP, _CHIP, _WIDEST_CHIP = 16, 78, 46, 10, 38, 400
_LEAST_WORDS = 0.35
"""The smallest share of a crowded header for its words."""
_PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def draw_header(image: Image.Image, scene: Scene, layout: Layout, theme: Theme) -> None:
    """Draw the header above the board."""
    unit, left, right = layout.unit, _MARGIN * layout.unit, layout.size - _MARGIN * layout.unit
    if scene.die is not None:
        side = round((_SMALL_DIE if layout.crowded else _DIE) * unit)
        right -= side
        down = 6 if layout.crowded else 12
        image.paste(die(theme, scene.die, side), (round(right), round(down * unit)))
        right -= _GAP * unit
    if layout.crowded:
        beside = scene.counters if len(scene.counters) <= BESIDE else ()
        across = sum(_chip_width(counter) + _GAP for counter in beside) * unit
        room = max(right - left - across, (right - left) * _LEAST_WORDS)
        after = left + _now(image, scene, layout, theme, left, left + room) + _GAP * unit
        if beside:
            _chips(image, beside, layout, theme, (after, right), round(10 * unit))
            return
    else:
        _titles(image, scene, layout, theme, right)
    _chips(image, scene.counters, layout, theme, (left, right), round(56 * unit))


def draw_counters(
    image: Image.Image, counters: tuple[Counter, ...], layout: Layout, theme: Theme, top: int
) -> None:
    """Draw a row of counters whose top is at `top`."""
    margin = _MARGIN * layout.unit
    _chips(image, counters, layout, theme, (margin, layout.size - margin), top)


def _titles(image: Image.Image, scene: Scene, layout: Layout, theme: Theme, right: float) -> None:
    unit, left, top = layout.unit, _MARGIN * layout.unit, round(10 * layout.unit)
    share = 0.6 if scene.subtitle else 1.0
    words, size = fit(scene.title, (right - left) * share, 32 * unit, 26 * unit)
    title = line(theme, words, size, round(38 * unit))
    image.paste(title, (round(left), top))
    _now(image, scene, layout, theme, left + title.width + 14 * unit, right)


def _now(image: Image.Image, scene: Scene, layout: Layout, theme: Theme, left: float, right: float) -> int:
    """Draw the turn, or else the subtitle, between two edges; return the width it takes."""
    unit, top = layout.unit, round(10 * layout.unit)
    if scene.turn is not None:
        sign = turn(theme, scene.turn, scene.subtitle, int(right - left), unit)
    elif scene.subtitle:
        words, size = fit(scene.subtitle, right - left, 25 * unit, 20 * unit)
        sign = line(theme, words, size, round(38 * unit), quiet=True)
    else:
        return 0
    image.paste(sign, (round(left), top))
    return sign.width


@lru_cache(maxsize=512)
def line(theme: Theme, words: str, pixels: float, height: int, *, quiet: bool = False) -> Image.Image:
    """Return a line of text on paper, `height` pixels high."""
    pen = Pen(max(1, round(width(words, pixels) + 3)), height, theme.paper)
    colour, bold = (theme.muted, 0.0) if quiet else (theme.ink, 0.014)
    pen.write(1, height / 2, words, pixels, colour, bold=bold, anchor="l")
    return pen.finish(theme)


@lru_cache(maxsize=256)
def turn(theme: Theme, seat: int, text: str, room: int, unit: float) -> Image.Image:
    """Return a sign for the seat to move: its symbol and a text in the seat's color."""
    side = theme.seats[seat]
    words, size = fit(text, max(0, room / unit - 58), 24, 19)
    across = 44 + (width(words, size) + 14 if words else 0)
    pen = Pen(max(1, min(room, round(across * unit))), round(38 * unit), theme.paper, unit)
    pen.box(0, 0, across, 38, 19, side.deep)
    pen.box(1.5, 1.5, across - 1.5, 36.5, 17.5, side.body)
    pen.disc(21, 19, 13, side.on)
    _sign(pen, side, seat)
    pen.write(41, 19, words, size, side.on, bold=0.014, anchor="l")
    return pen.finish(theme)


def _sign(pen: Pen, side: Side, seat: int) -> None:
    pen.disc(21, 19, 9, side.body)
    if seat == 1:
        pen.line([(17, 15), (25, 23)], 3, side.on)
        pen.line([(17, 23), (25, 15)], 3, side.on)


def _chips(
    image: Image.Image,
    counters: tuple[Counter, ...],
    layout: Layout,
    theme: Theme,
    edges: tuple[float, float],
    top: int,
) -> None:
    (left, right), gap = edges, _GAP * layout.unit
    room = right - left - gap * (len(counters) - 1)
    needed = sum(_chip_width(counter) for counter in counters)
    unit = min(layout.unit, room / needed) if needed else layout.unit
    top += round(_CHIP / 2 * (layout.unit - unit))
    for counter in counters:
        image.paste(chip(theme, counter, unit), (round(left), top))
        left += _chip_width(counter) * unit + gap


def _chip_width(counter: Counter) -> float:
    words = width(legible(counter.label), 21) + width(legible(counter.value), 25)
    return min(words + 37 + (12 if counter.seat is not None else 0), _WIDEST_CHIP)


@lru_cache(maxsize=512)
def chip(theme: Theme, counter: Counter, unit: float) -> Image.Image:
    """Return a counter: a quiet label, a strong value, and a bar in the seat's color."""
    across, left = _chip_width(counter), 13.0
    pen = Pen(max(1, int(across * unit)), max(1, round(_CHIP * unit)), theme.paper, unit)
    pen.box(0, 0, across, _CHIP, 12, theme.chip)
    if counter.seat is not None:
        side = side_of(theme, counter.seat)
        pen.box(8, 7, 17, 31, 4.5, side.deep)
        pen.box(9, 8, 16, 30, 3.5, side.body)
        left = 25
    value, size = fit(counter.value, (across - left - 13) * 0.8, 25, 20)
    space = across - left - 23 - width(value, size)
    label, small = fit(counter.label, max(0, space), 21, 18)
    pen.write(left, 19, label, small, theme.muted, anchor="l")
    pen.write(across - 13, 19, value, size, theme.ink, bold=0.014, anchor="r")
    return pen.finish(theme)


@lru_cache(maxsize=64)
def die(theme: Theme, rolled: Die, side: int) -> Image.Image:
    """Return a die with pips in the seat's color; only an outline with “?” if it's not rolled."""
    pen, colours = Pen(side, side, theme.paper, side), side_of(theme, rolled.seat)
    if rolled.face is None:
        pen.frame(0.03, 0.22, 0.05, theme.line)
        pen.write(0.5, 0.5, "?", 0.5, theme.line)
        return pen.finish(theme)
    pen.box(0.03, 0.03, 0.97, 0.97, 0.22, colours.deep)
    pen.box(0.07, 0.07, 0.93, 0.93, 0.18, colours.body)
    _face(pen, rolled.face, colours.on)
    return pen.finish(theme)


def _face(pen: Pen, face: int, colour: str) -> None:
    if face not in _PIPS:
        pen.write(0.5, 0.5, str(face), 0.6, colour, bold=0.04)
    for spot in _PIPS.get(face, ()):
        pen.disc(0.26 + 0.24 * (spot % 3), 0.26 + 0.24 * (spot // 3), 0.1, colour)


def draw_log(image: Image.Image, scene: Scene, layout: Layout, theme: Theme) -> None:
    """Draw the last lines of the log below the board."""
    unit = layout.unit
    for place, text in enumerate(scene.log[-LOG_LINES:]):
        words, size = fit(text, layout.size - 2 * _MARGIN * unit, 21 * unit, 21 * unit)
        at = (round(_MARGIN * unit), layout.log + round(28 * unit * place))
        image.paste(line(theme, words, size, round(28 * unit), quiet=True), at)
