"""A whole combat planned at once, so that several small creatures destroy a large one. ALPHA-30."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

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


def exchange(attackers: Sequence[Fighter], target: Fighter) -> int:
    """Return the attacks' gain less their cost, in half points: 2 for a point destroyed, 1 for damage."""
    lost = sum(_count_loss(attacker, target.attack) for attacker in attackers)
    return _count_loss(target, sum(attacker.attack for attacker in attackers)) - lost


def _count_loss(fighter: Fighter, damage: int) -> int:
    return 2 * fighter.worth if damage >= fighter.health else damage


@lru_cache(maxsize=1 << 12)
def best_fight(attackers: tuple[Fighter, ...], targets: tuple[Fighter, ...], press: int) -> Fight:
    """Return the combat with the highest gain, the first found of equal ones.

    Each target gets a group of unused attackers or none; each attacker without a target gains `press`.
    """
    best = {0: Fight(0)}
    for target in targets:
        grown = dict(best)
        for group in range(1, 1 << len(attackers)):
            members = _members(attackers, group)
            gained = exchange(members, target)
            if gained <= press * len(members):
                continue
            strikes = tuple((member.slot, target.slot) for member in members)
            for used, fight in best.items():
                known = grown.get(used | group)
                if not used & group and (known is None or fight.gain + gained > known.gain):
                    grown[used | group] = Fight(fight.gain + gained, fight.attacks + strikes)
        best = grown
    whole = (
        Fight(fight.gain + press * (len(attackers) - used.bit_count()), fight.attacks)
        for used, fight in best.items()
    )
    return max(whole, key=lambda fight: fight.gain)


def _members(attackers: Sequence[Fighter], group: int) -> list[Fighter]:
    return [attacker for place, attacker in enumerate(attackers) if group >> place & 1]
