"""The levels that look ahead: they plan a whole turn and answer with its first action. DP-40.

A level is asked once for every action and remembers nothing, so it plans anew each time. The same view leads
to the same worlds and the same plan, so it usually continues with what it has begun.
"""

from __future__ import annotations

import random

from games.core.game import Briefing
from games.core.search.nodes import Nodes
from games.decoy.ai.deployment import deploy
from games.decoy.ai.judging import Judge
from games.decoy.ai.planning import best_plan
from games.decoy.ai.situation import situation_of
from games.decoy.ai.temper import Temper
from games.decoy.rules.actions import END, Action, Attack, SetUp
from games.decoy.rules.board import NEAR
from games.decoy.rules.state import MOVEMENT, SET_UP
from games.decoy.rules.view import View


class Thinker:
    """A player with a given temper."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def __call__(self, view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        """Return a layout, the next attack, or the first step of the turn's plan."""
        if view.phase == SET_UP:
            return SetUp(deploy(rng))
        nodes = Nodes(max(1, budget // self.temper.budget_share))
        judge = Judge(situation_of(view, self.temper.worlds, self.temper.mortal), self.temper, nodes)
        if view.phase != MOVEMENT:
            return _next_attack(judge)
        plan = best_plan(judge)
        return plan.moves[0].first if plan.moves else END


def _next_attack(judge: Judge) -> Attack:
    """Return the attack of the best combination by the piece with fewest targets, then least power."""
    situation = judge.situation
    friends, foes = situation.friends, situation.foes
    chosen = judge.attacks(tuple(friend.square for friend in friends))

    def choices_and_power(attack: tuple[int, int]) -> tuple[int, int]:
        friend = friends[attack[0]]
        return (NEAR[friend.square] & situation.view.enemies).bit_count(), friend.power

    number, target = min(chosen, key=choices_and_power)
    return Attack(friends[number].square, foes[target].square)
