"""White's chance of winning from a position, and the actions worth considering in it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from games.ccc.ai.choices import anything
from games.ccc.ai.sampling import list_simple_actions, sample_paths, towers
from games.ccc.ai.search_position import SearchPosition, search_position
from games.ccc.ai.searching import PRUNING, Play, best_action
from games.ccc.rules.actions import Action
from games.ccc.rules.position import Position
from games.ccc.rules.rules import after, carry_out
from games.ccc.rules.state import State, View, view
from games.core.search.negamax import Negamax, Root
from games.core.search.nodes import Nodes, best_few

_SLOPE, _TEMPO = 0.49, 0.15
"""The factor from Flats to log odds, and the side to move's overrating; `calibrate` measures both."""
_SURE = 0.995
"""The highest chance before the match is over."""
DEPTH, NODES = 2, 1_000
_WIDTH = 4
"""Collapses of a Pyramid Stack that are examined, for each length."""
_FIRST, _THEN, _KEPT = 30, 12, 8
"""Actions examined by quiescence, then a ply deeper, and kept as candidates."""


def chance(state: State, nodes: int) -> float:
    """Return White's chance of winning from a state, from 0 to 1, by a search of at most `nodes` nodes."""
    if state.outcome is not None:
        return 0.5 if state.outcome.winner is None else 1.0 - state.outcome.winner
    seen = view(state, None)
    return likelihood(worth(seen, DEPTH, min(nodes, NODES)), state.position.side)


def likelihood(value: float, side: int) -> float:
    """Return White's chance of winning, given its advantage in Flats and the seat to move."""
    raised = _SLOPE * value + (_TEMPO if side else -_TEMPO)
    sure = math.log(_SURE / (1.0 - _SURE))
    return 1.0 / (1.0 + math.exp(-max(-sure, min(sure, raised))))


def worth(seen: View, depth: int, nodes: int) -> float:
    """Return White's advantage in Flats, by a search of at most `depth` plies within the nodes."""
    game, begun = Play(seen, lean=0.0), search_position(seen.position, seen.setting.options.ranks)
    found = Negamax(game, Nodes(nodes), PRUNING).best([Root(None, begun)], depth)
    value = -found.value if found.depth else game.value(begun, -math.inf, math.inf)
    return -value if begun.side else value


class Idea(msgspec.Struct, gc=False):
    """An action, the position after it in both forms, and its value to its player (0 until judged)."""

    action: Action
    position: Position
    begun: SearchPosition
    value: float = 0.0


def ideas(seen: View, rng: random.Random) -> list[Idea]:
    """Return every action that a strong level considers, not yet valued."""
    setting, position, ranks = seen.setting, seen.position, seen.setting.options.ranks
    found = list_simple_actions(setting, position)
    for square in towers(setting, position):
        found += sample_paths(setting.geometry, position, square, _WIDTH, rng)
    following = (after(position, carry_out(setting, position, action), action) for action in found)
    return [
        Idea(action, then, search_position(then, ranks))
        for action, then in zip(found, following, strict=True)
    ]


def candidates(seen: View, rng: random.Random, nodes: int) -> tuple[Action, ...]:
    """Return the few best actions: the choice of a search that plays to win, then those of a neutral one."""
    chosen, found = best_action(seen, rng, max(1, nodes // 3)), ideas(seen, rng)
    if chosen is None:
        return (anything(seen),)
    game, left = Play(seen, lean=0.0), Nodes(nodes)
    for idea in found:
        idea.value = _at_first_sight(game, idea)
    for width, depth in ((_FIRST, 1), (_THEN, 2)):
        found = list(best_few(found, _value, width))
        _look_deeper(game, found, depth, left)
    others = (idea.action for idea in best_few(found, _value, _KEPT) if idea.action != chosen.label)
    return (chosen.label, *others)


def _value(idea: Idea) -> float:
    return idea.value


def _at_first_sight(game: Play, idea: Idea) -> float:
    over = game.over(idea.begun)
    return -(game.value(idea.begun, -math.inf, math.inf) if over is None else over)


def _look_deeper(game: Play, found: Sequence[Idea], depth: int, left: Nodes) -> None:
    """Set the values of ideas by a search; those that no nodes are left for keep their old value."""
    for idea in found:
        scored = Negamax(game, left, PRUNING).best([Root(None, idea.begun)], depth)
        if scored.depth:
            idea.value = scored.value
