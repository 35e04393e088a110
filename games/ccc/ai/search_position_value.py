"""The value of a search position for the side to move: what's left of both armies and how they stand."""

from __future__ import annotations

from functools import cache

from games.ccc.ai.codes import codes
from games.ccc.ai.evaluation import LIFE, POOL_WORTH, apart, longing
from games.ccc.ai.search_position import BOARD, FLATS, KEY_BITS, LANE, SearchPosition
from games.ccc.ai.search_position_steps import Steps, squares_in
from games.ccc.ai.search_position_strikers import Blow, Strikers, describe_strikers
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
_CONTEMPT = 24.0
"""How far behind, in Flats, the searching side must be before it welcomes a draw."""
_FAR, _CLAIM, _WAIT, _ENOUGH = 0.25, 10.0, 2.0, 2.0
"""The share of the quiet plies from which being ahead has a worth; the scale of that worth, for the opponent
and for the searching side, which is to play on; and the least worth of its quiet win."""
_GREY = 7.0
"""The scale of what an even position late in the quiet plies costs the searching side."""
_OF_A_SIDE = (1 << KEY_BITS) - 1
_ROUGH = 2.5
"""A difference in Flats that the placement of the armies hardly ever makes up."""


class Evaluator:
    """The evaluation of the positions of one search, which begins at `root`.

    `lean` says how much it favors the side to move there, so that it plays to win (0: not at all).
    With any but 0, it hardly values waiting for a quiet win.
    """

    def __init__(self, tables: Steps, options: Options, root: SearchPosition, lean: float = 1.0) -> None:
        self._tables = tables
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
        claims = (_CLAIM, _WAIT if lean else _CLAIM)
        self._ahead, self._behind = claims if root.side else claims[::-1]
        thrift = 0.0 if ahead else THRIFT * toward
        self._pool = (POOL_WORTH * (1 + thrift), POOL_WORTH * (1 - thrift))
        self._eager = [1.0, 1.0]
        self._eager[root.side] += _HEAT * heat * lean
        self._seen: dict[tuple[int, tuple[int, int]], float] = {}
        self._distances: dict[int, int] = {}
        self._known: tuple[dict[tuple[int, int], Strikers], ...] = ({}, {})

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
        near = position.quiet / self._quiet - _FAR
        if near <= 0:
            return 0.0
        lead = self._lead(position)
        return near * near * (self._ahead if lead > 0 else -self._behind if lead else self._tied)

    def _standing(self, position: SearchPosition) -> float:
        """Return how much better White's pieces are placed, in Flats."""
        pieces = (position.sets | position.sets >> LANE) & BOARD
        white, black = self._strikers(position, 0), self._strikers(position, 1)
        stuck = self._weigh_stuck(position, 1) - self._weigh_stuck(position, 0)
        hunt = self._pressure(black, pieces, *self._blows(position, 0, white, pieces))
        hunt -= _NEARNESS * self._eager[0] * self._far(white.hunters, black.hunted)
        hunted = self._pressure(white, pieces, *self._blows(position, 1, black, pieces))
        hunted -= _NEARNESS * self._eager[1] * self._far(black.hunters, white.hunted)
        return stuck + hunt - hunted

    def _strikers(self, position: SearchPosition, seat: int) -> Strikers:
        """Return what a side's strikers can do, from memory if they were met before."""
        key = (position.key >> KEY_BITS * (1 + seat) & _OF_A_SIDE, position.flags[1 - seat])
        found = self._known[seat].get(key)
        if found is None:
            found = self._known[seat][key] = describe_strikers(self._tables, position, seat)
        return found

    def _weigh_stuck(self, position: SearchPosition, seat: int) -> float:
        """Return the cost to a side of its pieces next to the enemy's Flag."""
        flag, total = position.flags[1 - seat], 0.0
        if flag >= 0:
            beside = self._tables.bits[flag] & (position.sets >> LANE if seat else position.sets)
            if beside:
                board, kinds = position.board, codes().kind
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
        return self._blows(position, seat, self._strikers(position, seat), pieces)[0]

    def _blows(
        self, position: SearchPosition, seat: int, strikers: Strikers, pieces: int
    ) -> tuple[list[Blow], int]:
        """Return a side's blows, and all squares that they strike, as bits."""
        found, anywhere, tables = strikers.blows[:], strikers.struck, self._tables
        flats, flag = position.sets >> FLATS + LANE * seat & BOARD, position.flags[1 - seat]
        if flag >= 0:
            flats &= tables.free[flag]
        if flats:
            struck = tables.find_reached(seat, flats)
            anywhere |= struck
            found.append((1, struck))
        for strength, slides in strikers.lone:
            struck = slides[pieces & slides.inner]
            anywhere |= struck
            found.append((strength, struck))
        for square in strikers.toruses:
            struck = tables.find_seen(square, pieces)
            anywhere |= struck
            found.append((position.pools[seat], struck))
        return found, anywhere

    def _pressure(self, hunted: Strikers, pieces: int, blows: list[Blow], anywhere: int) -> float:
        """Return the worth of Pyramids that are under attack or short of squares to go to.

        `anywhere` has all squares that the blows strike, as bits.
        """
        total = 0.0
        is_last = len(hunted.pyramids) == 1
        each = _CORNERED if is_last else _ROOM
        for here, strength, slides, reach in hunted.pyramids:
            if slides is not None:
                reach = slides[pieces & slides.inner]
            steps, deadly = reach ^ (reach & pieces), 0
            if anywhere & (steps | here):
                for power, struck in blows:
                    if power >= strength:
                        deadly |= struck
            room = (steps ^ (steps & deadly)).bit_count()
            total -= each * (room if room < _MOST_ROOM else _MOST_ROOM)
            if deadly & here:
                total += _AIM * strength
                total += _DOOMED * (1.0 if room else _TRAPPED) * (_LAST if is_last else 1.0)
            elif anywhere & here:
                total += _AIM * max([power for power, struck in blows if struck & here])
        return total


@cache
def _apart(squares: int) -> list[list[int]]:
    return [[apart(square, other) for other in range(squares)] for square in range(squares)]
