"""Scene: what is seen, as plain data. `render` paints it and knows no game.

A square is named by its file label followed by its rank label; the order of `files` (left to right)
and `ranks` (top to bottom) is the order on the picture, so a turned board is two reversed tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

TokenShape = Literal[
    "pawn",
    "disc",
    "diamond",
    "square",
    "ring",
    "triangle",
    "flag",
    "card",
    "letter",
    "tower",
    "cube",
    "torus",
]
TintKind = Literal["home0", "home1", "slot", "goal", "shown", "fog", "sight", "zone", "frozen0", "frozen1"]
SeatColors = Literal["blue-orange", "blue-red", "cyan-magenta", "white-black"]
"""The colors in which both seats are drawn, the first one's first."""
MarkKind = Literal[
    "from",
    "to",
    "arrow",
    "option",
    "chosen",
    "landing",
    "strike",
    "entry",
    "danger",
    "number",
    "step",
    "blast",
    "did",
    "attacked",
    "hit",
    "felled",
]


class Face(msgspec.Struct, frozen=True):
    """The face of a card: its cost, and either attack and health or a `text` of what it does. The drawing on
    it is the emblem that `art` names (`render.emblems`), else one made from it, so that the same card always
    looks the same.

    `hurt`: the health is not whole; `spent`: it can do no more for now; `place`: its number in a hand;
    `mark`: as a Mark of this kind on a square."""

    name: str
    art: str
    cost: int
    seat: int | None = None
    attack: int | None = None
    health: int | None = None
    text: str = ""
    hurt: bool = False
    spent: bool = False
    place: str = ""
    mark: Literal["", "option", "chosen"] = ""


class Token(msgspec.Struct, frozen=True):
    """A piece on a square: its shape, whose it is (None: nobody's), and a short label on it, in lines.

    `stack`: how many of the shape lie on one another; of a "tower", how many Flats are beneath its `layers`:
    slices of one pyramid (1 small … 3 large), the lowest first. `worn`: how much each of them has lost.
    `frozen`: in ice. `face`: what is drawn instead of the shape, on the whole square: a card. `faded`: it was
    there, and may be no more."""

    square: str
    shape: TokenShape
    seat: int | None = None
    label: str = ""
    badge: str = ""
    stack: int = 1
    layers: tuple[int, ...] = ()
    face: Face | None = None
    faded: bool = False
    worn: tuple[int, ...] = ()
    frozen: bool = False


class Tint(msgspec.Struct, frozen=True):
    """A colouring of squares beneath the tokens; strength 0..100 is how much of it is shown."""

    kind: TintKind
    squares: tuple[str, ...]
    strength: int = 100


class Mark(msgspec.Struct, frozen=True):
    """Something drawn over squares: `from`/`to` the last move, `option` can be chosen, `chosen` is chosen,
    `landing` can be moved to, `strike` can be captured on, `entry` a piece came in here, `danger` a warning,
    `arrow` from the first square through the others, `number` writes `text`, `step` is an arrow of what the
    opponent did last, with its number in `text` where it covers no piece's label, `blast`
    says that something was hit there. Signs at the edge of a card or slot, with a number in `text`: `did`
    something came or was used there, `attacked`, `hit`, `felled` it was destroyed."""

    kind: MarkKind
    squares: tuple[str, ...]
    text: str = ""


def steps(ways: Iterable[tuple[str, ...]]) -> tuple[Mark, ...]:
    """The marks of what the opponent did last: for each step the squares on its way, the first one first (one
    square alone: where it came from, or went, is not known or nowhere). Several are numbered."""
    found = tuple(ways)
    return tuple(
        Mark("step", way, str(number) if len(found) > 1 else "") for number, way in enumerate(found, 1)
    )


class Die(msgspec.Struct, frozen=True):
    """A die in the header: its face (None: not rolled) and whose it is."""

    face: int | None
    seat: int | None = None


class Counter(msgspec.Struct, frozen=True):
    """A labelled value in the header, e.g. ("Round", "3 of 40"); seat colours it."""

    label: str
    value: str
    seat: int | None = None


class Scene(msgspec.Struct, frozen=True):
    """A whole picture, and the text that says the same to somebody who cannot see it.

    `counters` stand above the board, those of `below` beneath it; `hand`: cards held, beneath everything;
    `tall`: the height of a square in per cent of its width; `colors`: of both seats."""

    title: str
    alt: str
    files: tuple[str, ...]
    ranks: tuple[str, ...]
    subtitle: str = ""
    tints: tuple[Tint, ...] = ()
    tokens: tuple[Token, ...] = ()
    marks: tuple[Mark, ...] = ()
    die: Die | None = None
    counters: tuple[Counter, ...] = ()
    log: tuple[str, ...] = ()
    turn: int | None = None
    coordinates: bool = True
    below: tuple[Counter, ...] = ()
    hand: tuple[Face, ...] = ()
    tall: int = 100
    colors: SeatColors = "blue-orange"


class Frame(msgspec.Struct, frozen=True):
    """One picture of an animation and how long it stands, in milliseconds."""

    scene: Scene
    milliseconds: int
