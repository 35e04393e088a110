"""Whether something that was to be done on a board was done. The engine checks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from games.core.game import AnyGame
from games.core.tasks import Exercise, Goal, Quiz

Verdict = Literal["open", "solved", "failed"]


class Attempt(msgspec.Struct, frozen=True):
    """How far somebody has come: the state now, what they were told on the way, and whether it's done."""

    state: Any
    told: tuple[str, ...]
    verdict: Verdict


def attempt(game: AnyGame, exercise: Exercise, tried: Sequence[str]) -> Attempt:
    """What somebody's actions lead to, or (of a quiz) the key of their answer. Unreadable or Illegal for an
    action that can't be played; what comes after the end counts for nothing."""
    if isinstance(exercise.task, Quiz):
        return _answered(exercise, exercise.task, tried)
    course = _Course(game, exercise, exercise.task)
    for text in tried:
        if course.verdict == "open":
            course.play(text)
    return Attempt(course.state, tuple(course.told), course.verdict)


def _answered(exercise: Exercise, quiz: Quiz, tried: Sequence[str]) -> Attempt:
    if not tried:
        return Attempt(exercise.state, (), "open")
    right = any(answer.right for answer in quiz.answers if answer.key == tried[-1])
    return Attempt(exercise.state, (), "solved" if right else "failed")


class _Course:
    """A goal as it is tried."""

    def __init__(self, game: AnyGame, exercise: Exercise, goal: Goal) -> None:
        self.state, self.told = exercise.state, list[str]()
        self.verdict: Verdict = "open"
        self._game, self._exercise, self._goal = game, exercise, goal
        self._left, self._replies = goal.most, list(goal.replies)

    def play(self, text: str) -> None:
        """An action of the person, and what follows from it."""
        seat = self._exercise.seat
        self._take(seat, self._game.parse(self._game.view(self.state, seat), text))
        self._left -= 1
        while self.verdict == "open" and self._follows():
            pass
        if self.verdict == "open" and (not self._left or seat not in self._game.to_act(self.state)):
            self.verdict = "failed"

    def _follows(self) -> bool:
        """Play what needs no choice, or what the other side replies; whether there was anything."""
        game, mine = self._game, self._exercise.seat
        for seat in game.to_act(self.state):
            view = game.view(self.state, seat)
            action = game.forced(view) or game.automatic(view)
            if action is None and seat != mine and self._replies:
                action = game.parse(view, self._replies.pop(0))
            if action is not None:
                self._take(seat, action)
                return True
        return False

    def _take(self, seat: int, action: Any) -> None:
        played = self._game.play(self.state, seat, action)
        self.state = played.state
        self.told += played.told[self._exercise.seat]
        if self._goal.reached(self._exercise.state, self.state):
            self.verdict = "solved"
        elif self._goal.missed is not None and self._goal.missed(self._exercise.state, self.state):
            self.verdict = "failed"
