"""The cards that a viewer can't see, and what follows from them for certain. ALPHA-24, ALPHA-28."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby

from games.alpha.rules.cards import Card
from games.alpha.rules.state import Cards
from games.alpha.rules.view import View
from games.core.vocabulary.seats import SOLO

_LONGEST = 190
"""The most characters of a sentence; a hand that doesn't fit is left out."""


def unseen(view: View, seat: int) -> Cards:
    """Return a seat's deck list less all cards that the viewer sees, in the order of the list."""
    side = view.table.sides[seat]
    gone = Counter(side.discard) + Counter(creature.card for creature in side.slots if creature)
    if seat == view.who:
        gone += Counter(view.hand)
    return tuple((Counter(view.setup.decks[seat]) - gone).elements())


def deduce_facts(view: View) -> Mapping[str, str]:
    """Return what counting proves to a seat, in sentences by key; nothing for the public or at the end."""
    if view.who is None or view.table.outcome is not None:
        return {}
    return dict((*_of_opponent(view, 1 - view.who), *_of_own_deck(view, view.who)))


def _of_opponent(view: View, seat: int) -> Iterator[tuple[str, str]]:
    side, cards, name = view.table.sides[seat], unseen(view, seat), SOLO[seat]
    creatures = sum(card.is_creature for card in cards)
    if not creatures:
        yield "no-more-creatures", f"{name} has no creatures left except those on the battlefield."
    elif creatures > side.deck:
        count = "a creature" if creatures == side.deck + 1 else f"{creatures - side.deck} creatures"
        yield "creatures-held", f"{name} holds at least {count}."
    if _is_gone(view, seat, cards):
        yield "no-more-removal", f"{name} has nothing left that destroys a creature at once."
    if creatures == len(cards) and not all(card.is_creature for card in view.setup.decks[seat]):
        yield "no-more-objects", f"{name} has no Object left."
    if side.hand and (not side.deck or len(set(cards)) == 1):
        held = f"{name} holds exactly {_list_cards(cards[: side.hand])}."
        yield from [("hand", held)] if len(held) < _LONGEST else []


def _is_gone(view: View, seat: int, cards: Cards) -> bool:
    """Return whether the deck had cards that destroy, and none of them is left unseen."""
    return any(map(_destroys, view.setup.decks[seat])) and not any(map(_destroys, cards))


def _destroys(card: Card) -> bool:
    return not card.is_creature and not card.damage


def _of_own_deck(view: View, seat: int) -> Iterator[tuple[str, str]]:
    cards = unseen(view, seat)
    if len(set(cards)) == 1:
        yield "next-card", f"The next card that you draw is {cards[0].name}."
    elif cards and not any(card.is_creature for card in cards):
        yield "deck-of-objects", "You'll draw no more creatures."


def _list_cards(cards: Cards) -> str:
    """Return cards as text, with equal ones counted: “Wolf, 2 × Arrow”."""
    runs = ((card.name, len(tuple(same))) for card, same in groupby(cards))
    return ", ".join(f"{copies} × {name}" if copies > 1 else name for name, copies in runs)
