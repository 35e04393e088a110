"""Attempts at exercises: whether a player's actions solve them, checked by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from games.core.game import AnyGame
from games.core.vocabulary.tasks import Exercise, Goal, Onward, Quiz

Verdict = Literal["open", "solved", "failed"]


class Attempt(msgspec.Struct, frozen=True):
    """The progress of an attempt: the current state, the messages to the player, and the verdict."""

    state: Any
    told: tuple[str, ...]
    verdict: Verdict


def attempt(game: AnyGame, exercise: Exercise, tried: Sequence[str]) -> Attempt:
    """Return the result of a player's actions, or of the answer's key in a quiz.

    Actions after the end don't count.

    Raises:
        Unreadable: An action isn't in the game's notation.
        Illegal: An action can't be played.
    """
    if isinstance(exercise.task, Quiz):
        return _judge_answer(exercise, exercise.task, tried)
    if isinstance(exercise.task, Onward):
        return _play_on(game, exercise, tried)
    course = _Course(game, exercise, exercise.task)
    for text in tried:
        if course.verdict == "open":
            course.play(text)
    return Attempt(course.state, tuple(course.told), course.verdict)


def _judge_answer(exercise: Exercise, quiz: Quiz, tried: Sequence[str]) -> Attempt:
    if not tried:
        return Attempt(exercise.state, (), "open")
    right = any(answer.right for answer in quiz.answers if answer.key == tried[-1])
    return Attempt(exercise.state, (), "solved" if right else "failed")


def to_act(game: AnyGame, exercise: Exercise, state: Any) -> int | None:
    """Return the seat for which the player chooses now, or None if it isn't their turn."""
    acting = game.to_act(state)
    if isinstance(exercise.task, Onward) and exercise.task.both:
        return next(iter(acting), None)
    return exercise.seat if exercise.seat in acting else None


def _play_on(game: AnyGame, exercise: Exercise, tried: Sequence[str]) -> Attempt:
    """Return the attempt after the actions of both sides, which leave out moves without a choice.

    The messages are those since the seat's own last action.
    """
    mine = exercise.seat
    state, told = _settle(game, exercise.state, mine)
    for text in tried:
        (seat, *_) = game.to_act(state) or (mine,)
        played = game.play(state, seat, game.parse(game.view(state, seat), text))
        state, more = _settle(game, played.state, mine)
        told = [*([] if seat == mine else told), *played.told[mine], *more]
    result = game.result(state)
    if result is None:
        return Attempt(state, tuple(told), "open")
    return Attempt(state, tuple(told), "solved" if result.winner == exercise.seat else "failed")


def _settle(game: AnyGame, state: Any, who: int) -> tuple[Any, list[str]]:
    """Play everything that needs no choice; return the state and the seat's messages."""
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
    """An attempt at a Goal."""

    def __init__(self, game: AnyGame, exercise: Exercise, goal: Goal) -> None:
        self.state, self.told = exercise.state, list[str]()
        self.verdict: Verdict = "open"
        self._game, self._exercise, self._goal = game, exercise, goal
        self._left, self._replies = goal.most, list(goal.replies)

    def play(self, text: str) -> None:
        """Play an action of the player, and everything that follows from it."""
        seat = self._exercise.seat
        self._take(seat, self._game.parse(self._game.view(self.state, seat), text))
        self._left -= 1
        while self.verdict == "open" and self._follows():
            pass
        if self.verdict == "open" and (not self._left or seat not in self._game.to_act(self.state)):
            self.verdict = "failed"

    def _follows(self) -> bool:
        """Play an action without a choice or the opponent's reply; return whether there was one."""
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
