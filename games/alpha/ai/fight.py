"""A whole combat at once: who attacks what, so that several small creatures kill a large one. ALPHA-30."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.alpha.rules.state import Creature


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """A creature as a fight sees it."""

    slot: int
    attack: int
    health: int

    @property
    def worth(self) -> int:
        """What is gone when it is destroyed: its attack, and the health that it had left."""
        return self.attack + self.health


class Fight(msgspec.Struct, frozen=True, gc=False):
    """What a combat gains, in halves, and its attacks as (own slot, opposing slot)."""

    gain: int
    attacks: tuple[tuple[int, int], ...] = ()


def fighters(slots: Sequence[Creature | None]) -> tuple[Fighter, ...]:
    """The creatures of a row, by slot."""
    return tuple(Fighter(slot, one.card.attack, one.health) for slot, one in enumerate(slots) if one)


def exchange(attackers: Sequence[Fighter], target: Fighter) -> int:
    """What attacks on one target gain less what they cost, in halves: destroyed attack and health, half for
    damage. In which order they come makes no difference."""
    lost = sum(_lost(one, target.attack) for one in attackers)
    return _lost(target, sum(one.attack for one in attackers)) - lost


def _lost(one: Fighter, damage: int) -> int:
    return 2 * one.worth if damage >= one.health else damage


@lru_cache(maxsize=1 << 12)
def best_fight(attackers: tuple[Fighter, ...], targets: tuple[Fighter, ...], press: int) -> Fight:
    """The combat that gains the most, of equal ones the first that is found: target by target, each with a
    group of those attackers that have none yet. Who has no target gains `press`."""
    best = {0: Fight(0)}
    for target in targets:
        grown = dict(best)
        for group in range(1, 1 << len(attackers)):
            members = _members(attackers, group)
            gained = exchange(members, target)
            if gained <= press * len(members):
                continue
            strikes = tuple((one.slot, target.slot) for one in members)
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
    return [one for place, one in enumerate(attackers) if group >> place & 1]
