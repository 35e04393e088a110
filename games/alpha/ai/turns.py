"""All that a turn can lead to on the battlefield, from what's public and the hand: cards, then attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from games.alpha.ai.exchanges import One, Row, row, strike
from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import Card
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION, Cards
from games.alpha.rules.view import View


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A turn before its attacks: own creatures that can attack and that can't, the opponent's, and the hand.

    `at_once` is whether a creature may attack in the turn in which it was summoned.
    """

    ready: Row
    idle: Row
    opposing: Row
    hand: Cards
    energy: int
    at_once: bool


def turn_of(view: View) -> Turn:
    """Return the turn of a viewer who is to act; in the Combat Phase no card can be played."""
    table, options = view.table, view.setup.options
    own, opposing = table.sides[table.mover], table.sides[1 - table.mover]
    there = [creature for creature in own.slots if creature is not None]
    ready = (creature for creature in there if may_attack(table, creature, options))
    idle = (creature for creature in there if not may_attack(table, creature, options))
    hand, at_once = (view.hand if table.phase == ACTION else ()), options.summoning_sickness == "off"
    lines = [
        row((creature.card.attack, creature.health) for creature in line if creature)
        for line in (ready, idle, opposing.slots)
    ]
    return Turn(lines[0], lines[1], lines[2], hand, own.energy, at_once)


MOST_TURNS = 300
"""The most ways to play cards that are searched."""
_MOST_FIGHTS = 1_000


def is_too_much(turns: Collection[Turn]) -> bool:
    """Return whether the ways to play cards, or the fights after one of them, are too many to search."""
    fights = ((len(turn.opposing) + 1) ** len(turn.ready) for turn in turns)
    return len(turns) > MOST_TURNS or max(fights, default=0) > _MOST_FIGHTS


def play_cards(start: Turn, most: int = 99) -> set[Turn]:
    """Return the turn after each way to play 0 to `most` cards; only some if over `MOST_TURNS`."""
    found, waiting, fewest = {start}, [start], len(start.hand) - most
    while waiting and len(found) <= MOST_TURNS:
        for after in _with_a_card(waiting.pop()):
            if after not in found and len(after.hand) >= fewest:
                found.add(after)
                waiting.append(after)
    return found


def _with_a_card(turn: Turn) -> Iterator[Turn]:
    for card in dict.fromkeys(turn.hand):
        if card.cost <= turn.energy:
            place = turn.hand.index(card)
            hand, energy = turn.hand[:place] + turn.hand[place + 1 :], turn.energy - card.cost
            paid = Turn(turn.ready, turn.idle, turn.opposing, hand, energy, turn.at_once)
            yield from _summon(paid, card) if card.is_creature else _use_object(paid, card)


def _summon(turn: Turn, card: Card) -> Iterator[Turn]:
    if len(turn.ready) + len(turn.idle) < SLOTS:
        creature = (card.attack, card.health)
        ready, idle = (
            (turn.ready, (*turn.idle, creature)) if not turn.at_once else ((*turn.ready, creature), turn.idle)
        )
        yield Turn(row(ready), row(idle), turn.opposing, turn.hand, turn.energy, turn.at_once)


def _use_object(turn: Turn, card: Card) -> Iterator[Turn]:
    rest = (turn.hand, turn.energy, turn.at_once)
    for left in _hit(turn.opposing, card):
        yield Turn(turn.ready, turn.idle, left, *rest)
    for left in _hit(turn.ready, card):
        yield Turn(left, turn.idle, turn.opposing, *rest)
    for left in _hit(turn.idle, card):
        yield Turn(turn.ready, left, turn.opposing, *rest)


def _hit(creatures: Row, card: Card) -> Iterator[Row]:
    """Yield the row after an object was played on each distinct creature."""
    for creature in dict.fromkeys(creatures):
        place = creatures.index(creature)
        yield row((*creatures[:place], *_damage_creature(creature, card), *creatures[place + 1 :]))


def _damage_creature(creature: One, card: Card) -> Row:
    return strike(creature, card.damage) if card.damage else ()
