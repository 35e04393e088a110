"""A truth that a viewer can't tell from the real one: the opponent's hand and both decks, dealt anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.alpha.ai.unseen import unseen
from games.alpha.rules.cards import Card
from games.alpha.rules.state import ACTION, Cards, State
from games.alpha.rules.view import View
from games.core.chance import SEED_BYTES, Chance

_HANDS = 12
"""So many hands are dealt, and one of them is taken, the likelier ones more often."""
_CREATURE, _DAMAGE, _DESTROYS = 0.05, 0.2, 0.5
"""How likely it is that a card is kept though it could be paid for and used. The levels keep no creature, 4%
to 24% of what deals damage, and 8% to 67% of what destroys; people keep a creature now and then."""


def guess(view: View, rng: random.Random) -> State:
    """A state with the same view, about as likely as it is."""
    seat = view.who or 0
    hand, deck = _dealt(view, 1 - seat, rng)
    own = _mixed(unseen(view, seat), rng)
    chance = Chance(rng.randbytes(SEED_BYTES))
    if view.opened is not None:
        decks = (view.opened.decks[0][::-1], view.opened.decks[1][::-1])
        return State(view.setup, chance, view.table, view.opened.hands, decks)
    hands, decks = (view.hand, hand), (own, deck)
    if seat == 1:
        hands, decks = (hand, view.hand), (deck, own)
    return State(view.setup, chance, view.table, hands, decks)


def _dealt(view: View, seat: int, rng: random.Random) -> tuple[Cards, Cards]:
    """A hand and a deck of the opponent."""
    cards, held = unseen(view, seat), view.table.sides[seat].hand
    dealt = [_mixed(cards, rng) for _ in range(_HANDS if 0 < held < len(cards) else 1)]
    weights = [_likelihood(view, seat, mixed[:held]) for mixed in dealt]
    mixed = rng.choices(dealt, weights)[0]
    return mixed[:held], mixed[held:]


def _mixed(cards: Cards, rng: random.Random) -> Cards:
    return tuple(rng.sample(cards, len(cards)))


def _likelihood(view: View, seat: int, hand: Sequence[Card]) -> float:
    """How likely it is that somebody kept this hand in the Action Phase that they last ended: what they
    didn't spend tells what they could have paid for."""
    table, side = view.table, view.table.sides[seat]
    if table.mover == seat and table.phase == ACTION:
        return 1.0
    likely, aimed = 1.0, table.sides[1 - seat].occupied
    for card in hand:
        if card.cost <= side.energy:
            likely *= _kept(card, None in side.slots, bool(aimed))
    return likely


def _kept(card: Card, has_room: bool, has_targets: bool) -> float:
    """How likely somebody keeps a card that they can pay for."""
    if card.is_creature:
        return _CREATURE if has_room else 1.0
    if not has_targets:
        return 1.0
    return _DAMAGE if card.damage else _DESTROYS
