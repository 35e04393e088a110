"""Numbered signs at the edge of a card or slot, which show in order what was done there.

A disc: a card came or was used; a diamond: it attacked; a star: it was hit; a cross: it was destroyed. Signs
hide no text and don't overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from render.palette import Theme
from render.pen import Pen, Point
from render.text import fit
from render.tokens import Box

EDGE_MARKS = ("did", "attacked", "hit", "felled")
_ON_A_CARD, _ON_A_SLOT = 0.14, 0.19
"""The radius of a sign."""
_GAP, _RIM = 0.03, 0.02
_MORE = "…"

Marks = Sequence[tuple[str, str]]


def draw_edge_marks(pen: Pen, theme: Theme, marks: Marks, written: Sequence[Box]) -> None:
    """Draw the marks that are edge signs, away from text; they're larger if there is none."""
    size = _ON_A_CARD if written else _ON_A_SLOT
    for (kind, text), (x, y) in place_signs(marks, written, size):
        _sign(pen, theme, kind, (x, y), size)
        words, height = fit(text, 1.5 * size, 1.3 * size, 0.7 * size)
        pen.write(x, y, words, height, theme.halo, bold=0.03)


def place_signs(marks: Marks, written: Sequence[Box], size: float) -> Iterator[tuple[tuple[str, str], Point]]:
    """Pair each sign with its center, in reading order; if too many, keep the first, a “…” and the last."""
    signs, places = [mark for mark in marks if mark[0] in EDGE_MARKS], list[Point]()
    for place in _along(size):
        apart = all(hypot(place[0] - x, place[1] - y) >= 2 * size for x, y in places)
        if apart and not any(_touches(place, box, size) for box in written):
            places.append(place)
    if len(signs) > len(places):
        signs = [*signs[: len(places) - 2], ("did", _MORE), signs[-1]][-len(places) :]
    used = sorted(places[: len(signs)], key=lambda place: (place[1], place[0]))
    return zip(signs, used, strict=True)


def _along(size: float) -> Iterator[Point]:
    """Yield the possible places of a sign, best first: the upper edge from the right, then both sides."""
    near, far = size + _GAP, 1 - size - _GAP
    yield from ((far, near), (far - 2 * size, near), (far, near + 2 * size))
    yield from ((far, 0.57), (near, 0.57))


def _touches(place: Point, box: Box, size: float) -> bool:
    (x, y), (left, top, right, bottom) = place, box
    return hypot(x - min(max(x, left), right), y - min(max(y, top), bottom)) < size


def _sign(pen: Pen, theme: Theme, kind: str, middle: Point, size: float) -> None:
    """Draw a sign with a light rim, so that it's visible on any ground."""
    (x, y), dark = middle, theme.strike if kind in ("hit", "felled") else theme.last
    for radius, colour in ((size, theme.halo), (size - _RIM, dark)):
        match kind:
            case "attacked":
                pen.polygon([(x + a * radius, y + b * radius) for a, b in _DIAMOND], colour)
            case "hit":
                pen.polygon([(x + a * radius, y + b * radius) for a, b in _STAR], colour)
            case "felled":
                arm, width = size * 0.74, 0.5 * size if radius == size else 0.5 * size - 2 * _RIM
                for down in (-arm, arm):
                    pen.line([(x - arm, y - down), (x + arm, y + down)], width, colour)
                pen.disc(x, y, radius - 0.18 * size, colour)
            case _:
                pen.disc(x, y, radius, colour)


_DIAMOND = ((0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0))
_STAR = tuple(
    (radius * cos(turn * pi / 10), radius * sin(turn * pi / 10))
    for turn, radius in enumerate((1.08, 0.8) * 10)
)
