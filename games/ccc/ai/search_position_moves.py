"""The quiet moves of a search position, ordered by the importance of the piece."""

from __future__ import annotations

from itertools import combinations

from games.ccc.ai.codes import (
    CONSTRUCTED,
    CUBE,
    FLAT,
    FLAT_STACK,
    LONE_PYRAMID,
    PYRAMID_STACK,
    TORUS,
)
from games.ccc.ai.search_position import (
    ALL,
    BOARD,
    LANE,
    LONE,
    MOVES_FLAG,
    STRIKERS,
    TOUCHES_FLAG,
    Move,
)
from games.ccc.ai.search_position_attacks import Attacks
from games.ccc.ai.search_position_steps import foremost, squares_in
from games.ccc.rules.geometry import leaps

_DEAR, _HEAVY, _PLAIN, _CUBES = range(4)


class Moves(Attacks):
    """A generator of all moves of one position; a new one is made for each position."""

    def quiet(self, every: bool) -> list[Move]:
        """Return the quiet moves, except the collapses of Pyramid Stacks.

        Unless `every` is true, leave out all collapses, and Flag moves that freeze neither a Torus nor a Flat
        Stack.
        """
        kind, board, sets = self.known.kind, self.board, self.position.sets >> LANE * self.side
        found: tuple[list[Move], ...] = ([], [], [], [])
        for square in foremost(self.side, sets >> ALL & BOARD):
            self._of(square, board[square], kind[board[square]], found)
        self._swaps(found[_DEAR])
        self._flag_moves(found[_HEAVY], every)
        collapses = self._quiet_collapses() if every else []
        return found[_DEAR] + found[_HEAVY] + found[_PLAIN] + found[_CUBES] + collapses

    def _of(self, square: int, code: int, what: int, found: tuple[list[Move], ...]) -> None:
        tables = self.tables
        if what in (LONE_PYRAMID, CONSTRUCTED):
            self._slides(square, code, found[_DEAR])
        elif what == PYRAMID_STACK:
            self._onto(square, code, tables.near[self.side][square], found[_DEAR])
        elif self.zone >> square & 1:
            return
        elif what == FLAT:
            self._onto(square, code, tables.straight[self.side][square], found[_PLAIN])
        elif what == FLAT_STACK:
            self._onto(square, code, tables.cross[self.side][square], found[_HEAVY])
        elif what == TORUS:
            self._rolls(square, code, found[_HEAVY])
        elif what == CUBE:
            self._leaps(square, code, found[_CUBES])

    def _onto(self, square: int, code: int, targets: tuple[int, ...], found: list[Move]) -> None:
        """Collect the moves and merges to squares within reach."""
        board, low, high, head = self.board, self.own_low, self.own_high, self.head
        for target in targets:
            there = board[target]
            if not there:
                found.append((head, square, 0, target, code))
            elif low <= there <= high and (both := self.known.merge(there, code)):
                found.append((head, square, 0, target, both))

    def _slides(self, square: int, code: int, found: list[Move]) -> None:
        """Collect the moves and merges of a Pyramid or Constructed Pyramid. CCC-44."""
        board, head = self.board, self.head
        for ray in self.tables.diagonal[self.side][square]:
            for target in ray:
                if board[target]:
                    self._onto(square, code, (target,), found)
                    break
                found.append((head, square, 0, target, code))

    def _rolls(self, square: int, code: int, found: list[Move]) -> None:
        """Collect the moves of a Torus. CCC-30, CCC-36."""
        board, zone, head = self.board, self.zone, self.head
        for ray in self.tables.crossing[self.side][square]:
            for target in ray:
                if board[target]:
                    break
                found.append((head, square, 0, target, code))
                if zone >> target & 1:
                    break

    def _leaps(self, square: int, code: int, found: list[Move]) -> None:
        """Collect the moves of a Cube. CCC-29, CCC-36."""
        board, head = self.board, self.head
        found += [
            (head, square, 0, target, code)
            for target in leaps(self.tables.ranks, square, self.zone)
            if not board[target]
        ]

    def _swaps(self, found: list[Move]) -> None:
        """Collect the swaps of lone Pyramids. CCC-48."""
        board, lone = self.board, self.position.sets >> LONE + LANE * self.side & BOARD
        for square, other in combinations(foremost(self.side, lone), 2):
            found.append((self.head, square, board[other], other, board[square]))

    def _quiet_collapses(self) -> list[Move]:
        kept, self.found = self.found, []
        for square, code in enumerate(self.board):
            if self.own_low <= code <= self.own_high:
                if self.known.kind[code] == FLAT_STACK and not self.zone >> square & 1:
                    self.flat_lines(square, code, attacks=False)
                elif self.known.kind[code] == CONSTRUCTED:
                    self.pyramid_lines(square, code, attacks=False)
        quiet, self.found = [move for _, move in self.found], kept
        return quiet

    def _flag_moves(self, found: list[Move], every: bool) -> None:
        """Collect the moves of the Nice Flag, or its return. CCC-38 to CCC-41."""
        board, position, flag = self.board, self.position, self.known.flag[self.side]
        at, home = position.flags[self.side], self.homes[self.side]
        if at < 0:
            if not board[home]:
                found.append((self.head | TOUCHES_FLAG, home, flag))
            return
        if position.first or position.moved >> self.side & 1 or self.zone >> at & 1:
            return
        head = self.head | TOUCHES_FLAG | MOVES_FLAG
        pieces = self.position.sets | self.position.sets >> LANE
        targets = self.tables.whole & ~pieces if every else self._freezing()
        found += [(head, at, 0, target, flag) for target in foremost(self.side, targets)]

    def _freezing(self) -> int:
        """Return, as bits, the empty squares from which the Flag would freeze a Torus or a Flat Stack."""
        sets, kind, beside = self.position.sets, self.known.kind, 0
        for square in squares_in(sets >> STRIKERS + LANE - LANE * self.side & BOARD):
            if kind[self.board[square]] in (TORUS, FLAT_STACK):
                beside |= self.tables.bits[square]
        return beside & ~(sets | sets >> LANE) & BOARD
