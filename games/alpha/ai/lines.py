"""The conversion of a winning plan into the actions that a player taps one after another."""

from __future__ import annotations

from collections.abc import Iterator

from games.alpha.ai.finish import NOBODY, Kind, Plan, presses_needed
from games.alpha.rules.actions import END, SLOTS, Action, Attack, Cast, Play
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION, Creature
from games.alpha.rules.view import View


def line_of(view: View, plan: Plan) -> tuple[Action, ...]:
    """Return the plan's actions: cards, then attacks, then pressure, up to the end of the turn."""
    return tuple(_Line(view, plan).actions())


class _Line:
    """The cards, by place, and creatures, by slot, that are left while a plan is carried out."""

    def __init__(self, view: View, plan: Plan) -> None:
        table, options = view.table, view.setup.options
        own, opposing = table.sides[table.mover].slots, table.sides[1 - table.mover].slots
        self._acting = table.phase == ACTION
        self._hand = [(card.id, card.health) for card in view.hand]
        self._free = [slot for slot in range(SLOTS) if own[slot] is None]
        self._ready = {
            slot: _kind(creature)
            for slot, creature in enumerate(own)
            if creature and may_attack(table, creature, options)
        }
        self._there = {slot: _kind(creature) for slot, creature in enumerate(opposing) if creature}
        self._empty = [slot for slot in range(SLOTS) if opposing[slot] is None]
        self._presses = presses_needed(table, options) or 0
        self._plan = [(group, self._aim(target.kind)) for target, group in plan if target != NOBODY]
        self._pressing = [source for target, group in plan if target == NOBODY for source in group]

    def _aim(self, kind: Kind) -> int:
        """Take a slot with a target of this kind, so that no other part of the plan uses it."""
        slot = next(slot for slot, there in self._there.items() if there == kind)
        del self._there[slot]
        return slot

    def actions(self) -> Iterator[Action]:
        """Yield all actions of the plan; this uses it up."""
        held = [source for group, _ in self._plan for source in group if source.held and source.is_creature]
        for source in (*held, *self._pressing):
            yield self._play(source.kind)
        for group, target in self._plan:
            yield from (
                Cast(self._place(source.kind), True, target) for source in group if not source.is_creature
            )
        yield from [END] if self._acting else []
        for group, target in self._plan:
            yield from (Attack(self._slot(source.kind), target) for source in group if source.is_creature)
        yield from self._press()
        yield END

    def _press(self) -> Iterator[Action]:
        empty = [*self._empty, *(target for _, target in self._plan)]
        for slot in list(self._ready)[: self._presses]:
            yield Attack(slot, empty[0])

    def _place(self, kind: Kind) -> int:
        place = self._hand.index(kind)
        del self._hand[place]
        return place

    def _play(self, kind: Kind) -> Play:
        slot = self._free.pop(0)
        self._ready[slot] = kind
        return Play(self._place(kind), slot)

    def _slot(self, kind: Kind) -> int:
        slot = next(slot for slot, ready in self._ready.items() if ready == kind)
        del self._ready[slot]
        return slot


def _kind(creature: Creature) -> Kind:
    return (creature.card.id, creature.health)
