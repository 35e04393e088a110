"""How a turn wins for certain, whatever the hidden cards are: every creature of the opponent is destroyed,
and none that nobody sees can be left. The damage that can be dealt is shared out among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.options import Options
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION, Cards, Slots, Table
from games.alpha.rules.view import View

Kind = tuple[str, int]
"""The id of a card, and the health that a creature has left (an object: 0). Alike is what has the same."""
_ALL = 99
"""As much damage as destroying is."""


class Source(msgspec.Struct, frozen=True, gc=False):
    """What can deal damage this turn: a creature on the battlefield, or a card of the hand at its `cost`."""

    kind: Kind
    damage: int
    cost: int = 0
    held: bool = False

    @property
    def is_creature(self) -> bool:
        return self.kind[1] > 0


class Target(msgspec.Struct, frozen=True, gc=False):
    """A creature that has to be destroyed."""

    kind: Kind
    attack: int

    @property
    def health(self) -> int:
        return self.kind[1]


class Field(msgspec.Struct, frozen=True, gc=False):
    """What a turn has to do, and with what: `room` for creatures of the hand; `presses`: so many attacks on
    empty slots have to be made, too (None: nothing takes what is hidden); `creatures`: how many the mover has
    in all, of which one has to be left."""

    sources: tuple[Source, ...]
    targets: tuple[Target, ...]
    energy: int
    room: int
    presses: int | None
    creatures: int


Group = tuple[Source, ...]
Plan = tuple[tuple[Target, Group], ...]
"""Who or what destroys which creature; with creatures of the hand that only press beside `NOBODY`."""
NOBODY = Target(("", 0), 0)


def field_of(view: View) -> Field:
    """The field of a viewer who is to act."""
    table, seat = view.table, view.table.mover
    own, opposing = table.sides[seat], table.sides[1 - seat]
    ready = tuple(one for one in own.slots if may_attack(table, one, view.setup.options))
    there = tuple(Source((one.card.id, one.health), one.card.attack) for one in ready if one)
    hand = tuple(card for card in view.hand if card.cost <= own.energy) if table.phase == ACTION else ()
    held = held_sources(hand, view.setup.options)
    return Field(
        (*there, *held),
        targets_of(opposing.slots),
        own.energy,
        SLOTS - own.occupied.bit_count(),
        presses_needed(table, view.setup.options),
        own.creatures,
    )


def targets_of(slots: Slots) -> tuple[Target, ...]:
    """The creatures of a row."""
    return tuple(Target((one.card.id, one.health), one.card.attack) for one in slots if one)


def held_sources(hand: Cards, options: Options) -> tuple[Source, ...]:
    """What cards of a hand can do this turn; a creature that has to wait can do nothing."""
    waits = options.summoning_sickness == "on"
    return tuple(
        Source((card.id, card.health), card.attack or card.damage or _ALL, card.cost, True)
        for card in hand
        if not (card.is_creature and waits)
    )


def presses_needed(table: Table, options: Options) -> int | None:
    """How many attacks on empty slots take every creature that's hidden in the opponent's deck and hand for
    certain: none, or so many as take all of these cards; None where they can't."""
    side = table.sides[1 - table.mover]
    if side.creatures == side.occupied.bit_count():
        return 0
    if not options.milled or (side.hand and not options.is_second):
        return None
    return -(-(side.deck + side.hand) // options.milled)


_MOST_SOURCES = 9


def can_win(field: Field) -> bool:
    """Whether some plan wins. With many sources only the strongest are looked at, so one may be missed."""
    strongest = sorted(field.sources, key=lambda one: (one.held, -one.damage))[:_MOST_SOURCES]
    return next(plans(msgspec.structs.replace(field, sources=tuple(strongest))), None) is not None


def plans(field: Field) -> Iterator[Plan]:
    """Every plan that wins without a part that it could do without; those alike may come several times."""
    if field.presses is None or len(field.sources) < len(field.targets) + field.presses:
        return
    order = sorted(field.targets, key=lambda one: -one.health)
    for shared, unused, energy, room in _shared(order, field.sources, field.energy, field.room):
        for pressing in _pressing(unused, energy, room, field.presses):
            plan = (*shared, *(((NOBODY, pressing),) if pressing else ()))
            if _lost(plan) < field.creatures:
                yield plan


def _lost(plan: Plan) -> int:
    """How many creatures a plan costs its player."""
    return sum(one.is_creature and target.attack >= one.kind[1] for target, group in plan for one in group)


def _shared(
    targets: Sequence[Target], sources: Group, energy: int, room: int
) -> Iterator[tuple[Plan, Group, int, int]]:
    """Each way to destroy all targets, with the sources, the energy and the room that are left."""
    if not targets:
        yield (), sources, energy, room
        return
    if sum(one.damage for one in sources) < sum(one.health for one in targets):
        return
    for group, unused in groups(sources, targets[0].health):
        left, free = energy - sum(one.cost for one in group), room - _summoned(group)
        if left >= 0 and free >= 0:
            for rest, *remains in _shared(targets[1:], unused, left, free):
                yield (((targets[0], group), *rest), *remains)  # type: ignore[misc]


def _summoned(group: Sequence[Source]) -> int:
    return sum(one.held and one.is_creature for one in group)


def groups(sources: Group, health: int) -> Iterator[tuple[Group, Group]]:
    """The groups that deal so much damage with no member too many, each with those that are left; of those
    alike one."""
    seen = set[tuple[Source, ...]]()
    for size in range(1, len(sources) + 1):
        for places in combinations(range(len(sources)), size):
            group = tuple(sources[place] for place in places)
            damage = sum(one.damage for one in group)
            if damage < health or damage - min(one.damage for one in group) >= health:
                continue
            alike = tuple(sorted(group, key=lambda one: (one.kind, one.held)))
            if alike not in seen:
                seen.add(alike)
                yield group, tuple(one for place, one in enumerate(sources) if place not in places)


def _pressing(unused: Group, energy: int, room: int, presses: int) -> Iterator[Group]:
    """The creatures of the hand that have to come and press, beside those that are there and free."""
    free = sum(not one.held for one in unused)
    held = [one for one in unused if one.held and one.is_creature]
    for group in combinations(held, max(0, presses - free)):
        if sum(one.cost for one in group) <= energy and len(group) <= room:
            yield group


def signature(plan: Plan) -> tuple[object, ...]:
    """What two plans that differ only in what is alike have in common."""
    return tuple(
        sorted((target.kind, tuple(sorted((one.kind, one.held) for one in group))) for target, group in plan)
    )
