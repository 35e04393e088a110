"""Emblems of cards, by the name in `art`: small drawings of a few shapes on a grid of 100 × 100."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from render.pen import Pen

Numbers = tuple[float, ...]
"""Points as x, y, x, y …"""


class Area(msgspec.Struct, frozen=True):
    """A polygon; `cut` draws it in the color of the paper."""

    points: Numbers
    cut: bool = False


class Oval(msgspec.Struct, frozen=True):
    """An ellipse with its center and half-axes; `cut` draws it in the color of the paper."""

    x: float
    y: float
    across: float
    down: float
    cut: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line with round ends; `cut` draws it in the color of the paper."""

    width: float
    points: Numbers
    cut: bool = False


Shape = Area | Oval | Line


def _dot(x: float, y: float, radius: float = 5) -> Oval:
    return Oval(x, y, radius, radius, True)


def _cut(*points: float) -> Area:
    return Area(points, True)


def _both(*shapes: Shape) -> tuple[Shape, ...]:
    return tuple(each for shape in shapes for each in (shape, _mirror(shape)))


def _mirror(shape: Shape) -> Shape:
    if isinstance(shape, Oval):
        return Oval(100 - shape.x, shape.y, shape.across, shape.down, shape.cut)
    points = tuple(value if number % 2 else 100 - value for number, value in enumerate(shape.points))
    return Area(points, shape.cut) if isinstance(shape, Area) else Line(shape.width, points, shape.cut)


EMBLEMS: Mapping[str, tuple[Shape, ...]] = MappingProxyType({
    "hedgehog": (
        Area((8, 76, 15, 60, 2, 54, 17, 47, 8, 32, 25, 36, 23, 18, 38, 29, 42, 10, 52, 27, 63, 14, 64, 32,
              78, 27, 74, 44, 86, 54, 99, 68, 88, 76)),
        Oval(28, 80, 9, 7), Oval(64, 80, 9, 7), _dot(77, 57), Oval(96, 67, 5, 5),
    ),
    "viper": (
        Line(15, (16, 88, 70, 90, 84, 80, 74, 68, 36, 66, 24, 55, 34, 43, 58, 42, 66, 30)),
        Oval(66, 21, 19, 14), _dot(73, 17, 4), Line(4, (82, 24, 94, 24)), Line(4, (100, 17, 94, 24, 100, 31)),
    ),
    "wolf": (
        Area((10, 2, 36, 26, 64, 26, 90, 2, 94, 46, 72, 70, 60, 96, 40, 96, 28, 70, 6, 46)),
        *_both(_cut(22, 40, 43, 52, 38, 60, 25, 52)), _cut(41, 82, 59, 82, 50, 91),
    ),
    "tortoise": (
        Oval(44, 58, 38, 40), _cut(0, 66, 100, 66, 100, 100, 0, 100), Area((2, 66, 86, 66, 82, 75, 8, 75)),
        Oval(88, 56, 12, 12), Area((14, 70, 32, 70, 30, 92, 14, 92)), Area((56, 70, 74, 70, 72, 92, 56, 92)),
        _dot(91, 53, 3.5), Line(4, (30, 30, 22, 62), True), Line(4, (58, 30, 66, 62), True),
        Line(4, (14, 46, 74, 46), True),
    ),
    "boar": (
        Area((28, 24, 36, 4, 43, 14, 50, 0, 57, 14, 64, 4, 72, 24)), *_both(Area((6, 8, 38, 20, 18, 46))),
        Oval(50, 50, 36, 37), Oval(50, 68, 23, 17, True), Oval(50, 68, 19, 13), _dot(43, 68, 4.5),
        _dot(57, 68, 4.5), *_both(_dot(33, 40), Area((30, 90, 12, 84, 2, 56, 15, 70, 30, 76))),
    ),
    "ox": (
        *_both(Area((34, 34, 12, 32, 0, 4, 18, 18, 36, 20)), Area((26, 40, 4, 46, 24, 56))),
        Area((30, 20, 70, 20, 77, 50, 68, 94, 32, 94, 23, 50)), Oval(50, 80, 16, 10, True),
        *_both(Oval(43, 80, 4, 5), _dot(37, 50)),
    ),
    "bear": (
        *_both(Oval(20, 22, 17, 17)), Oval(50, 54, 42, 40), *_both(_dot(20, 22, 7), _dot(33, 46)),
        Oval(50, 70, 21, 17, True), Oval(50, 63, 9, 6), Line(4, (50, 66, 50, 78)), Line(4, (42, 80, 58, 80)),
    ),
    "crocodile": (
        Area((0, 32, 18, 30, 26, 14, 42, 28, 90, 38, 100, 47, 92, 50, 86, 62, 78, 50, 71, 62, 64, 50, 57, 62,
              50, 50, 43, 62, 36, 50, 28, 56, 36, 74, 43, 62, 50, 74, 57, 64, 64, 76, 71, 66, 78, 77, 85, 68,
              94, 80, 84, 90, 0, 90)),
        _dot(29, 27),
    ),
    "tiger": (
        *_both(Oval(18, 18, 14, 14)), Oval(50, 54, 45, 42),
        *_both(_cut(26, 14, 36, 11, 39, 34), _cut(0, 50, 0, 59, 26, 58), _cut(6, 72, 14, 80, 32, 66)),
        *_both(_dot(34, 48)), _cut(45, 10, 55, 10, 50, 36), _cut(40, 64, 60, 64, 50, 74),
        Line(4, (50, 74, 50, 82), True), Line(4, (38, 86, 50, 82, 62, 86), True),
    ),
    "rhino": (
        Area((0, 24, 18, 22, 22, 4, 34, 24, 54, 38, 62, 22, 69, 44, 78, 50, 96, 0, 98, 58, 94, 78, 76, 84,
              56, 76, 38, 90, 0, 98)),
        _dot(47, 48), _dot(87, 68, 4), Line(4, (92, 79, 70, 75), True),
    ),
    "elephant": (
        *_both(Oval(20, 38, 21, 32)), Oval(50, 40, 30, 36, True), Oval(50, 38, 25, 32),
        Area((38, 56, 62, 56, 59, 80, 72, 88, 66, 99, 48, 97, 41, 84)),
        *_both(_dot(40, 38), Area((36, 64, 28, 66, 18, 88, 26, 88))),
    ),
    "mammoth": (
        Area((2, 66, 4, 44, 16, 30, 34, 26, 42, 10, 56, 2, 70, 10, 77, 28, 78, 52, 80, 82, 90, 84, 88, 94,
              72, 94, 68, 84, 66, 64, 60, 66, 60, 96, 46, 96, 45, 72, 40, 82, 36, 72, 31, 82, 27, 72, 26, 96,
              12, 96, 10, 76)),
        Line(15, (68, 50, 78, 66, 92, 62, 96, 44), True), Line(8, (66, 48, 77, 66, 91, 62, 97, 42)),
        _dot(64, 30, 4.5), Line(4, (36, 34, 42, 52, 54, 54), True),
    ),
    "spark": (Area((60, 0, 18, 56, 44, 56, 32, 100, 84, 38, 56, 38, 76, 0)),),
    "arrow": (
        Line(10, (14, 86, 78, 22)), Area((98, 2, 90, 48, 52, 10)), Line(9, (26, 74, 6, 72)),
        Line(9, (26, 74, 28, 94)), Line(9, (14, 86, 4, 84)), Line(9, (14, 86, 16, 96)),
    ),
    "boulder": (
        Area((4, 64, 16, 30, 44, 8, 76, 16, 96, 48, 92, 82, 60, 96, 22, 92)),
        Line(5, (44, 8, 56, 42, 96, 48), True), Line(5, (56, 42, 34, 64, 4, 64), True),
        Line(5, (34, 64, 60, 96), True),
    ),
    "pitfall": (
        Line(10, (2, 36, 20, 36, 24, 94, 76, 94, 80, 36, 98, 36)), Area((28, 92, 37, 62, 46, 92)),
        Area((41, 92, 50, 62, 59, 92)), Area((54, 92, 63, 62, 72, 92)), Line(10, (50, 4, 50, 28)),
        Area((33, 26, 67, 26, 50, 50)),
    ),
})  # fmt: skip
"""Emblems by name. Art with another name gets a drawing derived from that name."""


def draw_emblem(pen: Pen, name: str, left: float, top: float, size: float, ink: str, paper: str) -> None:
    """Draw an emblem of `size` × `size` units with its top left corner at (`left`, `top`)."""
    for shape in EMBLEMS[name]:
        colour = paper if shape.cut else ink
        if isinstance(shape, Oval):
            x, y = left + shape.x * size / 100, top + shape.y * size / 100
            pen.oval(x, y, shape.across * size / 100, shape.down * size / 100, colour)
            continue
        pairs = zip(shape.points[::2], shape.points[1::2], strict=True)
        points = [(left + x * size / 100, top + y * size / 100) for x, y in pairs]
        if isinstance(shape, Area):
            pen.polygon(points, colour)
        else:
            pen.line(points, shape.width * size / 100, colour)
