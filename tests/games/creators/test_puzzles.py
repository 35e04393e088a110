"""Proofs of the puzzles of Creators by the second implementation, which tries all moves and rolls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import games.creators
from games import GAMES
from games.core.vocabulary.puzzles import Puzzle, read_puzzle
from games.creators.rules.glyph_table import difficulty_of, is_even
from games.creators.rules.glyphs import CATEGORIES
from games.creators.rules.options import read_options
from games.creators.rules.par import par_of
from tests.budgets import first_slow
from tests.games.creators import reference

GAME = GAMES["creators"]
FILE = Path(games.creators.__file__).with_name("puzzles.jsonl")
KINDS = ("win", "stop", "best", "roll", "half")
DICE = range(1, 7)
FEW = 2
"""Number of puzzles of each kind proved at once; of the best moves, which take longer, one."""
LIKELY, APART, MARGIN = 3, 2, Fraction(4, 36)
"""Promises of puzzles: winning faces after all moves but one, how many fewer that one leaves, and a margin.

The margin is the least by which a best move beats all others.
"""

State = dict[str, Any]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    return tuple(map(read_puzzle, FILE.read_text(encoding="utf-8").splitlines()))


def of_kind(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles() if puzzle.kind == kind]


_BEST_PROVED = 12


def sample(kind: str, count: int) -> list[Puzzle]:
    return random.Random(kind).sample(of_kind(kind), count)


def state_of(puzzle: Puzzle) -> State:
    """Return the position of a puzzle, replayed by the second implementation."""
    allows = lambda glyph, difficulty: difficulty in ("any", difficulty_of(glyph))  # noqa: E731
    par = lambda glyph, options: par_of(glyph, read_options(options))  # noqa: E731
    state = reference.new(dict(puzzle.course.options), puzzle.course.seed, par, allows, is_even)
    for text in puzzle.course.actions:
        state = reference.play(state, text)
    assert reference.to_act(state)
    return state


def after(state: State, move: tuple) -> State:
    played = reference.copied(state)
    reference.execute(played, move)
    return played


def moves(state: State) -> Iterator[tuple[str, State]]:
    """Yield every legal move as text, with the state after it."""
    for move in reference.all_moves(state):
        yield reference.move_text(state, move), after(state, move)


def wins(state: State) -> bool:
    """Return whether the side that has rolled has a move onto the pattern from outside that wins."""
    pattern = set(state["pattern"])
    if reference.held(state, state["side"]) + 1 < reference.need(state):
        return False
    return any(
        source not in pattern and target in pattern for source, target, _ in reference.all_moves(state)
    )


def faces_that_win(state: State, known: dict[Any, int]) -> int:
    """Return how many faces of the die let the side to roll win at once.

    The result depends only on the side's own pawns, since they may land on everything else, so it's computed
    once for each set of them.
    """
    side = state["side"]
    own = frozenset(
        (row, column)
        for row, squares in enumerate(state["board"])
        for column, square in enumerate(squares)
        if square == side
    )
    key = own, reference.round_of(state)
    if key not in known:
        known[key] = sum(wins({**state, "die": die}) for die in DICE)
    return known[key]


def chance_next_turn(state: State, known: dict[Any, int]) -> Fraction:
    """Return the Creator's chance to win next turn if the Destroyer, to roll, plays the best replies."""
    if state["result"] is not None:
        return Fraction(state["result"][0] == 0)
    total = 0
    for die in DICE:
        rolled = {**state, "die": die}
        left = [faces_that_win(replied, known) for _, replied in moves(rolled) if not replied["result"]]
        total += min(left, default=faces_that_win({**state, "side": reference.CREATOR}, known))
    return Fraction(total, 36)


# --- a proof for each kind ----------------------------------------------------------------------------


def prove_win(puzzle: Puzzle) -> None:
    state = state_of(puzzle)
    winning = [text for text, played in moves(state) if played["result"] == (puzzle.seat, "pattern")]
    assert winning == list(puzzle.solution)
    assert len(reference.all_moves(state)) > FEW


def prove_stop(puzzle: Puzzle) -> None:
    state, known = state_of(puzzle), dict[Any, int]()
    left = sorted((faces_that_win(played, known), text) for text, played in moves(state))
    (best, text), (second, _), *_ = left
    assert [text] == list(puzzle.solution)
    assert second >= LIKELY
    assert second - best >= APART


def prove_best(puzzle: Puzzle) -> None:
    state, known = state_of(puzzle), dict[Any, int]()
    left = sorted((chance_next_turn(played, known), text) for text, played in moves(state))
    (second, _), (best, text) = left[-2:]
    assert [text] == list(puzzle.solution)
    assert best - second >= MARGIN


def prove_roll(puzzle: Puzzle) -> None:
    state = state_of(puzzle)
    winning = {die: wins({**state, "die": die}) for die in DICE}
    asked = [str(die) for die in DICE if winning[die] == (puzzle.about == "wins")]
    assert state["die"] is None
    assert asked == list(puzzle.solution)


def prove_half(puzzle: Puzzle) -> None:
    state = state_of(puzzle)
    size, shown = state["options"]["boardSize"], set(state["preview"])
    fitting = [glyph for glyph in CATEGORIES["all"] if shown <= set(reference.embed(glyph, False, size))]
    assert fitting == [state["glyph"]]
    exercise = GAME.analyst.exercise(puzzle)
    right = [answer.label for answer in exercise.task.answers if answer.right]
    assert right == [f"“{state['glyph']}”"]
    assert {reference.square_name(size, *cell) for cell in shown} == set(puzzle.about.split())


PROOFS = {
    "win": prove_win,
    "stop": prove_stop,
    "best": prove_best,
    "roll": prove_roll,
    "half": prove_half,
}


@pytest.mark.parametrize("kind", first_slow(KINDS))
def test_a_few_puzzles_of_each_kind_have_exactly_one_answer(kind: str) -> None:
    for puzzle in sample(kind, 1 if kind == "best" else FEW):
        PROOFS[kind](puzzle)


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_has_exactly_one_answer(kind: str) -> None:
    """Prove all puzzles, but only a sample of the best moves, which take longest."""
    for puzzle in sample(kind, _BEST_PROVED) if kind == "best" else of_kind(kind):
        PROOFS[kind](puzzle)


def test_every_puzzle_is_of_a_kind_that_has_a_proof() -> None:
    assert {puzzle.kind for puzzle in puzzles()} == set(KINDS) == set(PROOFS)


def test_a_proof_fails_with_another_answer() -> None:
    for kind in ("win", "stop"):
        (puzzle,) = sample(kind, 1)
        state = state_of(puzzle)
        other = next(text for text, _ in moves(state) if text not in puzzle.solution)
        with pytest.raises(AssertionError):
            PROOFS[kind](Puzzle(**{**as_fields(puzzle), "solution": (other,)}))


def as_fields(puzzle: Puzzle) -> dict[str, Any]:
    return {name: getattr(puzzle, name) for name in Puzzle.__struct_fields__}


def test_a_puzzle_shows_what_its_solver_needs_and_a_match_shows_nothing_of_it() -> None:
    for kind in KINDS:
        (puzzle,) = sample(kind, 1)
        exercise = GAME.analyst.exercise(puzzle)
        view = GAME.view(exercise.state, puzzle.seat)
        state = state_of(puzzle)
        size = state["options"]["boardSize"]
        lit = state["preview"] if kind == "half" else state["pattern"]
        assert set(view.recalled) == {reference.square_name(size, *cell) for cell in lit}
        assert view.pattern is None
        assert (view.need is None) == (kind == "half")
        options = read_options(puzzle.course.options)
        assert GAME.view(GAME.new(options, puzzle.course.seed), puzzle.seat).recalled == ()


def test_a_best_move_is_found_although_a_cell_can_be_filled_that_does_not_win_yet() -> None:
    puzzle = next(puzzle for puzzle in of_kind("best") if puzzle.id == "188")
    state = state_of(puzzle)
    assert not wins(state)
    pattern = set(state["pattern"])
    moves = reference.all_moves(state)
    assert any(source not in pattern and target in pattern for source, target, _ in moves)
    found = GAME.analyst.puzzles(puzzle.course, random.Random(0), 100_000)
    assert [again.solution for again in found if again.kind == "best"] == [puzzle.solution]
