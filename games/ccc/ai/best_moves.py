"""Positions with one far better move, on which two different searches agree at several depths."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.ccc.ai.evaluation import FLAT_WORTH, LIFE, POOL_WORTH, PYRAMID_WORTH
from games.ccc.ai.judging import likelihood
from games.ccc.ai.proofs import Done
from games.ccc.ai.search_position import Move, SearchPosition, search_position
from games.ccc.ai.search_position_collapses import EVEN_SILLY
from games.ccc.ai.searching import PRUNING, Play
from games.ccc.rules.state import View
from games.core.search.negamax import Negamax, Pruning, Root
from games.core.search.nodes import Nodes, OutOfNodes

CLEAR, CLEAR_CHANCE, CLEAR_MATERIAL = 1.4, 0.1, 1.0
"""Lead that the best move needs: in Flats, as a chance, and in Flats when only material counts."""
_DEPTHS, _PLAIN_DEPTHS = (2, 3, 4), (2, 3)
_NODES, _PLAIN_NODES = 12_000, 120_000
_WIDE = 8
"""Collapses of a Pyramid Stack that the second search examines, for each length."""

Answers = Sequence[Root[Done, SearchPosition]]


class Plain(Play):
    """The second search, which leaves out no attack or quiet move and counts material only."""

    def __init__(self, view: View) -> None:
        super().__init__(view, lean=0.0)
        self.value = material

    def forcing(self, position: SearchPosition) -> Sequence[Move]:
        """Return all attacks, hops and attacking collapses, those that gain most first."""
        found = self._moves(position, EVEN_SILLY).forcing(_WIDE)
        found.sort(key=lambda ranked: ranked[0], reverse=True)
        return [move for _, move in found]

    def quiet(self, position: SearchPosition) -> Sequence[Move]:
        """Return all quiet moves except the collapses of Pyramid Stacks."""
        return self._moves(position, EVEN_SILLY).quiet(every=True)


def material(position: SearchPosition, low: float, high: float) -> float:
    """Return the material lead of the side to move, in Flats; the bounds `low` and `high` are ignored."""
    sums, (white, black) = position.sums, position.pools
    total = LIFE[sums & 31] - LIFE[sums >> 8 & 31] + POOL_WORTH * (white - black)
    total += PYRAMID_WORTH * ((sums >> 5 & 7) - (sums >> 13 & 7))
    total += FLAT_WORTH * ((sums >> 16 & 255) - (sums >> 24))
    return -total if position.side else total


class Best(msgspec.Struct, frozen=True):
    """The best answer to a position.

    `margin` is its smallest lead in all searches, in Flats; `depth` says how deep a search must look to
    choose it.
    """

    done: Done
    margin: float
    depth: int


def best_move(seen: View, all_of_them: Sequence[Done], nodes: Nodes) -> Best | None:
    """Return the one far better answer, or None if there is none or the nodes run out first."""
    ranks = seen.setting.options.ranks
    roots = [Root(done, search_position(done.position, ranks)) for done in all_of_them]
    try:
        return _find_agreed(seen, roots, nodes)
    except OutOfNodes:
        return None


def _find_agreed(seen: View, roots: Answers, nodes: Nodes) -> Best | None:
    ways: list[tuple[Play, Pruning, int, int, float]] = [
        *((Play(seen, lean=0.0), PRUNING, depth, _NODES, CLEAR) for depth in _DEPTHS),
        *((Plain(seen), Pruning(), depth, _PLAIN_NODES, CLEAR_MATERIAL) for depth in _PLAIN_DEPTHS),
    ]
    chosen: Done | None = None
    margin = 1e9
    for game, pruning, depth, most, clear in ways:
        part = Nodes(min(most, nodes.left))
        before = part.left
        try:
            first, second = _best_two(Negamax(game, part, pruning), roots, depth)
        finally:
            nodes.left -= before - part.left
        if chosen is not None and first[0] != chosen:
            return None
        if not _is_clear(first[1], second[1], clear):
            return None
        chosen, margin = first[0], min(margin, first[1] - second[1])
    return None if chosen is None else Best(chosen, margin, _measure_depth(seen, roots, chosen))


def _best_two(
    search: Negamax[SearchPosition, Move], roots: Answers, depth: int
) -> tuple[tuple[Done, float], tuple[Done, float]]:
    """Return the two best roots at a depth with their values; raise OutOfNodes if it isn't reached."""
    first = search.best(roots, depth)
    second = search.best([root for root in roots if root.label != first.label], depth)
    if min(first.depth, second.depth) < depth:
        raise OutOfNodes
    return (first.label, first.value), (second.label, second.value)


def _is_clear(best: float, next_best: float, clear: float) -> bool:
    """Return whether a value is far better than the next one, both for the side that chooses."""
    gained = likelihood(best, 0) - likelihood(next_best, 0)
    return best - next_best >= clear and gained >= CLEAR_CHANCE * clear / CLEAR


def _measure_depth(seen: View, roots: Answers, chosen: Done) -> int:
    """Return how deep a search must look to choose an answer.

    0 means at first sight, 1 by following the attacks, and 2 deeper.
    """
    game = Play(seen, lean=0.0)
    by_sight = max(roots, key=lambda root: -_at_first_sight(game, root.position))
    if by_sight.label == chosen:
        return 0
    found = Negamax(game, Nodes(_NODES), PRUNING).best(roots, 1)
    return 1 if found.label == chosen else 2


def _at_first_sight(game: Play, position: SearchPosition) -> float:
    over = game.over(position)
    return game.value(position, -1e9, 1e9) if over is None else over
