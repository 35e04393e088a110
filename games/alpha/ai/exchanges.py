"""The exact value of a board: own attack and health less the opponent's, after its best reply by attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

import msgspec

One = tuple[int, int]
"""Attack and health of a creature."""
Row = tuple[One, ...]
"""The creatures of a side, sorted, since their slots don't matter."""
Boards = tuple[Row, Row]
"""The mover's creatures, and the opponent's."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A board with which a turn can end, and its value after the best reply."""

    boards: Boards
    value: int


def worth(row: Row) -> int:
    """Return the total attack and health of a row."""
    return sum(attack + health for attack, health in row)


def balance(boards: Boards) -> int:
    """Return the worth of the mover's row less that of the opponent's."""
    return worth(boards[0]) - worth(boards[1])


def row(creatures: Iterable[One]) -> Row:
    """Return creatures as a sorted row."""
    return tuple(sorted(creatures))


@lru_cache(maxsize=1 << 14)
def evaluate_reply(boards: Boards) -> int:
    """Return the balance after the opponent's best attacks with its creatures on the battlefield."""
    targets, attackers = boards
    best = {0: 0}
    for target in targets:
        grown = dict(best)
        for mask, gained in _blows(attackers, target):
            for used, so_far in best.items():
                if not used & mask and so_far + gained > grown.get(used | mask, -1):
                    grown[used | mask] = so_far + gained
        best = grown
    return balance(boards) - max(best.values())


@lru_cache(maxsize=1 << 12)
def _blows(attackers: Row, target: One) -> tuple[tuple[int, int], ...]:
    """Return the groups that can attack a target and gain by it, as bit masks, each with its gain."""
    found = []
    for size in range(1, len(attackers) + 1):
        for places in combinations(range(len(attackers)), size):
            group = tuple(attackers[place] for place in places)
            if _is_possible(group, target) and (gained := gain(group, target)) > 0:
                found.append((sum(1 << place for place in places), gained))
    return tuple(found)


def _is_possible(group: Row, target: One) -> bool:
    """Return whether, in some order, the target survives until the group's last attack."""
    damage = [attack for attack, _ in group]
    return sum(damage) - max(damage) < target[1]


def gain(group: Row, target: One) -> int:
    """Return the attack and health that a group takes from a target, less what it loses."""
    return count_loss(target, sum(attack for attack, _ in group)) - sum(
        count_loss(member, target[0]) for member in group
    )


def count_loss(creature: One, damage: int) -> int:
    """Return the attack and health that a creature loses by some damage: both in full if it is destroyed."""
    attack, health = creature
    return attack + health if damage >= health else damage


def strike(creature: One, damage: int) -> Row:
    """Return a creature after some damage as a row, which is empty if it is destroyed."""
    attack, health = creature
    return ((attack, health - damage),) if damage < health else ()


def fights(ready: Row, idle: Row, targets: Row) -> set[tuple[Boards, int]]:
    """Return every board that attacks can lead to, with the number of ready creatures that didn't attack."""
    states: set[_Fought] = {(ready, idle, ())}
    for target in targets:
        states = set(_fight_target(states, target))
    return {((row((*left, *done)), others), len(left)) for left, done, others in states}


_Fought = tuple[Row, Row, Row]
"""Creatures that can still attack, the other own ones, and the opponent's dealt with so far."""


def _fight_target(states: Iterable[_Fought], target: One) -> Iterator[_Fought]:
    for left, done, others in states:
        yield left, done, row((*others, target))
        for size in range(1, len(left) + 1):
            for group, rest in _parts(left, size):
                if _is_possible(group, target):
                    kept = (each for member in group for each in strike(member, target[0]))
                    after = strike(target, sum(attack for attack, _ in group))
                    yield rest, row((*done, *kept)), row((*others, *after))


@lru_cache(maxsize=1 << 12)
def _parts(creatures: Row, size: int) -> tuple[tuple[Row, Row], ...]:
    """Return each distinct group of this size, with the other creatures."""
    found = {}
    for places in combinations(range(len(creatures)), size):
        group = tuple(creatures[place] for place in places)
        found[group] = tuple(creature for place, creature in enumerate(creatures) if place not in places)
    return tuple(found.items())


def best_of(reached: Iterable[Boards], margin: int) -> tuple[Outcome, ...]:
    """Return the boards less than a margin below the best value, the best first; most need no search."""
    found = list[Outcome]()
    best: int | None = None
    for boards in sorted(reached, key=lambda each: (-balance(each), each)):
        if best is not None and balance(boards) <= best - margin:
            break
        value = evaluate_reply(boards)
        best = value if best is None else max(best, value)
        found.append(Outcome(boards, value))
    near = [outcome for outcome in found if best is not None and outcome.value > best - margin]
    return tuple(sorted(near, key=lambda outcome: (-outcome.value, outcome.boards)))
