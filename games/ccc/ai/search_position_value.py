"""The value of a search position for the side to move: what's left of both armies and how they stand."""

from __future__ import annotations

from functools import cache

from games.ccc.ai.codes import (
    FLAT_STACK,
    LONE_PYRAMID,
    PYRAMID_STACK,
    TORUS,
    codes,
)
from games.ccc.ai.evaluation import LIFE, POOL_WORTH, apart, longing
from games.ccc.ai.search_position import BOARD, FLATS, LANE, LONE, STRIKERS, WITH_PYRAMIDS, SearchPosition
from games.ccc.ai.search_position_steps import Steps, squares_in
from games.ccc.rules.options import Options

WON = 1000.0
NEVER = 10**6
"""More quiet plies than any match has."""
DARING, BOLD = 0.15, 0.4
"""How much more the searching side counts enemy Pyramids, and less its own; the second if it's ahead."""
THRIFT = 0.2
"""How much more it counts its own Toruses, and less the enemy's, unless it's ahead: it needs them."""
_NEARNESS = 0.05
_WARM, _HOT, _HEAT = 12, 60, 3.0
"""The quiet plies at which the searching side begins to seek the enemy and does so most, and how much."""
_FROZEN = (0.0, 0.15, 0.35, 0.15, 1.0, 0.2, 0.0, 0.0, 0.0)
"""The cost of having a piece, by kind, in the zone of the enemy's Flag."""
_AIM, _DOOMED, _TRAPPED, _LAST = 0.2, 1.2, 2.0, 3.0
_ROOM, _CORNERED, _MOST_ROOM = 0.03, 0.25, 8
_CONTEMPT = 4.0
"""How far behind, in Flats, the searching side must be before it welcomes a draw."""
_FAR, _CLAIM, _WAIT, _ENOUGH = 0.25, 10.0, 2.0, 2.0
"""The share of the quiet plies from which being ahead has a worth; the scale of that worth, for the opponent
and for the searching side, which is to play on; and the least worth of its quiet win."""
_GREY = 7.0
"""The scale of what an even position late in the quiet plies costs the searching side."""
_ROUGH = 2.5
"""A difference in Flats that the placement of the armies hardly ever makes up."""


Blow = tuple[int, int]
"""A Strength and the squares that are struck with it, as bits."""


class Evaluator:
    """The evaluation of the positions of one search, which begins at `root`.

    `lean` says how much it favors the side to move there, so that it plays to win (0: not at all).
    """

    def __init__(self, tables: Steps, options: Options, root: SearchPosition, lean: float = 1.0) -> None:
        self._tables, self._known = tables, codes()
        self._quiet = options.quiet or NEVER
        self._decides, self._by_army = options.quiet_result != "draw", options.quiet_result == "army"
        toward = self._toward = -lean if root.side else lean
        ahead = self._lead(root) * (1 - 2 * root.side) > 0
        daring = (BOLD if ahead else DARING) * toward
        self._white = [(1 - daring) * life for life in LIFE]
        self._black = [(1 + daring) * life for life in LIFE]
        self._apart = _apart(len(tables.rays))
        white, black = root.sums & 31, root.sums >> 8 & 31
        self._drawn = (self._white[white] - self._black[black]) - (LIFE[white] - LIFE[black])
        self._drawn -= _CONTEMPT * toward
        heat = longing(root.quiet, options, _WARM, _HOT)
        self._tied = -_GREY * toward
        claims = (_CLAIM, _CLAIM * (1 - lean) + _WAIT * lean)
        self._ahead, self._behind = claims if root.side else claims[::-1]
        thrift = 0.0 if ahead else THRIFT * toward
        self._pool = (POOL_WORTH * (1 + thrift), POOL_WORTH * (1 - thrift))
        self._eager = [1.0, 1.0]
        self._eager[root.side] += _HEAT * heat * lean
        self._seen: dict[tuple[int, tuple[int, int]], float] = {}
        self._distances: dict[int, int] = {}

    def over(self, position: SearchPosition) -> float | None:
        """Return the value of an ended match for the side to move, or None. CCC-70 to CCC-75.

        Repetition isn't detected.
        """
        white, black = position.sums & 31, position.sums >> 8 & 31
        if white and black:
            if position.quiet < self._quiet:
                return None
            lead = self._lead(position) if self._decides and position.quiet < NEVER else 0
            if lead * self._toward > 0:
                return self._calm_win(position)
        else:
            lead = white - black
        won = WON if lead > 0 else -WON if lead else self._drawn
        return -won if position.side else won

    def _calm_win(self, position: SearchPosition) -> float:
        """Return the value of a quiet win of the searching side: little more than playing on."""
        value, mine = self.value(position, -WON, WON), self._toward < 0 if position.side else self._toward > 0
        return max(value, _ENOUGH) if mine else min(value, -_ENOUGH)

    def value(self, position: SearchPosition, low: float, high: float) -> float:
        """Return the value for the side to move, only roughly if it is surely outside `low` to `high`."""
        white, black = position.pools
        sums = position.sums
        total = position.worth + self._pool[0] * white - self._pool[1] * black
        total += self._white[sums & 31] - self._black[sums >> 8 & 31]
        if self._decides:
            total += self._end_ahead(position)
        if position.side:
            total = -total
        if total - _ROUGH >= high or total + _ROUGH <= low:
            return total
        key = (position.key, position.pools)
        stands = self._seen.get(key)
        if stands is None:
            stands = self._seen[key] = self._standing(position)
        return total - stands if position.side else total + stands

    def _lead(self, position: SearchPosition) -> int:
        """Return by how much Strength White leads in a quiet ending."""
        sums = position.sums
        lead = (sums & 31) - (sums >> 8 & 31)
        if lead or not self._by_army:
            return lead
        return (sums >> 16 & 255) - (sums >> 24) + position.pools[0] - position.pools[1]

    def _end_ahead(self, position: SearchPosition) -> float:
        """Return the value to White of the coming end by turns without an attack. CCC-75."""
        lead = self._lead(position)
        near = max(0.0, position.quiet / self._quiet - _FAR)
        return near * near * (self._ahead if lead > 0 else -self._behind if lead else self._tied)

    def _standing(self, position: SearchPosition) -> float:
        """Return how much better White's pieces are placed, in Flats."""
        pieces = (position.sets | position.sets >> LANE) & BOARD
        stuck = self._weigh_stuck(position, 1) - self._weigh_stuck(position, 0)
        return stuck + self._hunt(position, 0, pieces) - self._hunt(position, 1, pieces)

    def _hunt(self, position: SearchPosition, seat: int, pieces: int) -> float:
        """Return how well a side hunts the enemy's Pyramids."""
        sets, own, other = position.sets, LANE * seat, LANE - LANE * seat
        hunted = sets >> WITH_PYRAMIDS + other & BOARD
        hunters = (sets >> STRIKERS + own ^ sets >> LONE + own) & BOARD
        pressure = self._pressure(position.board, hunted, pieces, self.blows(position, seat, pieces))
        return pressure - _NEARNESS * self._eager[seat] * self._far(hunters, hunted)

    def _weigh_stuck(self, position: SearchPosition, seat: int) -> float:
        """Return the cost to a side of its pieces next to the enemy's Flag."""
        flag, total = position.flags[1 - seat], 0.0
        if flag >= 0:
            beside = self._tables.bits[flag] & (position.sets >> LANE if seat else position.sets)
            if beside:
                board, kinds = position.board, self._known.kind
                for square in squares_in(beside):
                    total += _FROZEN[kinds[board[square]]]
        return total

    def _far(self, hunters: int, hunted: int) -> int:
        """Return the sum of each hunter's distance to its nearest target."""
        key = hunters << LANE | hunted
        far = self._distances.get(key)
        if far is None:
            apart, targets = self._apart, squares_in(hunted)
            far = sum([min([apart[square][other] for other in targets]) for square in squares_in(hunters)])
            self._distances[key] = far
        return far

    def blows(self, position: SearchPosition, seat: int, pieces: int) -> list[Blow]:
        """Return about the greatest Strengths with which a side could attack squares next turn.

        `pieces` are all occupied squares, as bits. Where several blows strike a square, the strongest one
        counts.
        """
        flag, tables, sets = position.flags[1 - seat], self._tables, position.sets >> LANE * seat
        flats, strikers = sets >> FLATS & BOARD, sets >> STRIKERS & BOARD
        if flag >= 0:
            free = tables.free[flag]
            flats &= free
            strikers &= free | sets >> WITH_PYRAMIDS
        found: list[Blow] = [(1, tables.find_reached(seat, flats))] if flats else []
        board, kinds, strengths = position.board, self._known.kind, self._known.strength
        for square in squares_in(strikers):
            code = board[square]
            kind = kinds[code]
            if kind == LONE_PYRAMID:
                slides = tables.slides[square]
                found.append((strengths[code], slides[pieces & slides.inner]))
            elif kind == TORUS:
                found.append((position.pools[seat], tables.find_seen(square, pieces)))
            elif kind == FLAT_STACK:
                found += tables.blows[square][strengths[code]]
            else:
                reach = tables.bits if kind == PYRAMID_STACK else tables.diagonals
                found.append((strengths[code], reach[square]))
        return found

    def _pressure(self, board: list[int], hunted: int, pieces: int, blows: list[Blow]) -> float:
        """Return the worth of Pyramids that are under attack or short of squares to go to."""
        total, squares, strengths = 0.0, squares_in(hunted), self._known.strength
        is_last, anywhere = len(squares) == 1, 0
        for _, struck in blows:
            anywhere |= struck
        for square in squares:
            code, deadly, here = board[square], 0, 1 << square
            strength, steps = strengths[code], self._steps_of(square, code, pieces)
            if anywhere & (steps | here):
                for power, struck in blows:
                    if power >= strength:
                        deadly |= struck
            room = (steps ^ (steps & deadly)).bit_count()
            total -= (_CORNERED if is_last else _ROOM) * (room if room < _MOST_ROOM else _MOST_ROOM)
            if deadly & here:
                total += _AIM * strength
                total += _DOOMED * (1.0 if room else _TRAPPED) * (_LAST if is_last else 1.0)
            elif anywhere & here:
                total += _AIM * max([power for power, struck in blows if struck & here])
        return total

    def _steps_of(self, square: int, code: int, pieces: int) -> int:
        """Return the empty squares, as bits, that a piece with a Pyramid can go to."""
        if self._known.kind[code] == PYRAMID_STACK:
            reach = self._tables.bits[square]
        else:
            slides = self._tables.slides[square]
            reach = slides[pieces & slides.inner]
        return reach ^ (reach & pieces)


@cache
def _apart(squares: int) -> list[list[int]]:
    return [[apart(square, other) for other in range(squares)] for square in range(squares)]
