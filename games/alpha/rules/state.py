"""Immutable values that make up the state of a match, and the start of a match and of a turn."""

from __future__ import annotations

import msgspec

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import Card
from games.alpha.rules.options import Options, resolve_decks
from games.core.chance import Chance, check_seed
from games.core.game import Reason, Result

OPENING_HAND = 5
ACTION, COMBAT = "A", "C"
SEAT_NAMES = ("Human", "AI")


class AlphaReason(Reason):
    """The reasons for which the rules end a match."""

    EXHAUSTION = "exhaustion"
    BOTH_EXHAUSTED = "both-exhausted"
    STALL = "stall"
    PLIES = "plies"


class Creature(msgspec.Struct, frozen=True, gc=False):
    """A creature on the battlefield.

    Attributes:
        number: The position of its card among all cards played in the match (ALPHA-28).
        health: The health it has left.
        attacked: The ply of its latest attack; 0 if it has never attacked.
        came: The ply in which it was summoned.
    """

    card: Card
    number: int
    health: int
    attacked: int
    came: int


Slots = tuple[Creature | None, ...]


class Side(msgspec.Struct, frozen=True, gc=False):
    """The public state of one seat.

    Attributes:
        slots: The creature in each slot, or None.
        occupied: A bit mask; bit n is set if slot n holds a creature.
        limit: The energy that the seat had at the start of its latest turn.
        deck, hand: The number of cards in each.
        creatures: The Creature cards in deck, hand and battlefield; the deck list and the discard tell it.
        discard: The discarded cards, oldest first.
    """

    slots: Slots
    occupied: int
    energy: int
    limit: int
    deck: int
    hand: int
    creatures: int
    discard: tuple[Card, ...] = ()


class Deed(msgspec.Struct, frozen=True, gc=False):
    """A card played or an attack made.

    Attributes:
        seat: The seat that acted.
        card: The card played, or that of the attacker.
        slot: The acting or summoned creature's own slot; None for an object.
        target: The slot aimed at, as (seat, slot); None for a summoned creature.
        aim: The card of the creature aimed at; None if there's none.
        felled: The slots, as (seat, slot), whose creatures were destroyed.
    """

    seat: int
    card: Card
    slot: int | None
    target: tuple[int, int] | None = None
    aim: Card | None = None
    felled: tuple[tuple[int, int], ...] = ()


Deeds = tuple[Deed, ...]


class Table(msgspec.Struct, frozen=True, gc=False):
    """The public state of a match.

    Attributes:
        mover: The seat whose turn it is.
        ply: The number of the turn in progress, from 1, counting both seats' turns.
        quiet: The number of complete plies in a row without any of the events that ALPHA-22 names.
        stirred: Whether such an event has happened in this ply.
        deeds: The number of cards played and attacks made in this ply.
        played: The number of cards played in the match.
        done: What each seat did in its latest turn, in order.
    """

    sides: tuple[Side, Side]
    mover: int
    phase: str
    ply: int
    quiet: int
    stirred: bool
    deeds: int
    played: int
    done: tuple[Deeds, Deeds] = ((), ())
    outcome: Result | None = None


class Setup(msgspec.Struct, frozen=True, gc=False):
    """What's public and never changes during a match: the options and both deck lists."""

    options: Options
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]


Cards = tuple[Card, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The complete state of a match, secrets included.

    Attributes:
        hands: Both hands, in the order in which the cards were drawn.
        decks: Both undrawn decks; the last card is the top of the deck.
    """

    setup: Setup
    chance: Chance
    table: Table
    hands: tuple[Cards, Cards]
    decks: tuple[Cards, Cards]


def new_state(options: Options, seed: bytes) -> State:
    """Return the state after the first draw of ply 1; raise ValueError unless the seed has 32 bytes.

    The random draws follow ALPHA-1, the opening hands ALPHA-2, and ply 1 ALPHA-5.
    """
    setup = Setup(options, resolve_decks(options))
    mover, chance = Chance(check_seed(seed)).draw(2)
    first, chance = chance.shuffle(setup.decks[0])
    second, chance = chance.shuffle(setup.decks[1])
    sides = (_opening_side(first), _opening_side(second))
    hands = (first[: -OPENING_HAND - 1 : -1], second[: -OPENING_HAND - 1 : -1])
    decks = (first[:-OPENING_HAND], second[:-OPENING_HAND])
    table = Table(sides, mover, ACTION, 0, 0, False, 0, 0)
    return begin_turn(State(setup, chance, table, hands, decks), mover, 0)


def _opening_side(deck: Cards) -> Side:
    creatures = len([card for card in deck if card.is_creature])
    return Side((None,) * SLOTS, 0, 0, 0, len(deck) - OPENING_HAND, OPENING_HAND, creatures)


def compute_growth(options: Options, ply: int) -> int:
    """Return by how much the mover's energy limit grows at the start of a ply (ALPHA-3, ALPHA-33).

    That is 1; in Skirmish the second seat gets 2 in its first turn (ply 2) and 0 in its fourth (ply 8).
    """
    return {2: 2, 8: 0}.get(ply, 1) if options.is_skirmish else 1


def begin_turn(state: State, mover: int, quiet: int) -> State:
    """Start a ply of the mover: raise and refill its energy, and draw a card (ALPHA-3 to ALPHA-6)."""
    table, hands, decks = state.table, state.hands, state.decks
    sides = table.sides
    side, deck = sides[mover], decks[mover]
    limit, drawn = side.limit + compute_growth(state.setup.options, table.ply + 1), 1 if deck else 0
    side = Side(
        side.slots,
        side.occupied,
        limit,
        limit,
        side.deck - drawn,
        side.hand + drawn,
        side.creatures,
        side.discard,
    )
    if drawn:
        hand = (*hands[mover], deck[-1])
        hands = (hand, hands[1]) if mover == 0 else (hands[0], hand)
        decks = (deck[:-1], decks[1]) if mover == 0 else (decks[0], deck[:-1])
    sides = (side, sides[1]) if mover == 0 else (sides[0], side)
    done: tuple[Deeds, Deeds] = ((), table.done[1]) if mover == 0 else (table.done[0], ())
    begun = Table(sides, mover, ACTION, table.ply + 1, quiet, bool(drawn), 0, table.played, done)
    return State(state.setup, state.chance, begun, hands, decks)


def reseed(state: State, seed: bytes) -> State:
    """Return the same position with both undrawn decks shuffled again from a seed, seat 0's first.

    A finished match is returned unchanged. A seed without 32 bytes raises ValueError.
    """
    if state.table.outcome is not None:
        return state
    first, chance = Chance(check_seed(seed)).shuffle(state.decks[0])
    second, chance = chance.shuffle(state.decks[1])
    return State(state.setup, chance, state.table, state.hands, (first, second))
