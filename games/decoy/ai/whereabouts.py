"""The squares where a piece that went out of sight can be now, and where it can't.

A square is ruled out however the piece went, because it would need more steps than the piece can have made
since. A square is shown possible by a way through squares that the seat hasn't seen since, with the points
that other pieces left to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.decoy.ai.evidence import STEPPED, Line, Lines
from games.decoy.ai.reaches import GROWN
from games.decoy.rules.board import ALL, BIT
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import KINDS
from games.decoy.rules.state import POINTS


class Trail(NamedTuple):
    """A piece that went out of sight, and what was told of it.

    Attributes:
        lines: What was told of the piece.
        others: The steps of other pieces seen in each ply of its side, from the ply in which it left sight.
        hidden: The squares that were out of sight all the time, as a set.
    """

    lines: Lines
    others: tuple[int, ...]
    hidden: int

    def can_be(self, kind: int) -> int:
        """Return the squares on which the piece can be if it is of a kind."""
        most = [min(KINDS[kind].reach, POINTS - others) for others in self.others]
        return _grow_squares(self.lines, kind, most, self.hidden) & self.hidden


def may_be(lines: Lines, kinds: Kinds, plies: int) -> int:
    """Return the squares that a piece of one of these kinds can have reached, as a set.

    `plies` are the plies of its side from the one in which it went out of sight; nothing is in its way.
    """
    found = (_grow_squares(lines, kind, [KINDS[kind].reach] * plies, ALL) for kind in kinds)
    return reduce(or_, found, 0)


def _grow_squares(lines: Lines, kind: int, most: Sequence[int], through: int) -> int:
    grow: Callable[[int], int] = GROWN[kind]
    found = BIT[lines[-1].square]
    for _ in range(sum(most) - _count_steps(lines)):
        found |= grow(found) & through
    return found


def _count_steps(lines: Sequence[Line]) -> int:
    """Return the steps seen of the piece in the ply in which it went out of sight."""
    return sum(line.what == STEPPED and line.ply == lines[-1].ply for line in lines)
