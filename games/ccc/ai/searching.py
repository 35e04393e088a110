"""The AI levels that search several turns ahead. They use the view alone and count nodes, never time."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

from games.ccc.ai.approach import Approach, lead
from games.ccc.ai.choices import anything, can_be_undone, with_words
from games.ccc.ai.evaluation import longing
from games.ccc.ai.sampling import list_simple_actions, sample_paths, towers, without_vain
from games.ccc.ai.search_position import Move, SearchPosition, after, pass_turn, search_position, tables
from games.ccc.ai.search_position_moves import Moves
from games.ccc.ai.search_position_steps import steps
from games.ccc.ai.search_position_value import NEVER, Evaluator
from games.ccc.ai.voices import BRIEF, GENEROUS, Voice
from games.ccc.rules.actions import Action, Line, Path
from games.ccc.rules.rules import THIRD, carry_out
from games.ccc.rules.rules import after as next_position
from games.ccc.rules.state import View, key_of
from games.core.game import Briefing
from games.core.search.negamax import Negamax, Pruning, Root, ScoredMove
from games.core.search.nodes import Nodes

_OWN_WIDTH, _WIDTH = 8, 2
"""Pyramid Stack collapses of each length that are considered: for the current turn, and later ones."""
_SILLY = -0.6
"""The gain by plain exchanges, in Flats, below which attacks are ignored."""
PRUNING = Pruning(forcing=4, margin=1.0, null=1, late=6, widths=(16, 40))
_PATIENT, _RESTLESS = 3, 15
"""Quiet plies at which longing for change begins and is greatest; fewer if few end the match."""
_LUCK, _WHIM, _STEP, _GAIN = 0.02, 0.4, 0.5, 1.0
"""Bonuses in Flats: of chance, always and when nothing happens; of irreversible steps; of a better lead."""
_TASTE = 0.4
"""The bonus of a collapse that attacks, in Flats."""
_SPARE = 0.5
"""The quiet turns that a side wants to have left when it reaches the enemy, see `Approach`."""
_AGAIN = 1.0
"""The cost of returning to a position."""
_DEEPEST = 12


class Play:
    """CCC in the form that `Negamax` searches; for `lean` see `Evaluator`."""

    def __init__(self, view: View, lean: float = 1.0) -> None:
        options = view.setting.options
        self._tables, self._steps = tables(options.ranks), steps(options.ranks)
        self._homes, self._strikes_flag = (
            view.setting.homes,
            options.torus_hits_flag == "on",
        )
        root = search_position(view.position, options.ranks)
        evaluator = Evaluator(self._steps, options, root, lean)
        self.over, self.value = evaluator.over, evaluator.value
        self._forcing: dict[tuple[int, tuple[int, int], int], list[Move]] = {}

    def key(self, position: SearchPosition) -> Hashable:
        """Return a key that tells positions apart, quiet plies aside."""
        white, black = position.pools
        rest = white << 8 | black << 4 | position.moved << 1 | position.side
        return position.key << 12 | rest

    def forcing(self, position: SearchPosition) -> Sequence[Move]:
        """Return attacks, hops and attacking collapses that aren't silly, those that gain most first."""
        key = (position.key, position.pools, position.side)
        moves = self._forcing.get(key)
        if moves is None:
            found = self._moves(position).forcing(_WIDTH)
            found.sort(key=_gain, reverse=True)
            moves = self._forcing[key] = [move for _, move in found]
        return moves

    def quiet(self, position: SearchPosition) -> Sequence[Move]:
        """Return quiet moves without collapses, and only those Flag moves that freeze a strong piece."""
        return self._moves(position).quiet(every=False)

    def _moves(self, position: SearchPosition, least: float = _SILLY) -> Moves:
        return Moves(position, self._steps, self._homes, self._strikes_flag, least)

    def after(self, position: SearchPosition, move: Move) -> SearchPosition:
        """Return the position after a move."""
        return after(self._tables, position, move)

    def pass_turn(self, position: SearchPosition) -> SearchPosition:
        """Return the same position with the opponent to move."""
        return pass_turn(position)


def _gain(ranked: tuple[float, Move]) -> float:
    return ranked[0]


def best_action(view: View, rng: random.Random, nodes: int, lean: float = 1.0) -> ScoredMove[Action] | None:
    """Return the choice of a search with this many nodes, or None if it finds no action to consider.

    For `lean` see `Evaluator`.
    """
    game, urge = Play(view, lean), Urge(view)
    actions = _candidates(view, rng, urge.lead >= (0, 0))
    roots = [_root(view, action, urge, rng) for action in actions]
    if not roots:
        return None
    order = sorted(roots, key=lambda root: -_at_first_sight(game, root))
    return Negamax(game, Nodes(nodes), PRUNING).best(order, _DEEPEST)


def _candidates(view: View, rng: random.Random, ahead_or_even: bool) -> list[Action]:
    setting, position = view.setting, view.position
    found = list_simple_actions(setting, position)
    if ahead_or_even:
        found = without_vain(position, found)
    for square in towers(setting, position):
        found += sample_paths(setting.geometry, position, square, _OWN_WIDTH, rng)
    return found


def _root(view: View, action: Action, urge: Urge, rng: random.Random) -> Root[Action, SearchPosition]:
    """Return an action with the position after it and a bonus to its value.

    A third repetition counts as the end.
    """
    work = carry_out(view.setting, view.position, action)
    following = next_position(view.position, work, action)
    begun = search_position(following, view.setting.options.ranks)
    bonus = urge.bonus(begun, work.attacked, can_be_undone(action, view.position), rng)
    if work.attacked:
        return Root(action, begun, bonus + _TASTE * isinstance(action, Line | Path))
    before = view.past.count(key_of(following))
    if before + 1 >= THIRD:
        begun.quiet = NEVER
    return Root(action, begun, bonus - _AGAIN * before)


class Urge:
    """How much the side to move longs for change, and what that adds to the values of its actions.

    The longer nothing happens, the more luck, irreversible steps, attacks that improve its lead, and the way
    to the enemy's Pyramids count.
    """

    def __init__(self, view: View) -> None:
        options = view.setting.options
        position = search_position(view.position, options.ranks)
        self._seat, self.lead = position.side, lead(position, position.side)
        self._longs = longing(position.quiet, options, _PATIENT, _RESTLESS)
        self._approach = Approach(position, options, self._longs, _SPARE)

    def bonus(self, following: SearchPosition, attacked: bool, undoable: bool, rng: random.Random) -> float:
        """Return what an action gets, given the position after it, whether it attacks or can be undone."""
        now, longs = lead(following, self._seat), self._longs
        bonus = (_LUCK + _WHIM * longs) * rng.random() - self._approach.cost(following, attacked)
        if now > self.lead:
            bonus += _GAIN * longs
        return bonus + _STEP * longs if now >= self.lead and not undoable else bonus


def _at_first_sight(game: Play, root: Root[Action, SearchPosition]) -> float:
    over = game.over(root.position)
    return root.bonus - (game.value(root.position, -1e9, 1e9) if over is None else over)


def _finish_choice(view: View, choice: ScoredMove[Action] | None, rng: random.Random, voice: Voice) -> Action:
    return anything(view) if choice is None else with_words(view, choice.label, rng, voice)


_HARD_SHARE = 6
"""`hard` spends one node in this many."""
_EXPERT_PERCENT = 60
"""The share of its nodes that `expert` spends, in percent."""
_SOBER = 0.5
"""How much `expert` favors its own side (`hard`: 1). Favoring it less, it values a position more truly."""


def hard(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Choose an action by a search with a sixth of the nodes."""
    return _finish_choice(view, best_action(view, rng, max(1, budget // _HARD_SHARE)), rng, BRIEF)


def expert(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Choose an action by a search with most of the nodes and a sober evaluation."""
    nodes = max(1, budget * _EXPERT_PERCENT // 100)
    return _finish_choice(view, best_action(view, rng, nodes, _SOBER), rng, GENEROUS)
