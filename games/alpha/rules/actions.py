"""The four kinds of actions, with cached tuples of them. Source: docs/engine.md, section 4."""

from __future__ import annotations

from functools import cache

import msgspec

SLOTS = 5


class Play(msgspec.Struct, frozen=True, gc=False):
    """The summoning of the creature at a place of the hand into a slot; both count from 0."""

    place: int
    slot: int


class Cast(msgspec.Struct, frozen=True, gc=False):
    """An action that plays the object at a place of the hand on the creature in a slot of either side."""

    place: int
    opposing: bool
    slot: int


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack by the player's creature in a slot on the opposing slot `target`; both count from 0."""

    slot: int
    target: int


class End(msgspec.Struct, frozen=True, gc=False):
    """An action that ends the current phase. ALPHA-18."""


Action = Play | Cast | Attack | End
END = End()


@cache
def list_occupied(mask: int) -> tuple[int, ...]:
    """Return the slots whose bits are set in a mask of occupied slots."""
    return tuple(slot for slot in range(SLOTS) if mask >> slot & 1)


@cache
def plays(place: int, own: int) -> tuple[Play, ...]:
    """Return the summons of a creature into each slot that is free in the mask of own slots."""
    return tuple(Play(place, slot) for slot in range(SLOTS) if not own >> slot & 1)


@cache
def casts(place: int, own: int, opposing: int) -> tuple[Cast, ...]:
    """Return the uses of an object on each creature in two masks of occupied slots, own slots first."""
    mine = (Cast(place, False, slot) for slot in list_occupied(own))
    return (*mine, *(Cast(place, True, slot) for slot in list_occupied(opposing)))


@cache
def attacks(slot: int) -> tuple[Attack, ...]:
    """Return the attacks by the creature in a slot on each opposing slot, empty or not. ALPHA-10."""
    return tuple(Attack(slot, target) for target in range(SLOTS))
