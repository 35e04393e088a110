"""Puzzles as exercises: the board without its notes, the lines that count, and a question.

The notes of the board are removed, because they would reveal the answer or distract from it; the number of
pieces left of each side stays.
"""

from __future__ import annotations

from collections import deque
from itertools import groupby

import msgspec

from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Answer, Exercise, Quiz
from games.decoy.ai.clues import Kept, case_of, select_lines
from games.decoy.ai.evidence import CAME, FELL, LEFT, LIVED, STEPPED, STRUCK, Line, Moment, moments
from games.decoy.ai.questions import Choices, build_question
from games.decoy.rules.board import NAMES
from games.decoy.rules.knowledge import know
from games.decoy.rules.memory import ANYBODY, Fallen, Memory
from games.decoy.rules.state import State

WHERE = "where"
"""The kind of puzzle that asks where a piece can't be."""
_HEADING = (
    "Their Commander and at least one Decoy are still alive. This is what you were told of enemies that you "
    "never lost sight of:"
)
_LOST = "This is what you were told of one piece, until you lost sight of it:"
_NOT_THERE = "Which of these squares can't it be on now?"


def about(subject: str, told: tuple[int, ...]) -> str:
    """Encode what a puzzle is about: its subject, and the action numbers of its lines."""
    return f"{subject}:{' '.join(map(str, told))}"


def exercise_of(puzzle: Puzzle) -> Exercise:
    """Return the exercise of a puzzle."""
    (moment,) = deque(moments(puzzle.course, puzzle.seat), maxlen=1)
    subject, _, told = puzzle.about.partition(":")
    numbers = tuple(map(int, told.split()))
    make = _whereabouts if puzzle.kind == WHERE else _deduction
    question, choices = make(puzzle.kind, subject, moment, numbers)
    answers = tuple(Answer(key, label, (key,) == puzzle.solution) for key, label in choices)
    return Exercise(remove_notes(moment.state, puzzle.seat), puzzle.seat, Quiz(question, answers))


def _deduction(kind: str, subject: str, moment: Moment, numbers: tuple[int, ...]) -> tuple[str, Choices]:
    question, case = build_question(kind, subject), case_of(moment)
    return _with_lines(_HEADING, select_lines(case, numbers), question.words), question.choices(case)


def _whereabouts(kind: str, subject: str, moment: Moment, numbers: tuple[int, ...]) -> tuple[str, Choices]:
    piece = next(lines for lines in moment.gone if lines and lines[-1].number == numbers[-1])
    kept = tuple(line for line in piece if line.number in numbers)
    return _with_lines(_LOST, (kept,), _NOT_THERE), tuple((name, name) for name in subject.split(","))


def _with_lines(heading: str, kept: Kept, question: str) -> str:
    return "\n".join((heading, *format_lines(kept), question))


def format_lines(kept: Kept) -> tuple[str, ...]:
    """Return the lines in words, one text for each turn, such as “• Turn 6: e7–e6, e6 hit you for 4”."""
    lines = sorted((line for piece_lines in kept for line in piece_lines), key=lambda line: line.number)
    return tuple(
        f"• Turn {ply}: {', '.join(map(_in_words, of_ply))}"
        for ply, of_ply in groupby(lines, key=lambda line: line.ply)
    )


def _in_words(line: Line) -> str:
    square = NAMES[line.square]
    return {
        CAME: f"one appeared at {square}",
        STEPPED: f"{NAMES[line.source]}–{square}",
        LEFT: f"it left your view at {square}",
        STRUCK: f"{square} hit you for {line.points}",
        LIVED: f"{square} was hit for {line.points} and lived",
        FELL: f"{square} was destroyed by hits for {line.points} in all",
    }[line.what]


def remove_notes(state: State, seat: int) -> State:
    """Return the same position without the seat's notes and memories of the enemy."""
    side = state.sides[seat]
    fallen = tuple(Fallen(loss.ply, None, ANYBODY) for loss in side.memory.fallen)
    bare = msgspec.structs.replace(side, knowledge=know((), Memory((), fallen)), seen=())
    sides = (bare, state.sides[1]) if seat == 0 else (state.sides[0], bare)
    return msgspec.structs.replace(state, sides=sides, blasts=())
