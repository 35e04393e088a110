"""The forcing moves of a swift position: attacks, hops, and collapses that attack."""

from __future__ import annotations

from games.ccc.codes import (
    CONSTRUCTED,
    CUBE,
    FLAG,
    FLAT,
    LONE_PYRAMID,
    PYRAMID_STACK,
    TORUS,
)
from games.ccc.swift import ATTACKS, TOUCHES_FLAG, Move
from games.ccc.swift_collapses import TALL, Collapses, Ranked

_HOP_GAIN = 1.0


class Attacks(Collapses):
    """The forcing moves of one position, put into `found`."""

    def forcing(self, width: int) -> list[Ranked]:
        """All of them; of each Pyramid Stack's collapses only about `width` of each length."""
        kind, zone, low, high = self.known.kind, self.zone, self.own_low, self.own_high
        for square, code in enumerate(self.board):
            if low <= code <= high:
                what = kind[code]
                if what == FLAT:
                    if not zone >> square & 1:
                        self._of_flat(square, code)
                elif what != CUBE and what != FLAG:
                    self._of_heavy(square, code, what, width)
        return self.found

    def _of_flat(self, square: int, code: int) -> None:
        """CCC-22 to CCC-24."""
        board, low, high, tables = self.board, self.low, self.high, self.tables
        enemy_flat = self.known.flat[1 - self.side]
        for target in tables.straight[self.side][square]:
            if low <= board[target] <= high:
                self._strike(square, code, target)
        for target in tables.slanting[self.side][square]:
            if board[target] == enemy_flat:
                self._strike(square, code, target)
        for over, onto in tables.first[self.side][square]:
            if board[over] == enemy_flat and not board[onto]:
                self._chain(square, code, onto, (over,))

    def _of_heavy(self, square: int, code: int, what: int, width: int) -> None:
        if what in (LONE_PYRAMID, CONSTRUCTED):
            self._first_in_line(square, code)
            if what == CONSTRUCTED:
                self.pyramid_lines(square, code, attacks=True)
        elif what == PYRAMID_STACK:
            self._beside(square, code, self.tables.near[square])
            self.attacking_paths(square, code, width)
        elif not self.zone >> square & 1:
            if what == TORUS:
                self._of_torus(square, code)
            else:
                self._beside(square, code, self.tables.cross[square], but=TALL)
                self.flat_lines(square, code, attacks=True)

    def _strike(self, square: int, code: int, target: int) -> None:
        """One piece attacks another one."""
        there, (white, black) = self.board[target], self.position.pools
        survivor, after_white, after_black, gain = self.known.fight(code, there, white, black)
        if gain < self.least:
            return
        mark = TOUCHES_FLAG if self.known.kind[there] == FLAG else ATTACKS
        move: Move = (
            after_white | after_black << 4 | mark,
            square,
            0,
            target,
            survivor,
        )
        if after_white != white and not after_white:
            move = self._without(move, self.known.torus[0])
        if after_black != black and not after_black:
            move = self._without(move, self.known.torus[1])
        self.found.append((gain, move))

    def _without(self, move: Move, torus: int) -> Move:
        """The move, and the Toruses of an emptied pool leave the board wherever they are. CCC-32."""
        changed = dict(zip(move[1::2], move[2::2], strict=True))
        for square, code in enumerate(self.board):
            if changed.get(square, code) == torus:
                changed[square] = 0
        return (move[0], *(number for pair in changed.items() for number in pair))

    def _beside(
        self,
        square: int,
        code: int,
        targets: tuple[int, ...],
        but: tuple[int, ...] = (),
    ) -> None:
        board, kind, low, high = self.board, self.known.kind, self.low, self.high
        for target in targets:
            if low <= board[target] <= high and kind[board[target]] not in but:
                self._strike(square, code, target)

    def _first_in_line(self, square: int, code: int) -> None:
        """What a Pyramid meets first on its diagonals."""
        board = self.board
        for ray in self.tables.diagonal[square]:
            for target in ray:
                if board[target]:
                    if self.low <= board[target] <= self.high:
                        self._strike(square, code, target)
                    break

    def _of_torus(self, square: int, code: int) -> None:
        """CCC-30, CCC-36, CCC-37."""
        self._beside(square, code, self.tables.corners[square])
        board, zone = self.board, self.zone
        for ray in self.tables.crossing[square]:
            for place, target in enumerate(ray):
                if board[target]:
                    if self.low <= board[target] <= self.high:
                        self._strike(square, code, target)
                    break
                if zone >> target & 1:
                    self._flag_from_afar(square, code, ray[place + 1 :])
                    break

    def _flag_from_afar(self, square: int, code: int, ray: tuple[int, ...]) -> None:
        target = next((target for target in ray if self.board[target]), square)
        if self.strikes_flag and self.board[target] == self.known.flag[1 - self.side]:
            self._strike(square, code, target)

    def _chain(self, source: int, code: int, at: int, gone: tuple[int, ...]) -> None:
        """A hop that has come to a square, and all chains that begin so. CCC-25, CCC-28."""
        board, enemy_flat = self.board, self.known.flat[1 - self.side]
        changes: Move = (at, code) if at == source else (source, 0, at, code)
        for square in gone:
            if square != at:
                changes = (*changes, square, 0)
        self.found.append((_HOP_GAIN * len(gone), (self.head | ATTACKS, *changes)))
        if self.zone >> at & 1:
            return
        for over, onto in self.tables.then[at]:
            is_free = not board[onto] or onto == source or onto in gone
            if is_free and board[over] == enemy_flat and over not in gone:
                self._chain(source, code, onto, (*gone, over))
