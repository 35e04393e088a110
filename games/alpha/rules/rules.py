"""The rules of Alpha Duel: which actions are legal, what they do, and when a match is over.

Source: docs/rulings/alpha.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.alpha.rules import narration
from games.alpha.rules.actions import END, Action, Attack, Cast, End, Play, attacks, casts, plays
from games.alpha.rules.options import Options
from games.alpha.rules.state import (
    ACTION,
    COMBAT,
    AlphaReason,
    Cards,
    Creature,
    Deed,
    Side,
    Slots,
    State,
    Table,
    begin_turn,
)
from games.core.errors import Illegal
from games.core.game import Played, Result

QUIET_PLIES = 20
LAST_PLY = 200
"""The limits of ALPHA-22: plies in a row in which nothing happens, and plies of a match."""


def actions(table: Table, hand: Cards, options: Options) -> Iterator[Action]:
    """Return an iterator over the mover's legal actions, by place in the hand or own slot; `END` is last."""
    side, opposing = table.sides[table.mover], table.sides[1 - table.mover]
    found: list[Action] = []
    if table.phase == COMBAT:
        ply, at_once = table.ply, options.summoning_sickness == "off"
        for slot, creature in enumerate(side.slots):
            if creature is not None and creature.attacked != ply and (at_once or creature.came != ply):
                found += attacks(slot)
    else:
        own, others, energy = side.occupied, opposing.occupied, side.energy
        for place, card in enumerate(hand):
            if card.cost <= energy:
                found += plays(place, own) if card.health else casts(place, own, others)
    found.append(END)
    return iter(found)


def may_attack(table: Table, creature: Creature | None, options: Options) -> bool:
    """Return whether a creature may still attack in this turn. ALPHA-8."""
    if creature is None or creature.attacked == table.ply:
        return False
    return options.summoning_sickness == "off" or creature.came != table.ply


def count_pressed(table: Table, options: Options) -> int:
    """Return how many cards the mover's next attack on an empty slot takes. ALPHA-11, ALPHA-32."""
    other = table.sides[1 - table.mover]
    return min(options.milled, other.deck + (other.hand if options.is_skirmish else 0))


def find_forced(table: Table, hand: Cards, options: Options) -> Action | None:
    """Return `END` if everyone can see that nothing is left to do in the phase, otherwise None. ALPHA-18.

    In the Action Phase, the hand must be empty, and a card must have been played in this turn: the player
    ends a phase that has only begun. In the Combat Phase, no creature may be able to attack.
    """
    if table.phase == ACTION:
        return END if table.deeds and not hand else None
    ready = (may_attack(table, creature, options) for creature in table.sides[table.mover].slots)
    return None if any(ready) else END


def automatic(table: Table, options: Options) -> Action | None:
    """Return `END` if all targets of a Combat Phase are empty slots, without effect; else None. ALPHA-18."""
    if table.phase != COMBAT or options.milled:
        return None
    return None if any(table.sides[1 - table.mover].slots) else END


def why_illegal(table: Table, hand: Cards, options: Options, seat: int, action: Action) -> str:
    """Return why a seat may not play an action now, or an empty text; it follows from the seat's view."""
    if table.outcome is not None:
        return "The match is over."
    if seat != table.mover:
        return "It's not your turn."
    if isinstance(action, End):
        return ""
    if isinstance(action, Attack):
        return _why_no_attack(table, options, action)
    if table.phase != ACTION:
        return "You play cards in the Action Phase; this is the Combat Phase."
    if action.place >= len(hand):
        return f"You have {len(hand)} cards in hand; there's no number {action.place + 1}."
    card, energy = hand[action.place], table.sides[seat].energy
    if card.is_creature != isinstance(action, Play):
        return f"{card.name} is {'a creature: play it' if card.is_creature else 'an object: cast it'}."
    if card.cost > energy:
        return f"{card.name} costs {card.cost}, and you have {energy} energy."
    return _why_not_there(table, action)


def _why_not_there(table: Table, action: Play | Cast) -> str:
    if isinstance(action, Play):
        there = table.sides[table.mover].slots[action.slot]
        return f"Slot {action.slot + 1} is taken by {there.card.name}." if there else ""
    owner, whose = (1 - table.mover, "opposing") if action.opposing else (table.mover, "own")
    if table.sides[owner].slots[action.slot] is None:
        return f"There's no creature in the {whose} slot {action.slot + 1}."
    return ""


def _why_no_attack(table: Table, options: Options, action: Attack) -> str:
    if table.phase != COMBAT:
        return "You attack in the Combat Phase: end the Action Phase first."
    creature = table.sides[table.mover].slots[action.slot]
    if creature is None:
        return f"You have no creature in slot {action.slot + 1}."
    if creature.attacked == table.ply:
        return f"{creature.card.name} in slot {action.slot + 1} has already attacked this turn."
    if creature.came == table.ply and options.summoning_sickness == "on":
        return f"{creature.card.name} in slot {action.slot + 1} came in this turn; it can attack next turn."
    return ""


def play(state: State, seat: int, action: Action) -> Played:
    """Play an action; return the state and what everyone is told; raise Illegal if it isn't legal now."""
    if why := why_illegal(state.table, state.hands[seat], state.setup.options, seat, action):
        raise Illegal(why)
    if isinstance(action, End):
        after = _end_action(state) if state.table.phase == ACTION else _end_turn(state)
    elif isinstance(action, Attack):
        after = _attack(state, action)
    else:
        after = _summon(state, action) if isinstance(action, Play) else _cast(state, action)
    return Played(after, partial(narration.tell, state, action, after))


def _end_action(state: State) -> State:
    table = state.table
    after = Table(
        table.sides,
        table.mover,
        COMBAT,
        table.ply,
        table.quiet,
        table.stirred,
        table.deeds,
        table.played,
        table.done,
    )
    return State(state.setup, state.chance, after, state.hands, state.decks)


def _end_turn(state: State) -> State:
    """End the combat: end the match if it is decided, or start the next turn. ALPHA-18 to ALPHA-22."""
    table = state.table
    quiet = 0 if table.stirred else table.quiet + 1
    outcome = _judge(table, quiet)
    if outcome is not None:
        return _over(state, table, quiet, outcome)
    return begin_turn(state, 1 - table.mover, quiet)


def _judge(table: Table, quiet: int) -> Result | None:
    """Return the result of the match after combat, or None if the match continues.

    The rules judge both seats after combat and again in the End Phase. Nothing can happen between the two, so
    they are one moment (ALPHA-20). Exhaustion outranks the limits (docs/engine.md, section 5).
    """
    first, second = table.sides
    if not first.creatures and not second.creatures:
        return Result(None, AlphaReason.BOTH_EXHAUSTED)
    if not first.creatures or not second.creatures:
        return Result(0 if first.creatures else 1, AlphaReason.EXHAUSTION)
    if quiet >= QUIET_PLIES:
        return Result(None, AlphaReason.STALL)
    return Result(None, AlphaReason.PLIES) if table.ply >= LAST_PLY else None


def end_match(state: State, result: Result) -> State:
    """Return the state after the match was ended from outside the rules; all is revealed."""
    return _over(state, state.table, state.table.quiet, result)


def _over(state: State, table: Table, quiet: int, outcome: Result) -> State:
    after = Table(
        table.sides,
        table.mover,
        table.phase,
        table.ply,
        quiet,
        table.stirred,
        table.deeds,
        table.played,
        table.done,
        outcome,
    )
    return State(state.setup, state.chance, after, state.hands, state.decks)


def _summon(state: State, action: Play) -> State:
    """Summon a creature from the hand. ALPHA-15, ALPHA-17."""
    table, seat = state.table, state.table.mover
    card = state.hands[seat][action.place]
    side, number = table.sides[seat], table.played + 1
    creature = Creature(card, number, card.health, 0, table.ply)
    side = Side(
        _put(side.slots, action.slot, creature),
        side.occupied | 1 << action.slot,
        side.energy - card.cost,
        side.limit,
        side.deck,
        side.hand - 1,
        side.creatures,
        side.discard,
    )
    deed = Deed(seat, card, action.slot)
    sides = _with(table.sides, seat, side)
    return _record_deed(state, table, sides, number, deed, True, _without(state, action.place))


def _cast(state: State, action: Cast) -> State:
    """Play an object: pay for it, apply its effect, and discard it. ALPHA-14, ALPHA-15."""
    table, seat = state.table, state.table.mover
    card, owner = state.hands[seat][action.place], 1 - seat if action.opposing else seat
    side, number = table.sides[seat], table.played + 1
    side = Side(
        side.slots,
        side.occupied,
        side.energy - card.cost,
        side.limit,
        side.deck,
        side.hand - 1,
        side.creatures,
        (*side.discard, card),
    )
    sides = _with(table.sides, seat, side)
    target = sides[owner].slots[action.slot]
    assert target is not None
    left = target.health - card.damage if card.damage else 0
    sides = _with(sides, owner, _hit(sides[owner], action.slot, target, left, target.attacked))
    there = (owner, action.slot)
    deed = Deed(seat, card, None, there, target.card, (there,) if left <= 0 else ())
    return _record_deed(state, table, sides, number, deed, True, _without(state, action.place))


def _attack(state: State, action: Attack) -> State:
    """Attack: deal damage both ways at once, then check both creatures. ALPHA-9 to ALPHA-13."""
    table, seat = state.table, state.table.mover
    own, others = table.sides[seat], table.sides[1 - seat]
    attacker, target = own.slots[action.slot], others.slots[action.target]
    assert attacker is not None
    here, there = (seat, action.slot), (1 - seat, action.target)
    if target is None:
        return _press(state, action, attacker, Deed(seat, attacker.card, action.slot, there))
    kept, left = attacker.health - target.card.attack, target.health - attacker.card.attack
    felled = (*((here,) if kept <= 0 else ()), *((there,) if left <= 0 else ()))
    deed = Deed(seat, attacker.card, action.slot, there, target.card, felled)
    own = _hit(own, action.slot, attacker, kept, table.ply)
    others = _hit(others, action.target, target, left, target.attacked)
    sides = (own, others) if seat == 0 else (others, own)
    return _record_deed(state, table, sides, table.played, deed, True, state.hands)


def _press(state: State, action: Attack, attacker: Creature, deed: Deed) -> State:
    """Attack an empty slot; by the options, this discards cards of the opponent. ALPHA-11, ALPHA-32.

    Cards come from the top of the deck. In Skirmish, once the deck is empty, they come from the hand, the
    latest drawn card first.
    """
    table, seat, options = state.table, state.table.mover, state.setup.options
    own = _hit(table.sides[seat], action.slot, attacker, attacker.health, table.ply)
    others, hands, decks = table.sides[1 - seat], state.hands, state.decks
    if options.milled:
        deck, hand = decks[1 - seat], hands[1 - seat]
        milled = _take(deck, options.milled)
        lost = _take(hand, options.milled - len(milled)) if options.is_skirmish else ()
        others = _discard(others, milled, lost)
        hands = _replace(hands, 1 - seat, hand[: len(hand) - len(lost)])
        decks = _replace(decks, 1 - seat, deck[: len(deck) - len(milled)])
    sides = (own, others) if seat == 0 else (others, own)
    after = _record_deed(state, table, sides, table.played, deed, table.stirred, hands)
    return State(after.setup, after.chance, after.table, after.hands, decks) if options.milled else after


def _take(cards: Cards, most: int) -> Cards:
    """Return at most `most` cards from the end, the last one first."""
    return cards[::-1][:most]


def _replace(both: tuple[Cards, Cards], seat: int, cards: Cards) -> tuple[Cards, Cards]:
    return (cards, both[1]) if seat == 0 else (both[0], cards)


def _discard(side: Side, milled: Cards, lost: Cards) -> Side:
    """Return the side after cards of its deck (`milled`) and its hand (`lost`) were discarded."""
    gone = (*milled, *lost)
    return Side(
        side.slots,
        side.occupied,
        side.energy,
        side.limit,
        side.deck - len(milled),
        side.hand - len(lost),
        side.creatures - len([card for card in gone if card.is_creature]),
        (*side.discard, *gone),
    )


def _hit(side: Side, slot: int, creature: Creature, left: int, attacked: int) -> Side:
    """Return the side after a creature was left with `left` health; at 0 or less it is discarded. ALPHA-12.

    `attacked` is the ply of the creature's latest attack.
    """
    if left <= 0:
        slots, discard = _put(side.slots, slot, None), (*side.discard, creature.card)
        mask, creatures = side.occupied & ~(1 << slot), side.creatures - 1
        return Side(slots, mask, side.energy, side.limit, side.deck, side.hand, creatures, discard)
    hurt = Creature(creature.card, creature.number, left, attacked, creature.came)
    slots = _put(side.slots, slot, hurt)
    return Side(
        slots, side.occupied, side.energy, side.limit, side.deck, side.hand, side.creatures, side.discard
    )


def _put(slots: Slots, slot: int, creature: Creature | None) -> Slots:
    return (*slots[:slot], creature, *slots[slot + 1 :])


def _with(sides: tuple[Side, Side], seat: int, side: Side) -> tuple[Side, Side]:
    return (side, sides[1]) if seat == 0 else (sides[0], side)


def _without(state: State, place: int) -> tuple[Cards, Cards]:
    """Return the hands without the mover's card at a place; later ones move up. docs/engine.md, section 4."""
    hands, mover = state.hands, state.table.mover
    hand = hands[mover][:place] + hands[mover][place + 1 :]
    return (hand, hands[1]) if mover == 0 else (hands[0], hand)


def _record_deed(
    state: State,
    table: Table,
    sides: tuple[Side, Side],
    played: int,
    deed: Deed,
    stirred: bool,
    hands: tuple[Cards, Cards],
) -> State:
    mine = (*table.done[table.mover], deed)
    done = (mine, table.done[1]) if table.mover == 0 else (table.done[0], mine)
    after = Table(
        sides, table.mover, table.phase, table.ply, table.quiet, stirred, table.deeds + 1, played, done
    )
    return State(state.setup, state.chance, after, hands, state.decks)
