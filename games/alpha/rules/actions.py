"""The actions, made once: there are few of them. Source: docs/engine.md, section 4."""

from __future__ import annotations

from functools import cache

import msgspec

SLOTS = 5


class Play(msgspec.Struct, frozen=True, gc=False):
    """Summon the creature at a place of the hand (from 0) into an own slot (from 0)."""

    place: int
    slot: int


class Cast(msgspec.Struct, frozen=True, gc=False):
    """Play the object at a place of the hand (from 0) on the creature in a slot, one's own or opposing."""

    place: int
    opposing: bool
    slot: int


class Attack(msgspec.Struct, frozen=True, gc=False):
    """Attack with the creature in an own slot the opposing slot `target`; both count from 0."""

    slot: int
    target: int


class End(msgspec.Struct, frozen=True, gc=False):
    """Leave the phase under way. ALPHA-18."""


Action = Play | Cast | Attack | End
END = End()


@cache
def occupied(mask: int) -> tuple[int, ...]:
    """The slots of a mask, which has a bit for each occupied slot."""
    return tuple(slot for slot in range(SLOTS) if mask >> slot & 1)


@cache
def plays(place: int, own: int) -> tuple[Play, ...]:
    """A creature into each slot that is free in the mask of one's own slots."""
    return tuple(Play(place, slot) for slot in range(SLOTS) if not own >> slot & 1)


@cache
def casts(place: int, own: int, opposing: int) -> tuple[Cast, ...]:
    """An object on each creature: one's own slots first."""
    mine = (Cast(place, False, slot) for slot in occupied(own))
    return (*mine, *(Cast(place, True, slot) for slot in occupied(opposing)))


@cache
def attacks(slot: int) -> tuple[Attack, ...]:
    """Attacks with the creature in a slot: any opposing slot may be attacked. ALPHA-10."""
    return tuple(Attack(slot, target) for target in range(SLOTS))
