"""A search for puzzles in a match: moments with a single best answer, proved by search."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from games.alpha.ai.best_boards import best_board
from games.alpha.ai.exercises import moment
from games.alpha.ai.puzzle_search import Found, Search
from games.alpha.ai.wins import win, win_next
from games.alpha.rules.notation import parse
from games.alpha.rules.rules import actions, play
from games.alpha.rules.state import ACTION, State
from games.alpha.rules.view import view
from games.core.vocabulary.puzzles import Course, Puzzle

SEAT = 0
"""The seat of the human, who is always seat 0. ALPHA-23."""
_FEWEST = 8
"""The fewest legal actions of a moment that makes a puzzle."""
_AT_FIRST = (win, win_next, best_board)
_IN_COMBAT = (best_board,)
Finder = Callable[[State, Search], Found | None]


def puzzles(course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
    """Yield the first puzzle of each kind in a match, within a budget of boards."""
    kinds, search = set[str](), Search(rng, budget)
    for number, state in enumerate(_states(course)):
        for find in _finders(state):
            found = find(state, search) if search.left > 0 else None
            if found is not None and found.kind not in kinds:
                kinds.add(found.kind)
                yield _puzzle(course, number, found)


def _puzzle(course: Course, number: int, found: Found) -> Puzzle:
    before = Course(course.options, course.seed, course.actions[:number])
    return Puzzle(
        id="0", kind=found.kind, rating=found.rating, seat=SEAT, course=before, solution=found.solution
    )


def _states(course: Course) -> Iterator[State]:
    state = moment(Course(course.options, course.seed, ()))
    yield state
    for text in course.actions:
        mover = state.table.mover
        state = play(state, mover, parse(view(state, mover), text)).state
        yield state


def _finders(state: State) -> tuple[Finder, ...]:
    """Return the searches to run at a moment: only before the player's first card or first attack."""
    table = state.table
    if table.mover != SEAT or table.outcome is not None:
        return ()
    legal = actions(table, view(state, SEAT).hand, state.setup.options)
    if sum(1 for _ in legal) < _FEWEST:
        return ()
    if table.phase == ACTION:
        return () if table.deeds else _AT_FIRST
    attacked = any(deed.slot is not None and deed.target is not None for deed in table.done[SEAT])
    return () if attacked else _IN_COMBAT
