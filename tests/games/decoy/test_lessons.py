"""Decoy Patrol's lessons: taps lead to every solution, and claims about the army and safety are true."""

from __future__ import annotations

import pytest

from games.core.teaching.attempts import attempt
from games.core.vocabulary.tasks import Goal, Quiz
from games.decoy.rules.actions import Attack, End, Step
from games.decoy.rules.board import NAMES
from games.decoy.rules.pieces import COMMANDER, KINDS, kind_of, square_of
from games.decoy.rules.state import DecoyReason
from tests.games.decoy.table import CYAN, GAME, MAGENTA, enemies, play, seen, suspected
from tests.kit.games.drafts import walk

LESSONS = {lesson.key: lesson for lesson in GAME.lessons()}
GOALS = [key for key, lesson in LESSONS.items() if isinstance(lesson.exercise.task, Goal)]
WRONG = {
    "points": (("c2-c3", "c3-c4", "c4-c5"), ("c1-b1", "end"), ("end",)),
    "sight": (("c2-c3", "c3-c4"), ("g2-f2", "f2-e2"), ("end",)),
    "attack": (("end", "d5xe6", "end"), ("end", "f5xe6", "end"), ("d5-c6", "end", "f5xe6")),
    "power": (("d2xc3", "d4xe3"), ("d2xe3", "end"), ("end",)),
    "tells": (("scout",), ("guardian",), ("commander",)),
    "steps": (("scout",), ("infiltrator",), ("decoy",)),
    "counting": (("b5",), ("g5",), ("d6",)),
    "surround": (("c7-b6", "b6-c5", "end"), ("b4-b5", "b5-a5", "end"), ("end", "end")),
    "guard": (("end",), ("d1-d2", "end", "end"), ("f0-f1", "end")),
    "finish": (("b4-b5", "b5-c5", "end", "c5xd6"), ("f4-e5", "end", "e5xd6"), ("end",)),
}

every_goal = pytest.mark.parametrize("key", GOALS)


def test_wrong_ways_are_known_for_every_lesson():
    assert list(WRONG) == list(LESSONS)


@pytest.mark.parametrize("key", WRONG)
def test_three_wrong_tries_fail_and_leave_the_lesson_as_it_was(key):
    exercise = LESSONS[key].exercise
    before = repr(exercise.state)
    for tried in WRONG[key]:
        assert attempt(GAME, exercise, tried).verdict == "failed", tried
    assert repr(exercise.state) == before


def test_the_lesson_about_hits_shows_an_attack():
    exercise = LESSONS["tells"].exercise
    alt = GAME.scene(GAME.view(exercise.state, exercise.seat)).alt
    assert "Latest attacks: d4 hit. The enemy's turn: 1 attacks d4 from e5." in alt


@every_goal
def test_taps_lead_to_each_solution(key):
    exercise = LESSONS[key].exercise
    for solution in LESSONS[key].solutions:
        state = exercise.state
        for text in solution:
            assert text in tapped(GAME.view(state, CYAN)), text
            state = play(state, text)


def tapped(view):
    """Return all actions that taps on the prompts of a view can lead to."""
    return {
        choice.action for _, prompt in walk(GAME, view) for choice in prompt.choices if not choice.disabled
    }


@every_goal
def test_a_lesson_has_more_than_a_few_first_choices(key):
    assert len(tapped(GAME.view(LESSONS[key].exercise.state, CYAN))) >= 4


def test_both_sides_have_their_whole_army_and_see_what_a_picture_should_show():
    for lesson in LESSONS.values():
        state = lesson.exercise.state
        for side in state.sides:
            kinds = [kind_of(piece) for piece in side.pieces]
            assert [kinds.count(number) for number in range(len(KINDS))] == [kind.count for kind in KINDS]
        assert all(name in enemies(state, CYAN) for name in named(lesson))


def named(lesson):
    """Return the squares of diamonds in sight that a lesson mentions."""
    spoken = f"{lesson.text} {lesson.exercise.task.question}"
    return [
        name for name in NAMES if f"diamond on {name}" in spoken and f"faded diamond on {name}" not in spoken
    ]


# --- claims about the army ---------------------------------------------------------------------------


def test_each_answer_of_a_quiz_is_what_is_really_there():
    for lesson in LESSONS.values():
        exercise = lesson.exercise
        if not isinstance(exercise.task, Quiz):
            continue
        (right,) = (answer.key for answer in exercise.task.answers if answer.right)
        theirs = {NAMES[square_of(piece)]: kind_of(piece) for piece in exercise.state.sides[MAGENTA].pieces}
        if right in theirs:
            assert theirs[right] == COMMANDER
        else:
            (asked,) = (name for name in theirs if f"on {name}?" in exercise.task.question)
            assert KINDS[theirs[asked]].name.lower() == right


def test_the_notes_that_are_shown_fit_what_is_there_and_the_last_guardian_is_counted():
    for lesson in LESSONS.values():
        state = lesson.exercise.state
        for piece in state.sides[MAGENTA].pieces:
            name = NAMES[square_of(piece)]
            assert KINDS[kind_of(piece)].letter in suspected(state, CYAN, name)
    counted = LESSONS["counting"].exercise.state
    assert [suspected(counted, CYAN, name) for name in ("b5", "g5", "d6", "e6")] == ["G", "G", "GI", "CG"]


def test_the_guardian_that_was_hit_has_lost_what_an_infiltrator_takes():
    state = LESSONS["tells"].exercise.state
    assert seen(state, CYAN)["d4"] == "G" + "'" * 3
    assert KINDS["CSGID".index("I")].power == 3


# --- safe, by all that Magenta can do -----------------------------------------------------------------


def ways_to_win(state):
    """Return the ways in which Magenta can win this turn, trying all moves of pieces that can come near."""
    found, waiting, known = set(), [state], set()
    commander = next(square_of(p) for p in state.sides[CYAN].pieces if kind_of(p) == COMMANDER)
    while waiting:
        now = waiting.pop()
        for action in GAME.actions(GAME.view(now, MAGENTA)):
            if not is_worth_trying(action, commander, now):
                continue
            after = GAME.play(now, MAGENTA, action).state
            result = GAME.result(after)
            if result is not None and result.winner == MAGENTA:
                found.add(result.reason)
            place = after.sides[CYAN].pieces, after.sides[MAGENTA].pieces, after.phase, after.points
            if after.mover == MAGENTA and result is None and place not in known:
                known.add(place)
                waiting.append(after)
    return found


def is_worth_trying(action, commander, now):
    if isinstance(action, Attack):
        return action.target == commander
    moved = {square_of(p) for p in now.sides[MAGENTA].pieces if square_of(p) // 10 < 9 and square_of(p) != 89}
    return isinstance(action, End) or (isinstance(action, Step) and action.source in moved)


def after_turn(*texts):
    state = play(LESSONS["guard"].exercise.state, *texts)
    assert state.mover == MAGENTA
    return state


@pytest.mark.slow
@pytest.mark.parametrize("solution", LESSONS["guard"].solutions, ids=" ".join)
def test_a_commander_that_is_called_safe_cannot_be_beaten(solution):
    assert ways_to_win(after_turn(*solution)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("tried", WRONG["guard"], ids=" ".join)
def test_one_that_is_not_called_safe_can_be_beaten(tried):
    assert DecoyReason.ASSASSINATION in ways_to_win(after_turn(*tried))
