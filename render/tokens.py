"""Pieces as vector shapes, in units of a square's side.

The seats differ in shape as well as in color. Seat 0 has a light inner line and a round head. Seat 1 has a
cross (on diamonds a bar, since a cross would mean an Infiltrator), a bar below its label, and a pointed head.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from games.core.screen.scene import Face
from render.palette import Side, Theme, mix
from render.pen import Circle, Outline, Pen, Point
from render.signs import SIGNS, draw_sign
from render.solids import draw_cube, draw_torus, draw_tower
from render.text import fit, width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """The visible properties of a token, independent of its square."""

    shape: str
    seat: int | None
    label: str
    badge: str
    stack: int
    layers: tuple[int, ...] = ()
    face: Face | None = None
    faded: bool = False
    worn: tuple[int, ...] = ()
    frozen: bool = False


class Form(msgspec.Struct, frozen=True):
    """A shape: its outlines for each seat, its label's center, and the label's largest width and height."""

    outlines: Callable[[int | None], tuple[Outline, ...]]
    label: Point
    room: float
    height: float
    hollow: bool = False


def _disc(seat: int | None) -> tuple[Outline, ...]:
    return (Circle(x=0.5, y=0.5, radius=0.34),)


def _square(seat: int | None) -> tuple[Outline, ...]:
    return (((0.21, 0.21), (0.79, 0.21), (0.79, 0.79), (0.21, 0.79)),)


def _diamond(seat: int | None) -> tuple[Outline, ...]:
    return (((0.5, 0.12), (0.86, 0.5), (0.5, 0.88), (0.14, 0.5)),)


def _triangle(seat: int | None) -> tuple[Outline, ...]:
    return (((0.5, 0.15), (0.86, 0.8), (0.14, 0.8)),)


def _card(seat: int | None) -> tuple[Outline, ...]:
    return (((0.22, 0.14), (0.78, 0.14), (0.78, 0.86), (0.22, 0.86)),)


def _flag(seat: int | None) -> tuple[Outline, ...]:
    pole = ((0.1, 0.08), (0.16, 0.08), (0.16, 0.93), (0.1, 0.93))
    tail = (0.87, 0.35) if seat == 1 else (0.93, 0.35)
    return pole, ((0.16, 0.1), (0.93, 0.1), tail, (0.93, 0.6), (0.16, 0.6))


def _pawn(seat: int | None) -> tuple[Outline, ...]:
    body = (
        (0.41, 0.42),
        (0.59, 0.42),
        (0.64, 0.62),
        (0.77, 0.76),
        (0.77, 0.86),
        (0.23, 0.86),
        (0.23, 0.76),
        (0.36, 0.62),
    )
    pointed = ((0.5, 0.08), (0.7, 0.3), (0.5, 0.52), (0.3, 0.3))
    return body, (pointed if seat == 1 else Circle(x=0.5, y=0.29, radius=0.175))


FORMS: Mapping[str, Form] = MappingProxyType({
    "pawn": Form(outlines=_pawn, label=(0.5, 0.68), room=0.28, height=0.24),
    "disc": Form(outlines=_disc, label=(0.5, 0.5), room=0.46, height=0.36),
    "diamond": Form(outlines=_diamond, label=(0.5, 0.5), room=0.36, height=0.32),
    "square": Form(outlines=_square, label=(0.5, 0.5), room=0.42, height=0.36),
    "ring": Form(outlines=_disc, label=(0.5, 0.5), room=0.36, height=0.3, hollow=True),
    "triangle": Form(outlines=_triangle, label=(0.5, 0.6), room=0.32, height=0.26),
    "flag": Form(outlines=_flag, label=(0.52, 0.35), room=0.64, height=0.24),
    "card": Form(outlines=_card, label=(0.5, 0.5), room=0.44, height=0.34),
    "letter": Form(outlines=lambda seat: (), label=(0.5, 0.5), room=0.8, height=0.6),
    "tower": Form(outlines=lambda seat: (), label=(0.5, 0.5), room=0.3, height=0.3),
    "cube": Form(outlines=lambda seat: (), label=(0.33, 0.57), room=0.28, height=0.28),
    "torus": Form(outlines=lambda seat: (), label=(0.5, 0.68), room=0.3, height=0.2),
})  # fmt: skip


def side_of(theme: Theme, seat: int | None) -> Side:
    """Return a seat's colors, or the neutral ones for None."""
    return theme.nobody if seat is None else theme.seats[seat]


def draw_piece(pen: Pen, theme: Theme, piece: Piece) -> None:
    """Draw a piece with its label, except one with a face, which `render.cards` draws.

    The badge and stack number are written later, by `draw_pills`.
    """
    if piece.face is not None:
        return
    form, side = FORMS[piece.shape], side_of(theme, piece.seat)
    if piece.faded:
        side = _fade(theme, side)
    if piece.frozen:
        side = frost(theme, side)
    if form.hollow:
        _hollow(pen, theme, side, piece.seat)
    elif form.outlines(piece.seat):
        _body(pen, theme, side, form, piece)
    else:
        _solid(pen, theme, side, piece)
    _label(pen, theme, side, form, piece)
    if piece.frozen:
        _ice(pen, theme, side, piece)


def frost(theme: Theme, side: Side) -> Side:
    """Return a side's colors below ice."""
    return msgspec.structs.replace(side, body=mix(side.body, theme.frozen, 60))


_ICICLES = ((0.1, 0.3), (0.22, 0.16), (0.34, 0.24), (0.46, 0.13), (0.58, 0.2))
"""The horizontal position and the length of each icicle."""


def _ice(pen: Pen, theme: Theme, side: Side, piece: Piece) -> None:
    """Draw a block of ice around a piece: edges, icicles and a snowflake.

    A flag keeps its pole and its words: its icicles hang from the cloth, and the snowflake is on the right.
    """
    flag = piece.shape == "flag"
    across, top, corner = (0.2, 0.6, 0.8) if flag else (0.0, 0.05, 0.2)
    pen.frame(0.03, 0.14, 0.07, theme.frozen)
    if flag:
        pole, _ = _flag(piece.seat)
        pen.shape(pole, 0.045, side.deep)
        pen.shape(pole, 0.0, side.body)
    for x, long in _ICICLES:
        left, right, tip = x + across - 0.06, x + across + 0.06, x + across
        icicle = ((left, top), (right, top), (tip, top + long))
        pen.shape(icicle, 0.015, theme.halo)
        pen.polygon(icicle, theme.frozen)
    pen.disc(corner, 0.8, 0.18, theme.halo)
    pen.disc(corner, 0.8, 0.16, theme.frozen)
    snowflake(pen, corner, 0.8, 0.11, theme.ink, 0.035)


def snowflake(pen: Pen, x: float, y: float, arm: float, colour: str, thick: float) -> None:
    """Draw three lines through a point."""
    for across, down in ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87)):
        pen.line([(x - across * arm, y - down * arm), (x + across * arm, y + down * arm)], thick, colour)


def _solid(pen: Pen, theme: Theme, side: Side, piece: Piece) -> None:
    match piece.shape:
        case "tower":
            draw_tower(pen, theme, side, piece.seat, piece.stack, piece.layers, piece.worn)
        case "cube":
            draw_cube(pen, theme, side, piece.seat)
        case "torus":
            draw_torus(pen, theme, side, piece.seat)
        case _:
            return


def draw_pills(pen: Pen, theme: Theme, piece: Piece) -> None:
    """Write a piece's badge and stack number, above all marks."""
    if piece.face is not None:
        return
    _pill(pen, theme, piece.badge, _BADGE, quiet=piece.faded)
    _pill(pen, theme, f"x{piece.stack}" if piece.stack > 1 else "", _STACK)


def _fade(theme: Theme, side: Side) -> Side:
    """Return the colors of a piece that may be gone: pale, with a clear edge."""
    return msgspec.structs.replace(
        side, body=mix(theme.light, side.body, 25), deep=mix(theme.light, side.body, 75), on=side.deep
    )


_BADGE, _STACK = 0.18, 0.83
"""The vertical position of a badge and of a stack number on a square."""


def _body(pen: Pen, theme: Theme, side: Side, form: Form, piece: Piece) -> None:
    outlines = form.outlines(piece.seat)
    if piece.shape == "disc" and piece.stack > 1:
        outlines = _pile(pen, theme, side, piece)
    for grow, colour in ((0.08, theme.halo), (0.045, side.deep), (0.0, side.body)):
        for outline in outlines:
            pen.shape(outline, grow, colour)
    if piece.shape in ("pawn", "flag"):
        return
    if piece.seat == 0:
        _inner_line(pen, side, form, outlines[-1])
    elif piece.seat == 1:
        _cross_or_bar(pen, side, form, piece)


def _pile(pen: Pen, theme: Theme, side: Side, piece: Piece) -> tuple[Circle]:
    """Draw the rims of the lower discs; return the outline of the top one."""
    lower = min(piece.stack - 1, 2)
    top = 0.5 - 0.03 * lower
    for depth in range(lower, 0, -1):
        for grow, colour in ((0.08, theme.halo), (0.045, side.deep), (0.0, side.body)):
            pen.disc(0.5, top + 0.06 * depth, 0.32 + grow, colour)
    return (Circle(x=0.5, y=top, radius=0.32),)


def _inner_line(pen: Pen, side: Side, form: Form, outline: Outline) -> None:
    if isinstance(outline, Circle):
        pen.ring(outline.x, outline.y, outline.radius - 0.03, 0.025, side.on)
        return
    inner = [_towards(form.label, point, 0.84) for point in outline]
    pen.line([*inner, inner[0]], 0.025, side.on)


def _cross_or_bar(pen: Pen, side: Side, form: Form, piece: Piece) -> None:
    x, y = form.label
    if not piece.label and piece.shape == "diamond":
        pen.line([(x - 0.13, y), (x + 0.13, y)], 0.06, side.on)
    elif not piece.label:
        pen.line([(x - 0.11, y - 0.11), (x + 0.11, y + 0.11)], 0.075, side.on)
        pen.line([(x - 0.11, y + 0.11), (x + 0.11, y - 0.11)], 0.075, side.on)
    elif piece.label not in SIGNS:
        pen.line([(x - 0.12, y + 0.24), (x + 0.12, y + 0.24)], 0.045, side.on)


def _towards(centre: Point, point: Point, share: float) -> Point:
    return centre[0] + (point[0] - centre[0]) * share, centre[1] + (point[1] - centre[1]) * share


def _hollow(pen: Pen, theme: Theme, side: Side, seat: int | None) -> None:
    for grow, colour in ((0.05, theme.halo), (0.03, side.deep), (0.0, side.body)):
        pen.ring(0.5, 0.5, 0.36 + grow, 0.12 + 2 * grow, colour)
    if seat == 1:
        for x, y in ((0.5, 0.2), (0.5, 0.8), (0.2, 0.5), (0.8, 0.5)):
            pen.disc(x, y, 0.05, side.on)


def _label(pen: Pen, theme: Theme, side: Side, form: Form, piece: Piece) -> None:
    if not piece.label:
        return
    if piece.label in SIGNS:
        draw_sign(pen, piece.label, form.label, side.on)
        return
    if piece.shape == "letter" and piece.seat == 1:
        pen.line([(0.25, 0.89), (0.75, 0.89)], 0.12, theme.halo)
        pen.line([(0.25, 0.89), (0.75, 0.89)], 0.07, side.body)
    for words, size, y in _lines(form, piece):
        if form.hollow or piece.shape == "letter":
            edge = theme.halo if piece.shape == "letter" else None
            pen.write(form.label[0], y, words, size, side.body, bold=0.05, halo=edge)
        else:
            pen.write(form.label[0], y, words, size, side.on, bold=0.04)


def _lines(form: Form, piece: Piece) -> list[tuple[str, float, float]]:
    """Return each line of a label with its size and the height of its center."""
    lines = piece.label.split("\n") if piece.label else []
    sizes = [fit(line, form.room, form.height / 0.7, form.height * 0.5) for line in lines]
    first = form.label[1] - form.height * (len(lines) - 1) / 2
    return [(words, size, first + number * form.height) for number, (words, size) in enumerate(sizes)]


def list_text_boxes(piece: Piece) -> tuple[Box, ...]:
    """Return the boxes of a piece's label, badge and stack number."""
    found = []
    form = FORMS[piece.shape]
    for words, size, y in _lines(form, piece):
        half, x = width(words, size) / 2 + 0.03, form.label[0]
        found.append((x - half, y - size * 0.4 - 0.03, x + half, y + size * 0.4 + 0.03))
    for text, y in ((piece.badge, _BADGE), (f"x{piece.stack}" if piece.stack > 1 else "", _STACK)):
        if text:
            *_, half, x = _pill_place(text)
            found.append((x - half - 0.03, y - _PILL - 0.03, x + half + 0.03, y + _PILL + 0.03))
    return tuple(found)


_PILL = 0.14
"""Half the height of a pill."""


def _pill_place(text: str) -> tuple[str, float, float, float]:
    """Return a pill's words, their size, half its width, and the horizontal position of its center."""
    words, size = fit(text, 0.5, 0.3, 0.22)
    half = max(_PILL, width(words, size) / 2 + 0.05)
    return words, size, half, 0.97 - half


def _pill(pen: Pen, theme: Theme, text: str, y: float, *, quiet: bool = False) -> None:
    if not text:
        return
    words, size, half, x = _pill_place(text)
    high = _PILL + 0.025
    fill, ink = (theme.chip, theme.ink) if quiet else (theme.ink, theme.paper)
    pen.box(x - half - 0.025, y - high, x + half + 0.025, y + high, high, theme.halo)
    pen.box(x - half, y - _PILL, x + half, y + _PILL, _PILL, fill)
    pen.write(x, y, words, size, ink, bold=0.02)
