"""Attacks one at a time, as the level that the rules describe makes them. ALPHA-25."""

from __future__ import annotations

from games.alpha.rules.actions import Action, Attack, list_occupied
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import Creature
from games.alpha.rules.view import View

Ranked = tuple[object, ...]


def count_worth(creature: Creature) -> int:
    """Return what's lost when a creature is destroyed: its attack and the health that it had left."""
    return creature.card.attack + creature.health


def best_attack(view: View) -> Action | None:
    """Return the attack with the best gain above zero, those that destroy first; None if there is none."""
    table = view.table
    own, opposing = table.sides[table.mover], table.sides[1 - table.mover]
    ranked: list[tuple[Ranked, Action]] = []
    for slot in list_occupied(own.occupied):
        attacker = own.slots[slot]
        if attacker is None or not may_attack(table, attacker, view.setup.options):
            continue
        for target in list_occupied(opposing.occupied):
            defender = opposing.slots[target]
            if defender is not None and (gain := exchange(attacker, defender)) > 0:
                removes = defender.health <= attacker.card.attack
                rank = (not removes, -gain, attacker.card.id, slot, defender.card.id, target)
                ranked.append((rank, Attack(slot, target)))
    return min(ranked, key=lambda candidate: candidate[0])[1] if ranked else None


def exchange(attacker: Creature, defender: Creature) -> int:
    """Return an attack's gain less its cost, in half points: 2 for a point destroyed, 1 for damage."""
    return _score_damage(defender, attacker.card.attack) - _score_damage(attacker, defender.card.attack)


def _score_damage(creature: Creature, damage: int) -> int:
    return 2 * count_worth(creature) if creature.health <= damage else damage
