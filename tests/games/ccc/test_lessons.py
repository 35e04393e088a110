"""The lessons of CCC: taps lead to every solution, and each idea is really needed."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from games.ccc.rules.options import QUIET
from games.ccc.teaching.lessons import lessons
from games.core.teaching.attempts import attempt
from tests.kit.games.ccc_table import BLACK, GAME, WHITE, at, board, field, listed, outcome, play
from tests.kit.games.drafts import following, open_choices

SOLUTIONS = [(lesson, text) for lesson in lessons() for way in lesson.solutions for text in way]
_WAYS = {"+": "n", "-": "s", ">": "e", "<": "w", "+>": "ne", "+<": "nw", "->": "se", "-<": "sw"}
_LINE = re.compile(r"(\d)([a-h]\d)([+-]?[<>]?)(\d+)")
_STEP = re.compile(r":([+-]?[<>]?)(\d)")


def named(key):
    return next(lesson for lesson in lessons() if lesson.key == key)


def solved(lesson):
    """Return all actions that solve a lesson, each with the state after it."""
    view = GAME.view(lesson.exercise.state, 0)
    texts = [GAME.format(action) for action in islice(GAME.actions(view), 5000)]
    tried = {text: attempt(GAME, lesson.exercise, (text,)) for text in texts}
    return {text: tried.state for text, tried in tried.items() if tried.verdict == "solved"}


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
    assert taps_to(GAME.view(named("chain").exercise.state, 0), "b3^b5^b7") is None


@pytest.mark.parametrize("key", ["strength", "topple", "thaw"])
def test_of_these_there_is_one_solution(key):
    assert set(solved(named(key))) == {named(key).solutions[0][0]}


def count(state, letter):
    """Return how many parts of one letter are on the board, such as `F` for White's Flats."""
    return "".join(board(state).values()).count(letter)


def is_frozen_there(state, square):
    return any(token.square == square and token.frozen for token in GAME.scene(GAME.view(state, 0)).tokens)


TAUGHT = {
    "strength": lambda text, now: at(now, "e5") == "(L2)",
    "chain": lambda text, now: "^" in text and count(now, "F") == 3 and count(now, "f") <= 2,
    "stack": lambda text, now: "&" in text and {"(FFFM)", "(LM)"} & {*board(now).values()},
    "topple": lambda text, now: text.startswith("4b4>") and (count(now, "F"), count(now, "f")) == (1, 2),
    "barricade": lambda text, now: re.match(r"[45]d2\+", text) and count(now, "f") == 1,
    "slide": lambda text, now: (at(now, "e4"), at(now, "c2"), count(now, "m")) == ("(L5)", "C", 0),
    "flag": lambda text, now: text.startswith("N@") and is_frozen_there(now, "d6"),
    "thaw": lambda text, now: not count(now, "n") and not is_frozen_there(now, "c5"),
    "tower": lambda text, now: text.startswith("4d4:") and outcome(now) == (WHITE, "pyramids"),
    "quiet": lambda text, now: not re.search(r"[x^]", text) and outcome(now) == (WHITE, "quiet"),
}
"""What a lesson's answer says of the action that solved it and of the state after it."""


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.key)
def test_a_lesson_accepts_only_what_it_teaches(lesson):
    found = solved(lesson)
    assert found
    assert [text for text, now in found.items() if not TAUGHT[lesson.key](text, now)] == []


def test_the_lessons_name_the_ways_to_end_and_play_two_of_them():
    told = " ".join(lesson.text for lesson in lessons())
    ways = (
        "Destroy all three",
        f"After {QUIET} turns",
        "third time",
        "both lose",
        "agree on it",
    )
    assert [way for way in ways if way not in told] == []
    played = {key: {outcome(now) for now in solved(named(key)).values()} for key in ("tower", "quiet")}
    assert played == {"tower": {(WHITE, "pyramids")}, "quiet": {(WHITE, "quiet")}}


def test_what_the_lesson_on_quiet_warns_of_is_so():
    exercise = named("quiet").exercise
    flag = attempt(GAME, exercise, ("e4xg6",))
    assert (flag.verdict, outcome(flag.state)) == ("failed", (BLACK, "quiet"))
    for text in ("b2xf6", "c4xc5", "c4^c6", "e4xa8"):
        tried = attempt(GAME, exercise, (text,))
        assert (tried.verdict, outcome(tried.state), field(tried.state, "quiet")) == ("failed", None, "0")


def test_cubes_and_swaps_are_taught_where_they_are_possible():
    flag, stack = named("flag"), named("stack")
    assert "Your **Cube** could have blocked it" in flag.right
    barred = play(flag.exercise.state, "c3-d4")
    assert "d6xd2" not in listed(barred)
    assert "d6xd2" in listed(play(flag.exercise.state, "c3-c4"))
    assert "two lone Pyramids can **swap**" in stack.right
    assert any("~" in text for text in listed(stack.exercise.state))


def test_the_flag_freezes_the_torus_from_every_square_around_it_with_any_words():
    lesson = named("flag")
    assert {text[2:4] for text in solved(lesson)} == {"c5", "d5", "e5", "c6", "e6", "c7", "d7", "e7"}
    said = attempt(GAME, lesson.exercise, ("N@d5{That Torus was a worry, and a beauty.}",))
    assert said.verdict == "solved"
    assert any("a beauty" in sentence for sentence in said.told)


def test_who_holds_too_few_is_stopped_by_the_barricade():
    lesson = named("barricade")
    stopped = attempt(GAME, lesson.exercise, ("3d2+3",))
    assert stopped.verdict == "failed"
    assert "(fff)" in field(stopped.state, "board")


@pytest.mark.parametrize("lesson", lessons()[-2:], ids=lambda lesson: lesson.key)
def test_the_last_ones_win_the_match(lesson):
    done = attempt(GAME, lesson.exercise, lesson.solutions[0])
    assert GAME.result(done.state).winner == lesson.exercise.seat
