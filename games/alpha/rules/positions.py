"""Positions set up by hand for lessons, such as could arise in a match of two balanced decks."""

from __future__ import annotations

from collections import Counter

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import CORE
from games.alpha.rules.options import cards_of, read_options
from games.alpha.rules.state import ACTION, OPENING_HAND, Cards, Creature, Setup, Side, State, Table
from games.core.chance import SEED_BYTES, Chance

_DECK = "balanced"


def position(
    turn: int,
    own: str = "",
    opposing: str = "",
    *,
    hand: str = "",
    phase: str = ACTION,
    energy: int | None = None,
    their_hand: int = 3,
    they_have_left: str | None = None,
) -> State:
    """Return a position in one of seat 0's turns, seat 0 having begun the match.

    Args:
        turn: The number of seat 0's turn, from 1.
        own: Seat 0's row; `wolf@2 tiger@4:2` is a Wolf in slot 2, and a Tiger in slot 4 with 2 health.
        opposing: The bot's row, written the same way.
        hand: The card ids in seat 0's hand, separated by spaces.
        phase: The phase of the turn.
        energy: The energy left; None for the full limit, which equals `turn`.
        their_hand: The number of cards in the bot's hand.
        they_have_left: The bot's hand, like `hand`, if its deck has run out; None if it hasn't.

    Cards that were drawn and are in neither row nor hand lie in Discard.
    """
    options, ply = read_options({}), 2 * turn - 1
    rows = (_row(own, 1), _row(opposing, SLOTS + 1))
    mine = _deal(rows[0], _parse_cards(hand), OPENING_HAND + turn)
    theirs = _deal(rows[1], None, OPENING_HAND + turn - 1, their_hand)
    if they_have_left is not None:
        theirs = _run_out(rows[1], _parse_cards(they_have_left))
    sides = (
        _side(rows[0], mine, turn, turn if energy is None else energy),
        _side(rows[1], theirs, turn - 1, 0),
    )
    played = sum(len(piles[1]) for piles in (mine, theirs)) + sum(map(_count, rows))
    table = Table(sides, 0, phase, ply, 0, True, 0, played)
    setup, chance = Setup(options, (cards_of(_DECK), cards_of(_DECK))), Chance(bytes(SEED_BYTES))
    return State(setup, chance, table, (mine[0], theirs[0]), (mine[2], theirs[2]))


_Row = tuple[Creature | None, ...]
_Piles = tuple[Cards, Cards, Cards]
"""Hand, Discard and deck of one seat."""


def _row(written: str, number: int) -> _Row:
    found: list[Creature | None] = [None] * SLOTS
    for word in written.split():
        name, _, place = word.partition("@")
        slot, _, health = place.partition(":")
        card = CORE[name]
        found[int(slot) - 1] = Creature(card, number, int(health or card.health), 0, 1)
        number += 1
    return tuple(found)


def _parse_cards(written: str) -> Cards:
    return tuple(CORE[name] for name in written.split())


def _count(row: _Row) -> int:
    return sum(creature is not None for creature in row)


def _others(row: _Row, hand: Cards) -> Cards:
    """Return the cards of the deck that are in neither the row nor the hand, cheap creatures first."""
    gone = Counter(hand) + Counter(creature.card for creature in row if creature)
    return tuple((Counter(cards_of(_DECK)) - gone).elements())


def _deal(row: _Row, hand: Cards | None, drawn: int, held: int = 0) -> _Piles:
    """Return the piles after `drawn` cards were drawn.

    An unknown hand (None) gets the last `held` cards of the list, which are Objects.
    """
    rest = _others(row, hand or ())
    if hand is None:
        hand, rest = rest[len(rest) - held :], rest[: len(rest) - held]
    discarded = max(0, drawn - len(hand) - _count(row))
    return hand, rest[:discarded], rest[discarded:]


def _run_out(row: _Row, hand: Cards) -> _Piles:
    """Return the piles of a seat that has drawn all its cards."""
    return hand, _others(row, hand), ()


def _side(row: _Row, piles: _Piles, limit: int, energy: int) -> Side:
    hand, discard, deck = piles
    mask = sum(1 << slot for slot, creature in enumerate(row) if creature)
    creatures = _count(row) + sum(card.is_creature for card in (*hand, *deck))
    return Side(row, mask, energy, limit, len(deck), len(hand), creatures, discard)
