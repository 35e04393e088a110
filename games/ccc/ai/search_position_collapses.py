"""The collapses of a search position, only the best attacking ones of Pyramid Stacks. CCC-50 to CCC-69."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

from games.ccc.ai.codes import CONSTRUCTED, FLAG, FLAT_STACK, PYRAMID_STACK, TORUS, codes
from games.ccc.ai.search_position import ATTACKS, TOUCHES_FLAG, Move, SearchPosition
from games.ccc.ai.search_position_steps import Steps

EVEN_SILLY = -1000.0
"""A bound that lets every attack through, since none gains less."""
Ranked = tuple[float, Move]
"""The gain of a move by plain exchanges, in Flats, and the move."""
TALL = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)
"""The Structures, which block collapsing Flats and which a Flat Stack's step can't attack."""
Laid = tuple[list[int], Move, tuple[int, int], float, int]
"""An unfinished collapse: the board for what follows, the changes, the pools, the gain and the marks."""
Walk = tuple[int, int, int, int, Laid]
"""An unfinished Pyramid Stack collapse: its square, the squares entered, what's held, what stays."""

Step = tuple[float, int, int, int, Walk]
"""A possible drop: the gain with it, its square, what drops, what's still held, and the collapse so far."""


class Way(NamedTuple):
    """A collapse along the squares of `ray`, where `stays` is what remains on its source.

    `attacks` says if only attacking collapses are wanted; `seen` is the index in `ray` of the first piece.
    """

    source: int
    stays: int
    ray: tuple[int, ...]
    attacks: bool
    seen: int = 0


class Collapses:
    """A generator of one position's collapses, which it collects in `found`.

    `homes` are the squares where Flags are put back; `strikes_flag` says if a Torus may attack a Flag from
    afar; moves that gain less than `least` are left out.
    """

    def __init__(
        self,
        position: SearchPosition,
        tables: Steps,
        homes: tuple[int, int],
        strikes_flag: bool,
        least: float = EVEN_SILLY,
    ) -> None:
        self.position, self.tables, self.least = position, tables, least
        self.homes, self.strikes_flag = homes, strikes_flag
        self.head = position.pools[0] | position.pools[1] << 4
        self.board, self.side, self.known = position.board, position.side, codes()
        self.own_low, self.own_high = self.known.range_of[self.side]
        self.low, self.high = self.known.range_of[1 - self.side]
        flag = position.flags[1 - self.side]
        self.zone = 0 if flag < 0 else tables.bits[flag]
        self.found: list[Ranked] = []

    def _begin(self) -> Laid:
        """Return a collapse before its first drop."""
        return self.board, (), self.position.pools, 0.0, 0

    def _drop(self, laid: Laid, target: int, group: int) -> Laid | None:
        """Return a collapse after one more drop, or None if the drop isn't allowed."""
        board, changes, pools, gain, marks = laid
        there, known = board[target], self.known
        if not there:
            return board, (*changes, target, group), pools, gain, marks
        if self.own_low <= there <= self.own_high:
            both = known.merge(there, group)
            return (board, (*changes, target, both), pools, gain, marks) if both else None
        survivor, white, black, more = known.fight(group, there, *pools)
        changes = (*changes, target, survivor)
        kind = known.kind[there]
        if kind == TORUS and not (white, black)[1 - self.side]:
            board = board[:]
            for square, code in enumerate(board):
                if code == there:
                    board[square] = 0
                    changes = changes if square == target else (*changes, square, 0)
        return (
            board,
            changes,
            (white, black),
            gain + more,
            marks | (TOUCHES_FLAG if kind == FLAG else ATTACKS),
        )

    def _collect_collapse(self, source: int, stays: int, laid: Laid, attacks: bool) -> None:
        """Collect a finished collapse if it is of the wanted kind and gains enough."""
        _, changes, (white, black), gain, marks = laid
        if attacks == bool(marks) and gain >= self.least:
            self.found.append((gain, (white | black << 4 | marks, source, stays, *changes)))

    def flat_lines(self, square: int, code: int, attacks: bool) -> None:
        """Collect the collapses of a Flat Stack, either those that attack or the others."""
        board, flats = self.board, self.known.flats[code]
        stack = self.known.flat_stack[self.side]
        for ray in self.tables.crossing[self.side][square]:
            if attacks and not any(self.low <= board[target] <= self.high for target in ray[:flats]):
                continue
            for count in range(1, flats + 1):
                way = Way(square, stack[flats - count], ray, attacks)
                self._flat_drops(way, 0, count, self._begin())

    def _flat_drops(self, way: Way, place: int, held: int, laid: Laid) -> None:
        target, known, board = way.ray[place], self.known, laid[0]
        there = board[target]
        barred = self.low <= there <= self.high and known.kind[there] in TALL
        if barred and held < known.height[there]:
            return
        least = held if self.zone >> target & 1 else 1
        stack = known.flat_stack[self.side]
        if there and self.own_low <= there <= self.own_high and not known.merge(there, stack[least]):
            return
        for count in range(least, held + 1):
            after = self._drop(laid, target, stack[count])
            if after is None:
                return
            if count == held:
                if place or way.stays or barred:  # Otherwise its ordinary step does the same.
                    self._collect_collapse(way.source, way.stays, after, way.attacks)
            elif place + 1 < len(way.ray):
                self._flat_drops(way, place + 1, held - count, after)

    def pyramid_lines(self, square: int, code: int, attacks: bool) -> None:
        """Collect a Constructed Pyramid's collapses that attack, or the others. CCC-60 to CCC-63."""
        for count in range(1, self.known.pyramids[code] + 1):
            held, stays = self.known.lift(code, count)
            for ray in self.tables.diagonal[self.side][square]:
                seen = next((place for place, target in enumerate(ray) if self.board[target]), len(ray))
                self._pyramid_drops(Way(square, stays, ray, attacks, seen), 0, held, self._begin(), 0)

    def _pyramid_drops(self, way: Way, place: int, held: int, laid: Laid, drops: int) -> None:
        if place == len(way.ray):
            return
        self._pyramid_drops(way, place + 1, held, laid, drops)
        for count in range(1, self.known.pyramids[held] + 1):
            group, left = self.known.drop(held, count)
            after = self._drop(laid, way.ray[place], group)
            if after is None:
                continue
            if left:
                self._pyramid_drops(way, place + 1, left, after, drops + 1)
            elif way.stays or drops or place > way.seen:  # Otherwise sliding there does the same.
                self._collect_collapse(way.source, way.stays, after, way.attacks)

    def attacking_paths(self, square: int, code: int, width: int) -> None:
        """Collect the attacking collapses that gain most, by a beam search of `width` for each length."""
        laid = self._begin()
        lifts = [self.known.lift(code, count) for count in range(1, self.known.height[code] + 1)]
        walks: list[Walk] = [(square, 1 << square, held, stays, laid) for held, stays in lifts]
        is_first = True
        while walks:
            further = [step for walk in walks for step in self._next_drops(walk)]
            further.sort(key=itemgetter(0), reverse=True)
            done = [step for step in further if not step[3] and (step[4][3] or not is_first)]
            for _, _, _, stays, after in map(self._take_step, done[:width]):
                self._collect_collapse(square, stays, after, attacks=True)
            walks = [self._take_step(step) for step in [step for step in further if step[3]][:width]]
            is_first = False

    def _next_drops(self, walk: Walk) -> list[Step]:
        """Return each possible next drop of a collapse, with the gain so far. CCC-65, CCC-66."""
        at, entered, held, _, (board, _, pools, gain, _) = walk
        known, own_low, own_high = self.known, self.own_low, self.own_high
        groups = [known.drop(held, count) for count in range(1, known.height[held] + 1)]
        found: list[Step] = []
        for target in self.tables.near[self.side][at]:
            if entered >> target & 1:
                continue
            there = board[target]
            if not there:
                found += [(gain, target, group, left, walk) for group, left in groups]
            elif own_low <= there <= own_high:
                found += [
                    (gain, target, group, left, walk) for group, left in groups if known.merge(there, group)
                ]
            else:
                for group, left in groups:
                    found.append((gain + known.fight(group, there, *pools)[3], target, group, left, walk))
        return found

    def _take_step(self, step: Step) -> Walk:
        """Return the collapse after a possible drop."""
        _, target, group, left, (_, entered, _, stays, laid) = step
        return target, entered | 1 << target, left, stays, self._drop(laid, target, group) or laid
