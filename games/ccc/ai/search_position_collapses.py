"""The collapses of a search position, drop by drop. CCC-50 to CCC-69.

Of a Pyramid Stack's many collapses only those that attack and gain most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.ccc.ai.codes import CONSTRUCTED, FLAG, FLAT_STACK, PYRAMID_STACK, TORUS, codes
from games.ccc.ai.search_position import ATTACKS, TOUCHES_FLAG, Move, SearchPosition
from games.ccc.ai.search_position_steps import Steps

EVEN_SILLY = -1000.0
"""No attack gains less."""
Ranked = tuple[float, Move]
"""What a move gains by plain exchanges, and the move."""
TALL = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)
"""Structures: they bar the way, and Flat Stacks do not attack them with a plain step."""
Laid = tuple[list[int], Move, tuple[int, int], float, int]
"""A collapse so far: the board for what follows, the changes, the pools, what it gained, its marks."""
Walk = tuple[int, int, int, int, Laid]
"""A collapse of a Pyramid Stack so far: where it is, squares entered as bits, what is held, what stays."""


class Way(NamedTuple):
    """A collapse along a line: what stays where it begins, whether it is to attack, and at which place of the
    line the first piece stands."""

    source: int
    stays: int
    ray: tuple[int, ...]
    attacks: bool
    seen: int = 0


class Collapses:
    """The collapses of one position, put into `found`; made and thrown away. `homes`: where Flags are put
    back; `strikes_flag`: a Torus may strike a Flag from afar; `least`: what gains less is left out."""

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

    def _begun(self) -> Laid:
        """A collapse before the first drop."""
        return self.board, (), self.position.pools, 0.0, 0

    def _drop(self, laid: Laid, target: int, group: int) -> Laid | None:
        """A collapse after one more drop; None if that may not be."""
        board, changes, pools, gain, marks = laid
        there, known = board[target], self.known
        if not there:
            return board, (*changes, target, group), pools, gain, marks
        if self.own_low <= there <= self.own_high:
            both = known.merged(there, group)
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

    def _collapsed(self, source: int, stays: int, laid: Laid, attacks: bool) -> None:
        """A collapse that has come to its end."""
        _, changes, (white, black), gain, marks = laid
        if attacks == bool(marks) and gain >= self.least:
            self.found.append((gain, (white | black << 4 | marks, source, stays, *changes)))

    def flat_lines(self, square: int, code: int, attacks: bool) -> None:
        """Collapses of a Flat Stack: those that attack, or those that do not."""
        board, flats = self.board, self.known.flats[code]
        stack = self.known.flat_stack[self.side]
        for ray in self.tables.crossing[square]:
            if attacks and not any(self.low <= board[target] <= self.high for target in ray[:flats]):
                continue
            for count in range(1, flats + 1):
                way = Way(square, stack[flats - count], ray, attacks)
                self._flat_drops(way, 0, count, self._begun())

    def _flat_drops(self, way: Way, place: int, held: int, laid: Laid) -> None:
        target, known, board = way.ray[place], self.known, laid[0]
        there = board[target]
        barred = self.low <= there <= self.high and known.kind[there] in TALL
        if barred and held < known.height[there]:
            return
        least = held if self.zone >> target & 1 else 1
        stack = known.flat_stack[self.side]
        if there and self.own_low <= there <= self.own_high and not known.merged(there, stack[least]):
            return
        for count in range(least, held + 1):
            after = self._drop(laid, target, stack[count])
            if after is None:
                return
            if count == held:
                if place or way.stays or barred:  # else its ordinary step does the same
                    self._collapsed(way.source, way.stays, after, way.attacks)
            elif place + 1 < len(way.ray):
                self._flat_drops(way, place + 1, held - count, after)

    def pyramid_lines(self, square: int, code: int, attacks: bool) -> None:
        """Collapses of a Constructed Pyramid. CCC-60 to CCC-63."""
        for count in range(1, self.known.pyramids[code] + 1):
            held, stays = self.known.lifted(code, count)
            for ray in self.tables.diagonal[square]:
                seen = next((place for place, target in enumerate(ray) if self.board[target]), len(ray))
                self._pyramid_drops(Way(square, stays, ray, attacks, seen), 0, held, self._begun(), 0)

    def _pyramid_drops(self, way: Way, place: int, held: int, laid: Laid, drops: int) -> None:
        if place == len(way.ray):
            return
        self._pyramid_drops(way, place + 1, held, laid, drops)
        for count in range(1, self.known.pyramids[held] + 1):
            group, left = self.known.dropped(held, count)
            after = self._drop(laid, way.ray[place], group)
            if after is None:
                continue
            if left:
                self._pyramid_drops(way, place + 1, left, after, drops + 1)
            elif way.stays or drops or place > way.seen:  # else sliding there does the same
                self._collapsed(way.source, way.stays, after, way.attacks)

    def attacking_paths(self, square: int, code: int, width: int) -> None:
        """Those collapses of a Pyramid Stack that gain most, by a beam search: of the walks of each length
        only so many are carried on."""
        laid = self._begun()
        lifts = [self.known.lifted(code, count) for count in range(1, self.known.height[code] + 1)]
        walks: list[Walk] = [(square, 1 << square, held, stays, laid) for held, stays in lifts]
        is_first = True
        while walks:
            further = [after for walk in walks for after in self._carried_on(walk)]
            further.sort(key=lambda walk: -walk[4][3])
            done = [walk for walk in further if not walk[2] and (walk[3] or not is_first)]
            for _, _, _, stays, after in done[:width]:
                self._collapsed(square, stays, after, attacks=True)
            walks = [walk for walk in further if walk[2]][:width]
            is_first = False

    def _carried_on(self, walk: Walk) -> Iterator[Walk]:
        """Every next drop of a walk. CCC-65, CCC-66."""
        at, entered, held, stays, laid = walk
        for target in self.tables.near[at]:
            if not entered >> target & 1:
                for count in range(1, self.known.height[held] + 1):
                    group, left = self.known.dropped(held, count)
                    after = self._drop(laid, target, group)
                    if after is not None:
                        yield target, entered | 1 << target, left, stays, after
