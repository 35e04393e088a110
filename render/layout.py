"""The positions of a picture's parts, in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from games.core.screen.scene import Scene

SIZE = 800
SMALLEST = 200
LOG_LINES = 4
_MARGIN, _TITLE, _CHIPS, _DIE = 14, 46, 46, 84
_RANKS, _FILES, _LINE, _WIDEST_SQUARE, _WIDEST_CARD = 34, 28, 28, 150, 260
_HAND, _HELD = 184, 118
_CLOSE = 1.6
"""How much larger files and ranks are written on a part of a board."""
_CROWDED = 14
"""From this number of columns on, the header has no title, to leave room for the board."""
BESIDE = 2
"""The most counters that fit beside the turn's sign; more get a row of their own."""


class Layout(msgspec.Struct, frozen=True, cache_hash=True):
    """The positions in a picture of `size` × `size` pixels; `unit` is 1 pixel of an 800-pixel picture.

    The header, which lacks a title if `crowded`, ends at `header`. The board's squares are `cell` wide and
    `high` high, the first at (`left`, `top`). Below it start the counters (`below`), the hand (`hand`), whose
    cards are `held` wide, and the log (`log`). Files and ranks are written in units of `labels` pixels.
    """

    size: int
    columns: int
    rows: int
    unit: float
    header: int
    cell: int
    high: int
    left: int
    top: int
    below: int
    hand: int
    held: int
    log: int
    crowded: bool
    labels: float

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left corner of a square."""
        return self.left + column * self.cell, self.top + row * self.high


def layout_of(scene: Scene, size: int) -> Layout:
    """Return a scene's layout in a picture of `size` × `size` pixels.

    Raises:
        ValueError: The board has no squares, or `size` is below SMALLEST.
    """
    if not scene.files or not scene.ranks:
        raise ValueError("The board has no squares: give it at least one file and one rank.")
    if size < SMALLEST:
        raise ValueError(f"A picture of {size} pixels is too small: make it at least {SMALLEST}.")
    return _layout(size, _Shape(
        columns=len(scene.files), rows=len(scene.ranks), tall=scene.tall, die=scene.die is not None,
        counters=len(scene.counters), coordinates=scene.coordinates, close=scene.close,
        below=bool(scene.below), hand=bool(scene.hand), lines=min(len(scene.log), LOG_LINES),
    ))  # fmt: skip


class _Shape(msgspec.Struct, frozen=True):
    """The properties of a scene that determine its layout."""

    columns: int
    rows: int
    tall: int
    die: bool
    counters: int
    coordinates: bool
    close: bool
    below: bool
    hand: bool
    lines: int


@lru_cache(maxsize=64)
def _layout(size: int, shape: _Shape) -> Layout:
    unit = size / SIZE
    crowded = shape.columns >= _CROWDED
    chips_above = _CHIPS * (shape.counters > (BESIDE if crowded else 0))
    header = _MARGIN + (_TITLE + chips_above if crowded else max(_TITLE + chips_above, _DIE * shape.die))
    larger = _CLOSE if shape.close else 1
    beside, beneath = (_RANKS * larger, _FILES * larger) if shape.coordinates else (_MARGIN, 0)
    held = shape.lines * _LINE + _MARGIN
    chips, cards = _CHIPS * shape.below, _HAND * shape.hand
    width, height = SIZE - 2 * beside, SIZE - header - beneath - chips - cards - held
    tall, widest = shape.tall / 100, _WIDEST_SQUARE if shape.tall == 100 else _WIDEST_CARD
    cell = int(min(width / shape.columns, height / shape.rows / tall, widest) * unit)
    high = int(cell * tall)
    left = (size - cell * shape.columns) // 2
    spare = int(height * unit) - high * shape.rows
    # Counters above and below belong to the board, so it starts right below the upper ones.
    top = round(header * unit) + (0 if shape.below else spare // 2)
    below = top + high * shape.rows + round((beneath + 4) * unit)
    log = size - round(held * unit)
    return Layout(size=size, columns=shape.columns, rows=shape.rows, unit=unit, header=round(header * unit),
                  cell=cell, high=high, left=left, top=top, below=below, hand=log - round(cards * unit),
                  held=round(_HELD * unit), log=log, crowded=crowded, labels=unit * larger)  # fmt: skip


@lru_cache(maxsize=64)
def places(files: tuple[str, ...], ranks: tuple[str, ...]) -> Mapping[str, tuple[int, int]]:
    """Return the (column, row) of each square's name, counted from the top left."""
    return MappingProxyType(
        {file + rank: (column, row) for column, file in enumerate(files) for row, rank in enumerate(ranks)}
    )


def unknown_square(scene: Scene, name: str) -> ValueError:
    """Return the error for a name that is no square of the board."""
    first, last = scene.files[0] + scene.ranks[-1], scene.files[-1] + scene.ranks[0]
    return ValueError(f"There's no square {name!r} on this board: its squares go from {first} to {last}.")
