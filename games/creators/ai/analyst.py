"""The analyst of creators, which finds puzzles and judges moves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.core.screen.briefing import Briefing
from games.core.search.nodes import best_few
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise
from games.creators.ai import deductions, estimate, exercises, expectimax, finder, guesses
from games.creators.ai.memory import guess_pattern
from games.creators.ai.reasons import explain
from games.creators.rules.geometry import Action, Roll
from games.creators.rules.state import State
from games.creators.rules.view import View

MOST = 8
"""The most moves worth a look: as many as `expert` looks at more closely."""


class CreatorsAnalyst:
    """The analyst as an implementation of the protocol in `games.core.vocabulary.analyst`."""

    kinds: Mapping[str, str] = exercises.KINDS
    opener = "227"
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """Return a puzzle's task; raise the game's own error if its match departs from the rules."""
        return exercises.exercise(puzzle)

    def explain(self, puzzle: Puzzle, answer: str, state: State, *, right: bool) -> Reason:
        """Return why an answer to a puzzle is right or wrong."""
        return explain(puzzle, answer, state, right=right)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """Yield the puzzles in a match, at most one of each kind."""
        return finder.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        """Return the best moves by what every face of the die would then allow, the best first.

        They are judged by what the viewer marked as remembered of the pattern. Before the roll, the roll is
        returned alone.
        """
        if not view.die:
            return (Roll(),)
        sight = expectimax.sight_of(view, guess_pattern(view, None))
        found = expectimax.candidates(view, sight, budget)
        return tuple(choice.move for choice in best_few(found, lambda candidate: candidate.worth, MOST))

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        """Return the Creator's chance to win, from 0 to 1; the random numbers aren't used."""
        return estimate.estimate(state)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State | None:
        """Return a random state that fits the viewer's knowledge; None if only dice are hidden."""
        return guesses.guess(view, briefing, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        """Return the sentence that the Creator can't win anymore, as soon as the viewer can be sure of it."""
        return deductions.deduce_facts(view)


ANALYST = CreatorsAnalyst()
