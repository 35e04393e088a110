"""Finds puzzles in a match: moments with one best answer, which search has proved."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from games.alpha.ai.best_boards import best_board
from games.alpha.ai.exercises import moment
from games.alpha.ai.found import Found, Search
from games.alpha.ai.wins import win, win_next
from games.alpha.rules.notation import parse
from games.alpha.rules.rules import actions, play
from games.alpha.rules.state import ACTION, State
from games.alpha.rules.view import view
from games.core.vocabulary.puzzles import Course, Puzzle

SEAT = 0
"""The person is always seat 0. ALPHA-23."""
_FEWEST = 8
"""So many legal actions there have to be."""
_AT_FIRST = (win, win_next, best_board)
_IN_COMBAT = (best_board,)
Finder = Callable[[State, Search], Found | None]


def puzzles(course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
    """The puzzles in a match, of each kind the first one."""
    kinds, search = set[str](), Search(rng, budget)
    for number, state in enumerate(_states(course)):
        for find in _finders(state):
            one = find(state, search) if search.left > 0 else None
            if one is not None and one.kind not in kinds:
                kinds.add(one.kind)
                yield _puzzle(course, number, one)


def _puzzle(course: Course, number: int, one: Found) -> Puzzle:
    before = Course(course.options, course.seed, course.actions[:number])
    return Puzzle(id="0", kind=one.kind, rating=one.rating, seat=SEAT, course=before, solution=one.solution)


def _states(course: Course) -> Iterator[State]:
    state = moment(Course(course.options, course.seed, ()))
    yield state
    for text in course.actions:
        mover = state.table.mover
        state = play(state, mover, parse(view(state, mover), text)).state
        yield state


def _finders(state: State) -> tuple[Finder, ...]:
    """What may be asked where a phase begins."""
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
