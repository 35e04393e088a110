"""The lessons of CCC: taps lead to every solution, and each idea is really needed."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from games.ccc.teaching.lessons import lessons
from games.core.teaching.attempts import attempt
from tests.kit.games.ccc_table import GAME, field
from tests.kit.games.drafts import following, open_choices

SOLUTIONS = [(lesson, text) for lesson in lessons() for way in lesson.solutions for text in way]
_WAYS = {"+": "n", "-": "s", ">": "e", "<": "w", "+>": "ne", "+<": "nw", "->": "se", "-<": "sw"}
_LINE = re.compile(r"(\d)([a-h]\d)([+-]?[<>]?)(\d+)")
_STEP = re.compile(r":([+-]?[<>]?)(\d)")


def named(key):
    return next(lesson for lesson in lessons() if lesson.key == key)


def solving(lesson):
    """Return all first actions that solve a lesson."""
    view = GAME.view(lesson.exercise.state, 0)
    texts = [GAME.format(action) for action in islice(GAME.actions(view), 5000)]
    return {text for text in texts if attempt(GAME, lesson.exercise, (text,)).verdict == "solved"}


def keys_of(text):
    """Return the keys to tap for a collapse, one by one, or the source square for any other action."""
    line = _LINE.fullmatch(text)
    if line is not None:
        return (line[2], "collapse", line[1], _WAYS[line[3]], *line[4])
    if ":" in text:
        steps = (key for way, drop in _STEP.findall(text) for key in (_WAYS[way], drop))
        return (text[1:3], "collapse", text[0], *steps)
    return ("e1",) if text.startswith("N@") else (text[:2],)


def taps_to(view, text):
    """Return how many taps lead to an action through prompts that agree with its keys."""
    wanted, waiting, known = keys_of(text), [()], {()}
    while waiting:
        draft = waiting.pop(0)
        for choice in open_choices(GAME.prompt(view, draft)):
            if choice.action == text:
                return len(draft) + 1
            led = following(draft, choice)
            agrees = all(key == other for key, other in zip(led, wanted, strict=False))
            if choice.action is None and agrees and led not in known:
                known.add(led)
                waiting.append(led)
    return None


@pytest.mark.parametrize(
    ("lesson", "text"), SOLUTIONS, ids=[f"{lesson.key} {text}" for lesson, text in SOLUTIONS]
)
def test_taps_lead_to_every_solution(lesson, text):
    assert taps_to(GAME.view(lesson.exercise.state, lesson.exercise.seat), text)


def test_a_tap_that_is_not_offered_leads_nowhere():
    assert taps_to(GAME.view(named("hop").exercise.state, 0), "d4^b6") is None


@pytest.mark.parametrize("key", ["strength", "hop", "topple", "thaw"])
def test_of_these_there_is_one_solution(key):
    assert solving(named(key)) == {named(key).solutions[0][0]}


@pytest.mark.slow
def test_each_lesson_is_solved_by_the_actions_that_it_is_about():
    shapes = {
        "strength": "x",
        "hop": "^",
        "chain": r"\^.*\^.*\^",
        "stack": "&",
        "topple": r"^4b4>",
        "barricade": r"^[45]d2\+",
        "slide": r"^3b1\+>",
        "flag": "N@",
        "thaw": "h1xd5",
        "tower": "^4d4:",
    }
    assert [lesson.key for lesson in lessons()] == list(shapes)
    for key, shape in shapes.items():
        assert all(re.search(shape, text) for text in solving(named(key))), key


def test_the_flag_freezes_the_torus_from_every_square_around_it_with_any_words():
    lesson = named("flag")
    assert {text[2:4] for text in solving(lesson)} == {"c5", "d5", "e5", "c6", "e6", "c7", "d7", "e7"}
    said = attempt(GAME, lesson.exercise, ("N@d5{That Torus was a worry, and a beauty.}",))
    assert said.verdict == "solved"
    assert any("a beauty" in sentence for sentence in said.told)


def test_who_holds_too_few_is_stopped_by_the_barricade():
    lesson = named("barricade")
    stopped = attempt(GAME, lesson.exercise, ("3d2+3",))
    assert stopped.verdict == "failed"
    assert "(fff)" in field(stopped.state, "board")


def test_the_last_one_wins_the_match():
    lesson = lessons()[-1]
    done = attempt(GAME, lesson.exercise, lesson.solutions[0])
    assert GAME.result(done.state).winner == lesson.exercise.seat
