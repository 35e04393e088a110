"""Tasks on a board, for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """A task to reach something on the board in at most `most` own actions, in any way.

    Attributes:
        reached: (first state, current state) → whether it's reached.
        replies: The opponent's replies, in order, whenever it's to act.
        missed: (first state, current state) → whether it can't be reached anymore, so that no reply is needed
            (None: only the end tells).
        tally: current state → what counts so far, as a line beside the question (None: nothing to add up).
    """

    question: str
    reached: Callable[[Any, Any], bool]
    most: int = 1
    replies: tuple[str, ...] = ()
    missed: Callable[[Any, Any], bool] | None = None
    tally: Callable[[Any], str] | None = None


class Answer(msgspec.Struct, frozen=True):
    """A possible answer of a quiz; `key` is short, of lowercase letters, digits and dashes."""

    key: str
    label: str
    right: bool = False


class Quiz(msgspec.Struct, frozen=True):
    """A question with at most 25 answers, at least one of them right."""

    question: str
    answers: tuple[Answer, ...]


class Onward(msgspec.Struct, frozen=True):
    """A position to be played to its end.

    `both`: one player acts for both sides and sees everything; otherwise the opponent is played elsewhere,
    and the attempt contains the actions of both.
    """

    question: str
    both: bool = False


class Exercise(msgspec.Struct, frozen=True):
    """A position, the seat from which it's seen, and the task."""

    state: Any
    seat: int
    task: Goal | Quiz | Onward
