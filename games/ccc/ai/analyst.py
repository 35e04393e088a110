"""The analyst of CCC: puzzles from matches, and judgments of moves and positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from games.ccc.ai import judging, puzzle_finder
from games.ccc.ai.puzzle_finder import BEST, SAVE, WIN_1, WIN_2
from games.ccc.ai.reasons import explain
from games.ccc.rules import rules
from games.ccc.rules.actions import Action
from games.ccc.rules.notation import read_action
from games.ccc.rules.state import SEAT_NAMES, State, View, key_of
from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise, Goal

Reached = Callable[[State, State], bool]


class CccAnalyst:
    """The analyst of CCC; since nothing is hidden or random, it never guesses what a player knows."""

    kinds: Mapping[str, str] = {
        WIN_1: "Win in one",
        WIN_2: "Win in two",
        SAVE: "The only way out",
        BEST: "Best move",
    }
    opener = "288"
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """Return a puzzle as an exercise, in which answers with any compliment count by their position."""
        *_, state = puzzle_finder.replay_states(puzzle.course)
        return Exercise(state, puzzle.seat, _goal(puzzle, state))

    def explain(self, puzzle: Puzzle, answer: str, state: State, *, right: bool) -> Reason:
        """Return why an answer to a puzzle is right or wrong."""
        return explain(puzzle, state, right=right)

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        """Yield the puzzles found in a match within a budget of nodes."""
        return puzzle_finder.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        """Return the few actions worth considering, the best first."""
        return judging.candidates(view, rng, budget)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        """Return White's chance of winning from a state, from 0 to 1."""
        return judging.chance(state, budget)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> None:
        """Return None, as nothing is hidden."""
        return None

    def deduced(self, view: View) -> Mapping[str, str]:
        """Return an empty mapping, as nothing is hidden."""
        return {}


def _goal(puzzle: Puzzle, state: State) -> Goal:
    seat, first = puzzle.seat, puzzle.solution[0]
    side, rival = SEAT_NAMES[seat], SEAT_NAMES[1 - seat]
    if puzzle.kind == WIN_1:
        return Goal(f"{side} can win this turn. How?", _wins(seat))
    right = _leads_to(state, first)
    if puzzle.kind == WIN_2:
        question = f"After which move does {side} win on the next turn, whatever {rival} does in between?"
        return Goal(question, _wins(seat), 2, puzzle.solution[1:2], _departs(right))
    if puzzle.kind == SAVE:
        return Goal(f"{rival} is about to win. {side} has only one move that prevents it. Which one?", right)
    return Goal(f"One move is far better than all others for {side}. Which one?", right)


def _wins(seat: int) -> Reached:
    return lambda before, now: now.outcome is not None and now.outcome.winner == seat


def _leads_to(state: State, text: str) -> Reached:
    """Return a check that the position reached equals the one that an action in notation leads to."""
    action = read_action(state.setting.geometry, text)
    wanted = key_of(rules.play(state, state.position.side, action).state.position)
    return lambda before, now: key_of(now.position) == wanted


def _departs(right: Reached) -> Reached:
    """Return a check that exactly one ply was played and it missed the right position."""
    return lambda before, now: now.position.ply == before.position.ply + 1 and not right(before, now)


ANALYST = CccAnalyst()
