"""The forcing moves of a search position: attacks, hops and attacking collapses."""

from __future__ import annotations

from games.ccc.ai.codes import (
    CONSTRUCTED,
    FLAG,
    FLAT,
    FLAT_STACK,
    LONE_PYRAMID,
    PYRAMID_STACK,
    TORUS,
)
from games.ccc.ai.search_position import (
    ALL,
    ATTACKS,
    BOARD,
    FLATS,
    LANE,
    STRIKERS,
    TOUCHES_FLAG,
    WITH_PYRAMIDS,
    Move,
)
from games.ccc.ai.search_position_collapses import TALL, Collapses, Ranked
from games.ccc.ai.search_position_steps import foremost, squares_in

_HOP_GAIN = 1.0


class Attacks(Collapses):
    """A generator of one position's forcing moves, which it collects in `found`."""

    def forcing(self, width: int) -> list[Ranked]:
        """Return all forcing moves, with about `width` collapses of each length for each Pyramid Stack."""
        kind, board, attackers = self.known.kind, self.board, self._attackers()
        for square in foremost(self.side, attackers):
            code = board[square]
            if kind[code] == FLAT:
                self._of_flat(square, code)
            else:
                self._of_heavy(square, code, kind[code], width)
        return self.found

    def _attackers(self) -> int:
        """Return the squares, as bits, of Flats that can attack and of heavy pieces that might."""
        sets, own, tables = self.position.sets, LANE * self.side, self.tables
        enemies = sets >> ALL + LANE - own & BOARD
        before = tables.before(self.side, enemies, sets >> FLATS + LANE - own & BOARD)
        found = sets >> FLATS + own & BOARD & before
        strikers = sets >> STRIKERS + own & BOARD
        if self.zone:
            found &= tables.free[self.position.flags[1 - self.side]]
            strikers &= tables.free[self.position.flags[1 - self.side]] | sets >> WITH_PYRAMIDS + own
        pieces = (sets | sets >> LANE) & BOARD
        for square in squares_in(strikers):
            if self._reach(square, pieces) & enemies:
                found |= 1 << square
        return found

    def _reach(self, square: int, pieces: int) -> int:
        """Return the squares, as bits, that a heavy piece can attack at most."""
        tables, code = self.tables, self.board[square]
        kind = self.known.kind[code]
        if kind == LONE_PYRAMID:
            slides = tables.slides[square]
            return slides[pieces & slides.inner]
        if kind == TORUS:
            return tables.find_seen(square, pieces)
        if kind == FLAT_STACK:
            return tables.struck[square][self.known.flats[code]]
        return tables.around[square] if kind == PYRAMID_STACK else tables.diagonals[square]

    def _of_flat(self, square: int, code: int) -> None:
        """Collect the attacks and hop chains of a Flat. CCC-22 to CCC-24."""
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
            self._beside(square, code, self.tables.near[self.side][square])
            self.attacking_paths(square, code, width)
        elif what == TORUS:
            self._of_torus(square, code)
        else:
            self._beside(square, code, self.tables.cross[self.side][square], but=TALL)
            self.flat_lines(square, code, attacks=True)

    def _strike(self, square: int, code: int, target: int) -> None:
        """Collect the attack of one piece on another, unless it gains less than `least`."""
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
        """Return the move that also removes all Toruses of an emptied pool. CCC-32."""
        changed = dict(zip(move[1::2], move[2::2], strict=True))
        for square in squares_in((self.position.sets | self.position.sets >> LANE) >> STRIKERS & BOARD):
            if changed.get(square, self.board[square]) == torus:
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
        """Collect a Pyramid's attacks on the first piece of each diagonal."""
        board = self.board
        for ray in self.tables.diagonal[self.side][square]:
            for target in ray:
                if board[target]:
                    if self.low <= board[target] <= self.high:
                        self._strike(square, code, target)
                    break

    def _of_torus(self, square: int, code: int) -> None:
        """Collect the attacks of a Torus. CCC-30, CCC-36, CCC-37."""
        self._beside(square, code, self.tables.corners[self.side][square])
        board, zone = self.board, self.zone
        for ray in self.tables.crossing[self.side][square]:
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
        """Collect the hop that has reached a square, and all longer chains from there. CCC-25, CCC-28."""
        board, enemy_flat = self.board, self.known.flat[1 - self.side]
        changes: Move = (at, code) if at == source else (source, 0, at, code)
        for square in gone:
            if square != at:
                changes = (*changes, square, 0)
        self.found.append((_HOP_GAIN * len(gone), (self.head | ATTACKS, *changes)))
        if self.zone >> at & 1:
            return
        for over, onto in self.tables.then[self.side][at]:
            is_free = not board[onto] or onto == source or onto in gone
            if is_free and board[over] == enemy_flat and over not in gone:
                self._chain(source, code, onto, (*gone, over))
