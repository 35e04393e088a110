"""Attacks one at a time, on creatures (ALPHA-25) and on empty slots."""

from __future__ import annotations

from games.alpha.rules.actions import SLOTS, Attack, list_occupied
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import Creature
from games.alpha.rules.view import View

Ranked = tuple[object, ...]


def count_worth(creature: Creature) -> int:
    """Return what's lost when a creature is destroyed: its attack and the health that it had left."""
    return creature.card.attack + creature.health


def best_attack(view: View, least: float = 0) -> Attack | None:
    """Return the attack on a creature with the best gain above `least`, those that destroy first, or None."""
    table = view.table
    own, opposing = table.sides[table.mover], table.sides[1 - table.mover]
    ranked: list[tuple[Ranked, Attack]] = []
    for slot in list_occupied(own.occupied):
        attacker = own.slots[slot]
        if attacker is None or not may_attack(table, attacker, view.setup.options):
            continue
        for target in list_occupied(opposing.occupied):
            defender = opposing.slots[target]
            if defender is not None and (gain := exchange(attacker, defender)) > least:
                removes = defender.health <= attacker.card.attack
                rank = (not removes, -gain, attacker.card.id, slot, defender.card.id, target)
                ranked.append((rank, Attack(slot, target)))
    return min(ranked, key=lambda candidate: candidate[0])[1] if ranked else None


def exchange(attacker: Creature, defender: Creature) -> int:
    """Return an attack's gain less its cost, in half points: 2 for a point destroyed, 1 for damage."""
    return _score_damage(defender, attacker.card.attack) - _score_damage(attacker, defender.card.attack)


def _score_damage(creature: Creature, damage: int) -> int:
    return 2 * count_worth(creature) if creature.health <= damage else damage


def count_press(view: View) -> int:
    """Return half a point for each card that pressing takes; 0 if there's no empty slot or no card."""
    opposing, options = view.table.sides[1 - view.table.mover], view.setup.options
    there = opposing.deck + opposing.hand if options.is_skirmish else opposing.deck
    return options.milled if None in opposing.slots and there else 0


def first_press(view: View) -> Attack | None:
    """Return the attack of the first ready creature on the first empty slot; None if it takes no card."""
    own, opposing = view.table.sides[view.table.mover].slots, view.table.sides[1 - view.table.mover].slots
    if not count_press(view):
        return None
    ready = (slot for slot in range(SLOTS) if may_attack(view.table, own[slot], view.setup.options))
    return next((Attack(slot, opposing.index(None)) for slot in ready), None)
