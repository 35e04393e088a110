"""What alpha can say of play: puzzles in its matches, and what a move was worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.alpha.ai import candidates as likely
from games.alpha.ai import chances, guessing, unseen
from games.alpha.ai import puzzles as finding
from games.alpha.ai.exercises import KINDS, exercise
from games.alpha.rules.actions import Action
from games.alpha.rules.state import State
from games.alpha.rules.view import View
from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise


class AlphaAnalyst:
    """The analyst as the protocol of `games.core.vocabulary.analyst` wants it."""

    kinds: Mapping[str, str] = KINDS
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        return exercise(puzzle)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        return finding.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        return likely.candidates(view, rng)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        return chances.estimate(state, rng, budget)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State:
        return guessing.guess(view, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        return unseen.deduced(view)
