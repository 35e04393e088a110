"""Something to be done on a board: what lessons and puzzles ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """Something to be brought about on the board in at most `most` actions of one's own; every way counts.

    `reached`: whether it is, from the state at the beginning and the state now; `replies`: what the other
    side plays when it's to act, in order; `missed`: whether it can't be reached anymore, so that the other
    side doesn't have to reply (None: only the end tells)."""

    question: str
    reached: Callable[[Any, Any], bool]
    most: int = 1
    replies: tuple[str, ...] = ()
    missed: Callable[[Any, Any], bool] | None = None


class Answer(msgspec.Struct, frozen=True):
    """One thing that may be answered. `key`: short, of small letters, digits and dashes."""

    key: str
    label: str
    right: bool = False


class Quiz(msgspec.Struct, frozen=True):
    """A question with at most 25 answers, of which at least one is right."""

    question: str
    answers: tuple[Answer, ...]


class Onward(msgspec.Struct, frozen=True):
    """A position to be played on to its end. `both`: by one person for both sides, who is shown all of it;
    otherwise the other side is somebody else's, and what's tried has the actions of both."""

    question: str
    both: bool = False


class Exercise(msgspec.Struct, frozen=True):
    """A position, the seat from which it's seen, and what is asked."""

    state: Any
    seat: int
    task: Goal | Quiz | Onward
