"""What can be said of play in this game: puzzles, what a move was worth, what could be known. DP-40."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise
from games.decoy.ai.choosing import candidates
from games.decoy.ai.deducing import deduced
from games.decoy.ai.estimating import estimate
from games.decoy.ai.exercises import exercise_of
from games.decoy.ai.guessing import guessed
from games.decoy.ai.puzzling import KINDS_OF_PUZZLES, puzzles
from games.decoy.rules.actions import Action
from games.decoy.rules.state import State
from games.decoy.rules.view import View


class DecoyAnalyst:
    """The analyst as `games.core.vocabulary.analyst` wants it."""

    kinds: Mapping[str, str] = KINDS_OF_PUZZLES
    quick = "steady"
    """Its matches tell as much of how a position ends between strong levels as any level's, and take 4 ms."""

    def exercise(self, puzzle: Puzzle) -> Exercise:
        return exercise_of(puzzle)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        return puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        return candidates(view, rng, budget)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        return estimate(state)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State:
        return guessed(view, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        return deduced(view)


ANALYST = DecoyAnalyst()
