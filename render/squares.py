"""Squares: tints and marks below and above the pieces, in units of a square's side."""

from __future__ import annotations

from math import cos, pi, sin

import msgspec

from render.palette import Theme, flat, mix, wash
from render.pen import Pen
from render.text import fit, width
from render.tokens import Piece, snowflake


class Square(msgspec.Struct, frozen=True, cache_hash=True):
    """The contents of a square, in drawing order; it serves as a cache key.

    Attributes:
        tints: (kind, strength) of each tint.
        marks: (kind, text) of each mark.
        aside: Whether a number leaves the center to a step's arrow, as it does for a piece.
    """

    dark: bool
    tints: tuple[tuple[str, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    aside: bool = False


CHOICES = frozenset({"option", "chosen", "landing", "strike", "danger"})
"""Marks by which the player chooses."""
FRAMES = frozenset({"from", "to", "entry", "option", "chosen", "step", "blast"})
"""Marks that frame a square; they are drawn below its pieces, so that no badge is hidden."""


def ground(theme: Theme, square: Square) -> str:
    """Return the color of the whole square, below everything drawn on it."""
    colour = theme.dark if square.dark else theme.light
    for kind, strength in square.tints:
        colour = mix(colour, flat(theme, colour, kind, square.dark), strength)
    for kind, _ in square.marks:
        colour = wash(theme, colour, kind)
    return colour


def draw_tint(pen: Pen, theme: Theme, under: str, kind: str, strength: int, occupied: bool) -> None:
    """Draw what a tint adds to its flat color; `under` is the ground below it."""
    match kind:
        case "slot" if not occupied:
            pen.box(0.06, 0.06, 0.94, pen.tall - 0.06, 0.1, mix(under, theme.line, strength / 2))
            pen.box(0.08, 0.08, 0.92, pen.tall - 0.08, 0.08, under)
        case "goal":
            _cell(pen, mix(under, theme.goal, strength), mix(under, theme.goal_line, strength), 0.05)
        case "shown":
            _cell(pen, mix(under, theme.goal, strength), mix(under, theme.goal_line, strength), 0.09)
            pen.disc(0.5, 0.5, 0.12, mix(under, theme.goal_line, strength))
        case "fog":
            for start in (-1.0, -0.5, 0.0, 0.5):
                _hatch(pen, start, mix(under, theme.fog_line, strength * 0.6))
            pen.frame(0.0, 0.0, 0.025, mix(under, theme.muted, strength * 0.45))
        case "zone":
            _corners(pen, mix(under, theme.zone, strength), 0.06)
        case "frozen0" | "frozen1":
            _draw_frost(pen, theme, under, int(kind[-1]), strength, occupied)
        case _:
            return


def _cell(pen: Pen, fill: str, edge: str, width: float) -> None:
    pen.box(0.06, 0.06, 0.94, 0.94, 0.14, edge)
    pen.box(0.06 + width, 0.06 + width, 0.94 - width, 0.94 - width, 0.14 - width * 0.7, fill)


def _hatch(pen: Pen, start: float, colour: str) -> None:
    pen.polygon([(start, 1), (start + 0.12, 1), (start + 1.12, 0), (start + 1, 0)], colour)


def _corners(pen: Pen, colour: str, width: float) -> None:
    inset, arm = 0.1, 0.2
    for x, across in ((inset, 1), (1 - inset, -1)):
        for y, down in ((inset, 1), (1 - inset, -1)):
            pen.line([(x + across * arm, y), (x, y), (x, y + down * arm)], width, colour)


def _draw_frost(pen: Pen, theme: Theme, under: str, seat: int, strength: int, occupied: bool) -> None:
    """Draw a frame in the color of the freezing side, and a snowflake if the square is empty."""
    side, inset = theme.seats[seat], 0.02 + 0.07 * seat
    pen.frame(inset, 0.1, 0.05, mix(under, side.deep, strength / 2))
    pen.frame(inset + 0.01, 0.09, 0.03, mix(under, side.body, strength))
    if not occupied:
        y = 0.24 if seat == 0 else 0.76
        snowflake(pen, 0.24, y, 0.11, mix(under, side.deep, strength / 2), 0.06)
        snowflake(pen, 0.24, y, 0.11, mix(under, side.body, strength), 0.03)


def draw_mark(pen: Pen, theme: Theme, kind: str, text: str, square: Square) -> None:
    """Draw a mark, except arrows across squares (`render.arrows`, `render.steps`).

    A `step` is on a single square only if its origin or target was hidden.
    """
    match kind:
        case "from":
            _corners(pen, theme.last, 0.07)
        case "to":
            pen.frame(0.02, 0.12, 0.1, theme.last)
        case "step":
            pen.frame(0.06, 0.12, 0.06, theme.last)
        case "entry":
            pen.frame(0.02, 0.12, 0.06, theme.last)
            pen.shape(((0.36, 0.06), (0.64, 0.06), (0.5, 0.22)), 0.03, theme.last)
        case "option":
            pen.frame(0.02, 0.2, 0.08, theme.choice)
        case "chosen":
            pen.frame(0.0, 0.12, 0.13, theme.choice)
        case "landing":
            _landing(pen, theme, bool(square.pieces))
        case "strike":
            _strike(pen, theme)
        case "danger":
            _warning(pen, theme)
        case "blast":
            _blast(pen, theme)
        case "number" if ("landing", "") in square.marks and not square.pieces:
            _draw_numbered_disc(pen, theme.halo, theme.choice, text, (0.5, 0.5, 0.42))
        case "number" if ("strike", "") in square.marks:
            _draw_numbered_disc(pen, theme.halo, theme.strike, text, (0.28, 0.72, 0.28))
        case "number":
            _number(pen, theme, text, square.aside or bool(square.pieces))
        case _:
            return


def _landing(pen: Pen, theme: Theme, occupied: bool) -> None:
    if occupied:
        pen.ring(0.5, 0.5, 0.48, 0.09, theme.choice)
    else:
        pen.disc(0.5, 0.5, 0.25, theme.halo)
        pen.disc(0.5, 0.5, 0.21, theme.choice)


def _draw_numbered_disc(pen: Pen, rim: str, fill: str, text: str, place: tuple[float, float, float]) -> None:
    """Write a number on a disc; `place` is its center and radius."""
    x, y, radius = place
    pen.disc(x, y, radius, rim)
    pen.disc(x, y, radius - 0.04, fill)
    words, size = fit(text, 1.45 * radius, 1.2 * radius, 0.7 * radius)
    pen.write(x, y, words, size, rim, bold=0.03)


def _strike(pen: Pen, theme: Theme) -> None:
    pen.ring(0.5, 0.5, 0.49, 0.1, theme.strike)
    for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        pen.line([(0.5 + x * 0.32, 0.5 + y * 0.32), (0.5 + x * 0.44, 0.5 + y * 0.44)], 0.1, theme.strike)


def _blast(pen: Pen, theme: Theme) -> None:
    """Draw a burst that reaches out from below a piece."""
    for grow, colour in ((0.03, theme.goal_line), (0.0, theme.goal)):
        pen.shape(_BURST, grow, colour)


_BURST = tuple(
    (0.5 + radius * cos(turn * pi / 10), 0.5 + radius * sin(turn * pi / 10))
    for turn, radius in enumerate((0.46, 0.3) * 10)
)
"""A star with ten rays."""


def _warning(pen: Pen, theme: Theme) -> None:
    pen.frame(0.02, 0.12, 0.07, theme.strike)
    pen.disc(0.26, 0.26, 0.25, theme.halo)
    pen.disc(0.26, 0.26, 0.21, theme.strike)
    pen.write(0.26, 0.26, "!", 0.36, theme.halo, bold=0.03)


def _number(pen: Pen, theme: Theme, text: str, aside: bool) -> None:
    if not aside:
        words, size = fit(text, 0.84, 0.62, 0.3)
        pen.write(0.5, 0.5, words, size, theme.ink, bold=0.02, halo=theme.halo)
        return
    words, size = fit(text, 0.42, 0.3, 0.22)
    across = max(0.3, width(words, size) + 0.1)
    pen.box(0.02, 0.66, 0.08 + across, 1.0, 0.16, theme.halo)
    pen.box(0.05, 0.69, 0.05 + across, 0.97, 0.14, theme.ink)
    pen.write(0.05 + across / 2, 0.83, words, size, theme.paper, bold=0.02)
