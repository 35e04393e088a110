"""Where a piece that went out of sight can be now, and where it can't.

What rules a square out holds however the piece went: it would need more steps than it can have made since.
That a square is possible is shown by a way through squares that the seat hasn't seen since, with the points
that the others left to it."""

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
    """A piece that went out of sight, and what was told of it. `others`: for each ply of its side since then,
    from the one in which it went on, how many steps of others were seen; `hidden`: the squares that were out
    of sight all the time."""

    lines: Lines
    others: tuple[int, ...]
    hidden: int

    def can_be(self, kind: int) -> int:
        """Squares on which it can be, were it of a kind."""
        most = [min(KINDS[kind].reach, POINTS - others) for others in self.others]
        return _grown(self.lines, kind, most, self.hidden) & self.hidden


def may_be(lines: Lines, kinds: Kinds, plies: int) -> int:
    """The squares to which a piece of one of these kinds can have come by now, in so many plies of its side
    from the one in which it went out of sight, if nothing was in its way."""
    found = (_grown(lines, kind, [KINDS[kind].reach] * plies, ALL) for kind in kinds)
    return reduce(or_, found, 0)


def _grown(lines: Lines, kind: int, most: Sequence[int], through: int) -> int:
    grow: Callable[[int], int] = GROWN[kind]
    found = BIT[lines[-1].square]
    for _ in range(sum(most) - _made(lines)):
        found |= grow(found) & through
    return found


def _made(lines: Sequence[Line]) -> int:
    """The steps that it was seen to make in the ply in which it went out of sight."""
    return sum(line.what == STEPPED and line.ply == lines[-1].ply for line in lines)
