"""Tic-tac-toe with a perfect analyst: a position is worth its result under perfect play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from examples.tictactoe import TicTacToe
from examples.tictactoe.rules.rules import SEATS, SQUARES, Options, State, View, board, to_act
from examples.tictactoe.rules.rules import outcome as outcome_of
from games.core.game import Persona, Player
from games.core.screen.briefing import Briefing
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.puzzles import Course, Puzzle, Reason
from games.core.vocabulary.tasks import Exercise, Quiz


def worth(state: State) -> float:
    """Return X's chance with perfect play: 1, ½ or 0."""
    return _worth(to_act(State(state.options, state.moves))[0], frozenset(board(state).items()))


@cache
def _worth(seat: int, taken: frozenset[tuple[str, str]]) -> float:
    """Return X's chance from a board with a seat to move, however the board came about."""
    result, full = outcome_of(dict(taken)), {square for square, _ in taken}
    if result is not None:
        return 0.5 if result.winner is None else 1.0 - result.winner
    squares = [square for square in SQUARES if square not in full]
    after = [_worth(1 - seat, taken | {(square, SEATS[seat])}) for square in squares]
    return max(after) if seat == 0 else min(after)


def free(state: State | View) -> list[str]:
    return [square for square in SQUARES if square not in state.moves]


def ordered(view: View) -> list[str]:
    """Return the free squares, best first."""
    sign = 1 if to_act(view)[0] == 1 else -1
    after = {square: sign * worth(State(view.options, (*view.moves, square))) for square in free(view)}
    return sorted(after, key=lambda square: after[square])


def perfect(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> str:
    """Play as a level that always keeps the position's value, by a random best move."""
    best = ordered(view)
    value = worth(State(view.options, (*view.moves, best[0])))
    return rng.choice([s for s in best if worth(State(view.options, (*view.moves, s))) == value])


class Exact:
    """The analyst of tic-tac-toe."""

    kinds: Mapping[str, str] = {}
    opener = ""
    quick = "perfect"

    def exercise(self, puzzle: Puzzle) -> Exercise:
        return Exercise(None, 0, Quiz("", ()))

    def explain(self, puzzle: Puzzle, answer: str, state: State, *, right: bool) -> Reason:
        return Reason("")

    def puzzles(self, course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
        return iter(())

    def candidates(self, view: View, rng: random.Random, budget: int) -> tuple[str, ...]:
        return tuple(ordered(view))

    def estimate(self, state: State, rng: random.Random, budget: int) -> float:
        return worth(State(state.options, state.moves))

    def guess(self, view: View, briefing: Briefing | None, rng: random.Random) -> Any:
        return None

    def deduced(self, view: View) -> Mapping[str, str]:
        return {}


class StudiedTicTacToe(TicTacToe):
    """Tic-tac-toe with an analyst, for the bot."""

    players: Mapping[str, Player[View, str]] = {**TicTacToe.players, "perfect": perfect}
    personas: Mapping[str, Persona] = {**TicTacToe.personas, "perfect": Persona("Owl", "Never errs.")}

    @property
    def analyst(self) -> Analyst:
        return Exact()


GAME = StudiedTicTacToe()
START = GAME.new(Options("X"), bytes(32))


def after(*squares: str) -> State:
    """Return the state after these moves."""
    state = START
    for square in squares:
        state = GAME.play(state, GAME.to_act(state)[0], square).state
    return state
