"""What this game can say of play: its puzzles, and what a move was worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.core.screen.briefing import Briefing
from games.core.search.nodes import best_few
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise
from games.creators.ai import deductions, estimate, exercises, expectimax, finder, guesses
from games.creators.ai.memory import known_or_guessed
from games.creators.rules.geometry import Action, Roll
from games.creators.rules.state import State
from games.creators.rules.view import View

MOST = 8
"""So many moves are worth a look: those that `expert` looks at more closely."""


class CreatorsAnalyst:
    """The analyst as `games.core.vocabulary.analyst` wants it."""

    kinds: Mapping[str, str] = exercises.KINDS
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """What a puzzle asks; the game's own error where its match departs from the rules."""
        return exercises.exercise(puzzle)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """The puzzles in a match, one of each kind at most."""
        return finder.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        """The moves that are best by what every face of the die would then allow, by what the viewer says
        they remember of the pattern; a roll while the die isn't rolled."""
        if not view.die:
            return (Roll(),)
        sight = expectimax.sight_of(view, known_or_guessed(view, None))
        found = expectimax.candidates(view, sight, budget)
        return tuple(one.move for one in best_few(found, lambda candidate: candidate.worth, MOST))

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        """The chance that the Creator wins; nothing in it is drawn."""
        return estimate.estimate(state)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State | None:
        """A pattern or a half that the viewer may not know, as likely as it is."""
        return guesses.guess(view, briefing, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        """That the Creator can't win anymore, as soon as it's sure."""
        return deductions.deduced(view)
