"""The analysis of play in Alpha Duel: puzzles from matches, likely moves, and chances of winning."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.alpha.ai import candidates as likely
from games.alpha.ai import chances, guessing, hidden_cards
from games.alpha.ai import puzzles as finding
from games.alpha.ai.exercises import KINDS, exercise
from games.alpha.ai.reasons import explain
from games.alpha.rules.actions import Action
from games.alpha.rules.state import State
from games.alpha.rules.view import View
from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise


class AlphaAnalyst:
    """The analyst, as the protocol in `games.core.vocabulary.analyst` requires it."""

    kinds: Mapping[str, str] = KINDS
    opener = "109"
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """Return what a puzzle asks; raise the game's error if its match breaks the rules."""
        return exercise(puzzle)

    def explain(self, puzzle: Puzzle, answer: str, state: State, *, right: bool) -> Reason:
        """Return why an answer to a puzzle is right or wrong."""
        return explain(puzzle, state, right=right)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """Yield the first puzzle of each kind in a match, within a budget of boards."""
        return finding.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        """Return the few actions worth a look, the best first; no budget is needed."""
        return likely.candidates(view, rng)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        """Return the chance from 0 to 1 that seat 0 wins, within a budget of nodes."""
        return chances.estimate(state, rng, budget)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> State:
        """Return a random state that fits the view, drawn by its likelihood; there's no briefing."""
        return guessing.guess(view, rng)

    def deduced(self, view: View) -> Mapping[str, str]:
        """Return what a viewer can be sure of by counting, as sentences by key."""
        return hidden_cards.deduce_facts(view)


ANALYST = AlphaAnalyst()
