"""Puzzles about a piece that went out of sight: of a few squares exactly one is too far, or of the wrong
color."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.decoy.ai.clues import without
from games.decoy.ai.evidence import CAME, LEFT, STEPPED, Lines, Moment, kinds_shown
from games.decoy.ai.whereabouts import Trail, may_be
from games.decoy.board import ALL, BIT, NAMES, distance, squares_in
from games.decoy.state import POINTS

_LATELY = 5
"""So many plies ago at most the piece went out of sight."""
_OTHERS = 4
"""So many squares on which it can be are offered beside the one on which it can't."""


_FEWEST_LINES = 2
"""Of nobody but the fastest nothing has to be known."""


class TooFar(NamedTuple):
    """The squares that are offered and the one that is ruled out; the lines that rule it out, over how many
    plies, and how many kinds the piece can be."""

    squares: tuple[str, ...]
    answer: str
    told: tuple[int, ...]
    plies: int
    kinds: int


class Whereabouts:
    """What a seat has seen since pieces went out of its sight."""

    def __init__(self) -> None:
        self._seen = list[tuple[int, int, int]]()

    def looks(self, moment: Moment) -> None:
        """Take in what is in sight after one more action."""
        view = moment.view
        self._seen.append((moment.number, view.sight | view.squares, moment.unseen))

    def found(self, moment: Moment, rng: random.Random) -> Iterator[TooFar]:
        """A question about each piece that went out of sight lately, where there is one."""
        view, seat = moment.view, moment.view.who or 0
        if view.counts[1 - seat] <= len(moment.inside):
            return
        for lines in moment.gone:
            if lines and lines[-1].what == LEFT and view.ply - lines[-1].ply <= _LATELY:
                trail = self._trail(moment, lines)
                found = trail and _question(moment, trail, rng)
                if found:
                    yield found

    def _trail(self, moment: Moment, lines: Lines) -> Trail | None:
        """The piece, with all that was out of sight since; None when others fell unseen."""
        since = [(seen, unseen) for number, seen, unseen in self._seen if number >= lines[-1].number]
        if since[0][1] != since[-1][1]:
            return None
        resting = sum(BIT[square] for square in moment.resting)
        hidden = ALL & ~reduce(or_, (seen for seen, _ in since)) & ~resting
        plies = range(lines[-1].ply, moment.view.ply, 2)
        return Trail(lines, tuple(_steps_of_others(moment, lines, ply) for ply in plies), hidden)


def _steps_of_others(moment: Moment, lines: Lines, ply: int) -> int:
    everything = (*moment.inside.values(), *moment.fallen, *moment.gone, *moment.resting.values())
    return sum(
        line.ply == ply and line.what in (CAME, STEPPED, LEFT)
        for one in everything
        if one is not lines
        for line in one
    )


def _question(moment: Moment, trail: Trail, rng: random.Random) -> TooFar | None:
    enemy, plies = 1 - (moment.view.who or 0), len(trail.others)
    first = moment.state.mover if moment.view.ply % 2 else 1 - moment.state.mover
    kinds = kinds_shown(trail.lines, enemy, first)
    possible = list(squares_in(reduce(or_, map(trail.can_be, kinds), 0)))
    if len(possible) < _OTHERS:
        return None

    def excluded(lines: Lines) -> int:
        told = bool(lines) and lines[-1].what == LEFT
        return ALL & ~may_be(lines, kinds_shown(lines, enemy, first), plies) if told else 0

    fog = ALL & ~(moment.view.sight | moment.view.squares)
    near = [s for s in squares_in(excluded(trail.lines) & fog) if _is_near(s, trail.lines[-1].square, plies)]
    rng.shuffle(near)
    proved = [(_thinned(trail.lines, excluded, BIT[square]), square) for square in near]
    if not proved:
        return None
    kept, square = max(proved, key=lambda one: len(one[0]))
    if len(kept) < _FEWEST_LINES:
        return None
    offered = tuple(NAMES[one] for one in sorted([square, *rng.sample(possible, _OTHERS)]))
    open_to = len(kinds_shown(kept, enemy, first))
    return TooFar(offered, NAMES[square], tuple(line.number for line in kept), plies, open_to)


def _is_near(square: int, left: int, plies: int) -> bool:
    """Whether a piece that is fast could have come there."""
    return distance(square, left) <= POINTS * plies


def _thinned(lines: Lines, excluded: Callable[[Lines], int], square: int) -> Lines:
    """Lines taken away until the square would be possible without any one of them."""
    for number in range(len(lines)):
        fewer, _ = without(lines, number)
        if excluded(fewer) & square:
            return _thinned(fewer, excluded, square)
    return lines
