"""Every lesson of every game, checked by the engine, and the texts of its coach."""

from __future__ import annotations

import re

import pytest

from games import GameError
from games.core.teaching.attempts import attempt
from games.core.vocabulary.lessons import Lesson, Tip, new_tip
from games.core.vocabulary.tasks import Goal
from tests.kit.games.known_games import GAMES
from tests.kit.games.lessons import tries
from tests.kit.games.playouts import Situation

LESSONS = [(key, lesson) for key, game in GAMES.items() for lesson in game.lessons()]
KEY = re.compile(r"[a-z0-9-]{1,24}")
MARKUP = re.compile(r"[*_`~|<>]")
"""Markup that would be shown literally, as a coach's texts aren't rendered as Markdown."""

lessons = pytest.mark.parametrize(
    ("key", "lesson"), LESSONS, ids=[f"{key}-{lesson.key}" for key, lesson in LESSONS]
)


@lessons
def test_each_of_its_solutions_is_taken(key: str, lesson: Lesson) -> None:
    assert lesson.solutions
    for solution in lesson.solutions:
        assert attempt(GAMES[key], lesson.exercise, solution).verdict == "solved"
        for some in range(len(solution)):
            assert attempt(GAMES[key], lesson.exercise, solution[:some]).verdict == "open"


@lessons
def test_at_least_three_tries_are_wrong_and_none_breaks_it(key: str, lesson: Lesson) -> None:
    game, task = GAMES[key], lesson.exercise.task
    most = task.most if isinstance(task, Goal) else 1
    failed = 0
    for tried in tries(game, lesson):
        way = tried
        found = attempt(game, lesson.exercise, way)
        while found.verdict == "open" and len(way) < most:
            following = next(game.actions(game.view(found.state, lesson.exercise.seat)))
            way = (*way, game.format(following))
            found = attempt(game, lesson.exercise, way)
        failed += found.verdict == "failed"
    assert failed >= 3


@lessons
def test_what_cannot_be_played_is_refused_as_in_a_match(key: str, lesson: Lesson) -> None:
    if isinstance(lesson.exercise.task, Goal):
        with pytest.raises(GameError):
            attempt(GAMES[key], lesson.exercise, ("nothing like it",))


@lessons
def test_its_words_fit_and_it_can_be_seen(key: str, lesson: Lesson) -> None:
    game, exercise = GAMES[key], lesson.exercise
    assert KEY.fullmatch(lesson.key)
    assert len(lesson.title) <= 40
    assert 40 <= len(lesson.text) <= 600
    for words in (lesson.wrong, lesson.right, lesson.hint, exercise.task.question):
        assert 10 <= len(words) <= 300
    view = game.view(exercise.state, exercise.seat)
    assert game.scene(view, flip=bool(exercise.seat)).alt
    if isinstance(exercise.task, Goal):
        assert exercise.seat in game.to_act(exercise.state)
        assert game.prompt(view, ()).choices
        assert game.automatic(view) is None, "the bot would play it"
    else:
        keys = [answer.key for answer in exercise.task.answers]
        assert len(set(keys)) == len(keys) <= 25
        assert all(KEY.fullmatch(name) for name in keys)
        assert all(0 < len(answer.label) <= 80 for answer in exercise.task.answers)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.lessons()])
def test_a_game_has_six_to_ten_of_them_with_names_of_their_own(key: str) -> None:
    found = GAMES[key].lessons()
    assert 6 <= len(found) <= 10
    assert len({lesson.key for lesson in found}) == len(found)
    assert len({lesson.title for lesson in found}) == len(found)


def test_a_coach_says_each_thing_once_and_one_at_a_time() -> None:
    a, b = Tip("a", "About a."), Tip("b", "About b.")
    assert new_tip([]) is None
    assert new_tip([(a, b)]) == a
    assert new_tip([(a, b), (a, b)]) == b
    assert new_tip([(a, b), (a, b), (a, b)]) is None
    assert new_tip([(a,), (), (b,)]) == b


@pytest.mark.parametrize("key", list(GAMES))
def test_a_coach_has_plain_words_for_what_a_viewer_sees(key: str) -> None:
    game, kinds = GAMES[key], set[str]()
    for number in range(4):
        for step in Situation.with_defaults(key, number, 60).steps:
            for seat in game.to_act(step.before):
                found = game.tips(game.view(step.before, seat))
                kinds |= {tip.key for tip in found}
                assert len({tip.key for tip in found}) == len(found)
                assert all(KEY.fullmatch(tip.key) and 10 <= len(tip.words) <= 280 for tip in found)
                assert not any(MARKUP.search(tip.words) for tip in found)
    assert kinds or not game.lessons()
