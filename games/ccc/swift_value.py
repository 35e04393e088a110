"""How good a swift position is for the side to move: what is left of both armies, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from games.ccc.codes import (
    CONSTRUCTED,
    FLAT,
    FLAT_STACK,
    LONE_PYRAMID,
    PYRAMID_STACK,
    TORUS,
    codes,
)
from games.ccc.evaluation import LIFE, POOL_WORTH, apart
from games.ccc.options import Options
from games.ccc.swift import Swift
from games.ccc.swift_steps import Steps
from games.core.search.adding import added

WON = 1000.0
NEVER = 10**6
"""More plies without an attack than any match has."""
DARING = 0.3
"""How much more the searching side counts the enemy's Pyramids, and how much less its own: who only guards
does not win."""
_NEARNESS = 0.05
_WARM, _HOT, _HEAT = 12, 60, 3.0
"""From how many plies without an attack on the searching side longs for the enemy, and how much at most."""
_FROZEN = (0.0, 0.15, 0.35, 0.15, 1.0, 0.2, 0.0, 0.0, 0.0)
"""What it costs to have a piece, by kind, in the zone of the enemy's Flag."""
_AIM, _DOOMED, _TRAPPED, _LAST = 0.2, 1.2, 2.0, 3.0
_ROOM, _CORNERED, _MOST_ROOM = 0.03, 0.25, 8
_CONTEMPT = 4.0
"""So much worse than equal must it stand before a draw is welcome."""
_ROUGH = 2.5
"""So much the standing of the armies hardly ever makes up."""


class Placed(msgspec.Struct, gc=False):
    """The squares of a side's pieces: lone Flats, pieces with Pyramids, those that strike from afar or go
    there, and those that hunt."""

    flats: list[int]
    pyramids: list[int]
    strikers: list[int]
    hunters: list[int]


class Valuer:
    """Values the positions of one search; `root`: where the search begins."""

    def __init__(self, tables: Steps, options: Options, root: Swift) -> None:
        self._tables, self._known = tables, codes()
        self._quiet, self._by_strength = (
            options.quiet or NEVER,
            options.quiet_result == "strength",
        )
        daring = -DARING if root.side else DARING
        self._white = [(1 - daring) * life for life in LIFE]
        self._black = [(1 + daring) * life for life in LIFE]
        self._apart = _distances(len(tables.rays))
        white, black = root.sums & 31, root.sums >> 8 & 31
        self._drawn = (self._white[white] - self._black[black]) - (LIFE[white] - LIFE[black])
        self._drawn += _CONTEMPT if root.side else -_CONTEMPT
        heat = min(1.0, max(0.0, (root.quiet - _WARM) / (_HOT - _WARM)))
        self._eager = [1.0, 1.0]
        self._eager[root.side] += _HEAT * heat
        self._seen: dict[tuple[int, tuple[int, int]], float] = {}

    def over(self, position: Swift) -> float | None:
        """The value of an end, None before it. CCC-70 to CCC-75, but for repetition."""
        white, black = position.sums & 31, position.sums >> 8 & 31
        if white and black:
            if position.quiet < self._quiet:
                return None
            lead = white - black if self._by_strength and position.quiet < NEVER else 0
        else:
            lead = white - black
        won = WON if lead > 0 else -WON if lead else self._drawn
        return -won if position.side else won

    def value(self, position: Swift, low: float, high: float) -> float:
        """For the side to move; rough where surely not between `low` and `high`."""
        white, black = position.pools
        sums = position.sums
        total = position.worth + POOL_WORTH * (white - black)
        total += self._white[sums & 31] - self._black[sums >> 8 & 31]
        if position.side:
            total = -total
        if total - _ROUGH >= high or total + _ROUGH <= low:
            return total
        key = (position.key, position.pools)
        stands = self._seen.get(key)
        if stands is None:
            stands = self._seen[key] = self._standing(position)
        return total - stands if position.side else total + stands

    def _standing(self, position: Swift) -> float:
        """How much better White stands."""
        board = position.board
        both = self._placed(board)
        total = self._stuck(board, position.flags[0], 1) - self._stuck(board, position.flags[1], 0)
        for seat, sign in ((0, 1), (1, -1)):
            hunted, apart = both[1 - seat].pyramids, self._apart
            far = sum([min([apart[square][other] for other in hunted]) for square in both[seat].hunters])
            found = self._forces(position, seat, both[seat])
            total += sign * (self._pressure(board, hunted, found) - _NEARNESS * self._eager[seat] * far)
        return total

    def _placed(self, board: Sequence[int]) -> tuple[Placed, Placed]:
        both = (Placed([], [], [], []), Placed([], [], [], []))
        half, kinds, pyramids, strikes = (
            self._known.half,
            self._known.kind,
            self._known.pyramids,
            _STRIKES,
        )
        for square, code in enumerate(board):
            if not code:
                continue
            kind = kinds[code]
            if kind == FLAT:
                both[code > half].flats.append(square)
            elif strikes[kind]:
                army = both[code > half]
                army.strikers.append(square)
                if pyramids[code]:
                    army.pyramids.append(square)
                if kind != LONE_PYRAMID:
                    army.hunters.append(square)
        return both

    def _stuck(self, board: Sequence[int], flag: int, seat: int) -> float:
        """What it costs a side that pieces of its stand beside the enemy's Flag."""
        if flag < 0:
            return 0.0
        half, kinds = self._known.half, self._known.kind
        beside = [board[square] for square in self._tables.near[flag]]
        return added([_FROZEN[kinds[code]] for code in beside if code and (code > half) == seat])

    def _forces(self, position: Swift, seat: int, placed: Placed) -> list[int]:
        """About the greatest Strength with which a side could attack each square next turn."""
        flag, tables = position.flags[1 - seat], self._tables
        zone = tables.bits[flag] if flag >= 0 else 0
        found = [0] * len(position.board)
        straight = tables.straight[seat]
        for square in placed.flats:
            if not zone >> square & 1:
                for target in straight[square]:
                    found[target] = 1
        for square in placed.strikers:
            code = position.board[square]
            if not zone >> square & 1 or self._known.pyramids[code]:
                self._strikes(position, square, self._known.kind[code], found)
        return found

    def _strikes(self, position: Swift, square: int, kind: int, found: list[int]) -> None:
        """Add what one piece can strike."""
        board, tables, code = position.board, self._tables, position.board[square]
        strength = self._known.strength[code]
        if kind == FLAT_STACK:
            for ray in tables.crossing[square]:
                for place, target in enumerate(ray[:strength]):
                    found[target] = max(found[target], strength - place)
            return
        if kind == TORUS:
            strength = position.pools[code > self._known.half]
        if kind in (TORUS, PYRAMID_STACK):
            for target in tables.near[square]:
                if found[target] < strength:
                    found[target] = strength
        if kind == PYRAMID_STACK:
            return
        for ray in tables.crossing[square] if kind == TORUS else tables.diagonal[square]:
            for target in ray:
                if found[target] < strength:
                    found[target] = strength
                if board[target] and kind != CONSTRUCTED:
                    break

    def _pressure(self, board: Sequence[int], hunted: Sequence[int], found: Sequence[int]) -> float:
        """What it is worth that Pyramids stand under attack or have nowhere to go."""
        total, is_last, strengths = 0.0, len(hunted) == 1, self._known.strength
        for square in hunted:
            strength, force = strengths[board[square]], found[square]
            room = self._room(board, square, strength, found)
            total -= (_CORNERED if is_last else _ROOM) * min(room, _MOST_ROOM)
            total += _AIM * min(force, strength)
            if force >= strength:
                total += _DOOMED * (1.0 if room else _TRAPPED) * (_LAST if is_last else 1.0)
        return total

    def _room(self, board: Sequence[int], square: int, strength: int, found: Sequence[int]) -> int:
        """How many squares a piece with a Pyramid can go to without being wholly destroyed there."""
        if self._known.kind[board[square]] == PYRAMID_STACK:
            return sum(
                [not board[target] and found[target] < strength for target in self._tables.near[square]]
            )
        room = 0
        for ray in self._tables.diagonal[square]:
            for target in ray:
                if board[target]:
                    break
                if found[target] < strength:
                    room += 1
        return room


_STRIKES = (False, False, True, False, True, False, True, True, True)


@cache
def _distances(squares: int) -> list[list[int]]:
    return [[apart(one, other) for other in range(squares)] for one in range(squares)]
