"""What a game can say of play: puzzles in its matches, and what a move was worth. Kept in its `ai/`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise


class Analyst(Protocol):
    """All budgets are numbers of nodes, never a time; all chances are from 0 to 1, a draw counting half."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of puzzles, and what they're called, e.g. “Win in one”."""

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """What a puzzle asks; the game's own error where its match departs from the rules."""

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """The puzzles in a match, each with an answer that is proved to be the only best one."""

    @property
    def quick(self) -> str:
        """The level whose matches, played to their ends from a position, measure what it's worth."""

    def candidates(self, view: Any, rng: random.Random, budget: int) -> tuple[Any, ...]:
        """The few actions that are worth a look to a viewer who is to act, the best first."""

    def estimate(self, state: Any, rng: random.Random, budget: int) -> float:
        """The chance that seat 0 wins from here, as far as it can be told without playing on."""

    def guess(self, view: Any, briefing: Briefing | None, rng: random.Random) -> Any:
        """A state that a viewer, who was shown the briefing, can't tell from the true one, drawn about as
        likely as it is. Seat 1's guess says nothing that only seat 0 knows, and the other way round. None:
        nothing is hidden from them."""

    def deduced(self, view: Any) -> Mapping[str, str]:
        """What a viewer can be sure of though nobody has told them: a sentence for each fact by its key, e.g.
        “The piece on d5 is the Commander.”"""
