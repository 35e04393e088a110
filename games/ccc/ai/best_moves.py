"""Positions in which one move is better than all others by far: two searches that leave out different things
have to agree, at several depths."""

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
"""By how many Flats, and by what chance, the best move has to be better than all others; and by how many
Flats if nothing but material counts."""
_DEPTHS, _PLAIN_DEPTHS = (2, 3, 4), (2, 3)
_NODES, _PLAIN_NODES = 12_000, 120_000
_WIDE = 8
"""So many collapses of each length of a Pyramid Stack the second search looks at."""

Answers = Sequence[Root[Done, SearchPosition]]


class Plain(Play):
    """The second search: it leaves out no attack and no quiet move, and counts nothing but what there is."""

    def __init__(self, view: View) -> None:
        super().__init__(view, lean=0.0)
        self.value = material

    def forcing(self, position: SearchPosition) -> Sequence[Move]:
        found = self._moves(position, EVEN_SILLY).forcing(_WIDE)
        found.sort(key=lambda ranked: ranked[0], reverse=True)
        return [move for _, move in found]

    def quiet(self, position: SearchPosition) -> Sequence[Move]:
        return self._moves(position, EVEN_SILLY).quiet(every=True)


def material(position: SearchPosition, low: float, high: float) -> float:
    """What the side to move has more than the other one, in Flats."""
    sums, (white, black) = position.sums, position.pools
    total = LIFE[sums & 31] - LIFE[sums >> 8 & 31] + POOL_WORTH * (white - black)
    total += PYRAMID_WORTH * ((sums >> 5 & 7) - (sums >> 13 & 7))
    total += FLAT_WORTH * ((sums >> 16 & 255) - (sums >> 24))
    return -total if position.side else total


class Best(msgspec.Struct, frozen=True):
    """The best answer, by how many Flats at least, and at which depth it's the best one first."""

    done: Done
    margin: float
    depth: int


def best_move(seen: View, all_of_them: Sequence[Done], nodes: Nodes) -> Best | None:
    """The one best answer to a position; None if there's none that is better by far, or too few nodes are
    left to tell."""
    ranks = seen.setting.options.ranks
    roots = [Root(done, search_position(done.position, ranks)) for done in all_of_them]
    try:
        return _agreed(seen, roots, nodes)
    except OutOfNodes:
        return None


def _agreed(seen: View, roots: Answers, nodes: Nodes) -> Best | None:
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
    return None if chosen is None else Best(chosen, margin, _found_at(seen, roots, chosen))


def _best_two(
    search: Negamax[SearchPosition, Move], roots: Answers, depth: int
) -> tuple[tuple[Done, float], tuple[Done, float]]:
    """The best and the second best root at a depth; OutOfNodes if it isn't reached."""
    first = search.best(roots, depth)
    second = search.best([root for root in roots if root.label != first.label], depth)
    if min(first.depth, second.depth) < depth:
        raise OutOfNodes
    return (first.label, first.value), (second.label, second.value)


def _is_clear(best: float, next_best: float, clear: float) -> bool:
    """Whether one value is far better than another, for a side that has just moved."""
    gained = likelihood(best, 0) - likelihood(next_best, 0)
    return best - next_best >= clear and gained >= CLEAR_CHANCE * clear / CLEAR


def _found_at(seen: View, roots: Answers, chosen: Done) -> int:
    """The first depth at which a search would choose it: 0 for what looks best at first sight, 1 if one
    follows the attacks."""
    game = Play(seen, lean=0.0)
    by_sight = max(roots, key=lambda root: -_at_first_sight(game, root.position))
    if by_sight.label == chosen:
        return 0
    found = Negamax(game, Nodes(_NODES), PRUNING).best(roots, 1)
    return 1 if found.label == chosen else 2


def _at_first_sight(game: Play, position: SearchPosition) -> float:
    over = game.over(position)
    return game.value(position, -1e9, 1e9) if over is None else over
