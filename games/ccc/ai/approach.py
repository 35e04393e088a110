"""How far a side is from attacking an enemy's Pyramid, if the enemy only watches: what makes levels go."""

from __future__ import annotations

from games.ccc.ai.codes import FLAT_STACK, PYRAMID_STACK, TORUS, codes
from games.ccc.ai.search_position import (
    ALL,
    BOARD,
    FLATS,
    LANE,
    LONE,
    STRIKERS,
    WITH_PYRAMIDS,
    SearchPosition,
)
from games.ccc.ai.search_position_steps import Steps, squares_in, steps
from games.ccc.rules.options import Options

FAR = 12
"""The number of turns beyond which no difference is made, and the answer if no piece can ever strike."""
_DETOUR = 4
"""The turns that it takes, about, from the first fight to a Pyramid, where no way is open."""
_SLIDES = 4
"""The most moves of a Torus that are counted."""
_MARCH, _CALM = 0.5, 0.4
"""The cost of each turn, in Flats, if the side longs for change, and the share of it if it doesn't."""
_LATE, _LATEST = 3.0, 2.5
"""The cost of each turn that's missing before the quiet turns run out, and the most that are counted."""


class Approach:
    """The cost of being far from the enemy, for the actions in one position.

    `longs` says how much the side to move longs for change, from 0 to 1; `spare` how many turns it wants to
    have left when it can attack.
    """

    def __init__(self, position: SearchPosition, options: Options, longs: float, spare: float) -> None:
        self._tables, self._seat, self._quiet = steps(options.ranks), position.side, options.quiet
        self._each = _MARCH * (_CALM + (1 - _CALM) * longs)
        self._spare = spare
        self._turns, _ = turns_to_strike(self._tables, position, self._seat)

    def cost(self, following: SearchPosition, attacked: bool) -> float:
        """Return the cost after an action, in Flats; an attack never takes a side farther away."""
        turns, fight = turns_to_strike(self._tables, following, self._seat)
        if attacked:
            return self._each * min(turns, self._turns)
        if self._quiet and lead(following, self._seat) <= (0, 0):
            late = fight - (self._quiet - following.quiet) // 2 + self._spare
            return self._each * turns + _LATE * max(0.0, min(_LATEST, late))
        return self._each * turns


def lead(position: SearchPosition, seat: int) -> tuple[int, int]:
    """Return by how much a side leads in a quiet ending: in Pyramids, and in Flats and Toruses. CCC-75."""
    sums, (white, black) = position.sums, position.pools
    pyramids = (sums & 31) - (sums >> 8 & 31)
    others = (sums >> 16 & 255) - (sums >> 24) + white - black
    return (-pyramids, -others) if seat else (pyramids, others)


def turns_to_strike(tables: Steps, position: SearchPosition, seat: int) -> tuple[int, int]:
    """Return about how many turns a side needs to attack a Pyramid, and anything; each at most `FAR`.

    Pyramids alone don't count as attackers, since they lose as much as they take. A Torus may attack what's
    in its way; the other pieces go around, or fight for a way.
    """
    sets, own, other = position.sets, LANE * seat, LANE - LANE * seat
    mine, theirs = sets >> ALL + own & BOARD, sets >> ALL + other & BOARD
    hunted, rivals = sets >> WITH_PYRAMIDS + other & BOARD, sets >> FLATS + other & BOARD
    fought = rivals | sets >> STRIKERS + other & BOARD
    flag = position.flags[1 - seat]
    free = tables.free[flag] if flag >= 0 else tables.whole
    open_ = tables.whole & ~(mine | theirs) & free
    stacks, towers, rings = _pieces(position, seat)
    flats, stacks, rings = sets >> FLATS + own & free, stacks & free, rings & free
    strikes, fights = tables.before(seat, hunted, 0), tables.before(seat, fought, rivals)
    beside, around = tables.find_beside(hunted), tables.find_around(hunted)
    meeting, close = tables.find_beside(fought), tables.find_around(fought)
    strike = fight = FAR
    for turn in range(1, FAR - _DETOUR):
        if fight == FAR and (flats & fights or stacks & meeting or towers & close):
            fight = turn
        if flats & strikes or stacks & beside or towers & around:
            strike = turn
            break
        flats |= tables.find_reached(seat, flats) & open_
        stacks |= tables.find_beside(stacks) & open_
        towers |= tables.find_around(towers) & open_
    strike = min(strike, fight + _DETOUR)
    return _slide(tables, position, rings, (fought & free, hunted, fought), open_, (strike, fight))


def _pieces(position: SearchPosition, seat: int) -> tuple[int, int, int]:
    """Return the squares, as bits, of a side's Flat Stacks, Pyramid Stacks and Toruses."""
    sets, own, kinds = position.sets, LANE * seat, codes().kind
    found = dict.fromkeys((FLAT_STACK, PYRAMID_STACK, TORUS), 0)
    for square in squares_in((sets >> STRIKERS + own ^ sets >> LONE + own) & BOARD):
        kind = kinds[position.board[square]]
        if kind in found:
            found[kind] |= 1 << square
    return found[FLAT_STACK], found[PYRAMID_STACK], found[TORUS]


def _slide(
    tables: Steps,
    position: SearchPosition,
    rings: int,
    targets: tuple[int, int, int],
    open_: int,
    most: tuple[int, int],
) -> tuple[int, int]:
    """Return the fewest turns, at most `most`, in which Toruses could attack a Pyramid, and anything.

    The squares are bits: `rings` of the Toruses, `targets` of enemies that may be destroyed on the way, of
    Pyramids, and of all enemies, and `open_` of empty squares where nothing freezes a Torus.
    """
    pieces = (position.sets | position.sets >> LANE) & BOARD
    (on_the_way, hunted, fought), (strike, fight) = targets, most
    seen = edge = rings
    for turn in range(1, min(strike, _SLIDES + 1)):
        struck = lines = 0
        for square in squares_in(edge):
            struck |= tables.find_seen(square, pieces)
            lines |= tables.find_lines(square, pieces)
        if struck & fought:
            fight = min(fight, turn)
        if struck & hunted:
            return turn, fight
        edge = (lines & open_ | struck & on_the_way) & ~seen
        seen |= edge
    return strike, fight
