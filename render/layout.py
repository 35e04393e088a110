"""Where things are on a picture, in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from games.core.scene import Scene

SIZE = 800
SMALLEST = 200
LOG_LINES = 4
_MARGIN, _TITLE, _CHIPS, _DIE = 14, 46, 46, 84
_RANKS, _FILES, _LINE, _WIDEST_SQUARE = 34, 28, 28, 150


class Layout(msgspec.Struct, frozen=True):
    """The places of a picture of `size` × `size` pixels; `unit` is the size of what is 1 pixel at 800.

    The board's squares are `cell` pixels wide, the first at (left, top); the header is the strip above
    `header`; the log begins at height `log`."""

    size: int
    columns: int
    rows: int
    unit: float
    header: int
    cell: int
    left: int
    top: int
    log: int

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The top left corner of a square."""
        return self.left + column * self.cell, self.top + row * self.cell


def layout_of(scene: Scene, size: int) -> Layout:
    """The layout for a scene. ValueError when the board has no squares or the picture is too small."""
    if not scene.files or not scene.ranks:
        raise ValueError("The board has no squares: give it at least one file and one rank.")
    if size < SMALLEST:
        raise ValueError(f"A picture of {size} pixels is too small: make it at least {SMALLEST}.")
    lines = min(len(scene.log), LOG_LINES)
    shape = (len(scene.files), len(scene.ranks))
    return _layout(size, *shape, scene.die is not None, bool(scene.counters), scene.coordinates, lines)


@lru_cache(maxsize=64)
def _layout(
    size: int, columns: int, rows: int, die: bool, counters: bool, coordinates: bool, lines: int
) -> Layout:
    unit = size / SIZE
    header = _MARGIN + max(_TITLE + _CHIPS * counters, _DIE * die)
    below = lines * _LINE + _MARGIN
    beside, beneath = (_RANKS, _FILES) if coordinates else (_MARGIN, 0)
    width, height = SIZE - 2 * beside, SIZE - header - beneath - below
    cell = int(min(width / columns, height / rows, _WIDEST_SQUARE) * unit)
    left = (size - cell * columns) // 2
    spare = int(height * unit) - cell * rows
    top = round(header * unit) + spare // 2
    return Layout(size=size, columns=columns, rows=rows, unit=unit, header=round(header * unit), cell=cell,
                  left=left, top=top, log=size - round(below * unit))  # fmt: skip


@lru_cache(maxsize=64)
def places(files: tuple[str, ...], ranks: tuple[str, ...]) -> Mapping[str, tuple[int, int]]:
    """Column and row, from the top left, of each square's name."""
    return MappingProxyType(
        {file + rank: (column, row) for column, file in enumerate(files) for row, rank in enumerate(ranks)}
    )


def unknown_square(scene: Scene, name: str) -> ValueError:
    """The error for a name that is no square of the board."""
    first, last = scene.files[0] + scene.ranks[-1], scene.files[-1] + scene.ranks[0]
    return ValueError(f"There is no square {name!r} on this board: its squares go from {first} to {last}.")
