"""Puzzles about a piece that went out of sight: exactly one square of a few is impossible for it.

That square is too far away, or has the wrong color.
"""

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
"""The most plies since the piece went out of sight."""
_OTHERS = 4
"""The number of possible squares offered beside the impossible one."""
_FEWEST_LINES = 2
"""The fewest lines of a puzzle; with fewer, the square is too far for any kind."""


class TooFar(NamedTuple):
    """A question: which of these squares is ruled out (`answer`), by the lines with numbers `told`.

    `plies` are those of the piece's side since it left sight; `kinds` is how many it can be by the lines.
    """

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
        """Record what's in sight after one more action."""
        view = moment.view
        self._seen.append((moment.number, view.sight | view.squares, moment.unseen))

    def find_questions(self, moment: Moment, rng: random.Random) -> Iterator[TooFar]:
        """Yield a question about each piece that recently went out of sight, if there is one."""
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
        """Return the lost piece's trail, or None if enemies have been removed out of sight since."""
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
        for piece_lines in everything
        if piece_lines is not lines
        for line in piece_lines
    )


class _Lost:
    """A piece that went out of sight, at a given moment."""

    def __init__(self, moment: Moment, trail: Trail) -> None:
        self._moment, self._trail, self._plies = moment, trail, len(trail.others)

    def question(self, rng: random.Random) -> TooFar | None:
        """Return a question whose proof needs the most lines, or None if no square qualifies."""
        possible, proofs = self._possible(), [(self._proof(square), square) for square in self._too_far()]
        rng.shuffle(proofs)
        lines, square = max(proofs, key=lambda proof: len(proof[0]), default=((), 0))
        if len(lines) < _FEWEST_LINES or len(possible) < _OTHERS:
            return None
        offered = sorted([square, *rng.sample(possible, _OTHERS)])
        told = tuple(line.number for line in lines)
        kinds = len(self._kinds(lines))
        return TooFar(tuple(NAMES[place] for place in offered), NAMES[square], told, self._plies, kinds)

    def _kinds(self, lines: Lines) -> Kinds:
        return kinds_shown(lines, self._moment.enemy, self._moment.first)

    def _possible(self) -> list[int]:
        """Return the squares on which the piece can be, over all its possible kinds."""
        ways = (self._trail.can_be(kind) for kind in self._kinds(self._trail.lines))
        return list(squares_in(reduce(or_, ways, 0)))

    def _rule_out(self, lines: Lines) -> int:
        """Return the squares that these lines rule out; none if they don't say where it left sight."""
        told = bool(lines) and lines[-1].what == LEFT
        return ALL & ~may_be(lines, self._kinds(lines), self._plies) if told else 0

    def _too_far(self) -> list[int]:
        """Return the ruled-out squares in the fog that a fast piece could have reached."""
        view, left = self._moment.view, self._trail.lines[-1].square
        squares = self._rule_out(self._trail.lines) & ~(view.sight | view.squares)
        return [square for square in squares_in(squares) if distance(square, left) <= POINTS * self._plies]

    def _proof(self, square: int) -> Lines:
        """Return lines that rule a square out and of which none is superfluous."""
        lines = self._trail.lines
        while fewer := self._fewer(lines, BIT[square]):
            lines = fewer
        return lines

    def _fewer(self, lines: Lines, square: int) -> Lines:
        shorter = (without(lines, number)[0] for number in range(len(lines)))
        return next((kept for kept in shorter if self._rule_out(kept) & square), ())
