"""Cards: their faces, in units of a card's width, and the hand below the board."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from games.core.screen.scene import Face
from render.emblems import EMBLEMS, draw_emblem
from render.layout import Layout
from render.palette import Side, Theme, mix
from render.pen import Pen, Point
from render.text import fit, width
from render.tokens import Box, side_of

TALL = 1.4
"""The height of a card in the hand, in widths."""
_GAP = 8
_COLUMNS, _ROWS = 4, 6
_ASIDE = 0.62
"""The horizontal center of the drawing on a card in the hand, to the right of its numbers."""
_PATCH = 0.085
_TOP, _EMBLEM = 0.225, 0.53
"""The top of a drawing, and the size of an emblem."""


def draw_face(pen: Pen, theme: Theme, face: Face, stack: int = 1) -> None:
    """Draw a card over a whole picture 1 unit wide; a `stack` above 1 is written on it."""
    side, ink, paper = _blank(pen, theme, face)
    _drawing(pen, face, ink, paper)
    _name(pen, side, face)
    _cost(pen, theme, face)
    if face.health is None:
        _draw_deed(pen, theme, face)
    else:
        _strength(pen, theme, side, face)
    if face.mark:
        draw_card_mark(pen, theme, face.mark)
    _copies(pen, theme, stack)


def _blank(pen: Pen, theme: Theme, face: Face) -> tuple[Side, str, str]:
    """Draw an empty card in its owner's colors; return the side and the colors of ink and paper."""
    side, high = side_of(theme, face.seat), pen.tall
    paper = theme.chip if face.spent else theme.paper
    pen.box(0.03, 0.03, 0.97, high - 0.03, 0.1, side.deep)
    pen.box(0.06, 0.06, 0.94, high - 0.06, 0.08, paper)
    ink = mix(paper, side.body, 55) if face.spent else side.body
    return side, ink, paper


def draw_held(pen: Pen, theme: Theme, face: Face, seen: float = 1.0) -> None:
    """Draw a card in the hand; in a fan, the next card covers all but its left part (`seen`, 1 for all).

    Its numbers are at the left edge, one below the other, and its texts end where the next card begins.
    """
    side, ink, paper = _blank(pen, theme, face)
    _drawing(pen, face, ink, paper, _ASIDE)
    _banner(pen, side, face, pen.tall - 0.27)
    words, size = fit(face.name, min(0.94, seen) - 0.18, 0.155, 0.105)
    pen.write(0.12, pen.tall - 0.17, words, size, side.on, bold=0.03, anchor="l")
    _disc(pen, 0.36, str(face.cost), theme.goal_line, theme.goal, theme.ink)
    if face.health is None:
        _burst(pen, theme, face.text, min(0.94, seen))
    else:
        blade = ((0.03, 0.68), (0.2, 0.51), (0.37, 0.68), (0.2, 0.85))
        pen.shape(blade, 0.0, side.deep)
        pen.shape(blade, -0.025, side.body)
        pen.write(0.2, 0.68, str(face.attack), 0.21, side.on, bold=0.03)
        body, on = (theme.strike, theme.halo) if face.hurt else (side.body, side.on)
        _disc(pen, 1.0, str(face.health), side.deep, body, on)
    if face.mark:
        draw_card_mark(pen, theme, face.mark)
    _place(pen, theme, face.place)


def _disc(pen: Pen, y: float, words: str, edge: str, body: str, on: str) -> None:
    pen.disc(0.2, y, 0.16, edge)
    pen.disc(0.2, y, 0.135, body)
    pen.write(0.2, y, words, 0.21, on, bold=0.03)


def _burst(pen: Pen, theme: Theme, text: str, seen: float) -> None:
    """Draw an object's effect: the amount, or a cross if it's no number, and its words below."""
    amount = text.split(" ")[0]
    pen.polygon([(x - 0.3, y + 0.2) for x, y in _spikes(8, 0.75, 0.18)], theme.strike)
    if amount.isdecimal():
        pen.write(0.2, 0.68, amount, 0.21, theme.halo, bold=0.03)
    else:
        for x in (0.14, 0.26):
            pen.line([(x, 0.62), (0.4 - x, 0.74)], 0.04, theme.halo)
    words, size = fit(text, seen - 0.18, 0.18, 0.1)
    pen.write((0.06 + seen) / 2, 1.0, words, size, theme.ink, bold=0.02)


_MARKS = {"from": 0.05, "to": 0.05, "step": 0.05, "entry": 0.05, "option": 0.05, "landing": 0.05,
          "chosen": 0.09, "strike": 0.07, "danger": 0.07, "blast": 0.05}  # fmt: skip
"""The width of each mark's frame."""
SIGHT = (0.63, 0.03, 0.97, 0.37)
"""The box of the sight on a card that can be struck."""
_LAST, _CHOICES = ("from", "to", "step", "entry"), ("option", "landing", "chosen")


def draw_card_mark(pen: Pen, theme: Theme, kind: str, text: str = "") -> None:
    """Draw a mark around a card, with a sight in the corner for `strike`; write the text of a number."""
    if kind == "number" and text:
        _pill(pen, theme, text, 0.6)
    if kind not in _MARKS:
        return
    colour = theme.last if kind in _LAST else theme.choice if kind in _CHOICES else theme.strike
    pen.frame(0.0, 0.1, _MARKS[kind], colour)
    if kind == "strike":
        pen.disc(0.8, 0.2, 0.17, theme.halo)
        pen.ring(0.8, 0.2, 0.14, 0.04, theme.strike)
        pen.line([(0.8, 0.06), (0.8, 0.34)], 0.03, theme.strike)
        pen.line([(0.66, 0.2), (0.94, 0.2)], 0.03, theme.strike)


def _drawing(pen: Pen, face: Face, ink: str, paper: str, middle: float = 0.5) -> None:
    """Draw the card's emblem, or else a creature or (without health) a star derived from its art's name."""
    if face.art in EMBLEMS:
        draw_emblem(pen, face.art, middle - _EMBLEM / 2, _TOP, _EMBLEM, ink, paper)
        return
    bits = int.from_bytes(hashlib.sha256(face.art.encode()).digest(), "big")
    if face.health is None:
        _star(pen, bits, ink, paper, middle)
    else:
        _being(pen, bits, ink, paper, middle)


def _being(pen: Pen, bits: int, ink: str, paper: str, middle: float) -> None:
    """Draw a creature of symmetric patches with two eyes."""
    top = _TOP
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            is_body = column == 0 or (row in (2, 3) and column < 3)
            if bits >> (row * _COLUMNS + column) & 1 or is_body:
                for x in (middle - (column + 0.5) * _PATCH, middle + (column - 0.5) * _PATCH):
                    y = top + row * _PATCH
                    pen.box(x, y, x + _PATCH + 0.004, y + _PATCH + 0.004, 0.01, ink)
    eye = 1 + (bits >> 30 & 1)
    for x in (middle - eye * _PATCH, middle + eye * _PATCH):
        pen.disc(x, top + 2.5 * _PATCH, 0.034, paper)


def _star(pen: Pen, bits: int, ink: str, paper: str, middle: float) -> None:
    points, depth = 5 + bits % 6, 0.42 + (bits >> 8) % 5 / 12
    for size, colour in ((0.26, ink), (0.13, paper), (0.07, ink)):
        pen.polygon([(x + middle - 0.5, y) for x, y in _spikes(points, depth, size)], colour)


def _spikes(points: int, depth: float, size: float) -> list[Point]:
    radii = (size * (1 if corner % 2 == 0 else depth) for corner in range(2 * points))
    return [
        (0.5 + r * sin(pi * corner / points), 0.48 - r * cos(pi * corner / points))
        for corner, r in enumerate(radii)
    ]


def _name(pen: Pen, side: Side, face: Face) -> None:
    top = pen.tall - 0.58
    _banner(pen, side, face, top)
    words, size = fit(face.name, 0.82, 0.155, 0.105)
    pen.write(0.5, top + 0.1, words, size, side.on, bold=0.03)


def _banner(pen: Pen, side: Side, face: Face, top: float) -> None:
    """Draw the band below the name, whose shape tells the owners apart."""
    pen.box(0.06, top, 0.94, top + 0.2, 0.0, side.body)
    if face.seat == 0:
        pen.line([(0.09, top + 0.185), (0.91, top + 0.185)], 0.012, side.on)
    elif face.seat == 1:
        for x, inwards in ((0.06, 0.07), (0.94, -0.07)):
            pen.polygon([(x, top), (x + inwards, top + 0.1), (x, top + 0.2)], side.deep)


def _cost(pen: Pen, theme: Theme, face: Face) -> None:
    pen.disc(0.2, 0.2, 0.15, theme.goal_line)
    pen.disc(0.2, 0.2, 0.125, theme.goal)
    pen.write(0.2, 0.2, str(face.cost), 0.2, theme.ink, bold=0.03)


def _draw_deed(pen: Pen, theme: Theme, face: Face) -> None:
    words, size = fit(face.text, 0.8, 0.19, 0.12)
    pen.write(0.5, pen.tall - 0.22, words, size, theme.ink, bold=0.02)


def _strength(pen: Pen, theme: Theme, side: Side, face: Face) -> None:
    """Draw the attack in a pointed shape on the left, and the health in a round one on the right."""
    y = pen.tall - 0.22
    blade = ((0.1, y), (0.26, y - 0.155), (0.42, y), (0.26, y + 0.155))
    pen.shape(blade, 0.015, side.deep)
    pen.shape(blade, -0.012, side.body)
    pen.write(0.26, y, str(face.attack), 0.2, side.on, bold=0.03)
    pen.disc(0.74, y, 0.165, side.deep)
    pen.disc(0.74, y, 0.14, theme.strike if face.hurt else side.body)
    pen.write(0.74, y, str(face.health), 0.2, theme.halo if face.hurt else side.on, bold=0.03)


def _place(pen: Pen, theme: Theme, text: str) -> None:
    """Write the number of a card in the hand at its left edge, where no other card of a fan covers it."""
    if text:
        pen.box(0.0, 0.0, 0.165, 0.17, 0.04, theme.ink)
        words, size = fit(text, 0.14, 0.15, 0.1)
        pen.write(0.0825, 0.085, words, size, theme.paper, bold=0.02)


def _copies(pen: Pen, theme: Theme, stack: int) -> None:
    if stack > 1:
        _pill(pen, theme, f"x{stack}", 0.2)


def _pill(pen: Pen, theme: Theme, text: str, y: float) -> None:
    half = max(0.11, width(text, 0.17) / 2 + 0.05)
    pen.box(0.92 - 2 * half, y - 0.11, 0.92, y + 0.11, 0.08, theme.ink)
    pen.write(0.92 - half, y, text, 0.17, theme.paper, bold=0.02)


def list_card_text_boxes(face: Face, high: float, stack: int) -> tuple[Box, ...]:
    """Return the boxes of all text on a card `high` units high."""
    lines = [(0.03, 0.03, 0.38, 0.38), (0.03, high - 0.6, 0.97, high - 0.37)]
    if face.health is None:
        lines.append((0.06, high - 0.34, 0.94, high - 0.1))
    else:
        lines += [(0.08, high - 0.39, 0.44, high - 0.05), (0.56, high - 0.4, 0.92, high - 0.04)]
    if stack > 1:
        lines.append((0.4, 0.08, 0.94, 0.32))
    return tuple(lines)


@lru_cache(maxsize=512)
def card(theme: Theme, across: int, face: Face, seen: float = 1.0) -> Image.Image:
    """Return a card of the hand, `across` pixels wide; a fan covers all but its left part (`seen`)."""
    pen = Pen(across, round(across * TALL), theme.paper, across)
    draw_held(pen, theme, face, seen)
    return pen.finish(theme)


def draw_hand(image: Image.Image, hand: tuple[Face, ...], layout: Layout, theme: Theme) -> None:
    """Draw a hand below the board: side by side, or as a fan if there are many cards."""
    if not hand:
        return
    room = layout.size - 2 * layout.left if layout.left < layout.size // 8 else layout.size * 3 // 4
    gap = round(_GAP * layout.unit)
    step = min(layout.held + gap, (room - layout.held) / max(1, len(hand) - 1))
    left = (layout.size - layout.held - step * (len(hand) - 1)) / 2
    for place, face in enumerate(hand):
        seen = 1.0 if place == len(hand) - 1 else min(1.0, step / layout.held)
        image.paste(card(theme, layout.held, face, seen), (round(left + step * place), layout.hand))
