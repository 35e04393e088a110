"""The level that looks further than `expectimax`, in stages.

It tries every reply to every face for the best moves there, then the best replies to the best replies for
the best of those, and so on. The last positions are evaluated by where pawns can land.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

from games.core.game import Briefing
from games.core.search.nodes import Nodes, OutOfNodes, best_few
from games.creators.ai.expectimax import WON, Candidate, candidates, look_ahead, sight_of
from games.creators.ai.expectimax_replies import Tries, position_of
from games.creators.ai.ground import ground_of
from games.creators.ai.memory import goal, guess_pattern
from games.creators.rules.geometry import Action, Move, Roll
from games.creators.rules.rules import last_ply, need, round_of
from games.creators.rules.view import View

STAGES = ((1, 8), (2, 3), (3, 3))
"""Plies after the move, and how many of the best moves so far are judged that far ahead."""


def look_further(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Return the most valuable move after the best replies to every roll, or the roll before it.

    A node is a valued move; replies count as `Tries` says, less than 20,000 nodes in all. In a race, where
    both sides build, this plays like `look_ahead`.
    """
    if not view.die:
        return Roll()
    if view.options.victory == "race":
        return look_ahead(view, briefing, rng, budget)
    pattern = guess_pattern(view, briefing)
    found = candidates(view, sight_of(view, pattern), budget)
    best = best_few(found, lambda candidate: candidate.worth, STAGES[0][1])
    if best[0].worth >= WON or len(best) == 1:
        return best[0].move
    return _closest(view, pattern, best, Nodes(budget - len(found)))


def _closest(view: View, pattern: frozenset[int], best: Sequence[Candidate], nodes: Nodes) -> Move:
    """Return the best of a few moves, looking as far ahead as the nodes allow."""
    ground, any_move = ground_of(view.options.board_size, pattern), view.options.winning_move == "any"
    tries = Tries(ground, _needs(view, pattern), nodes, any_move)
    for plies, width in STAGES:
        judged = _evaluate_deeper(view, tries, best[:width], plies)
        best = [candidate for _, candidate in sorted(judged, key=lambda pair: -pair[0])] or best
    return best[0].move


def _evaluate_deeper(
    view: View, tries: Tries, best: Sequence[Candidate], plies: int
) -> list[tuple[int, Candidate]]:
    """Return each move with its worth after this many plies of best replies, while the nodes last."""
    seat, judged = view.to_act or 0, list[tuple[int, Candidate]]()
    with suppress(OutOfNodes):
        for candidate in best:
            position = position_of(tries.ground, *candidate.pawns)
            left = tries.evaluate_replies(position, 1 - seat, view.round + seat, plies)
            judged.append((-left if seat else left, candidate))
    return judged


def _needs(view: View, pattern: frozenset[int]) -> tuple[int, ...]:
    """Return how many cells win in each round, from 0."""
    options = view.options
    total, par = goal(view, len(pattern))
    rounds = range(round_of(last_ply(options)) + 1)
    return tuple(need(options, total, par, number) for number in rounds)
