"""What one side can destroy of the other in one turn if it spends its points well. DP-9, DP-21 to DP-23."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from games.decoy.ai.reaches import Squares, Strikes, points_to
from games.decoy.ai.situation import POWERS
from games.decoy.rules.state import POINTS

_TOGETHER = (1, 2, 3, 4)
"""The numbers of pieces tried together against one target."""


class Striker(NamedTuple):
    """A piece that may attack: its index, kind and square."""

    number: int
    kind: int
    square: int


class Hit(NamedTuple):
    """A possible attack: the points of movement it needs, its power, and its striker."""

    points: int
    power: int
    striker: Striker


class Target(NamedTuple):
    """A piece that may be attacked: its index, its health, and the cost of losing it."""

    number: int
    health: int
    worth: float


class Blow(NamedTuple):
    """A destroyed target, and the hits that destroyed it."""

    target: Target
    hits: tuple[Hit, ...]


def possible_hits(
    strikers: Sequence[Striker], aims: Squares, free: Squares, strikes: Strikes
) -> dict[Squares, list[Hit]]:
    """Return the possible hits on each of the squares `aims` that a striker can reach."""
    hits: dict[Squares, list[Hit]] = {}
    for striker in strikers:
        sets = strikes(striker.square, striker.kind, free)
        struck = sets[-1] & aims
        while struck:
            square = struck & -struck
            struck ^= square
            hit = Hit(points_to(sets, square), POWERS[striker.kind], striker)
            hits.setdefault(square, []).append(hit)
    return hits


def blows(hits: Mapping[Squares, list[Hit]], targets: Mapping[Squares, Target]) -> list[Blow]:
    """Return the targets destroyed by a side that takes the dearest first, each as cheaply as it can."""
    found, points, used = list[Blow](), POINTS, set[int]()
    open_to = [(targets[square], on) for square, on in hits.items()]
    weak = [(target, on) for target, on in open_to if sum(hit.power for hit in on) >= target.health]
    for target, on in sorted(weak, key=lambda item: (-item[0].worth, item[0].number)):
        free = [hit for hit in on if hit.points <= points and hit.striker.number not in used]
        cheapest = _cheapest(free, target.health, points)
        if cheapest:
            points -= sum(hit.points for hit in cheapest)
            used.update(hit.striker.number for hit in cheapest)
            found.append(Blow(target, cheapest))
    return found


def _cheapest(hits: list[Hit], health: int, points: int) -> tuple[Hit, ...]:
    """Return the cheapest of the smallest groups of hits that destroy a target; empty if none does."""
    for count in _TOGETHER:
        enough = [
            (cost, power, group)
            for group in combinations(hits, count)
            if (power := sum(hit.power for hit in group)) >= health
            and (cost := sum(hit.points for hit in group)) <= points
        ]
        if enough:
            return min(enough, key=lambda item: item[:2])[2]
    return ()
