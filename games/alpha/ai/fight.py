"""A whole combat planned at once, so that several small creatures destroy a large one. ALPHA-30."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.alpha.rules.state import Creature


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """A creature in a planned fight."""

    slot: int
    attack: int
    health: int

    @property
    def worth(self) -> int:
        """The attack and remaining health, which are lost when the creature is destroyed."""
        return self.attack + self.health


class Fight(msgspec.Struct, frozen=True, gc=False):
    """A combat's gain, in half points, and its attacks as (own slot, opposing slot)."""

    gain: int
    attacks: tuple[tuple[int, int], ...] = ()


def fighters(slots: Sequence[Creature | None]) -> tuple[Fighter, ...]:
    """Return the creatures of a row, by slot."""
    return tuple(
        Fighter(slot, creature.card.attack, creature.health)
        for slot, creature in enumerate(slots)
        if creature
    )


def exchange(attackers: Sequence[Fighter], target: Fighter, bonus: int = 0) -> int:
    """Return the attacks' gain less their cost, in half points: 2 for a point destroyed, 1 for damage.

    Each creature that's destroyed counts `bonus` more.
    """
    lost = sum(_count_loss(attacker, target.attack, bonus) for attacker in attackers)
    return _count_loss(target, sum(attacker.attack for attacker in attackers), bonus) - lost


def _count_loss(fighter: Fighter, damage: int, bonus: int) -> int:
    return 2 * fighter.worth + bonus if damage >= fighter.health else damage


class _Group(NamedTuple):
    """Attackers of one target, also as bits, with their damage and their gain."""

    bits: int
    members: tuple[Fighter, ...]
    damage: int
    gain: int


_Kept = dict[int, Fight]
"""The best fight for each set of used attackers."""


@lru_cache(maxsize=1 << 12)
def best_fight(
    attackers: tuple[Fighter, ...], targets: tuple[Fighter, ...], press: int, bonus: int = 0
) -> Fight:
    """Return the combat with the highest gain, the first found of equal ones.

    Each target gets a group of unused attackers or none; each attacker without a target gains `press`.
    """
    best: _Kept = {0: Fight(0)}
    for target in targets:
        groups = _groups(attackers, target, bonus)
        worthy = (group for group in groups if group.gain > press * len(group.members))
        best = _extend(best, dict(best), target, worthy)
    whole = (
        Fight(fight.gain + press * (len(attackers) - used.bit_count()), fight.attacks)
        for used, fight in best.items()
    )
    return max(whole, key=lambda fight: fight.gain)


@lru_cache(maxsize=1 << 12)
def winning_fight(
    attackers: tuple[Fighter, ...], targets: tuple[Fighter, ...], creatures: int, bonus: int = 0
) -> Fight | None:
    """Return the combat with the highest gain that destroys all targets, or None without one.

    There's none either if that combat costs the attackers' side all of its `creatures`.
    """
    best: _Kept = {0: Fight(0)}
    for target in targets:
        deadly = (group for group in _groups(attackers, target, bonus) if group.damage >= target.health)
        best = _extend(best, {}, target, deadly)
    if not best:
        return None
    fight = max(best.values(), key=lambda fight: fight.gain)
    return fight if _count_fallen(fight, attackers, targets) < creatures else None


def _extend(best: _Kept, grown: _Kept, target: Fighter, groups: Iterable[_Group]) -> _Kept:
    """Return `grown` with each fight in `best` that leaves a group unused, and the group on the target."""
    for group in groups:
        strikes = tuple((member.slot, target.slot) for member in group.members)
        for used, fight in best.items():
            known = grown.get(used | group.bits)
            if not used & group.bits and (known is None or fight.gain + group.gain > known.gain):
                grown[used | group.bits] = Fight(fight.gain + group.gain, fight.attacks + strikes)
    return grown


def _groups(attackers: Sequence[Fighter], target: Fighter, bonus: int) -> Iterator[_Group]:
    for bits in range(1, 1 << len(attackers)):
        members = tuple(attacker for place, attacker in enumerate(attackers) if bits >> place & 1)
        damage = sum(member.attack for member in members)
        yield _Group(bits, members, damage, exchange(members, target, bonus))


def _count_fallen(fight: Fight, attackers: Sequence[Fighter], targets: Sequence[Fighter]) -> int:
    """Return how many attackers a fight destroys."""
    health = {attacker.slot: attacker.health for attacker in attackers}
    damage = {target.slot: target.attack for target in targets}
    return sum(damage[struck] >= health[slot] for slot, struck in fight.attacks)
