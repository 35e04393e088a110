"""The five patterns that the Destroyer is shown: the true one and four others. CVD-8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from games.core.chance import Chance
from games.creators.rules.glyphs import GLYPHS
from games.creators.rules.options import Options, glyphs_to_draw_from
from games.creators.rules.scribbles import draw_scribble, is_scribble

FIVE = 5


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """A pattern that could be the true one: its name, and its cells on the board."""

    name: str
    cells: tuple[int, ...]


def draw_names(options: Options, name: str, chance: Chance) -> tuple[tuple[str, ...], Chance]:
    """Return the pattern's name and those of four others, drawn so that any of them could be the true one.

    The others come from the patterns that could have been drawn. If the pattern was named and isn't one of
    these, they come from the rest of the deck, or are scribbles as it is.
    """
    if is_scribble(name):
        return _draw_scribbles(name, chance)
    drawable = glyphs_to_draw_from(options)
    deck = drawable if name in drawable else tuple(sorted(set(GLYPHS) - set(drawable)))
    shuffled, chance = chance.shuffle(tuple(other for other in deck if other != name))
    return (name, *shuffled[: FIVE - 1]), chance


def _draw_scribbles(name: str, chance: Chance) -> tuple[tuple[str, ...], Chance]:
    names = [name]
    while len(names) < FIVE:
        other, chance = draw_scribble(chance)
        if other not in names:
            names.append(other)
    return tuple(names), chance


def list_common(drawings: Sequence[Drawing]) -> tuple[int, ...]:
    """Return the cells that more than half of these patterns have, from the top left."""
    counts = Counter(cell for drawing in drawings for cell in drawing.cells)
    return tuple(sorted(cell for cell, count in counts.items() if 2 * count > len(drawings)))
