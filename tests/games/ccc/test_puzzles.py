"""Every puzzle of CCC has one answer, by an exhaustive check that shares no code with the puzzle finder."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import games
from games.ccc.rules.rules import play
from games.ccc.rules.state import key_of
from games.core.screen.advice import mark_move, mark_strike
from games.core.teaching.attempts import attempt
from games.core.vocabulary.puzzles import read_puzzle
from tests.budgets import first_slow
from tests.games.ccc import brute
from tests.kit.games.ccc_table import BLACK, GAME, put

FILE = Path(games.__file__).parent / "ccc" / "puzzles.jsonl"
MARGIN = 0.5
"""Margin, in Flats, by which the best move beats all others, however a position is evaluated."""
_SAMPLED, _FEW = 12, 2
_MOST_BYTES = 500_000


@cache
def every_puzzle():
    return tuple(map(read_puzzle, FILE.read_text().splitlines()))


@cache
def exercise_of(number):
    return GAME.analyst.exercise(every_puzzle()[number])


def of_kind(kind):
    return [number for number, puzzle in enumerate(every_puzzle()) if puzzle.kind == kind]


def key_after(state, text):
    seat = state.position.side
    return key_of(play(state, seat, GAME.parse(GAME.view(state, seat), text)).state.position)


def assert_proved(number):
    """Check that the puzzle has one answer, the one written down."""
    puzzle, state = every_puzzle()[number], exercise_of(number).state
    setting, position = state.setting, state.position
    key = key_after(state, puzzle.solution[0])
    assert len(brute.different(setting, position)) >= 4, puzzle.id
    assert brute.wins_at_once(setting, position) == (puzzle.kind == "win-1"), puzzle.id
    if puzzle.kind == "win-1":
        assert brute.winning(setting, position) == [key], puzzle.id
    elif puzzle.kind == "win-2":
        assert brute.winning_in_two(setting, position) == [key], puzzle.id
    elif puzzle.kind == "save":
        assert brute.wins_at_once(setting, brute.turned(position)), puzzle.id
        assert brute.saving(setting, position) == [key], puzzle.id
    else:
        assert brute.is_best(setting, position, key, MARGIN), puzzle.id


@pytest.mark.parametrize("kind", first_slow(["win-1", "save", "best"]))
def test_of_some_the_only_answer_is_the_one_that_is_written(kind):
    for number in random.Random(kind).sample(of_kind(kind), _FEW):
        assert_proved(number)


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["win-1", "save"])
def test_of_all_that_end_at_once_the_only_answer_is_the_one_that_is_written(kind):
    for number in of_kind(kind):
        assert_proved(number)


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["win-2", "best"])
def test_of_a_sample_that_takes_longer_the_only_answer_is_the_one_that_is_written(kind):
    found = of_kind(kind)
    for number in random.Random(1).sample(found, min(_SAMPLED, len(found))):
        assert_proved(number)


def test_a_win_in_two_is_played_to_its_end_against_the_reply_that_is_written():
    for number in of_kind("win-2"):
        exercise, solution = exercise_of(number), every_puzzle()[number].solution
        assert attempt(GAME, exercise, solution[:1]).verdict == "open"
        done = attempt(GAME, exercise, (solution[0], solution[2]))
        assert done.verdict == "solved"
        assert GAME.result(done.state).winner == exercise.seat


def test_a_wrong_first_move_of_a_win_in_two_is_told_at_once():
    for number in of_kind("win-2"):
        exercise, solution = exercise_of(number), every_puzzle()[number].solution
        view, key = GAME.view(exercise.state, exercise.seat), key_after(exercise.state, solution[0])
        texts = [GAME.format(action) for action, _ in zip(GAME.actions(view), range(12), strict=False)]
        others = [text for text in texts if key_after(exercise.state, text) != key]
        assert others
        assert {attempt(GAME, exercise, (text,)).verdict for text in others} == {"failed"}


@pytest.mark.slow
def test_any_compliment_is_taken():
    said = 0
    for number, puzzle in enumerate(every_puzzle()):
        exercise, (first, *rest) = exercise_of(number), puzzle.solution
        free = exercise.state.setting.options.compliments == "free"
        if first.startswith("N") and free:
            said += 1
            kinder = f"{first.partition('{')[0]}{{What a game, and what a move.}}"
            assert attempt(GAME, exercise, (kinder, *rest[1::2])).verdict == "solved"
    assert said


def test_they_are_fun():
    """Check that no puzzle is forced, that the file is small, and that actions of many kinds occur."""
    assert FILE.stat().st_size < _MOST_BYTES
    answers = Counter(_shape(puzzle.solution[0]) for puzzle in every_puzzle())
    assert {"attack", "collapse", "flag", "hop", "merge", "move"} <= set(answers)
    assert max(answers.values()) < 0.7 * len(every_puzzle())
    seen = Counter(len(puzzle.course.actions) for puzzle in every_puzzle())
    assert set(seen) == {1}, "one sees what was played last"


def _shape(text):
    if text[0].isdigit():
        return "collapse"
    signs = {"x": "attack", "^": "hop", "&": "merge", "~": "swap", "-": "move"}
    return "flag" if text.startswith("N") else next(name for sign, name in signs.items() if sign in text)


def why_wrong(kind, number, text):
    """Return the reason for a wrong answer to a puzzle of a kind."""
    puzzle = next(puzzle for puzzle in every_puzzle() if puzzle.id == str(number))
    assert puzzle.kind == kind
    exercise = GAME.analyst.exercise(puzzle)
    tried = attempt(GAME, exercise, (text,))
    assert tried.verdict == "failed"
    return GAME.analyst.explain(puzzle, text, tried.state, right=False)


def test_where_the_enemy_wins_first_that_is_told_with_its_attack():
    reason = why_wrong("win-2", 103, "h6-g6")
    assert reason.words == "White wins first with h5xh8."
    assert reason.marks == mark_strike("h5", "h8")


def test_a_wrong_answer_that_ends_the_match_is_told_so():
    assert why_wrong("win-2", 113, "c1xd2").words == "That ends the match, and White doesn't win it."


@pytest.mark.slow
def test_the_best_reply_to_a_weak_move_is_told_and_drawn():
    reason = why_wrong("best", 3, "b7-b4")
    source, target = reason.marks[-1].squares
    assert re.match(rf"Black replies best with {source}[-&]{target}, which leaves White about ", reason.words)
    assert reason.marks == mark_move(source, target)


def test_a_weak_move_that_ends_the_match_has_no_reply():
    reason = why_wrong("best", 5, "a3xb4")
    assert re.fullmatch(r"That leaves Black about 0%\. The best move keeps about \d+%\.", reason.words)
    assert reason.marks == ()


def test_a_way_out_among_too_many_replies_to_list_is_told_without_a_move():
    puzzle = replace(every_puzzle()[of_kind("win-2")[0]], seat=BLACK)
    reason = GAME.analyst.explain(puzzle, "g8-g7", put("(FFFFFMS)d4 lh8 mh1 sa8", ply=1), right=False)
    assert reason.words == "White has a way out. After that, Black can't win at once."
    assert reason.marks == ()
