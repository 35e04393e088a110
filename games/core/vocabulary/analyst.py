"""Analyst: finds puzzles in a game's matches and judges moves. Implemented in the game's `ai/`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise


class Analyst(Protocol):
    """A game's analyst. Budgets are in nodes; chances are from 0 to 1, with a draw as half a win."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of puzzles with their names for people, e.g. “Win in one”."""

    @property
    def opener(self) -> str:
        """The id of an easy puzzle with a pretty picture, the first of the day that a server gets."""

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """Return a puzzle's exercise; raise the game's own error if its match departs from the rules."""

    def explain(self, puzzle: Puzzle, answer: str, state: Any, *, right: bool) -> Reason:
        """Return why an answer is right or wrong.

        `answer` is the solver's last action or the key of a quiz's answer; `state` is where it leads.
        """

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """Yield the puzzles in a match, each with an answer that is proved to be the only best one."""

    @property
    def quick(self) -> str:
        """The AI level used for playouts."""

    def candidates(self, view: Any, rng: random.Random, budget: int) -> tuple[Any, ...]:
        """Return the few actions worth considering for a viewer who is to act, the best first."""

    def estimate(self, state: Any, rng: random.Random, budget: int) -> float:
        """Return an estimate of seat 0's winning chance, made without playing on."""

    def guess(self, view: Any, briefing: Briefing | None, rng: random.Random) -> Any:
        """Return a random state that the viewer can't tell from the true one (None: nothing is hidden).

        The draw roughly follows the likelihood of each state. Secrets of the other seat, in either direction,
        never influence the guess.
        """

    def deduced(self, view: Any) -> Mapping[str, str]:
        """Return facts that a viewer can deduce without having been told, as sentences by key.

        For example, “The piece on d5 is the Commander.”
        """
