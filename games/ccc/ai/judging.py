"""What a position is worth, as the chance that White wins, and which actions are worth a look."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from games.ccc.ai.players import anything
from games.ccc.ai.sampling import listed, sampled_paths, towers
from games.ccc.ai.search_position import SearchPosition, search_position
from games.ccc.ai.searching import PRUNING, Play, best_action
from games.ccc.rules.actions import Action
from games.ccc.rules.position import Position
from games.ccc.rules.rules import after, carried_out
from games.ccc.rules.state import State, View, view
from games.core.search.negamax import Negamax, Root
from games.core.search.nodes import Nodes, best_few

_SLOPE, _TEMPO = 0.49, 0.15
"""How a value (in Flats) becomes a chance, and what the search thinks too well of the side to move.
`games.ccc.ai.calibrate` measures both."""
_SURE = 0.995
"""No chance is nearer to certainty than this before the end."""
DEPTH, NODES = 2, 1_000
_WIDTH = 4
"""So many collapses of each length of a Pyramid Stack are looked at."""
_FIRST, _THEN, _KEPT = 30, 12, 8
"""So many actions are looked at in quiescence, then a ply deeper, and are candidates."""


def chance(state: State, nodes: int) -> float:
    """The chance that White wins from here, by a search of a few plies."""
    if state.outcome is not None:
        return 0.5 if state.outcome.winner is None else 1.0 - state.outcome.winner
    seen = view(state, None)
    return likelihood(worth(seen, DEPTH, min(nodes, NODES)), state.position.side)


def likelihood(value: float, side: int) -> float:
    """A value for White, in Flats, as its chance; `side`: who is to move."""
    raised = _SLOPE * value + (_TEMPO if side else -_TEMPO)
    sure = math.log(_SURE / (1.0 - _SURE))
    return 1.0 / (1.0 + math.exp(-max(-sure, min(sure, raised))))


def worth(seen: View, depth: int, nodes: int) -> float:
    """What a position is worth to White, in Flats: by as many plies as the nodes allow, at most `depth`."""
    game, begun = Play(seen, lean=0.0), search_position(seen.position, seen.setting.options.ranks)
    found = Negamax(game, Nodes(nodes), PRUNING).best([Root(None, begun)], depth)
    value = -found.value if found.depth else game.value(begun, -math.inf, math.inf)
    return -value if begun.side else value


class Idea(msgspec.Struct, gc=False):
    """An action, the position after it, and what it's worth to who plays it, as far as one has looked."""

    action: Action
    position: Position
    begun: SearchPosition
    value: float = 0.0


def ideas(seen: View, rng: random.Random) -> list[Idea]:
    """Everything that a strong level looks at."""
    setting, position, ranks = seen.setting, seen.position, seen.setting.options.ranks
    found = listed(setting, position)
    for square in towers(setting, position):
        found += sampled_paths(setting.geometry, position, square, _WIDTH, rng)
    following = (after(position, carried_out(setting, position, action), action) for action in found)
    return [
        Idea(action, then, search_position(then, ranks))
        for action, then in zip(found, following, strict=True)
    ]


def candidates(seen: View, rng: random.Random, nodes: int) -> tuple[Action, ...]:
    """The few actions that are worth a look, the best first: what a search chooses that tries to win, and
    what looks best without such a wish."""
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
    """Value them by a search; those for which no nodes are left keep what they have."""
    for idea in found:
        scored = Negamax(game, left, PRUNING).best([Root(None, idea.begun)], depth)
        if scored.depth:
            idea.value = scored.value
