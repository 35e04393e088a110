"""Possible first tries in a lesson."""

from __future__ import annotations

from itertools import islice
from typing import Any

from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Quiz

_LOOKED_AT = 400


def tries(game: Any, lesson: Lesson) -> list[tuple[str, ...]]:
    """Return what a player may try first: all answers, or many legal actions."""
    task, state, seat = lesson.exercise.task, lesson.exercise.state, lesson.exercise.seat
    if isinstance(task, Quiz):
        return [(answer.key,) for answer in task.answers]
    return [(game.format(action),) for action in islice(game.actions(game.view(state, seat)), _LOOKED_AT)]
