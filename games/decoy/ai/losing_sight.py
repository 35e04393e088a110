"""Puzzles about a piece that went out of sight: of a few squares exactly one is too far for it, or of the
wrong color."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.decoy.ai.clues import without
from games.decoy.ai.evidence import CAME, LEFT, STEPPED, Lines, Moment, kinds_shown
from games.decoy.ai.whereabouts import Trail, may_be
from games.decoy.rules.board import ALL, BIT, NAMES, distance, squares_in
from games.decoy.rules.notes import Kinds
from games.decoy.rules.state import POINTS

_LATELY = 5
"""So many plies ago at most the piece went out of sight."""
_OTHERS = 4
"""So many squares on which it can be are offered beside the one on which it can't."""
_FEWEST_LINES = 2
"""With fewer, nothing has to be known of the piece: it's too far for any."""


class TooFar(NamedTuple):
    """The squares that are offered and the one that is ruled out; the lines that rule it out, over how many
    plies, and how many kinds the piece can be by them."""

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
        view = moment.view
        if view.counts[moment.enemy] <= len(moment.inside):
            return
        for lines in moment.gone:
            if lines and lines[-1].what == LEFT and view.ply - lines[-1].ply <= _LATELY:
                trail = self._trail(moment, lines)
                found = trail and _Lost(moment, trail).question(rng)
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


class _Lost:
    """A piece that went out of sight, at a moment."""

    def __init__(self, moment: Moment, trail: Trail) -> None:
        self._moment, self._trail, self._plies = moment, trail, len(trail.others)

    def question(self, rng: random.Random) -> TooFar | None:
        """Where it can't be, with as many lines as any square needs; None where there's no such square."""
        possible, proofs = self._possible(), [(self._proof(square), square) for square in self._too_far()]
        rng.shuffle(proofs)
        lines, square = max(proofs, key=lambda proof: len(proof[0]), default=((), 0))
        if len(lines) < _FEWEST_LINES or len(possible) < _OTHERS:
            return None
        offered = sorted([square, *rng.sample(possible, _OTHERS)])
        told = tuple(line.number for line in lines)
        kinds = len(self._kinds(lines))
        return TooFar(tuple(NAMES[one] for one in offered), NAMES[square], told, self._plies, kinds)

    def _kinds(self, lines: Lines) -> Kinds:
        return kinds_shown(lines, self._moment.enemy, self._moment.first)

    def _possible(self) -> list[int]:
        """Where it can be, whatever it is of what it can be."""
        ways = (self._trail.can_be(kind) for kind in self._kinds(self._trail.lines))
        return list(squares_in(reduce(or_, ways, 0)))

    def _ruled_out(self, lines: Lines) -> int:
        """Where it can't be by these lines; nowhere if they don't tell from where it went."""
        told = bool(lines) and lines[-1].what == LEFT
        return ALL & ~may_be(lines, self._kinds(lines), self._plies) if told else 0

    def _too_far(self) -> list[int]:
        """The squares in the fog that are ruled out, though a fast piece could have come there."""
        view, left = self._moment.view, self._trail.lines[-1].square
        squares = self._ruled_out(self._trail.lines) & ~(view.sight | view.squares)
        return [square for square in squares_in(squares) if distance(square, left) <= POINTS * self._plies]

    def _proof(self, square: int) -> Lines:
        """Lines that rule a square out, none of which can be left out."""
        lines = self._trail.lines
        while fewer := self._fewer(lines, BIT[square]):
            lines = fewer
        return lines

    def _fewer(self, lines: Lines, square: int) -> Lines:
        shorter = (without(lines, number)[0] for number in range(len(lines)))
        return next((kept for kept in shorter if self._ruled_out(kept) & square), ())
