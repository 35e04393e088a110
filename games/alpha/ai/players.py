"""The AI levels and their ratings, with `alpha`, the level that the rules describe. ALPHA-24, ALPHA-25.

It plays what it can afford, removes enemy creatures first, and attacks when the exchange favors it. In
Skirmish, it presses, too. ALPHA-34.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping

from games.alpha.ai.attacks import Ranked, best_attack, count_press, count_worth, first_press
from games.alpha.ai.planners import hard, skilled
from games.alpha.rules.actions import END, Action, Cast, Play, list_occupied
from games.alpha.rules.cards import Card
from games.alpha.rules.state import ACTION
from games.alpha.rules.view import View
from games.core.game import Briefing, Player


def alpha(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Return the best action by the rules' text; of equal ones, the first by card id and slot."""
    if view.table.phase == ACTION:
        return _best_card(view) or END
    skirmish = view.setup.options.is_skirmish
    return (_best_attack_or_press(view) if skirmish else best_attack(view)) or END


def _best_attack_or_press(view: View) -> Action | None:
    """Return an attack that gains more than a press, or a press, or the best attack that ends a won match.

    A press gains a point for each card that it takes.
    """
    return best_attack(view, 2 * count_press(view)) or first_press(view) or _finishing(view)


def _finishing(view: View) -> Action | None:
    """Return the best attack at any cost if the opponent has fewer creatures and no cards, otherwise None."""
    own, opposing = (view.table.sides[seat] for seat in (view.table.mover, 1 - view.table.mover))
    ahead = own.creatures > opposing.creatures and not opposing.deck and not opposing.hand
    return best_attack(view, -math.inf) if ahead else None


def _best_card(view: View) -> Action | None:
    """Return the best removal, or else the costliest creature, or else the most damage, or None."""
    energy = view.table.sides[view.table.mover].energy
    hand = [(place, card) for place, card in enumerate(view.hand) if card.cost <= energy]
    ranked: list[tuple[Ranked, Action]] = []
    for place, card in hand:
        ranked += _summons(view, place, card) if card.is_creature else _removals(view, place, card)
    return min(ranked, key=lambda candidate: candidate[0])[1] if ranked else None


def _summons(view: View, place: int, card: Card) -> Iterator[tuple[Ranked, Action]]:
    own = view.table.sides[view.table.mover].slots
    free = next((slot for slot, creature in enumerate(own) if creature is None), None)
    if free is not None:
        yield (1, -card.cost, -card.attack - card.health, card.id, free), Play(place, free)


def _removals(view: View, place: int, card: Card) -> Iterator[tuple[Ranked, Action]]:
    """Yield an object's uses on enemies; those that destroy rank before all summons, others after."""
    opposing = view.table.sides[1 - view.table.mover]
    for slot in list_occupied(opposing.occupied):
        target = opposing.slots[slot]
        if target is not None:
            kills = not card.damage or target.health <= card.damage
            worth = count_worth(target) if kills else card.damage
            yield (0 if kills else 2, -worth, card.cost, card.id, slot), Cast(place, True, slot)


PLAYERS: Mapping[str, Player[View, Action]] = {"alpha": alpha, "skilled": skilled, "hard": hard}
LEVEL_RATINGS: Mapping[str, int] = {"alpha": 1000, "skilled": 1170, "hard": 1255}
"""The ratings of the levels, from self-play in Skirmish, the preset that's rated: docs/strength.md.

Against the level below, `skilled` scores 74 points in a hundred, and `hard` 64; `hard` scores 80 against
`alpha`. The ratings are those that fit all three scores best.
"""
