"""The analyst of this game: puzzles, the value of moves, and what could be deduced. DP-40."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise
from games.decoy.ai.choosing import candidates
from games.decoy.ai.deducing import deduce_facts
from games.decoy.ai.estimating import estimate, finish_turn
from games.decoy.ai.exercises import exercise_of
from games.decoy.ai.guessing import guess_state
from games.decoy.ai.puzzling import KINDS_OF_PUZZLES, puzzles
from games.decoy.ai.reasons import explain
from games.decoy.rules.actions import Action
from games.decoy.rules.state import State
from games.decoy.rules.view import View


class DecoyAnalyst:
    """The analyst as the protocol in `games.core.vocabulary.analyst` requires it."""

    kinds: Mapping[str, str] = KINDS_OF_PUZZLES
    opener = "5"
    quick = "steady"
    """The level for playouts: it predicts strong levels' results as well as any level, in 4 ms a match."""

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """Return the exercise of a puzzle."""
        return exercise_of(puzzle)

    def explain(self, puzzle: Puzzle, answer: str, state: State, *, right: bool) -> Reason:
        """Return why an answer to a puzzle is right or wrong."""
        return explain(puzzle, answer, right=right)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """Yield the puzzles found in a match within the budget."""
        return puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        """Return a few actions that are worth considering, best first."""
        return candidates(view, rng, budget)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        """Return the chance that seat 0 wins, from 0 to 1: the mean of now and of the end of the turn.

        By the position now alone, a step that only keeps everything open would seem too good; by the quick
        level's end of the turn alone, the first step of a strong plan too bad.
        """
        return (estimate(state) + estimate(finish_turn(state, rng))) / 2

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State:
        """Return a random state that the viewer can't tell from the true one."""
        return guess_state(view, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        """Return what the viewer can be sure of, as a sentence for each fact."""
        return deduce_facts(view)


ANALYST = DecoyAnalyst()
