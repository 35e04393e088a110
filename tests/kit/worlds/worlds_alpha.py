"""Pairs of worlds of Alpha that some viewers can't tell apart.

Hands and the order of the decks are all that is hidden (ALPHA-28), so worlds differ in nothing but these and
the seed. `hidden` is the seat whose hand differs; the public is always blind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from games import GAMES
from games.alpha.rules.actions import Attack, Cast, End, Play
from games.alpha.rules.cards import CORE
from games.alpha.rules.state import COMBAT
from games.core.chance import Chance
from tests.kit.worlds.starts_alpha import LONGEST_PREFIX, OWN_CARDS, some_options, somewhere, thirty_alike
from tests.kit.worlds.twins import Choose, Pair, Twins, Worlds, played_alongside

GAME = GAMES["alpha"]
Viewers = tuple[int | None, ...]
Made = tuple[Viewers, Pair] | None
"""The blind viewers and the pair, or None if this attempt made none."""

Maker = Callable[[random.Random], Made]
EVERYBODY: Viewers = (0, 1, None)

_SHORT, _TO_THE_END = 8, 600
_ATTEMPTS = 400
_MOST_KEPT = 3
_SHOWN_OF_A_DECK = 3


def blind_to(hidden: int) -> Viewers:
    """Return the viewers who can't know a seat's hand."""
    return (1 - hidden, None)


# --- actions that reveal no difference ------------------------------------------------------------------


def deed(state: Any, action: Any) -> tuple[Any, ...]:
    """Return what the public sees of an action: the card, without its place in the hand."""
    if isinstance(action, Play | Cast):
        card = state.hands[state.table.mover][action.place]
        return (card, *msgspec.structs.astuple(action)[1:])
    return (action,)


def shown(state: Any, action: Any) -> tuple[Viewers, tuple[Any, ...]]:
    """Return the viewers who are shown cards by an action, and the cards.

    These are cards drawn or lost to pressure (ALPHA-5, ALPHA-11, ALPHA-32).
    """
    other = 1 - state.table.mover
    if isinstance(action, End) and state.table.phase == COMBAT:
        return (other,), state.decks[other][-1:]
    if isinstance(action, Attack):
        empty = state.table.sides[other].slots[action.target] is None
        return EVERYBODY, _pressed_out(state, other) if empty else ()
    return (), ()


def _pressed_out(state: Any, seat: int) -> tuple[Any, ...]:
    """Return the cards that an attack on an empty slot takes from a seat, in order."""
    options = state.setup.options
    held = state.hands[seat] if options.version == "skirmish" else ()
    most = {"0.1": 1 if options.pressure == "mill1" else 0, "skirmish": 2}[options.version]
    return (*state.decks[seat][::-1], *held[::-1])[:most]


def stays_hidden(states: Pair, actions: Pair, blind: Viewers) -> bool:
    """Return whether every blind viewer is shown the same cards in both worlds."""
    (viewers, first), (_, second) = map(shown, states, actions)
    return first == second or not set(viewers) & set(blind)


def hiding(blind: Viewers) -> Choose:
    """Return a chooser of the same deeds in both worlds that keep a difference hidden from these viewers."""

    def choose(states: Pair, rng: random.Random) -> tuple[int, Pair] | None:
        if states[0] == states[1]:
            return None
        seat = states[0].table.mover
        chosen = [
            pair for pair in _same_deeds(states, seat in blind, rng) if stays_hidden(states, pair, blind)
        ]
        return (seat, _eagerly(chosen, rng)) if chosen else None

    return choose


def _same_deeds(states: Pair, is_blind: bool, rng: random.Random) -> list[Pair]:
    """Return an action in each world for every deed that's legal in both.

    A blind seat takes the same action in both; a seat that knows its hand may take the card from another
    place.
    """
    first, second = (list(GAME.actions(GAME.view(state, state.table.mover))) for state in states)
    if is_blind:
        return [(action, action) for action in first]
    rng.shuffle(second)
    there = {deed(states[1], action): action for action in second}
    return [(a, there[done]) for a in first if (done := deed(states[0], a)) in there]


def _eagerly(pairs: list[Pair], rng: random.Random) -> Pair:
    """Choose a pair of actions, usually a card or an attack before the end of the phase."""
    busy = [pair for pair in pairs if not isinstance(pair[0], End)]
    return rng.choice(busy if busy and rng.random() < 0.8 else pairs)


# --- other seeds -----------------------------------------------------------------------------------------


def _seeds(rng: random.Random, **fixed: object) -> Pair | None:
    """Return states of two seeds that draw the same starting seat."""
    options = some_options(rng, **fixed)
    first, second = (GAME.new(options, rng.randbytes(32)) for _ in range(2))
    return (first, second) if first.table.mover == second.table.mover else None


def _another_seed(rng: random.Random) -> Made:
    states = _seeds(rng)
    return states and ((None,), states)


def _another_seed_for_a_hand(rng: random.Random) -> Made:
    """Make worlds whose seeds differ only in the hidden hand, since all cards of the blind seat are alike."""
    hidden, alike = rng.randrange(2), thirty_alike(rng)
    other = rng.choice(["balanced", "control"])
    states = _seeds(rng, decks=[alike, other] if hidden else [other, alike])
    return states and (blind_to(hidden), states)


def _another_chance(rng: random.Random) -> Made:
    """Make worlds that differ in the seed alone, after all its draws."""
    start = GAME.new(some_options(rng), rng.randbytes(32))
    other = Chance(rng.randbytes(32), start.chance.counter)
    return EVERYBODY, (start, msgspec.structs.replace(start, chance=other))


# --- other hands and decks in the middle of a match ------------------------------------------------------


def _with(state: Any, seat: int, hand: tuple[Any, ...], deck: tuple[Any, ...]) -> Any:
    """Return the state with a seat's hand and deck replaced."""
    hands = (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)
    decks = (deck, state.decks[1]) if seat == 0 else (state.decks[0], deck)
    return msgspec.structs.replace(state, hands=hands, decks=decks)


def _dealt_anew(state: Any, seat: int, rng: random.Random) -> Any:
    """Return the state with a seat's hand and deck shuffled together."""
    cards = (*state.hands[seat], *state.decks[seat])
    held = len(state.hands[seat])
    mixed = tuple(rng.sample(cards, len(cards)))
    return _with(state, seat, mixed[:held], mixed[held:])


def _shuffled(cards: tuple[Any, ...], rng: random.Random, kept: int = 0) -> tuple[Any, ...]:
    """Return the cards with all but the last `kept` ones shuffled."""
    rest = max(0, len(cards) - kept)
    return (*rng.sample(cards[:rest], rest), *cards[rest:])


def _hand(rng: random.Random) -> Made:
    hidden, state = rng.randrange(2), somewhere(rng)
    return blind_to(hidden), (state, _dealt_anew(state, hidden, rng))


def _hand_in_another_order(rng: random.Random) -> Made:
    hidden, state = rng.randrange(2), somewhere(rng)
    other = _with(state, hidden, _shuffled(state.hands[hidden], rng), state.decks[hidden])
    return blind_to(hidden), (state, other)


def _deck(rng: random.Random) -> Made:
    """Make worlds with another deck order, which no player knows; the next cards may be the same."""
    seat, state = rng.randrange(2), somewhere(rng)
    return EVERYBODY, (state, _reordered(state, seat, rng))


def _deck_of_the_other(rng: random.Random) -> Made:
    """Make worlds with another deck order that the owner learns by drawing, so only the others are blind."""
    hidden, state = rng.randrange(2), somewhere(rng)
    return blind_to(hidden), (state, _reordered(state, hidden, rng))


def _reordered(state: Any, seat: int, rng: random.Random) -> Any:
    deck = _shuffled(state.decks[seat], rng, rng.randint(0, _MOST_KEPT))
    return _with(state, seat, state.hands[seat], deck)


def _both_hands(rng: random.Random) -> Made:
    state = somewhere(rng)
    return (None,), (state, _dealt_anew(_dealt_anew(state, 0, rng), 1, rng))


def _hand_from_the_start(rng: random.Random) -> Made:
    hidden, start = rng.randrange(2), GAME.new(some_options(rng), rng.randbytes(32))
    return blind_to(hidden), (start, _dealt_anew(start, hidden, rng))


# --- the table -------------------------------------------------------------------------------------------


def _after_a_while(make: Maker) -> Maker:
    """Return a maker whose worlds were played for a while, with the same visible to the blind viewers."""

    def made(rng: random.Random) -> Made:
        found = make(rng)
        if found is None:
            return None
        blind, states = found
        return blind, played_alongside(GAME, states, hiding(blind), rng, rng.randrange(LONGEST_PREFIX // 2))

    return made


MAKERS: Mapping[str, tuple[Maker, int]] = {
    "another seed with the same starting seat": (_another_seed, _SHORT),
    "another seed, for a seat whose cards are all alike": (_another_seed_for_a_hand, _SHORT),
    "another seed and all that was drawn, after a while": (_after_a_while(_another_seed_for_a_hand), _SHORT),
    "another seed that has drawn the same": (_another_chance, _SHORT),
    "another hand": (_hand, _SHORT),
    "another hand since the start, after a while": (_after_a_while(_hand_from_the_start), _SHORT),
    "a hand in another order": (_hand_in_another_order, _SHORT),
    "another order of a deck, hidden from its owner too": (_deck, _SHORT),
    "another order of the other deck": (_deck_of_the_other, _SHORT),
    "both hands, hidden from the public": (_both_hands, _SHORT),
    "another hand to the end of a match": (_hand, _TO_THE_END),
}


def _twins(rng: random.Random) -> Iterator[Twins]:
    for what, (make, steps) in MAKERS.items():
        found = (make(rng) for _ in range(_ATTEMPTS))
        blind, states = next(made for made in found if made and made[1][0] != made[1][1])
        unbriefed = tuple(seat for seat in blind if seat is not None)
        yield Twins(what, states, blind, steps, unbriefed, hiding(blind))


def _truth(state: Any) -> str:
    """Return the hidden state: hands, next cards of both decks, and the draw count; also the quiet plies."""
    held = " | ".join(",".join(card.id for card in hand) or "-" for hand in state.hands)
    tops = (deck[: -_SHOWN_OF_A_DECK - 1 : -1] for deck in state.decks)
    coming = " | ".join(",".join(card.id for card in top) or "-" for top in tops)
    return f"hands {held}, next {coming}, draws {state.chance.counter}, quiet {state.table.quiet}"


GOLDENS: tuple[Mapping[str, object], ...] = (
    {},
    {"decks": ["giants", "swarm"]},
    {"decks": [OWN_CARDS, "control"], "summoningSickness": "on", "pressure": "mill1"},
)


def _some_creature(holds: Callable[[Any, Any], bool]) -> Callable[[Any], bool]:
    """Return a condition that holds if some creature on the state's table meets it."""
    return lambda state: any(
        holds(state.table, creature) for side in state.table.sides for creature in side.slots if creature
    )


def _some_side(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda state: any(map(holds, state.table.sides))


def _is_sick(state: Any) -> bool:
    came_now = _some_creature(lambda table, one: one.came == table.ply)(state)
    return came_now and state.setup.options.summoning_sickness == "on" and state.table.phase == COMBAT


RARITIES: Mapping[str, Callable[[Any], bool]] = {
    "an empty deck": _some_side(lambda side: side.deck == 0),
    "an empty hand": _some_side(lambda side: side.hand == 0),
    "a hand of more than ten": _some_side(lambda side: side.hand > 10),
    "a full row": _some_side(lambda side: None not in side.slots),
    "two full rows": lambda state: all(None not in side.slots for side in state.table.sides),
    "few creatures left": _some_side(lambda side: side.creatures < 4),
    "a milled card": _some_side(lambda side: 0 < side.deck < 25 - side.limit),
    "a hurt creature": _some_creature(lambda table, one: one.health < one.card.health),
    "a creature that has attacked": _some_creature(lambda table, one: one.attacked == table.ply),
    "a creature too new to attack": _is_sick,
    "an own card on the table": _some_creature(lambda table, one: one.card.id not in CORE),
    "an object in a hand": lambda state: any(not card.health for hand in state.hands for card in hand),
    "the Combat Phase": lambda state: state.table.phase == COMBAT,
    "a quiet ply": lambda state: state.table.quiet > 0,
}
"""Conditions on matches that aren't over."""


ALPHA = Worlds(_twins, _truth, GOLDENS, pictured=False, stray_actions=0.2, many=190, rarities=RARITIES)
