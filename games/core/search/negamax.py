"""Alpha-beta search (negamax) with iterative deepening, a transposition table and quiescence, for any game.

Its only limit is a number of nodes: the same game, position and budget give the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from games.core.search.nodes import Nodes, OutOfNodes

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT", bound=Hashable)
LabelT = TypeVar("LabelT")

FOREVER = 1e9
"""Infinity: larger than any value."""
DECIDED = 500.0
"""Values of won positions are above this; all others are below."""
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_A_LITTLE = 1e-4
_MARGIN_DEPTH = 3


class Searched(Protocol[PositionT, MoveT]):
    """The methods that the search needs from a game. All values are for the side to move."""

    def over(self, position: PositionT) -> float | None:
        """Return the value of a final position, or None while the match continues."""
        ...

    def value(self, position: PositionT, low: float, high: float) -> float:
        """Evaluate an unfinished position; roughly, if it's surely outside `low` to `high`."""
        ...

    def key(self, position: PositionT) -> Hashable:
        """Return the position's key in the transposition table."""
        ...

    def forcing(self, position: PositionT) -> Sequence[MoveT]:
        """Return the moves that quiescence looks at, the most promising first."""
        ...

    def quiet(self, position: PositionT) -> Sequence[MoveT]:
        """Return all other moves."""
        ...

    def after(self, position: PositionT, move: MoveT) -> PositionT:
        """Return the position after a move."""
        ...

    def pass_turn(self, position: PositionT) -> PositionT:
        """Return the position with the opponent to move; needed only with `Pruning.null`."""
        ...


class Pruning(msgspec.Struct, frozen=True):
    """What the search skips at the risk of an error; by default nothing.

    Attributes:
        forcing: Plies of quiescence.
        margin: A static value that exceeds the window by this for each ply left is trusted (0: never).
        null: Null-move reduction in plies; a value still above the window is trusted (0: no null moves).
        late: Quiet moves from this number on are first searched one ply less deep (0: none).
        widths: The most quiet moves searched at each remaining depth, from 1, unless all lose (beyond: all).
    """

    forcing: int = 4
    margin: float = 0.0
    null: int = 0
    late: int = 0
    widths: tuple[int, ...] = ()


class Root(msgspec.Struct, Generic[LabelT, PositionT], frozen=True):
    """A root move, the position after it, and a bonus added to its value."""

    label: LabelT
    position: PositionT
    bonus: float = 0.0


class ScoredMove(msgspec.Struct, Generic[LabelT], frozen=True):
    """The chosen root move, its value, and the depth searched."""

    label: LabelT
    value: float
    depth: int


class Negamax(Generic[PositionT, MoveT]):
    """A single search, used for one choice and then discarded."""

    def __init__(self, game: Searched[PositionT, MoveT], nodes: Nodes, pruning: Pruning) -> None:
        self._game, self._nodes, self._pruning = game, nodes, pruning
        self._table: dict[Hashable, tuple[int, int, float, MoveT | None]] = {}
        self._history: dict[MoveT, int] = {}
        self._killers: dict[int, MoveT] = {}

    def best(self, roots: Sequence[Root[LabelT, PositionT]], deepest: int) -> ScoredMove[LabelT]:
        """Return the best root, deepening until the nodes are spent or `deepest` plies are reached.

        Args:
            roots: The root moves, the most promising first; without nodes the first one is the answer.
            deepest: The most plies. If a depth isn't finished, its improvements so far count.
        """
        chosen, order = ScoredMove(roots[0].label, -FOREVER, 0), list(roots)
        for depth in range(1, deepest + 1):
            better: list[tuple[float, int]] = []
            try:
                for improvement in self._improvements(order, depth):
                    better.append(improvement)
            except OutOfNodes:
                return _last(order, better, depth, chosen)
            chosen = _last(order, better, depth, chosen)
            places = [place for _, place in reversed(better)]
            order = [order[place] for place in places] + [
                root for place, root in enumerate(order) if place not in places
            ]
        return chosen

    def _improvements(
        self, order: Sequence[Root[LabelT, PositionT]], depth: int
    ) -> Iterator[tuple[float, int]]:
        """Yield (value, place) of every root that is better than all before it."""
        low = -FOREVER
        for place, root in enumerate(order):
            high = root.bonus - low
            value = root.bonus - self._search(
                root.position,
                depth - 1,
                high - _A_LITTLE if place else -FOREVER,
                high,
                1,
            )
            if place and value > low:
                value = root.bonus - self._search(root.position, depth - 1, -FOREVER, high, 1)
            if value > low:
                low = value
                yield value, place

    def _search(self, position: PositionT, depth: int, low: float, high: float, ply: int) -> float:
        """Return the value of a position, exact between `low` and `high`, otherwise a bound."""
        over = self._game.over(position)
        if over is not None:
            return _sooner(over, ply)
        if depth <= 0:
            return self._settle(position, self._pruning.forcing, low, high, ply)
        self._nodes.spend()
        key = self._game.key(position)
        known = self._table.get(key)
        if known is not None:
            at, bound, value, _ = known
            if at >= depth and _is_enough(bound, value, low, high):
                return value
        if abs(high) < DECIDED:
            believed = self._try_pruning(position, depth, low, high, ply)
            if believed is not None:
                return believed
        return self._expand(position, key, known[3] if known else None, depth, low, high, ply)

    def _try_pruning(
        self, position: PositionT, depth: int, low: float, high: float, ply: int
    ) -> float | None:
        """Return the value of a position good enough to be pruned, or None if it must be searched."""
        margin, null = self._pruning.margin * depth, self._pruning.null
        if margin and depth <= _MARGIN_DEPTH:
            static = self._game.value(position, low, high + margin)
            if static >= high + margin:
                return static
        if null and depth > 1 and self._game.value(position, low, high) >= high:
            passed = self._game.pass_turn(position)
            value = -self._search(passed, depth - 1 - null, -high, -high + _A_LITTLE, ply + 1)
            return value if value >= high else None
        return None

    def _expand(
        self,
        position: PositionT,
        key: Hashable,
        first: MoveT | None,
        depth: int,
        low: float,
        high: float,
        ply: int,
    ) -> float:
        """Return the value of the best move, and store it in the transposition table."""
        widths = self._pruning.widths
        most = widths[depth - 1] if depth <= len(widths) else None
        best, chosen, floor = -FOREVER, None, low
        for move, number in self._moves(position, first, ply):
            if most is not None and number > most and best > -DECIDED:
                break
            following = self._game.after(position, move)
            value = self._try_move(following, depth, floor, high, ply, number, best == -FOREVER)
            if value > best:
                best, chosen, floor = value, move, max(floor, value)
            if value >= high:
                self._history[move] = self._history.get(move, 0) + depth * depth
                self._killers[ply] = move
                break
        if chosen is None:
            return self._game.value(position, low, high)
        bound = _AT_LEAST if best >= high else _EXACT if best > low else _AT_MOST
        self._table[key] = (depth, bound, best, first if bound == _AT_MOST else chosen)
        return best

    def _try_move(
        self,
        following: PositionT,
        depth: int,
        floor: float,
        high: float,
        ply: int,
        number: int,
        is_first: bool,
    ) -> float:
        """Return a move's value by a null-window search, reduced for late moves, and a full one if needed."""
        if not is_first and depth > 1:
            late = bool(self._pruning.late) and number >= self._pruning.late
            value = -self._search(following, depth - 1 - late, -floor - _A_LITTLE, -floor, ply + 1)
            if value <= floor or (value >= high and not late):
                return value
        return -self._search(following, depth - 1, -high, -floor, ply + 1)

    def _moves(self, position: PositionT, first: MoveT | None, ply: int) -> Iterator[tuple[MoveT, int]]:
        """Yield moves with their number among the quiet ones (0: not quiet): table move, forcing, quiet."""
        if first is not None:
            yield first, 0
        for move in self._game.forcing(position):
            if move != first:
                yield move, 0
        for number, move in enumerate(self._order_moves(self._game.quiet(position), ply), 1):
            if move != first:
                yield move, number

    def _order_moves(self, quiet: Iterable[MoveT], ply: int) -> list[MoveT]:
        """Return the quiet moves, ordered by killer move and history of cutoffs."""
        history, killer = self._history, self._killers.get(ply)
        moves = list(quiet)
        known = [move for move in moves if move in history]
        if known:
            known.sort(key=history.__getitem__, reverse=True)
            moves = known + [move for move in moves if move not in history]
        if killer is not None and killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        return moves

    def _settle(self, position: PositionT, depth: int, low: float, high: float, ply: int) -> float:
        """Return the quiescence value: only forcing moves are tried, and the side to move may stop."""
        self._nodes.spend()
        best = self._game.value(position, low, high)
        if best >= high or depth == 0:
            return best
        for move in self._game.forcing(position):
            following = self._game.after(position, move)
            over = self._game.over(following)
            if over is not None:
                value = -_sooner(over, ply + 1)
            else:
                value = -self._settle(following, depth - 1, -high, -max(low, best), ply + 1)
            best = max(best, value)
            if best >= high:
                break
        return best


def _sooner(over: float, ply: int) -> float:
    """Return the value of a final position adjusted by its distance: wins are better soon, losses late."""
    return over - ply if over > 0 else over + ply if over < 0 else over


def _is_enough(bound: int, value: float, low: float, high: float) -> bool:
    """Return whether a value from the table settles the window from `low` to `high`."""
    return bound == _EXACT or (value >= high if bound == _AT_LEAST else value <= low)


def _last(
    order: Sequence[Root[LabelT, PositionT]],
    better: Sequence[tuple[float, int]],
    depth: int,
    otherwise: ScoredMove[LabelT],
) -> ScoredMove[LabelT]:
    """Return the last improvement as a ScoredMove, or `otherwise` if there is none."""
    if not better:
        return otherwise
    value, place = better[-1]
    return ScoredMove(order[place].label, value, depth)
