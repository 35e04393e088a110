"""Parts of the board that a phone can show, and the squares that are numbered on each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

import msgspec

from games.core.screen.prompt import ARROWS
from games.creators.rules.state import GLYPH_SIDE
from games.creators.screen.scene import labels

WHOLE = "board"
"""The key that leads to the whole board."""
MOST = 20
"""The most squares numbered at once: four rows of buttons, which leave a row of a DM to other buttons."""
_LEAST_SIDE = 7


class Page(msgspec.Struct, frozen=True):
    """A part of the board, with at most MOST squares on which to land.

    Attributes:
        key: The key of a draft that leads here.
        label: The name of its part, for a button; pages of the same part share it.
        files: The files of its part, from the left as the viewer sees them; `ranks` run from the top.
        squares: Where to land, in reading order.
        next_key: The key of the next page of its part (empty: its part has only one page).
        is_first: Whether it's the first page of its part.
    """

    key: str
    label: str
    files: tuple[str, ...]
    ranks: tuple[str, ...]
    squares: tuple[str, ...]
    next_key: str
    is_first: bool


def list_pages(size: int, targets: Collection[str], *, is_turned: bool) -> tuple[Page, ...]:
    """Return the pages that together hold all these squares, the most important one first.

    The field, where every pattern lies, is followed by the corners that have squares outside it.
    """
    files, ranks = labels(size, turned=is_turned)
    start = (size - GLYPH_SIDE + is_turned) // 2
    field = slice(start, start + GLYPH_SIDE)
    inside = frozenset(_list_squares(files[field], ranks[field]))
    # An even start keeps the colors of the squares.
    half = size // 2 - size // 2 % 2
    low, high = slice(size - half), slice(half, size)
    pages = list(_split("middle", "Middle", files[field], ranks[field], targets))
    for key, across, down in (("nw", low, low), ("ne", high, low), ("sw", low, high), ("se", high, high)):
        near = [name for name in _list_squares(files[across], ranks[down]) if name in targets]
        outside = [name for name in near if name not in inside]
        if outside:
            own = near if len(near) <= MOST else outside
            pages += _split(key, ARROWS[key], files[across], ranks[down], own)
    return tuple(pages)


def _split(
    key: str, label: str, files: tuple[str, ...], ranks: tuple[str, ...], targets: Collection[str]
) -> Iterator[Page]:
    """Yield the pages of a part, with nearly equal numbers of squares; none if it has no squares."""
    squares = tuple(name for name in _list_squares(files, ranks) if name in targets)
    number = -(-len(squares) // MOST)
    keys = [key, *(f"{key}{page}" for page in range(2, number + 1))][:number]
    for page, own_key in enumerate(keys):
        own = squares[page * len(squares) // number : (page + 1) * len(squares) // number]
        next_key = keys[(page + 1) % number] if number > 1 else ""
        yield Page(own_key, label, files, ranks, own, next_key, page == 0)


@lru_cache(maxsize=64)
def _list_squares(files: tuple[str, ...], ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(file + rank for rank in ranks for file in files)


def find_surroundings(
    size: int, squares: Collection[str], *, is_turned: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files and ranks of the smallest readable part of the board that holds these squares."""
    files, ranks = labels(size, turned=is_turned)
    columns = [files.index(name[0]) for name in squares]
    rows = [ranks.index(name[1:]) for name in squares]
    side = max(_LEAST_SIDE, *(max(places) - min(places) + 1 for places in (columns, rows)))
    left, top = (_place(places, side, size) for places in (columns, rows))
    # An even sum keeps the colors of the squares.
    wider, higher = (left + top) % 2 and left > 0, (left + top) % 2 and left == 0
    return files[left - wider : left + side], ranks[top - higher : top + side]


def _place(places: list[int], side: int, size: int) -> int:
    """Return the start of a range of this length around all places, inside the board."""
    middle = (min(places) + max(places) + 1 - side) // 2
    return max(0, min(middle, size - side))
