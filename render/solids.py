"""Solids seen at an angle from above: stacked Flats, three slices of a pyramid, a cube and a torus.

Units are a square's side, as in `render.tokens`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from render.palette import Side, Theme, mix
from render.pen import Pen, Point

_TILT = 0.42
"""The apparent depth of a shape of equal depth and width."""
_HALF, _PEAK, _THICK = 0.4, 0.46, 0.068
"""Half the width of a Flat and of the pyramid, the pyramid's height, and a Flat's thickness."""
_CUTS = (0.0, 0.3, 0.58, 1.0)
"""The pyramid's cuts as shares of its height, from the base: between large, medium and small slices."""
_BLOCKS = (0, 1, 2, 3)
"""Blocks on each visible face, by a slice's size: a small slice has 2 Strength, a large one 6."""
_HALO, _EDGE, _JOINT = 0.045, 0.022, 0.016


class Slice(msgspec.Struct, frozen=True):
    """A pyramid slice as drawn: its base's center, half its lower and upper widths, and its height."""

    base: float
    wide: float
    narrow: float
    high: float
    size: int
    lost: int

    @property
    def outline(self) -> tuple[Point, ...]:
        """The outline as six points."""
        top = self.base - self.high
        return (
            (0.5 - self.wide, self.base),
            (0.5, self.base + _TILT * self.wide),
            (0.5 + self.wide, self.base),
            (0.5 + self.narrow, top),
            (0.5, top - _TILT * self.narrow),
            (0.5 - self.narrow, top),
        )


def draw_tower(
    pen: Pen,
    theme: Theme,
    side: Side,
    seat: int | None,
    flats: int,
    layers: Sequence[int],
    worn: Sequence[int],
) -> None:
    """Draw Flats and on them pyramid slices (1 small to 3 large), from the bottom, each with its wear."""
    foot = _foot(flats, layers)
    slices = tuple(_slices(foot - flats * _THICK, layers, worn))
    for grow, colour in ((_HALO, theme.halo), (_EDGE, side.deep)):
        if flats:
            _cylinder(pen, foot, flats * _THICK, grow, colour)
        for each in slices:
            pen.shape(each.outline, grow, colour)
    for number in range(flats):
        _flat(pen, side, foot - number * _THICK)
    if flats and slices:
        pen.oval(
            0.5, foot - flats * _THICK, _HALF - 0.02, _TILT * (_HALF - 0.02), mix(side.body, theme.halo, 50)
        )
    elif flats:
        _face_of_flat(pen, side, seat, foot - flats * _THICK)
    for each in slices:
        _slice(pen, theme, side, seat, each)


def _foot(flats: int, layers: Sequence[int]) -> float:
    """Return the height at which a tower starts, so that it's centered on its square."""
    below = _TILT * (_HALF if flats else _width(_CUTS[3 - layers[0]]))
    top = layers[-1] if layers else 0
    cut = _width(_CUTS[4 - top]) if layers else _HALF
    up = flats * _THICK + sum(_height(size) for size in layers) + _TILT * cut
    return 0.5 + (up - below) / 2


def _width(cut: float) -> float:
    return _HALF * (1 - cut)


def _height(size: int) -> float:
    return _PEAK * (_CUTS[4 - size] - _CUTS[3 - size])


def _slices(base: float, layers: Sequence[int], worn: Sequence[int]) -> Iterator[Slice]:
    for size, lost in zip_longest(layers, worn[: len(layers)], fillvalue=0):
        wide, narrow = _width(_CUTS[3 - size]), _width(_CUTS[4 - size])
        yield Slice(base, wide, narrow, _height(size), size, lost)
        base -= _height(size)


def _cylinder(pen: Pen, foot: float, high: float, grow: float, colour: str) -> None:
    across, down = _HALF + grow, _TILT * _HALF + grow
    pen.oval(0.5, foot, across, down, colour)
    left, right, top = 0.5 - across, 0.5 + across, foot - high
    pen.polygon(((left, foot), (right, foot), (right, top), (left, top)), colour)
    pen.oval(0.5, top, across, down, colour)


def _flat(pen: Pen, side: Side, foot: float) -> None:
    """Draw a Flat: the joint to the one below, its rim, and its face."""
    _cylinder(pen, foot, _THICK, 0.0, side.deep)
    _cylinder(pen, foot - _JOINT, _THICK - _JOINT, 0.0, mix(side.body, side.deep, 25))
    pen.oval(0.5, foot - _THICK, _HALF, _TILT * _HALF, side.body)


def _face_of_flat(pen: Pen, side: Side, seat: int | None, y: float) -> None:
    """Draw the sign of the seat on the topmost Flat: a ring or a cross."""
    if seat == 0:
        pen.oval(0.5, y, 0.32, 0.32 * _TILT, side.on)
        pen.oval(0.5, y, 0.285, 0.285 * _TILT, side.body)
    elif seat == 1:
        for across in (0.16, -0.16):
            pen.line([(0.5 - across, y - 0.16 * _TILT), (0.5 + across, y + 0.16 * _TILT)], 0.05, side.on)


def _slice(pen: Pen, theme: Theme, side: Side, seat: int | None, each: Slice) -> None:
    """Draw a slice: two faces in blocks, the lost ones in the color of wounds, and its top."""
    top, blocks = each.base - each.high, _BLOCKS[each.size]
    pen.shape(each.outline, _JOINT, side.deep)
    for number in range(2 * blocks):
        shade = mix(side.body, side.deep, 0 if number < blocks else 50)
        edges = [_edge(each, (number + step) / blocks - 1) for step in (0, 1)]
        (low, up), (next_low, next_up) = edges
        hurt = number < each.lost
        pen.polygon((low, next_low, next_up, up), theme.strike if hurt else shade)
        if hurt:
            _crack(pen, theme, (low, next_low, next_up, up))
    for number in range(1, 2 * blocks):
        if number != blocks:
            pen.line(_edge(each, number / blocks - 1), _JOINT, mix(side.body, side.deep, 75))
    pen.line(_edge(each, 0), 0.045 if seat == 1 else _JOINT, side.on if seat == 1 else side.deep)
    if each.narrow:
        down = _TILT * each.narrow
        face = ((0.5 - each.narrow, top), (0.5, top + down), (0.5 + each.narrow, top), (0.5, top - down))
        pen.polygon(face, mix(side.body, theme.halo, 50))
        pen.line([*face, face[0]], _JOINT, side.deep)


def _edge(each: Slice, across: float) -> tuple[Point, Point]:
    """Return a line from a slice's base up; `across` is -1 at the left, 0 in front, 1 at the right."""
    nearer = _TILT * (1 - abs(across))
    top = each.base - each.high
    return (
        (0.5 + across * each.wide, each.base + nearer * each.wide),
        (0.5 + across * each.narrow, top + nearer * each.narrow),
    )


def _crack(pen: Pen, theme: Theme, block: Sequence[Point]) -> None:
    (low, next_low, next_up, up) = block
    left, right = _between(low, up, 0.35), _between(next_low, next_up, 0.65)
    pen.line([left, _between(left, right, 0.4), _between(right, next_low, 0.2)], 0.012, theme.halo)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def draw_cube(pen: Pen, theme: Theme, side: Side, seat: int | None) -> None:
    """Draw a cube: two faces and its top."""
    half, high, top = 0.34, 0.4, 0.3
    deep = _TILT * half
    left, front, right, back = ((0.5 - half, top), (0.5, top + deep), (0.5 + half, top), (0.5, top - deep))
    down = [(x, y + high) for x, y in (left, front, right)]
    outline = (left, back, right, *reversed(down))
    for grow, colour in ((_HALO, theme.halo), (_EDGE, side.deep)):
        pen.shape(outline, grow, colour)
    pen.polygon((left, front, down[1], down[0]), side.body)
    pen.polygon((front, right, down[2], down[1]), mix(side.body, side.deep, 50))
    pen.polygon((left, front, right, back), mix(side.body, theme.halo, 50))
    for start in (left, right, down[1]):
        pen.line((start, front), _JOINT, side.deep)
    if seat is not None:
        pen.oval(0.5, top, 0.11, 0.11 * _TILT, side.on)
    if seat == 1:
        for x in (0.5 - half / 2, 0.5 + half / 2):
            pen.disc(x, top + deep / 2 + high / 2, 0.05, side.on)


def draw_torus(pen: Pen, theme: Theme, side: Side, seat: int | None) -> None:
    """Draw a torus whose hole shows the square."""
    for grow, colour in ((_HALO, theme.halo), (_EDGE, side.deep), (0.0, mix(side.body, side.deep, 50))):
        pen.oval(0.5, 0.54, 0.4 + grow, 0.27 + grow, colour)
    pen.oval(0.5, 0.5, 0.4, 0.235, side.body)
    pen.oval(0.5, 0.45, 0.28, 0.14, mix(side.body, theme.halo, 50))
    pen.oval(0.5, 0.47, 0.27, 0.135, side.body)
    pen.oval(0.5, 0.5, 0.18, 0.085, side.deep)
    pen.oval(0.5, 0.52, 0.155, 0.06, pen.ground)
    if seat == 1:
        for x, y in ((0.5, 0.66), (0.2, 0.5), (0.8, 0.5), (0.5, 0.34)):
            pen.oval(x, y, 0.05, 0.032, side.on)
