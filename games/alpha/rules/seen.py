"""A position as its coach looks at it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.alpha.rules.cards import Card
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION, COMBAT, SEAT_NAMES, Creature, Side
from games.alpha.rules.view import View


class Seen(msgspec.Struct, frozen=True):
    """What a tip is about: both sides, who can attack, whom (the dearest first), and which cards can be paid
    for."""

    view: View
    own: Side
    other: Side
    ready: tuple[Creature, ...]
    targets: tuple[Creature, ...]
    payable: tuple[Card, ...]

    @property
    def objects(self) -> tuple[Card, ...]:
        return tuple(card for card in self.payable if not card.is_creature)

    @property
    def is_combat(self) -> bool:
        return self.view.table.phase == COMBAT

    @property
    def rival(self) -> str:
        return SEAT_NAMES[1 - self.view.table.mover]


def seen_by(view: View) -> Seen:
    """What there is for a viewer who is to act."""
    table = view.table
    own, other = table.sides[table.mover], table.sides[1 - table.mover]
    ready = tuple(one for one in own.slots if one and may_attack(table, one, view.setup.options))
    targets = tuple(sorted((one for one in other.slots if one), key=lambda one: -one.card.cost))
    payable = tuple(card for card in view.hand if card.cost <= own.energy) if table.phase == ACTION else ()
    return Seen(view, own, other, ready, targets, payable)


def attacks(seen: Seen) -> Iterator[tuple[Creature, Creature]]:
    """Who can attack whom, in the Combat Phase."""
    if seen.is_combat:
        yield from ((one, target) for one in seen.ready for target in seen.targets)


def kills(one: Creature, other: Creature) -> bool:
    """Whether an attack destroys the other one."""
    return one.card.attack >= other.health
