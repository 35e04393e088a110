"""Stars and crosses on pieces as outlines, since the font lacks them."""

from __future__ import annotations

from math import cos, pi, sin

from render.pen import Pen, Point

SIGNS = frozenset("★☆✦+×")
"""The labels that are drawn as signs."""
_OUTER, _ARM, _THICK = 0.21, 0.16, 0.075


def draw_sign(pen: Pen, label: str, middle: Point, colour: str) -> None:
    """Draw a sign around a point."""
    match label:
        case "★":
            pen.polygon(_star(middle, 5, 0.42), colour)
        case "☆":
            pen.line([*_star(middle, 5, 0.5), _star(middle, 5, 0.5)[0]], 0.035, colour)
        case "✦":
            pen.polygon(_star(middle, 4, 0.36), colour)
        case _:
            _cross(pen, middle, ((1, 0), (0, 1)) if label == "+" else ((0.75, 0.75), (0.75, -0.75)), colour)


def _star(middle: Point, rays: int, inner: float) -> list[Point]:
    """Return a star with one ray pointing up; `inner` is the inner radius as a share of the outer one."""
    radii = (_OUTER, _OUTER * inner) * rays
    turns = [pi * (corner / rays - 0.5) for corner in range(2 * rays)]
    x, y = middle
    return [
        (x + radius * cos(turn), y + radius * sin(turn)) for turn, radius in zip(turns, radii, strict=True)
    ]


def _cross(pen: Pen, middle: Point, arms: tuple[Point, ...], colour: str) -> None:
    x, y = middle
    for right, down in arms:
        ends = [(x - _ARM * right, y - _ARM * down), (x + _ARM * right, y + _ARM * down)]
        pen.line(ends, _THICK, colour)
