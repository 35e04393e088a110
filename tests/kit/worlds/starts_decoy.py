"""Starting points for matches of Decoy Patrol: options, layouts, and states in mid-match."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games import GAMES
from games.decoy.rules.actions import SetUp
from games.decoy.rules.board import SIDE
from games.decoy.rules.layouts import HOME_SQUARES, Layout
from games.decoy.rules.pieces import DECOY, KINDS
from tests.kit.worlds.noticed_decoy import played_on

GAME = GAMES["decoy"]
LONGEST_PREFIX = 70
_ARMY = [kind.letter for kind in KINDS for _ in range(kind.count)]


def some_options(rng: random.Random, **fixed: object) -> Any:
    """Return random options except the given ones, with numbers at their defaults.

    Suicide is seldom forbidden, since the second implementation then takes ten times as long.
    """
    few = {spec.name: rng.choice(spec.values) for spec in GAME.option_specs if len(spec.values) <= 4}
    suicide = rng.choices(["allowed", "forbidden"], [5, 1])[0]
    return GAME.options({**few, "suicide": suicide, **fixed})


def some_layout(rng: random.Random) -> Layout:
    """Return a layout of the army anywhere on the home rows, or crowded in front."""
    places = rng.sample(range(rng.choice([0, 10, 15]), HOME_SQUARES), len(_ARMY))
    return _placed(zip(places, _ARMY, strict=True))


def _decoys_in_front(rng: random.Random) -> Layout:
    """Return a layout with the shortsighted Decoys in front, far from the other pieces."""
    back, front = rng.sample(range(SIDE), SIDE), rng.sample(range(2 * SIDE, HOME_SQUARES), SIDE)
    return _placed((front.pop() if letter == "D" else back.pop(), letter) for letter in _ARMY)


def _placed(letters: Iterable[tuple[int, str]]) -> Layout:
    there = dict(letters)
    return tuple(there.get(place, "") for place in range(HOME_SQUARES))


def other_kinds(layout: Layout, rng: random.Random) -> Layout:
    """Return the same squares with the kinds of some or all pieces permuted."""
    places = [place for place, letter in enumerate(layout) if letter]
    moved = rng.sample(places, rng.choice([2, 3, len(places)]))
    kept = ((place, layout[place]) for place in places if place not in moved)
    return _placed([*kept, *zip(moved, [layout[place] for place in [*moved[1:], moved[0]]], strict=True)])


def set_up(state: Any, layouts: Mapping[int, Layout]) -> Any:
    for seat, layout in layouts.items():
        state = GAME.play(state, seat, SetUp(layout)).state
    return state


def somewhere(rng: random.Random) -> Any:
    """Return a state in mid-match; in one of four the Decoys go first and run into each other."""
    if rng.random() < 0.25:
        return in_a_crowd(rng)
    return _begun(rng, some_layout)


def in_a_crowd(rng: random.Random) -> Any:
    """Return a state in mid-match in which Decoys that don't see diagonally have gone first."""
    return _begun(rng, _decoys_in_front, DECOY, vision=rng.choice(["diamond", "circle"]))


def _begun(
    rng: random.Random, layout: Callable[[random.Random], Layout], first: int | None = None, **fixed: object
) -> Any:
    start = GAME.new(some_options(rng, **fixed), rng.randbytes(32))
    both = set_up(start, {0: layout(rng), 1: layout(rng)})
    return played_on(both, rng, rng.randrange(LONGEST_PREFIX), first)
