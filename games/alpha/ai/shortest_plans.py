"""The shortest way to a wanted state within a turn, as actions of the rules themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable

from games.alpha.rules.notation import format_action
from games.alpha.rules.rules import actions, play
from games.alpha.rules.state import Side, State
from games.alpha.rules.view import view

_MOST_STATES = 20_000


def way_to(state: State, is_there: Callable[[State], bool]) -> tuple[str, ...] | None:
    """Return the fewest actions to end the turn in a wanted state; None if not found in 20,000 states."""
    waiting, seen = deque([(state, tuple[str, ...]())]), {_key(state)}
    while waiting and len(seen) < _MOST_STATES:
        now, way = waiting.popleft()
        for action in actions(now.table, view(now, now.table.mover).hand, now.setup.options):
            after = play(now, now.table.mover, action).state
            texts = (*way, format_action(action))
            if after.table.ply != state.table.ply or after.table.outcome is not None:
                if is_there(after):
                    return texts
            elif (key := _key(after)) not in seen:
                seen.add(key)
                waiting.append((after, texts))
    return None


def _key(state: State) -> Hashable:
    """Return a key that is equal for states with the same possibilities, whatever slots they use."""
    table = state.table
    held = sorted((card.cost, card.id) for card in state.hands[table.mover])
    sides = tuple(_creatures(side, table.ply) for side in table.sides)
    return (
        table.phase,
        sides,
        tuple(held),
        table.sides[1 - table.mover].deck,
        table.sides[1 - table.mover].hand,
    )


def _creatures(side: Side, ply: int) -> tuple[object, ...]:
    there = (
        (creature.card.id, creature.health, creature.attacked == ply, creature.came == ply)
        for creature in side.slots
        if creature is not None
    )
    return tuple(sorted(there))
