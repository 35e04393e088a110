"""Puzzles as tasks: the position with the pattern glowing, so that no preview matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.core.vocabulary.puzzles import Course, Puzzle
from games.core.vocabulary.tasks import Answer, Exercise, Goal, Quiz
from games.creators.rules import notation, rules
from games.creators.rules.geometry import DIE_FACES
from games.creators.rules.options import glyphs_to_draw_from, read_options
from games.creators.rules.rules import SEAT_NAMES
from games.creators.rules.state import Setup, State, new_state, pattern_cells
from games.creators.rules.view import view

KINDS: Mapping[str, str] = {
    "win": "Win in one",
    "stop": "Stop the win",
    "best": "Best move",
    "roll": "Which roll?",
    "half": "Name the pattern",
}
WINS, MISSES = "wins", "misses"
"""The questions about a roll: which face alone wins, or which alone doesn't."""
MOST_NAMED = 6
"""The most patterns offered to choose from."""


def at(course: Course) -> State:
    """Return the state at the end of a course; raise the game's own error if it departs from the rules."""
    state = new_state(read_options(course.options), course.seed)
    for text in course.actions:
        state = rules.play(state, state.side, notation.parse(view(state, state.side), text)).state
    return state


def exercise(puzzle: Puzzle) -> Exercise:
    """Return the task of a puzzle; raise KeyError for an unknown kind."""
    state = at(puzzle.course)
    if puzzle.kind == "half":
        shown = msgspec.structs.replace(state.setup, glowing=state.setup.shown)
        return Exercise(msgspec.structs.replace(state, setup=shown), puzzle.seat, _build_name_quiz(state))
    state = glowing(state)
    return Exercise(state, puzzle.seat, _ASKED[puzzle.kind](state, puzzle))


def glowing(state: State) -> State:
    """Return the position with the pattern and the count of cells held visible, without the last move."""
    setup = state.setup
    cells = setup.pattern.cells
    options, hidden = (
        msgspec.structs.replace(some, destroyer_preview="full", progress="both")
        for some in (setup.options, setup.open_options)
    )
    lit = Setup(options, hidden, setup.pattern, cells, cells)
    return msgspec.structs.replace(state, setup=lit, last=None)


def _win(state: State, puzzle: Puzzle) -> Goal:
    def is_solved(_: State, now: State) -> bool:
        return now.outcome is not None and now.outcome.winner == puzzle.seat

    return Goal(f"You rolled a {state.die}. Which move wins at once?", is_solved)


def _stop(state: State, puzzle: Puzzle) -> Goal:
    question = (
        f"You rolled a {state.die}. The Creator holds {rules.count_held(state, 0)} cells, and "
        f"{_enough(state)} are enough on their next turn. Which move leaves them the fewest rolls that win?"
    )
    return Goal(question, _is_played(puzzle))


def _best(state: State, puzzle: Puzzle) -> Goal:
    question = (
        f"You rolled a {state.die}. On your next turn {_enough(state)} cells are enough. Which move gives "
        "you the best chance to win then, however well the Destroyer replies?"
    )
    return Goal(question, _is_played(puzzle))


def _enough(state: State) -> int:
    """Return how many cells win in the next round."""
    pattern = state.setup.pattern
    number = rules.round_of(state.ply) + 1
    return rules.need(state.setup.options, len(pattern.cells), pattern.par, number)


def _is_played(puzzle: Puzzle) -> Callable[[Any, Any], bool]:
    """Return a check of whether the answer, proved to be the only best one, has been played."""

    def is_solved(_: State, now: State) -> bool:
        last = now.last
        return last is not None and f"{last.source}{'x' if last.capture else '-'}{last.target}" == answer

    answer = puzzle.solution[0]
    return is_solved


def _roll(state: State, puzzle: Puzzle) -> Quiz:
    wins = puzzle.about == WINS
    asked = (
        "Only one roll wins at once. Which?" if wins else "Every roll but one wins at once. Which doesn't?"
    )
    question = f"The {SEAT_NAMES[state.side]} is about to roll, and needs one more cell. {asked}"
    answers = (Answer(str(face), f"A {face}", str(face) == puzzle.solution[0]) for face in DIE_FACES)
    return Quiz(question, tuple(answers))


def _build_name_quiz(state: State) -> Quiz:
    question = "The glowing cells are half of a pattern, chosen at random. Which pattern has all of them?"
    name = state.setup.pattern.name
    others = [other for other in nearly(state) if other != name][: MOST_NAMED - 1]
    answers = (Answer(key_of(option), f"“{option}”", option == name) for option in sorted((name, *others)))
    return Quiz(question, tuple(answers))


def nearly(state: State) -> list[str]:
    """Return the patterns that could have been drawn, those with most of the shown cells first."""
    size, shown = state.setup.options.board_size, state.setup.shown
    drawn = {name: pattern_cells(name, False, size) for name in glyphs_to_draw_from(state.setup.options)}
    return sorted(drawn, key=lambda name: (-sum(cell in drawn[name] for cell in shown), name))


def key_of(glyph: str) -> str:
    """Return a glyph's key as an answer: its letter in lowercase or its digit, else “u” and its hex code."""
    plain = glyph.isascii() and glyph.isalnum()
    return glyph.lower() if plain else f"u{ord(glyph):x}"


_ASKED: Mapping[str, Callable[[State, Puzzle], Goal | Quiz]] = {
    "win": _win,
    "stop": _stop,
    "best": _best,
    "roll": _roll,
}
