"""A random state that fits a view: the opponent's hand and both decks are dealt anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.alpha.ai.hidden_cards import unseen
from games.alpha.rules.cards import Card
from games.alpha.rules.state import ACTION, Cards, State
from games.alpha.rules.view import View
from games.core.chance import SEED_BYTES, Chance

_HANDS = 12
"""Hands dealt at random for one guess, which is drawn from them by likelihood."""
_CREATURE, _DAMAGE, _DESTROYS = 0.05, 0.2, 0.5
"""The chance that a playable card is kept, for a creature, damage, and destruction.

The levels keep no creatures, 4% to 24% of what deals damage, and 8% to 67% of what destroys; people sometimes
keep a creature.
"""


def guess(view: View, rng: random.Random) -> State:
    """Return a state with the same view, drawn by its likelihood; the public is treated as seat 0."""
    seat = view.who or 0
    hand, deck = _deal(view, 1 - seat, rng)
    own = _shuffle(unseen(view, seat), rng)
    chance = Chance(rng.randbytes(SEED_BYTES))
    if view.opened is not None:
        decks = (view.opened.decks[0][::-1], view.opened.decks[1][::-1])
        return State(view.setup, chance, view.table, view.opened.hands, decks)
    hands, decks = (view.hand, hand), (own, deck)
    if seat == 1:
        hands, decks = (hand, view.hand), (deck, own)
    return State(view.setup, chance, view.table, hands, decks)


def _deal(view: View, seat: int, rng: random.Random) -> tuple[Cards, Cards]:
    """Return a hand and a deck of the opponent."""
    cards, held = unseen(view, seat), view.table.sides[seat].hand
    dealt = [_shuffle(cards, rng) for _ in range(_HANDS if 0 < held < len(cards) else 1)]
    weights = [_likelihood(view, seat, mixed[:held]) for mixed in dealt]
    mixed = rng.choices(dealt, weights)[0]
    return mixed[:held], mixed[held:]


def _shuffle(cards: Cards, rng: random.Random) -> Cards:
    return tuple(rng.sample(cards, len(cards)))


def _likelihood(view: View, seat: int, hand: Sequence[Card]) -> float:
    """Return the likelihood that a seat with its unspent energy kept this hand in its last Action Phase."""
    table, side = view.table, view.table.sides[seat]
    if table.mover == seat and table.phase == ACTION:
        return 1.0
    likely, aimed = 1.0, table.sides[1 - seat].occupied
    for card in hand:
        if card.cost <= side.energy:
            likely *= _estimate_keeping(card, None in side.slots, bool(aimed))
    return likely


def _estimate_keeping(card: Card, has_room: bool, has_targets: bool) -> float:
    """Return the chance that a player keeps a card that could be paid for."""
    if card.is_creature:
        return _CREATURE if has_room else 1.0
    if not has_targets:
        return 1.0
    return _DAMAGE if card.damage else _DESTROYS
