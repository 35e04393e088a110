"""Who finds puzzles in matches of CCC and judges what was played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from games.ccc.ai import judging, puzzle_finder
from games.ccc.ai.puzzle_finder import BEST, SAVE, WIN_1, WIN_2
from games.ccc.rules import rules
from games.ccc.rules.actions import Action
from games.ccc.rules.notation import read_action
from games.ccc.rules.state import SEAT_NAMES, State, View, key_of
from games.core.screen.briefing import Briefing
from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Exercise, Goal

Reached = Callable[[State, State], bool]


class CccAnalyst:
    """Nothing is hidden, and nothing is left to chance: what a player could know is all there is."""

    kinds: Mapping[str, str] = {
        WIN_1: "Win in one",
        WIN_2: "Win in two",
        SAVE: "The only way out",
        BEST: "Best move",
    }
    quick = "hard"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        """A puzzle of ccc: what it asks is checked by the position that the right move leads to, whatever is
        said with it."""
        *_, state = puzzle_finder.replayed(puzzle.course)
        return Exercise(state, puzzle.seat, _goal(puzzle, state))

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        return puzzle_finder.puzzles(course, rng, budget)

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
        return judging.candidates(view, rng, budget)

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        return judging.chance(state, budget)

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> None:
        return None

    def deduced(self, view: View) -> Mapping[str, str]:
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
    """Whether the position is the one to which an action leads."""
    action = read_action(state.setting.geometry, text)
    wanted = key_of(rules.play(state, state.position.side, action).state.position)
    return lambda before, now: key_of(now.position) == wanted


def _departs(right: Reached) -> Reached:
    """Whether the first move was another one."""
    return lambda before, now: now.position.ply == before.position.ply + 1 and not right(before, now)
