"""The levels that plan, `hard` and `skilled`. ALPHA-30.

They plan whole fights, save Objects that destroy for strong creatures, press where that takes cards, and end
games that they are winning. `skilled` presses instead of fighting until it has clearly fewer cards left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from games.alpha.ai.attacks import count_press, first_press
from games.alpha.ai.fight import Fight, Fighter, best_fight, exchange, fighters, winning_fight
from games.alpha.rules.actions import END, Action, Attack, Cast, Play
from games.alpha.rules.cards import Card
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION
from games.alpha.rules.view import View
from games.core.game import Briefing

_PATIENCE = 6
"""The most that an attack may cost, in half points, when the side ahead trades after both decks ran out."""
_WIN = 1000
"""What ending the match gains on top of the fight, in half points; more than any fight."""

_BEHIND = 2
"""From this many cards fewer than the opponent, `skilled` fights instead of pressing."""


class _Field(msgspec.Struct, frozen=True, gc=False):
    """The fighters of a combat, and what other things are worth in it, in half points. ALPHA-30.

    Attributes:
        press: The gain of an attack on an empty slot, for the slots as they are now, even if an Object
            empties the first one.
        bonus: What each destroyed creature counts on top of its worth.
        creatures: The mover's creatures, wherever they are; 0 if the opponent has some outside of the
            battlefield, so that no fight ends the match.
    """

    ready: tuple[Fighter, ...]
    targets: tuple[Fighter, ...]
    press: int
    bonus: int
    creatures: int

    @property
    def winning(self) -> Fight | None:
        """The best fight that ends the match, or None."""
        return winning_fight(self.ready, self.targets, self.creatures, self.bonus) if self.creatures else None

    @property
    def gain(self) -> int:
        """The gain of the best fight, in half points; one that ends the match gains the most."""
        winning = self.winning
        if winning is not None:
            return winning.gain + _WIN
        return best_fight(self.ready, self.targets, self.press, self.bonus).gain


def hard(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Return the best action; of equal ones, the first by place in the hand or by slot."""
    return _card(view) if view.table.phase == ACTION else _attack(view, _field(view))


def skilled(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Return what `hard` would do with twice the destroying Objects, or a press while its cards last."""
    if view.table.phase == ACTION:
        return _card(view, eager=2)
    field = _field(view)
    presses = field.winning is None and not _is_behind(view)
    return (first_press(view) if presses else None) or _attack(view, field)


def _is_behind(view: View) -> bool:
    own, theirs = (view.table.sides[seat] for seat in (view.table.mover, 1 - view.table.mover))
    return own.deck + own.hand + _BEHIND <= theirs.deck + theirs.hand


def _field(view: View) -> _Field:
    table, options = view.table, view.setup.options
    own, opposing = table.sides[table.mover], table.sides[1 - table.mover]
    ready = (
        fighter for fighter in fighters(own.slots) if may_attack(table, own.slots[fighter.slot], options)
    )
    hidden = opposing.creatures - opposing.occupied.bit_count()
    return _Field(
        tuple(ready),
        fighters(opposing.slots),
        count_press(view),
        options.milled,
        0 if hidden else own.creatures,
    )


def _attack(view: View, field: _Field) -> Action:
    """Return an attack that wins, or else the best one, or one that ends a won game, or a press, or `END`."""
    winning = field.winning
    if winning is not None and winning.attacks:
        return Attack(*winning.attacks[0])
    attacks = best_fight(field.ready, field.targets, field.press, field.bonus).attacks
    if attacks:
        return Attack(*attacks[0])
    return _finishing(view, field) or first_press(view) or END


def _finishing(view: View, field: _Field) -> Action | None:
    """Return the best trade once both decks are empty, if it costs little and the mover leads, or None."""
    own, opposing = (view.table.sides[seat] for seat in (view.table.mover, 1 - view.table.mover))
    if own.deck or opposing.deck or own.creatures <= opposing.creatures:
        return None
    found = [
        (exchange((attacker,), target), attacker, target)
        for attacker in field.ready
        for target in field.targets
    ]
    if not found:
        return None
    gain, attacker, target = max(found, key=lambda each: each[0])
    return Attack(attacker.slot, target.slot) if gain >= -_PATIENCE else None


def _card(view: View, eager: int = 1) -> Action:
    """Return the card use that gains the most, the fight after it included; `END` if none gains anything.

    `eager` is a factor for the number of destroying Objects that are left.
    """
    energy = view.table.sides[view.table.mover].energy
    if all(card.cost > energy for card in view.hand):
        return END
    field = _field(view)
    chosen: Action = END
    best = field.gain
    for place, card in enumerate(view.hand):
        if card.cost <= energy and view.hand.index(card) == place:
            for gain, action in _uses(view, field, place, card, eager):
                if gain > best:
                    best, chosen = gain, action
    return chosen


def _uses(view: View, field: _Field, place: int, card: Card, eager: int) -> Iterator[tuple[int, Action]]:
    """Yield each use of a card with its gain: that of the card, and of the fight after it."""
    if card.is_creature:
        yield from _weigh_summons(view, field, place, card)
        return
    least = _strongest(view, eager) if field.targets and not card.damage else 0
    for target in field.targets:
        if target.worth >= least:
            yield _weigh_use(field, card, target), Cast(place, True, target.slot)


def _weigh_summons(view: View, field: _Field, place: int, card: Card) -> Iterator[tuple[int, Action]]:
    """Yield a summons with its gain: that of the creature, and the fight, in which it may take part."""
    slots, at_once = view.table.sides[view.table.mover].slots, view.setup.options.summoning_sickness == "off"
    if None not in slots:
        return
    fighter = Fighter(slots.index(None), card.attack, card.health)
    after = msgspec.structs.replace(field, ready=(*field.ready, fighter)) if at_once else field
    yield 2 * fighter.worth + field.bonus + after.gain, Play(place, fighter.slot)


def _weigh_use(field: _Field, card: Card, target: Fighter) -> int:
    """Return the gain of an object and of the fight after it, less half its damage, as it is used up."""
    left = target.health - card.damage if card.damage else 0
    hurt = () if left <= 0 else (msgspec.structs.replace(target, health=left),)
    others = tuple(
        other for fighter in field.targets for other in (hurt if fighter is target else (fighter,))
    )
    after = msgspec.structs.replace(field, targets=others)
    taken = card.damage if hurt else 2 * target.worth + field.bonus
    return taken - card.damage // 2 + after.gain


def _strongest(view: View, eager: int) -> int:
    """Return the least worth of a creature that is worth a destroying Object.

    With n such Objects left in hand and deck, times `eager`, it is the worth of the opponent's n-th strongest
    creature, wherever it is.
    """
    seat = view.table.mover
    own, theirs = _count_left(view, seat), _count_left(view, 1 - seat)
    objects = sum(copies for card, copies in own.items() if not card.is_creature and not card.damage)
    there = fighters(view.table.sides[1 - seat].slots)
    unseen = [card.attack + card.health for card in theirs.elements() if card.is_creature]
    every = sorted((*unseen, *(fighter.worth for fighter in there)), reverse=True)
    return every[min(eager * objects, len(every)) - 1]


def _count_left(view: View, seat: int) -> Counter[Card]:
    """Return the cards in a seat's hand and deck: its public list less what lies open."""
    side = view.table.sides[seat]
    gone = Counter(side.discard) + Counter(creature.card for creature in side.slots if creature)
    return Counter(view.setup.decks[seat]) - gone
