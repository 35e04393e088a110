"""Scene: a picture of a board as plain data, which `render` paints without knowing the game.

A square is named by its file label followed by its rank label. `files` run left to right and `ranks` top to
bottom on the picture, so a flipped board has both tuples reversed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, TypeVar

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
"""The colors of seat 0 and seat 1, in this order."""
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
    """The face of a card: its cost, and either attack and health or a `text` that says what it does.

    Attributes:
        art: The emblem drawn on it (`render.emblems`); unknown names give a drawing derived from the name, so
            that a card always looks the same.
        hurt: Whether its health is reduced.
        spent: Whether it can do nothing more for now.
        place: Its number in a hand.
        mark: A frame like that of the Mark of this kind on a square.
    """

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
    """A piece on a square.

    Attributes:
        seat: The owner (None: neutral).
        label: A short text on it, in lines.
        stack: How many pieces of the shape are stacked; for a "tower", how many Flats are below its layers.
        layers: The slices of a "tower", from the bottom, each 1 (small) to 3 (large).
        face: The card drawn over the whole square instead of the shape.
        faded: Whether it was last seen there and may be gone.
        worn: How much each layer has lost.
        frozen: Whether it's in ice.
    """

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
    """A coloring of squares below the tokens; `strength` is its opacity in percent, 0 to 100."""

    kind: TintKind
    squares: tuple[str, ...]
    strength: int = 100


class Mark(msgspec.Struct, frozen=True):
    """A sign drawn over squares.

    `from` and `to` show the last move; `option` can be chosen, `chosen` is chosen, `landing` can be moved to,
    `strike` can be captured on; `entry`: a piece entered here; `danger`: a warning; `arrow` leads from the
    first square through the others; `number` writes `text`; `step` is an arrow of the opponent's last turn,
    its number (`text`) placed where it covers no label; `blast`: a hit. At the edge of a card or slot, with a
    number in `text`: `did` (a card came or was used), `attacked`, `hit`, and `felled` (it was destroyed).
    """

    kind: MarkKind
    squares: tuple[str, ...]
    text: str = ""


def steps(ways: Iterable[tuple[str, ...]]) -> tuple[Mark, ...]:
    """Return the marks of the opponent's last turn, numbered if there are several.

    Args:
        ways: For each step, in order, the squares on its way; a single square if the piece's origin or target
            is unknown or off the board.
    """
    found = tuple(ways)
    return tuple(
        Mark("step", way, str(number) if len(found) > 1 else "") for number, way in enumerate(found, 1)
    )


class Die(msgspec.Struct, frozen=True):
    """A die in the header: the number rolled (None: not rolled) and the seat that owns it."""

    face: int | None
    seat: int | None = None


class Counter(msgspec.Struct, frozen=True):
    """A labeled value in the header, e.g. ("Round", "3 of 40"), in the color of `seat` if given."""

    label: str
    value: str
    seat: int | None = None


class Scene(msgspec.Struct, frozen=True):
    """A whole picture, with a text alternative for people who can't see it.

    Attributes:
        notice: A warning in a few words that the match is about to end (“Last turn”), which the subtitle, the
            alt text and the question have, too; a push about the turn ends with it.
        counters: Values above the board.
        below: Values below the board.
        hand: The cards held, at the bottom.
        tall: The height of a square in percent of its width.
        close: Whether it's a part of a board (`crop`), whose files and ranks are written larger.
    """

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
    close: bool = False
    notice: str = ""


_Drawn = TypeVar("_Drawn", Tint, Mark)


def crop(scene: Scene, files: Collection[str], ranks: Collection[str]) -> Scene:
    """Return the part of a scene with these files and ranks, large enough to read on a phone.

    A way that leaves the part keeps only its squares inside; an arrow that leaves it is dropped. The alt text
    still tells the whole board.
    """
    shown = {file + rank for file in files for rank in ranks}
    tints = (_keep(tint, shown) for tint in scene.tints)
    marks = (
        _keep(mark, shown) for mark in scene.marks if mark.kind != "arrow" or shown.issuperset(mark.squares)
    )
    return msgspec.structs.replace(
        scene,
        close=True,
        files=tuple(file for file in scene.files if file in files),
        ranks=tuple(rank for rank in scene.ranks if rank in ranks),
        tints=tuple(tint for tint in tints if tint.squares),
        tokens=tuple(token for token in scene.tokens if token.square in shown),
        marks=tuple(mark for mark in marks if mark.squares),
    )


def _keep(drawn: _Drawn, shown: Collection[str]) -> _Drawn:
    return msgspec.structs.replace(drawn, squares=tuple(name for name in drawn.squares if name in shown))


class Frame(msgspec.Struct, frozen=True):
    """One picture of an animation and how long it's shown, in milliseconds."""

    scene: Scene
    milliseconds: int
