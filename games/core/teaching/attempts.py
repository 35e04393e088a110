"""Whether something that was to be done on a board was done. The engine checks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from games.core.game import AnyGame
from games.core.vocabulary.tasks import Exercise, Goal, Onward, Quiz

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
    if isinstance(exercise.task, Onward):
        return _played_on(game, exercise, tried)
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


def to_act(game: AnyGame, exercise: Exercise, state: Any) -> int | None:
    """The seat for which somebody chooses now; None: it's not for them to choose."""
    acting = game.to_act(state)
    if isinstance(exercise.task, Onward) and exercise.task.both:
        return next(iter(acting), None)
    return exercise.seat if exercise.seat in acting else None


def _played_on(game: AnyGame, exercise: Exercise, tried: Sequence[str]) -> Attempt:
    """The state after the actions of both sides; what needs no choice isn't among them. What's told is told
    since the seat's own last one."""
    mine = exercise.seat
    state, told = _settled(game, exercise.state, mine)
    for text in tried:
        (seat, *_) = game.to_act(state) or (mine,)
        played = game.play(state, seat, game.parse(game.view(state, seat), text))
        state, more = _settled(game, played.state, mine)
        told = [*([] if seat == mine else told), *played.told[mine], *more]
    result = game.result(state)
    if result is None:
        return Attempt(state, tuple(told), "open")
    return Attempt(state, tuple(told), "solved" if result.winner == exercise.seat else "failed")


def _settled(game: AnyGame, state: Any, who: int) -> tuple[Any, list[str]]:
    """The state once everything is played that needs no choice, and what a seat was told of it."""
    told = list[str]()
    while (found := _without_choice(game, state)) is not None:
        played = game.play(state, *found)
        state, told = played.state, [*told, *played.told[who]]
    return state, told


def _without_choice(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    for seat in game.to_act(state):
        view = game.view(state, seat)
        action = game.forced(view) or game.automatic(view)
        if action is not None:
            return seat, action
    return None


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
        found = _without_choice(game, self.state)
        if found is None and self._replies and (others := [s for s in game.to_act(self.state) if s != mine]):
            found = others[0], game.parse(game.view(self.state, others[0]), self._replies.pop(0))
        if found is not None:
            self._take(*found)
        return found is not None

    def _take(self, seat: int, action: Any) -> None:
        played = self._game.play(self.state, seat, action)
        self.state = played.state
        self.told += played.told[self._exercise.seat]
        if self._goal.reached(self._exercise.state, self.state):
            self.verdict = "solved"
        elif self._goal.missed is not None and self._goal.missed(self._exercise.state, self.state):
            self.verdict = "failed"
