"""What a turn leaves on the battlefield once the opponent has attacked as well as it can: attack and health
of the creatures, one's own less the opponent's. Exact, and about nothing but what everybody sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

import msgspec

One = tuple[int, int]
"""Attack and health of a creature."""
Row = tuple[One, ...]
"""The creatures of a side, in order: their slots don't matter."""
Boards = tuple[Row, Row]
"""One's own creatures, and the opponent's."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A board that a turn can end with, and its value after the best reply."""

    boards: Boards
    value: int


def worth(row: Row) -> int:
    """Attack and health of all of them."""
    return sum(attack + health for attack, health in row)


def balance(boards: Boards) -> int:
    """One's own worth less the opponent's."""
    return worth(boards[0]) - worth(boards[1])


def row(creatures: Iterable[One]) -> Row:
    """Creatures as a row."""
    return tuple(sorted(creatures))


@lru_cache(maxsize=1 << 14)
def replied(boards: Boards) -> int:
    """The balance after the opponent has attacked as well as it can with all that it has there."""
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
    """The groups that can attack a target one after the other, as masks, and what each gains; those that
    can't be worth it are left out."""
    found = []
    for size in range(1, len(attackers) + 1):
        for places in combinations(range(len(attackers)), size):
            group = tuple(attackers[place] for place in places)
            if _is_possible(group, target) and (gained := gain(group, target)) > 0:
                found.append((sum(1 << place for place in places), gained))
    return tuple(found)


def _is_possible(group: Row, target: One) -> bool:
    """Whether the target is there until the last one of them attacks, in some order."""
    damage = [attack for attack, _ in group]
    return sum(damage) - max(damage) < target[1]


def gain(group: Row, target: One) -> int:
    """What a group takes from a target less what it loses."""
    return lost(target, sum(attack for attack, _ in group)) - sum(lost(one, target[0]) for one in group)


def lost(one: One, damage: int) -> int:
    """Attack and health that a creature loses by so much damage."""
    attack, health = one
    return attack + health if damage >= health else damage


def struck(one: One, damage: int) -> Row:
    """What is left of a creature."""
    attack, health = one
    return ((attack, health - damage),) if damage < health else ()


def fights(ready: Row, idle: Row, targets: Row) -> set[tuple[Boards, int]]:
    """Every board that attacks of those that are ready can lead to, each with how many have made none."""
    states: set[_Fought] = {(ready, idle, ())}
    for target in targets:
        states = set(_fought(states, target))
    return {((row((*left, *done)), others), len(left)) for left, done, others in states}


_Fought = tuple[Row, Row, Row]
"""Who can still attack, one's own others, and the opponent's that were looked at."""


def _fought(states: Iterable[_Fought], target: One) -> Iterator[_Fought]:
    for left, done, others in states:
        yield left, done, row((*others, target))
        for size in range(1, len(left) + 1):
            for group, rest in _parts(left, size):
                if _is_possible(group, target):
                    kept = (each for one in group for each in struck(one, target[0]))
                    after = struck(target, sum(attack for attack, _ in group))
                    yield rest, row((*done, *kept)), row((*others, *after))


@lru_cache(maxsize=1 << 12)
def _parts(creatures: Row, size: int) -> tuple[tuple[Row, Row], ...]:
    """So many of the creatures and the others, of those alike one."""
    found = {}
    for places in combinations(range(len(creatures)), size):
        group = tuple(creatures[place] for place in places)
        found[group] = tuple(one for place, one in enumerate(creatures) if place not in places)
    return tuple(found.items())


def best_of(reached: Iterable[Boards], margin: int) -> tuple[Outcome, ...]:
    """The boards with the best value, the best first, as far as they are within a margin of it. A reply can't
    make a board better, so most need no look at it."""
    found = list[Outcome]()
    best: int | None = None
    for boards in sorted(reached, key=lambda each: (-balance(each), each)):
        if best is not None and balance(boards) <= best - margin:
            break
        value = replied(boards)
        best = value if best is None else max(best, value)
        found.append(Outcome(boards, value))
    near = [one for one in found if best is not None and one.value > best - margin]
    return tuple(sorted(near, key=lambda one: (-one.value, one.boards)))
