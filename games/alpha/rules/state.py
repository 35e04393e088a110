"""What a match of alpha is at any moment: immutable values."""

from __future__ import annotations

import msgspec

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import Card
from games.alpha.rules.options import Options, resolved
from games.core.chance import Chance, check_seed
from games.core.game import Reason, Result

OPENING_HAND = 5
ACTION, COMBAT = "A", "C"
SEAT_NAMES = ("Human", "AI")


class AlphaReason(Reason):
    """Why a match of alpha ended."""

    EXHAUSTION = "exhaustion"
    BOTH_EXHAUSTED = "both-exhausted"
    STALL = "stall"
    PLIES = "plies"


class Creature(msgspec.Struct, frozen=True, gc=False):
    """A creature on the battlefield. `number` counts the cards that were played in the match (ALPHA-28);
    `attacked`: the ply in which it last attacked (0: never), `came`: the ply in which it was summoned."""

    card: Card
    number: int
    health: int
    attacked: int
    came: int


Slots = tuple[Creature | None, ...]


class Side(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees of one seat. `occupied` has a bit for each slot with a creature; `creatures`: how
    many Creature cards it has left in deck, hand and battlefield, which its deck list and discard tell."""

    slots: Slots
    occupied: int
    energy: int
    limit: int
    deck: int
    hand: int
    creatures: int
    discard: tuple[Card, ...] = ()


class Deed(msgspec.Struct, frozen=True, gc=False):
    """A card played or an attack made: whose, which own slot (None: an object), which slot it was aimed at as
    (seat, slot) (None: a creature that was summoned), and which slots it emptied."""

    seat: int
    slot: int | None
    target: tuple[int, int] | None
    felled: tuple[tuple[int, int], ...] = ()


Deeds = tuple[Deed, ...]


class Table(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees. `quiet`: whole plies without anything that ALPHA-22 names; `stirred`: there was
    some in this one; `deeds`: cards played and attacks made in this ply; `played`: cards played so far;
    `done`: what each seat did in its latest turn, in order."""

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
    """What does not change during a match, and everybody knows: the options, both deck lists."""

    options: Options
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]


Cards = tuple[Card, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole truth: hands in the order in which they were drawn; the top of a deck is its end."""

    setup: Setup
    chance: Chance
    table: Table
    hands: tuple[Cards, Cards]
    decks: tuple[Cards, Cards]


def new_state(options: Options, seed: bytes) -> State:
    """The state after the first card of ply 1 is drawn. Draws: ALPHA-1; hands: ALPHA-2; ply 1: ALPHA-5."""
    setup = Setup(options, resolved(options))
    mover, chance = Chance(check_seed(seed)).draw(2)
    first, chance = chance.shuffle(setup.decks[0])
    second, chance = chance.shuffle(setup.decks[1])
    sides = (_opening_side(first), _opening_side(second))
    hands = (first[: -OPENING_HAND - 1 : -1], second[: -OPENING_HAND - 1 : -1])
    decks = (first[:-OPENING_HAND], second[:-OPENING_HAND])
    table = Table(sides, mover, ACTION, 0, 0, False, 0, 0)
    return turn_begun(State(setup, chance, table, hands, decks), table)


def _opening_side(deck: Cards) -> Side:
    creatures = len([card for card in deck if card.is_creature])
    return Side((None,) * SLOTS, 0, 0, 0, len(deck) - OPENING_HAND, OPENING_HAND, creatures)


def grown(options: Options, ply: int) -> int:
    """By how much the mover's limit grows at the start of a ply: by 1, but in version 0.2 the side that goes
    second is one ahead from its first turn to its third. ALPHA-3, ALPHA-33."""
    return {2: 2, 8: 0}.get(ply, 1) if options.is_second else 1


def turn_begun(state: State, table: Table) -> State:
    """The next ply of `table.mover`: energy, then a card. ALPHA-3 to ALPHA-6."""
    mover, sides, hands, decks = table.mover, table.sides, state.hands, state.decks
    side, deck = sides[mover], decks[mover]
    limit, drawn = side.limit + grown(state.setup.options, table.ply + 1), 1 if deck else 0
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
    begun = Table(sides, mover, ACTION, table.ply + 1, table.quiet, bool(drawn), 0, table.played, done)
    return State(state.setup, state.chance, begun, hands, decks)


def reseeded(state: State, seed: bytes) -> State:
    """The same position with both undrawn decks in an order drawn anew: seat 0's first."""
    if state.table.outcome is not None:
        return state
    first, chance = Chance(check_seed(seed)).shuffle(state.decks[0])
    second, chance = chance.shuffle(state.decks[1])
    return State(state.setup, chance, state.table, state.hands, (first, second))
