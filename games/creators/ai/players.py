"""The levels that forget, with Algorithms 6 and 7 of CVD-38 or another choice. CVD-37 to CVD-39."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice

import msgspec

from games.core.game import Briefing
from games.creators.ai import expectimax
from games.creators.ai.memory import goal, recall_or_try
from games.creators.rules.geometry import DIE_FACES, Action, Geometry, Move, Roll, geometry
from games.creators.rules.rules import move_pawn, moves, need
from games.creators.rules.view import View

# The weights of Algorithm 7, in the order of its Greek letters. CVD-38.
FILL = 100
CAPTURE = 50
CAPTURE_ON_PATTERN = 60
URGENT = 80
HINDER = 6
LEAVING = -110
NEAR_COMPLETION = 2
EASY_FORGETS = 35
MEDIUM_FORGETS = 26
MEDIUM_DESTROYER_KEEPS = (4, 8)
SKILLED_FORGETS = 22

Chooser = Callable[[View, frozenset[int], int], Move]
"""A choice of a move for these pattern cells, with the most moves that may be weighed."""


def best_move(view: View, pattern: frozenset[int], budget: int = 0) -> Move:
    """Return the move of Algorithm 6 to the letter: `score > best` keeps the first of equals. CVD-39."""
    return _best_moves(view, pattern)[0]


def best_of_equals(view: View, pattern: frozenset[int], budget: int) -> Move:
    """Return Algorithm 6's move; the prospects after the next roll decide among equals. CVD-39."""
    equals = _best_moves(view, pattern)
    if len(equals) == 1:
        return equals[0]
    weighed = islice(equals, max(1, budget))
    found = expectimax.evaluate_moves(view, expectimax.sight_of(view, pattern), weighed)
    return max(found, key=lambda candidate: candidate.worth).move


class Memory(msgspec.Struct, frozen=True):
    """An AI level that plays by what it remembers.

    Attributes:
        forgets: The percentage of the cells that it forgets.
        choose: Its choice of a move.
        destroyer_keeps: The most cells that it keeps as the Destroyer, who forgets no percentage then: of a
            pattern, and of the cells that most of five patterns have.
    """

    forgets: int
    choose: Chooser = best_move
    destroyer_keeps: tuple[int, int] | None = None

    def __call__(self, view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        """Return the move chosen for the cells still remembered, or the roll before it."""
        if not view.die:
            return Roll()
        if view.who == 1 and self.destroyer_keeps is not None:
            most = self.destroyer_keeps[bool(briefing and briefing.data.get("candidates"))]
            pattern = recall_or_try(view, briefing, 0, most)
        else:
            pattern = recall_or_try(view, briefing, self.forgets)
        return self.choose(view, pattern, budget)


class Filling(msgspec.Struct, frozen=True):
    """An AI level that only fills cells and overlooks all else; `forgets` is a percentage of the cells."""

    forgets: int

    def __call__(self, view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        """Return a random move among those best at filling remembered cells, or the roll before it."""
        if not view.die:
            return Roll()
        squares = geometry(view.options.board_size)
        pattern = recall_or_try(view, briefing, self.forgets)
        legal = moves(view.board, view.to_act or 0, view.die, view.options)
        scores = [_score_fill(squares, move, pattern) for move in legal]
        best = max(scores)
        return rng.choice([move for move, score in zip(legal, scores, strict=True) if score == best])


def _score_fill(squares: Geometry, move: Move, pattern: frozenset[int]) -> int:
    """Return the score of Algorithm 7 for a move, without the terms for captures and for the opponent."""
    source, target = squares.cell_of[move.source], squares.cell_of[move.target]
    return (FILL if target in pattern else 0) + (LEAVING if source in pattern else 0)


def _best_moves(view: View, pattern: frozenset[int]) -> list[Move]:
    """Return all moves of the highest utility, in the order of CVD-39."""
    seat, squares = view.to_act or 0, geometry(view.options.board_size)
    pairs = fillable_pairs(squares, view.board, 1 - seat, pattern)
    near = _opponent_is_near(view, pattern)
    legal = moves(view.board, seat, view.die, view.options)
    scores = [utility(view, squares, move, pattern, pairs, near) for move in legal]
    best = max(scores)
    return [move for move, score in zip(legal, scores, strict=True) if score == best]


def utility(
    view: View, squares: Geometry, move: Move, pattern: frozenset[int], pairs: int, near: bool
) -> int:
    """Return the score of Algorithm 7 with the constants of CVD-38; `pairs` is counted before the move."""
    source, target = squares.cell_of[move.source], squares.cell_of[move.target]
    on_pattern = target in pattern
    score = LEAVING if source in pattern else 0
    if on_pattern:
        score += FILL + (URGENT if near else 0)
    if move.capture:
        score += CAPTURE + (CAPTURE_ON_PATTERN if on_pattern else 0)
    elif not any(view.reserves):
        # What the opponent can fill stays the same: pawns leap, and can land on enemies.
        return score
    seat = view.to_act or 0
    board, _, _ = move_pawn(view.board, view.reserves, seat, source, target, view.options)
    return score + HINDER * (pairs - fillable_pairs(squares, board, 1 - seat, pattern))


def _opponent_is_near(view: View, pattern: frozenset[int]) -> bool:
    opponent = 1 - (view.to_act or 0)
    if opponent == 1 and view.options.victory != "race":
        return False
    held = sum(view.board[cell] == opponent + 1 for cell in pattern)
    return need(view.options, *goal(view, len(pattern)), view.round) - held <= NEAR_COMPLETION


def fillable_pairs(squares: Geometry, board: bytes, seat: int, pattern: frozenset[int]) -> int:
    """Return how many pairs (die, pattern cell that the seat lacks) the seat can fill in one move."""
    own, unfilled = seat + 1, [cell for cell in pattern if board[cell] != seat + 1]
    return sum(
        any(board[neighbour] == own for neighbour, _ in squares.lines[seat][die][cell])
        for die in DIE_FACES
        for cell in unfilled
    )
