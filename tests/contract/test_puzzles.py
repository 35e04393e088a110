"""Every puzzle that comes with a game: it can be replayed from its match and accepts only its own answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from msgspec import structs

import games
from games.core.teaching.attempts import attempt
from games.core.teaching.finding import find_puzzles
from games.core.vocabulary.puzzles import Course, Puzzle, read_puzzle, write_puzzle
from games.core.vocabulary.tasks import Quiz
from tests.kit.games.known_games import GAMES
from tests.kit.games.puzzles import mine_of

FOLDER = Path(games.__file__).parent
KEYS = [key for key, game in GAMES.items() if game.analyst is not None]
_OTHERS = 25
_SEARCHED = 4
_CHECKED = 12
"""Number of puzzles per game that the short proof checks in full."""

every_game = pytest.mark.parametrize("key", KEYS)


def lines_of(key: str) -> list[str]:
    return (FOLDER / key / "puzzles.jsonl").read_text().splitlines()


@cache
def puzzles_of(key: str) -> tuple[Puzzle, ...]:
    return tuple(map(read_puzzle, lines_of(key)))


@every_game
def test_there_are_300_at_least_each_a_line_of_its_own(key: str) -> None:
    lines = lines_of(key)
    assert len(lines) >= 300
    assert [write_puzzle(read_puzzle(line)) for line in lines] == lines
    assert len({puzzle.id for puzzle in puzzles_of(key)}) == len(lines)


@every_game
def test_they_are_of_known_kinds_and_of_many_difficulties(key: str) -> None:
    analyst, found = GAMES[key].analyst, puzzles_of(key)
    assert analyst is not None
    assert {puzzle.kind for puzzle in found} == set(analyst.kinds)
    assert all(count >= 20 for count in Counter(puzzle.kind for puzzle in found).values())
    ratings = [puzzle.rating for puzzle in found]
    assert 400 <= min(ratings) < max(ratings) <= 3000
    assert len({rating // 100 for rating in ratings}) >= 6


@every_game
def test_the_opener_is_an_easy_one(key: str) -> None:
    analyst = GAMES[key].analyst
    assert analyst is not None
    (opener,) = (puzzle for puzzle in puzzles_of(key) if puzzle.id == analyst.opener)
    assert opener.rating < 1000


def short_ones(key: str, kind: str) -> Iterator[Puzzle]:
    """Yield some puzzles of a kind that are short to write: most came soon in their matches."""
    found = (puzzle for puzzle in puzzles_of(key) if puzzle.kind == kind)
    yield from sorted(found, key=lambda puzzle: len(write_puzzle(puzzle)))[:_SEARCHED]


def found_in(key: str, courses: Iterable[Course], known: Iterable[Puzzle] = ()) -> list[Puzzle]:
    game = GAMES[key]
    assert game.analyst is not None
    return list(find_puzzles(game, game.analyst, courses, known))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "kind"), [(key, kind) for key in KEYS for kind in GAMES[key].analyst.kinds])  # type: ignore[union-attr]
def test_what_was_found_in_a_match_is_found_again(key: str, kind: str) -> None:
    """Check a puzzle of each kind; a search may draw another one at the same moment."""
    for puzzle in short_ones(key, kind):
        found = found_in(key, [puzzle.course])
        if puzzle in (structs.replace(again, id=puzzle.id) for again in found):
            return
    raise AssertionError("none is found again")


@every_game
def test_a_position_that_has_a_puzzle_gives_no_other_and_new_ones_are_numbered_on(key: str) -> None:
    kind = min(GAMES[key].analyst.kinds, key=lambda kind: len(next(short_ones(key, kind)).course.actions))  # type: ignore[union-attr]
    puzzle = next(short_ones(key, kind))
    first = found_in(key, [puzzle.course])
    assert [found.id for found in first] == [str(number) for number, _ in enumerate(first, 1)]
    assert found_in(key, [puzzle.course, puzzle.course]) == first
    known = structs.replace(first[0], id="7")
    assert [found.id for found in found_in(key, [puzzle.course], [known])] == [
        str(number) for number, _ in enumerate(first[1:], 8)
    ]


def assert_only_its_answer_is_taken(key: str, puzzle: Puzzle) -> None:
    game = GAMES[key]
    assert game.analyst is not None
    exercise = game.analyst.exercise(puzzle)
    view = game.view(exercise.state, exercise.seat)
    assert exercise.seat == puzzle.seat
    assert game.result(exercise.state) is None
    mine = mine_of(key, puzzle)
    assert attempt(game, exercise, mine).verdict == "solved"
    if isinstance(exercise.task, Quiz):
        right = [answer.key for answer in exercise.task.answers if answer.right]
        assert right == list(puzzle.solution)
        return
    assert puzzle.seat in game.to_act(exercise.state)
    for action in islice(game.actions(view), _OTHERS):
        text = game.format(action)
        if text != mine[0]:
            assert attempt(game, exercise, (text,)).verdict != "solved" or len(mine) > 1


@every_game
def test_of_some_only_the_answer_is_taken(key: str) -> None:
    found = puzzles_of(key)
    for puzzle in found[:: max(1, len(found) // _CHECKED)]:
        assert_only_its_answer_is_taken(key, puzzle)


def wrong_answers(key: str, puzzle: Puzzle) -> Iterator[str]:
    """Yield answers that fail at once."""
    game = GAMES[key]
    assert game.analyst is not None
    exercise = game.analyst.exercise(puzzle)
    if isinstance(exercise.task, Quiz):
        yield from (answer.key for answer in exercise.task.answers if not answer.right)
        return
    for action in islice(game.actions(game.view(exercise.state, exercise.seat)), _OTHERS):
        if attempt(game, exercise, (game.format(action),)).verdict == "failed":
            yield game.format(action)


def reason_of(key: str, puzzle: Puzzle, answers: tuple[str, ...], *, right: bool) -> str:
    """Return the reason, after checking that it's two sentences at most and that it has a picture."""
    game = GAMES[key]
    assert game.analyst is not None
    exercise = game.analyst.exercise(puzzle)
    reached = attempt(game, exercise, answers)
    reason = game.analyst.explain(puzzle, answers[-1], reached.state, right=right)
    view = game.view(reason.state or reached.state, puzzle.seat)
    assert game.scene(view, marks=reason.marks).alt
    assert reason.words.endswith(".")
    assert 1 <= reason.words.count(". ") + 1 <= 2
    return reason.words


@pytest.mark.slow
@every_game
def test_every_answer_has_a_reason_and_that_of_a_wrong_one_gives_nothing_away(key: str) -> None:
    first_of_kind = {puzzle.kind: puzzle for puzzle in reversed(puzzles_of(key))}
    for puzzle in first_of_kind.values():
        mine = mine_of(key, puzzle)
        reason_of(key, puzzle, mine, right=True)
        for wrong in islice(wrong_answers(key, puzzle), 3):
            words = reason_of(key, puzzle, (wrong,), right=False).split()
            given_away = {mine[0], f"“{mine[0].upper()}”"} if not mine[0].isdecimal() else set()
            assert not given_away & {word.strip(".,:") for word in words}


@pytest.mark.proof
@every_game
def test_of_all_only_the_answer_is_taken(key: str) -> None:
    for puzzle in puzzles_of(key):
        assert_only_its_answer_is_taken(key, puzzle)
