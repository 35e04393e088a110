"""A thinking player's model of its View before it looks ahead. DP-40.

It holds the player's own pieces, the enemies in sight, and what these may be.
"""

from __future__ import annotations

import random

import msgspec

from games.core.search.adding import add_up
from games.decoy.ai.elimination import Belief, Weights, World
from games.decoy.rules.board import advance, squares_in
from games.decoy.rules.notes import Note, note_of, possible
from games.decoy.rules.pieces import (
    ARMY,
    COMMANDER,
    DECOY,
    KINDS,
    Pieces,
    damage_of,
    has_attacked,
    kind_of,
    square_of,
)
from games.decoy.rules.view import View

POWERS = tuple(kind.power for kind in KINDS)
FIGHTERS = frozenset(range(len(KINDS))) - {COMMANDER, DECOY}
_HOME = 2
"""The front row of a home, counted from 0."""
_LAZY = 0.5
"""How much less likely kinds that usually stay behind are with every row in front of their home."""


class Friend(msgspec.Struct, frozen=True, gc=False):
    """One of the player's own pieces; `ready` if it hasn't attacked in this turn."""

    square: int
    kind: int
    power: int
    health: int
    ready: bool


class Foe(msgspec.Struct, frozen=True, gc=False):
    """An enemy in sight: the health that it certainly lacks, and the chance of each kind."""

    square: int
    damage: int
    chances: Weights


class Situation(msgspec.Struct, frozen=True, gc=False):
    """A view with its analyzed pieces.

    `worlds` holds what the foes may be, in their order, and the living enemy Decoys, each with its share.
    """

    view: View
    friends: tuple[Friend, ...]
    foes: tuple[Foe, ...]
    worlds: tuple[tuple[World, float], ...]

    @property
    def enemies(self) -> int:
        """The number of living enemies."""
        return self.view.counts[1 - self.seat]

    @property
    def unseen(self) -> int:
        """The number of living enemies out of sight."""
        return self.enemies - len(self.foes)

    @property
    def seat(self) -> int:
        """The player's seat."""
        return 0 if self.view.who == 0 else 1

    @property
    def decoys(self) -> int:
        """The number of the player's living Decoys."""
        return sum(friend.kind == DECOY for friend in self.friends)

    @property
    def enemy_decoys(self) -> float:
        """The believed number of living enemy Decoys."""
        return add_up(living * share for (_, living), share in self.worlds)


def situation_of(view: View, worlds: int, mortal: float = 1.0) -> Situation:
    """Analyze a view, drawing this many worlds; the same view always gives the same worlds."""
    notes = [note_of(view.notes, square) for square in squares_in(view.enemies)]
    belief = belief_of(view, mortal)
    foes = (
        Foe(note.square, note.damage, chances) for note, chances in zip(notes, belief.chances(), strict=True)
    )
    return Situation(
        view, _friends(view.own), tuple(foes), _draw_worlds(belief, worlds, random.Random(view.ply))
    )


def belief_of(view: View, mortal: float = 1.0) -> Belief:
    """Return the exact belief about the enemies in sight, in the order of squares."""
    notes = [note_of(view.notes, square) for square in squares_in(view.enemies)]
    dead = ARMY - view.counts[0 if view.who == 1 else 1]
    belief = Belief(tuple(_weights(view, note) for note in notes), dead, mortal)
    return belief if belief.total else Belief(tuple((1.0,) * len(KINDS) for _ in notes), dead)


def _weights(view: View, note: Note) -> Weights:
    """Return the weights of a piece's kinds, by what it has shown and how far it has advanced."""
    rows, turns = advance(note.square, 1 if view.who == 0 else 0) - _HOME, view.ply // 2
    bold = {*FIGHTERS, COMMANDER} if view.options.compares_rows else FIGHTERS
    kinds = [kind for kind in possible(note) if rows <= turns * KINDS[kind].reach]
    return tuple(_habit(kind in bold, rows) if kind in kinds else 0.0 for kind in range(len(KINDS)))


def _habit(bold: bool, rows: int) -> float:
    return 1.0 if bold else 1 / (1 + _LAZY * max(0, rows))


def _draw_worlds(belief: Belief, count: int, rng: random.Random) -> tuple[tuple[World, float], ...]:
    if not belief.weights:
        return ((belief.world(rng), 1.0),)
    drawn = [belief.world(rng) for _ in range(count)]
    return tuple((world, drawn.count(world) / count) for world in dict.fromkeys(drawn))


def _friends(own: Pieces) -> tuple[Friend, ...]:
    return tuple(
        Friend(
            square_of(piece),
            kind_of(piece),
            POWERS[kind_of(piece)],
            POWERS[kind_of(piece)] - damage_of(piece),
            not has_attacked(piece),
        )
        for piece in own
    )
