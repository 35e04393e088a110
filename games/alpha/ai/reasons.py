"""Why an answer to a puzzle is right or wrong, in two sentences."""

from __future__ import annotations

from games.alpha.ai.best_boards import MARGIN, reachable
from games.alpha.ai.exchanges import balance, best_of, evaluate_reply
from games.alpha.ai.exercises import WIN, WIN_NEXT, boards, format_total, moment
from games.alpha.ai.turns import turn_of
from games.alpha.rules.state import State
from games.alpha.rules.view import view
from games.core.vocabulary.puzzles import Puzzle, Reason


def explain(puzzle: Puzzle, now: State, *, right: bool) -> Reason:
    """Return why the answer that led to a state is right or wrong."""
    if puzzle.kind == WIN:
        return Reason(_win(puzzle, now, right=right))
    if puzzle.kind == WIN_NEXT:
        return Reason(_win_next(puzzle, now, right=right))
    return Reason(_board(puzzle, now, right=right))


def _win(puzzle: Puzzle, now: State, *, right: bool) -> str:
    if right:
        return "The bot has no creatures left: none on the battlefield, in its hand or in its deck."
    there = now.table.sides[1 - puzzle.seat].occupied.bit_count()
    left = f"The bot has {_count_creatures(puzzle, now)} left, {there} of them on the battlefield."
    return f"{left} You win at 0."


def _win_next(puzzle: Puzzle, now: State, *, right: bool) -> str:
    if right:
        return "Whatever the bot holds and does, you can win with your next turn. Nothing else is as sure."
    left = f"The bot has {_count_creatures(puzzle, now)} left, and a way to survive your next turn."
    return f"{left} One turn leaves it none."


def _count_creatures(puzzle: Puzzle, now: State) -> str:
    number = now.table.sides[1 - puzzle.seat].creatures
    return "1 creature" if number == 1 else f"{number} creatures"


def _board(puzzle: Puzzle, now: State, *, right: bool) -> str:
    left = boards(now, puzzle.seat)
    before, after = balance(left), evaluate_reply(left)
    change = "and the bot's attacks can't change that"
    if before != after:
        change = f"and {format_total(after)} after the bot's best attacks"
    total = f"Your total is {format_total(before)} now, {change}."
    if right:
        return f"{total} Every other turn ends at least {MARGIN} lower."
    start = moment(puzzle.course)
    best = best_of(reachable(turn_of(view(start, puzzle.seat))), MARGIN)[0].value
    return f"{total} The best turn ends with {format_total(best)}."
