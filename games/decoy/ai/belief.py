"""The possible kinds of the enemies in sight, by what they have shown. From a View alone. DP-40."""

from __future__ import annotations

import msgspec

from games.core.search.adding import add_up
from games.decoy.rules.board import squares_in
from games.decoy.rules.notes import Note, note_of, possible
from games.decoy.rules.pieces import KINDS
from games.decoy.rules.view import View


class Suspect(msgspec.Struct, frozen=True):
    """An enemy piece in sight: its square, the chance of each kind, and the health it certainly lacks."""

    square: int
    chances: tuple[float, ...]
    damage: int

    def compute_mean(self, values: tuple[float, ...]) -> float:
        """Return the mean of a value over the kinds that the piece may be."""
        return add_up(chance * value for chance, value in zip(self.chances, values, strict=True))


def suspects(view: View) -> tuple[Suspect, ...]:
    """Return the enemies in sight, in the order of squares."""
    found = [note_of(view.notes, square) for square in squares_in(view.enemies)]
    left = _counts_left(found)
    return tuple(Suspect(note.square, _chances(note, left), note.damage) for note in found)


def _counts_left(found: list[Note]) -> tuple[int, ...]:
    """Return, for each kind, the number of enemy pieces not yet identified for certain."""
    named = [possible(note)[0] for note in found if len(possible(note)) == 1]
    return tuple(max(0, kind.count - named.count(number)) for number, kind in enumerate(KINDS))


def _chances(note: Note, left: tuple[int, ...]) -> tuple[float, ...]:
    kinds = possible(note)
    weights = [(left[kind] or 0.01) if kind in kinds else 0.0 for kind in range(len(KINDS))]
    if len(kinds) == 1:
        weights = [float(kind in kinds) for kind in range(len(KINDS))]
    total = add_up(weights)
    return tuple(weight / total for weight in weights)
