"""Plans that win in this turn for certain: no creature of the opponent is left, in play or hidden."""

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
"""A card's id and a creature's remaining health (0 for an object); equal kinds are interchangeable."""
_ALL = 99
"""The damage of an Object that destroys, enough for any creature."""


class Source(msgspec.Struct, frozen=True, gc=False):
    """A source of damage in this turn: a creature on the battlefield, or a card in hand at its `cost`."""

    kind: Kind
    damage: int
    cost: int = 0
    held: bool = False

    @property
    def is_creature(self) -> bool:
        """Whether the source is a creature rather than an object."""
        return self.kind[1] > 0


class Target(msgspec.Struct, frozen=True, gc=False):
    """A creature that must be destroyed."""

    kind: Kind
    attack: int

    @property
    def health(self) -> int:
        """The health that the creature has left."""
        return self.kind[1]


class Field(msgspec.Struct, frozen=True, gc=False):
    """What a turn must achieve to win, and its means; one of the mover's `creatures` must survive.

    `room` counts the free slots, `presses` the attacks on empty slots that are needed as well (None if no
    number of them suffices).
    """

    sources: tuple[Source, ...]
    targets: tuple[Target, ...]
    energy: int
    room: int
    presses: int | None
    creatures: int


Group = tuple[Source, ...]
Plan = tuple[tuple[Target, Group], ...]
"""The group of sources that destroys each target; an empty target has the summoned ones that only press."""
NOBODY = Target(("", 0), 0)


def field_of(view: View) -> Field:
    """Return the field of a viewer who is to act."""
    table, seat = view.table, view.table.mover
    own, opposing = table.sides[seat], table.sides[1 - seat]
    ready = tuple(creature for creature in own.slots if may_attack(table, creature, view.setup.options))
    there = tuple(
        Source((creature.card.id, creature.health), creature.card.attack) for creature in ready if creature
    )
    hand = tuple(card for card in view.hand if card.cost <= own.energy) if table.phase == ACTION else ()
    held = list_held_sources(hand, view.setup.options)
    return Field(
        (*there, *held),
        targets_of(opposing.slots),
        own.energy,
        SLOTS - own.occupied.bit_count(),
        presses_needed(table, view.setup.options),
        own.creatures,
    )


def targets_of(slots: Slots) -> tuple[Target, ...]:
    """Return the creatures of a row as targets."""
    return tuple(
        Target((creature.card.id, creature.health), creature.card.attack) for creature in slots if creature
    )


def list_held_sources(hand: Cards, options: Options) -> tuple[Source, ...]:
    """Return what cards in hand can do in this turn; creatures that must wait are left out."""
    waits = options.summoning_sickness == "on"
    return tuple(
        Source((card.id, card.health), card.attack or card.damage or _ALL, card.cost, True)
        for card in hand
        if not (card.is_creature and waits)
    )


def presses_needed(table: Table, options: Options) -> int | None:
    """Return how many attacks on empty slots surely discard every creature in the opponent's deck and hand.

    That is 0 if none is hidden there, and otherwise enough to take all cards; None if that is impossible.
    """
    side = table.sides[1 - table.mover]
    if side.creatures == side.occupied.bit_count():
        return 0
    if not options.milled or (side.hand and not options.is_skirmish):
        return None
    return -(-(side.deck + side.hand) // options.milled)


_MOST_SOURCES = 9


def can_win(field: Field) -> bool:
    """Return whether a plan wins; only 9 sources are tried, creatures in play first, so one may be missed."""
    strongest = sorted(field.sources, key=lambda source: (source.held, -source.damage))[:_MOST_SOURCES]
    return next(plans(msgspec.structs.replace(field, sources=tuple(strongest))), None) is not None


def plans(field: Field) -> Iterator[Plan]:
    """Yield every winning plan without needless parts; equal plans may come several times."""
    if field.presses is None or len(field.sources) < len(field.targets) + field.presses:
        return
    order = sorted(field.targets, key=lambda target: -target.health)
    for shared, unused, energy, room in _share_sources(order, field.sources, field.energy, field.room):
        for pressing in _pressing(unused, energy, room, field.presses):
            plan = (*shared, *(((NOBODY, pressing),) if pressing else ()))
            if _count_losses(plan) < field.creatures:
                yield plan


def _count_losses(plan: Plan) -> int:
    """Return how many creatures a plan costs the mover."""
    return sum(
        source.is_creature and target.attack >= source.kind[1] for target, group in plan for source in group
    )


def _share_sources(
    targets: Sequence[Target], sources: Group, energy: int, room: int
) -> Iterator[tuple[Plan, Group, int, int]]:
    """Yield each way to destroy all targets, with the sources, energy and room left over."""
    if not targets:
        yield (), sources, energy, room
        return
    if sum(source.damage for source in sources) < sum(target.health for target in targets):
        return
    for group, unused in groups(sources, targets[0].health):
        left, free = energy - sum(source.cost for source in group), room - _count_summons(group)
        if left >= 0 and free >= 0:
            for rest, *remains in _share_sources(targets[1:], unused, left, free):
                yield (((targets[0], group), *rest), *remains)  # type: ignore[misc]


def _count_summons(group: Sequence[Source]) -> int:
    return sum(source.held and source.is_creature for source in group)


def groups(sources: Group, health: int) -> Iterator[tuple[Group, Group]]:
    """Yield each distinct group that deals enough damage with no member to spare, and the sources left."""
    seen = set[tuple[Source, ...]]()
    for size in range(1, len(sources) + 1):
        for places in combinations(range(len(sources)), size):
            group = tuple(sources[place] for place in places)
            damage = sum(source.damage for source in group)
            if damage < health or damage - min(source.damage for source in group) >= health:
                continue
            alike = tuple(sorted(group, key=lambda source: (source.kind, source.held)))
            if alike not in seen:
                seen.add(alike)
                yield group, tuple(source for place, source in enumerate(sources) if place not in places)


def _pressing(unused: Group, energy: int, room: int, presses: int) -> Iterator[Group]:
    """Yield the creatures in hand that must be summoned to press, in addition to the free ones in play."""
    free = sum(not source.held for source in unused)
    held = [source for source in unused if source.held and source.is_creature]
    for group in combinations(held, max(0, presses - free)):
        if sum(source.cost for source in group) <= energy and len(group) <= room:
            yield group


def signature(plan: Plan) -> tuple[object, ...]:
    """Return a key that is equal for plans that differ only in equal cards and creatures."""
    return tuple(
        sorted(
            (target.kind, tuple(sorted((source.kind, source.held) for source in group)))
            for target, group in plan
        )
    )
