"""Pieces: our own vector shapes, in units of a square's side.

The seats differ in shape as well as in colour: seat 0 carries a light inner line and a round head,
seat 1 a cross (on diamonds a bar, for a cross on one would be an Infiltrator), a bar below its label, and a
pointed head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from games.core.scene import Face
from render.palette import Side, Theme, mix
from render.pen import Circle, Outline, Pen, Point
from render.text import fitted, width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Piece(msgspec.Struct, frozen=True):
    """What is drawn of a token: the same wherever it stands."""

    shape: str
    seat: int | None
    label: str
    badge: str
    stack: int
    layers: tuple[int, ...] = ()
    face: Face | None = None
    faded: bool = False


class Form(msgspec.Struct, frozen=True):
    """A silhouette for each seat, where its label is centred, and how wide and high the label may be."""

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
    pole = ((0.25, 0.14), (0.31, 0.14), (0.31, 0.88), (0.25, 0.88))
    tail = (0.68, 0.34) if seat == 1 else (0.82, 0.34)
    return pole, ((0.31, 0.16), (0.82, 0.16), tail, (0.82, 0.54), (0.31, 0.54))


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
    "flag": Form(outlines=_flag, label=(0.53, 0.35), room=0.34, height=0.24),
    "card": Form(outlines=_card, label=(0.5, 0.5), room=0.44, height=0.34),
    "letter": Form(outlines=lambda seat: (), label=(0.5, 0.5), room=0.8, height=0.6),
    "pyramid": Form(outlines=lambda seat: (), label=(0.5, 0.5), room=0.3, height=0.3),
})  # fmt: skip


def side_of(theme: Theme, seat: int | None) -> Side:
    """The colours of a seat; of nobody for None."""
    return theme.nobody if seat is None else theme.seats[seat]


def draw_piece(pen: Pen, theme: Theme, piece: Piece) -> None:
    """Draw a piece with its label; its badge and stack are written last, by `draw_pills`.

    One with a face is drawn by `render.cards`."""
    if piece.face is not None:
        return
    form, side = FORMS[piece.shape], side_of(theme, piece.seat)
    if piece.faded:
        side = _faded(theme, side)
    if form.hollow:
        _hollow(pen, theme, side, piece.seat)
    elif form.outlines(piece.seat):
        _body(pen, theme, side, form, piece)
    layers = piece.layers or ((3,) if piece.shape == "pyramid" else ())
    for size in sorted(layers, reverse=True):
        _pyramid(pen, theme, side, piece.seat, _HALVES[size])
    _label(pen, theme, side, form, piece)


def draw_pills(pen: Pen, theme: Theme, piece: Piece) -> None:
    """Write a piece's badge and how many lie on one another, above every mark."""
    if piece.face is not None:
        return
    _pill(pen, theme, piece.badge, _BADGE, quiet=piece.faded)
    _pill(pen, theme, f"x{piece.stack}" if piece.stack > 1 else "", _STACK)


def _faded(theme: Theme, side: Side) -> Side:
    """The colours of a piece that was there: those of its seat, hardly laid on, with a clear edge."""
    return msgspec.structs.replace(
        side, body=mix(theme.light, side.body, 25), deep=mix(theme.light, side.body, 75), on=side.deep
    )


_BADGE, _STACK = 0.2, 0.8
"""How far down on its square a badge and a stack number are."""
_HALVES = (0.0, 0.16, 0.235, 0.31)
"""Half the side of a small, a medium and a large pyramid: each fits into the next."""


def _pyramid(pen: Pen, theme: Theme, side: Side, seat: int | None, half: float) -> None:
    """A pyramid from above: four faces, lit from the top left; seat 1's has its edges marked."""
    low, high, middle = 0.5 - half, 0.5 + half, (0.5, 0.5)
    corners = ((low, low), (high, low), (high, high), (low, high))
    for grow, colour in ((0.05, theme.halo), (0.025, side.deep)):
        pen.shape(corners, grow, colour)
    shades = (
        mix(side.body, side.on, 40),
        mix(side.body, side.deep, 25),
        mix(side.body, side.deep, 55),
        side.body,
    )
    for start, shade in enumerate(shades):
        pen.polygon((corners[start], corners[(start + 1) % 4], middle), shade)
    if seat == 1:
        for corner in corners:
            pen.line([corner, _towards(middle, corner, 0.45)], 0.035, side.on)


def _body(pen: Pen, theme: Theme, side: Side, form: Form, piece: Piece) -> None:
    outlines = form.outlines(piece.seat)
    if piece.shape == "disc" and (piece.layers or piece.stack > 1):
        outlines = _pile(pen, theme, side, piece)
    for grow, colour in ((0.08, theme.halo), (0.045, side.deep), (0.0, side.body)):
        for outline in outlines:
            pen.shape(outline, grow, colour)
    if piece.shape == "pawn":
        return
    if piece.seat == 0:
        _inner_line(pen, side, form, outlines[-1])
    elif piece.seat == 1:
        _cross_or_bar(pen, side, form, piece)


def _pile(pen: Pen, theme: Theme, side: Side, piece: Piece) -> tuple[Circle]:
    """The rims of discs that lie beneath; the outline of the top one, wide enough for pyramids on it."""
    radius, lower = (0.39 if piece.layers else 0.34), min(piece.stack - 1, 2)
    top = 0.5 - 0.03 * lower
    for depth in range(lower, 0, -1):
        for grow, colour in ((0.08, theme.halo), (0.045, side.deep), (0.0, side.body)):
            pen.disc(0.5, top + 0.06 * depth, radius + grow - 0.02, colour)
    return (Circle(x=0.5, y=top, radius=radius - 0.02 * bool(lower)),)


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
    elif piece.shape != "flag":
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
    words, size = fitted(piece.label, form.room, form.height / 0.7, form.height * 0.5)
    if piece.shape == "letter" and piece.seat == 1:
        pen.line([(0.25, 0.89), (0.75, 0.89)], 0.12, theme.halo)
        pen.line([(0.25, 0.89), (0.75, 0.89)], 0.07, side.body)
    if form.hollow or piece.shape == "letter":
        edge = theme.halo if piece.shape == "letter" else None
        pen.write(*form.label, words, size, side.body, bold=0.05, halo=edge)
    else:
        pen.write(*form.label, words, size, side.on, bold=0.04)


def written(piece: Piece) -> tuple[Box, ...]:
    """The boxes of a piece's label, badge and stack number."""
    found = []
    if piece.label:
        form = FORMS[piece.shape]
        words, size = fitted(piece.label, form.room, form.height / 0.7, form.height * 0.5)
        half, (x, y) = width(words, size) / 2 + 0.03, form.label
        found.append((x - half, y - size * 0.4 - 0.03, x + half, y + size * 0.4 + 0.03))
    for text, y in ((piece.badge, _BADGE), (f"x{piece.stack}" if piece.stack > 1 else "", _STACK)):
        if text:
            *_, half, x = _pill_place(text)
            found.append((x - half - 0.03, y - 0.2, x + half + 0.03, y + 0.2))
    return tuple(found)


def _pill_place(text: str) -> tuple[str, float, float, float]:
    """The words of a pill, their size, half its width and where its middle is."""
    words, size = fitted(text, 0.7, 0.36, 0.22)
    half = max(0.18, width(words, size) / 2 + 0.08)
    return words, size, half, min(0.97 - half, 0.8)


def _pill(pen: Pen, theme: Theme, text: str, y: float, *, quiet: bool = False) -> None:
    if not text:
        return
    words, size, half, x = _pill_place(text)
    pen.box(x - half - 0.03, y - 0.2, x + half + 0.03, y + 0.2, 0.2, theme.halo)
    fill, ink = (theme.chip, theme.ink) if quiet else (theme.ink, theme.paper)
    pen.box(x - half, y - 0.17, x + half, y + 0.17, 0.17, fill)
    pen.write(x, y, words, size, ink, bold=0.02)
