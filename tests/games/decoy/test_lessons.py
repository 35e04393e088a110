"""Decoy Patrol's lessons: taps lead to every solution, and claims about the army and safety are true."""

from __future__ import annotations

import pytest

from games.core.game import Result
from games.core.teaching.attempts import attempt
from games.core.vocabulary.tasks import Goal, Quiz
from games.decoy.rules.actions import Attack, End, Step
from games.decoy.rules.board import NAMES
from games.decoy.rules.pieces import COMMANDER, KINDS, has_attacked, kind_of, square_of
from games.decoy.rules.state import DecoyReason
from games.decoy.rules.tiebreak import measure_strength
from tests.games.decoy.table import CYAN, GAME, MAGENTA, enemies, play, seen, suspected
from tests.kit.games.drafts import walk

LESSONS = {lesson.key: lesson for lesson in GAME.lessons()}
GOALS = [key for key, lesson in LESSONS.items() if isinstance(lesson.exercise.task, Goal)]
WRONG = {
    "points": (("c2-c3", "c3-c4", "c4-c5"), ("c1-b1", "end"), ("end",)),
    "sight": (("c2-c3", "c3-c4"), ("g2-f2", "f2-e2"), ("end",)),
    "attack": (("end", "d5xe6", "end"), ("end", "f5xe6", "end"), ("d5-c6", "end", "f5xe6")),
    "tells": (("scout",), ("guardian",), ("commander",)),
    "steps": (("scout",), ("infiltrator",), ("decoy",)),
    "counting": (("b5",), ("g5",), ("d6",)),
    "surround": (("c7-b6", "b6-c5", "end"), ("b4-b5", "b5-a5", "end"), ("end", "end")),
    "guard": (("end",), ("d1-d2", "end", "end"), ("f0-f1", "end")),
    "limit": (("end",), ("d4-e4", "end"), ("d4-c3", "end"), ("d3-e3", "b1-c1", "end")),
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
            assert len({square_of(piece) for piece in side.pieces}) == len(side.pieces)
            assert [kinds.count(number) for number in range(len(KINDS))] == [kind.count for kind in KINDS]
        assert all(name in enemies(state, CYAN) for name in named(lesson))


def named(lesson):
    """Return the squares of diamonds in sight that a lesson mentions."""
    spoken = f"{lesson.text} {lesson.exercise.task.question}"
    return [
        name for name in NAMES if f"diamond on {name}" in spoken and f"faded diamond on {name}" not in spoken
    ]


# --- each lesson accepts only what it teaches --------------------------------------------------------


def accepted(lesson):
    """Return the states in which a pupil can have solved a lesson, by any way to play."""
    goal, start = lesson.exercise.task, lesson.exercise.state
    waiting, known, found = [(start, goal.most)], set(), []
    while waiting:
        state, left = waiting.pop()
        for action in GAME.actions(GAME.view(state, CYAN)):
            now = GAME.play(state, CYAN, action).state
            place = now.sides[CYAN].pieces, now.sides[MAGENTA].pieces, now.phase, now.points, left
            if goal.reached(start, now):
                found.append(now)
            elif left > 1 and GAME.to_act(now) == (CYAN,) and place not in known:
                known.add(place)
                waiting.append((now, left - 1))
    return found


def on_board(state, seat):
    """Return the squares and the letters of a side's pieces."""
    return {NAMES[square_of(piece)]: KINDS[kind_of(piece)].letter for piece in state.sides[seat].pieces}


def strikers(state):
    """Return the letters of Cyan's pieces that have attacked."""
    return sorted(KINDS[kind_of(piece)].letter for piece in state.sides[CYAN].pieces if has_attacked(piece))


def is_near(name, other, most):
    return max(abs(ord(name[0]) - ord(other[0])), abs(int(name[1]) - int(other[1]))) <= most


def is_out_of_danger(state):
    """Return whether the Commander left d1, a piece came close to it, or one that threatens it is gone."""
    mine = on_board(state, CYAN)
    came = set(mine) - set(on_board(LESSONS["guard"].exercise.state, CYAN))
    fewer = len(on_board(state, MAGENTA)) < 12
    return fewer or mine.get("d1") != "C" or any(is_near(name, "d1", 2) for name in came)


TAUGHT = {
    "points": lambda now: on_board(now, CYAN)["e3"] == "S" and now.mover == MAGENTA,
    "sight": lambda now: any(
        letter == "S" and is_near(name, "h7", 4) for name, letter in on_board(now, CYAN).items()
    ),
    "attack": lambda now: strikers(now) == ["D", "I"] and len(on_board(now, MAGENTA)) == 11,
    "surround": lambda now: (
        len(on_board(now, CYAN)) == 12 and len(on_board(now, MAGENTA)) == 11 and not now.blasts
    ),
    "guard": is_out_of_danger,
    "limit": lambda now: (
        {letter: int(name[1]) for name, letter in on_board(now, CYAN).items()}["C"] == 5
        and len(on_board(now, CYAN)) == len(on_board(now, MAGENTA)) == 12
    ),
    "finish": lambda now: (
        "C" not in on_board(now, MAGENTA).values()
        and sum(KINDS["CSGID".index(letter)].power for letter in strikers(now)) >= 5
    ),
}
"""What a lesson says of the position after it, whichever way was taken."""


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=[pytest.mark.slow] * (key in ("attack", "guard", "limit"))) for key in GOALS],
)
def test_a_lesson_accepts_only_what_it_teaches(key):
    ends = accepted(LESSONS[key])
    assert ends
    assert [on_board(now, CYAN) for now in ends if not TAUGHT[key](now)] == []


# --- how a match ends ---------------------------------------------------------------------------------


def test_the_lessons_name_every_way_to_win_and_two_of_them_play_one():
    ends = {
        key: GAME.result(attempt(GAME, LESSONS[key].exercise, way).state)
        for key in GOALS
        for way in LESSONS[key].solutions
    }
    assert {key: (end.winner, end.reason) for key, end in ends.items() if end} == {
        "limit": (CYAN, DecoyReason.TIEBREAK),
        "finish": (CYAN, DecoyReason.ASSASSINATION),
    }
    assert "destroy their Commander, or all five of their Decoys" in LESSONS["finish"].text
    assert (
        "if your Commander is destroyed, or the last of your five Decoys, you've lost"
        in LESSONS["finish"].right
    )


def test_the_lesson_about_the_last_turn_counts_as_the_engine_does():
    lesson = LESSONS["limit"]
    state, options = lesson.exercise.state, lesson.exercise.state.options
    assert (
        f"after {options.quiet} turns in which no piece is lost, or after {options.max_plies} turns"
        in lesson.text
    )
    assert GAME.scene(GAME.view(state, CYAN)).notice.startswith("Last turn")
    one, other = (measure_strength(state.sides[seat].pieces, seat, options) for seat in (CYAN, MAGENTA))
    assert one == other == (2, 5, 12)
    assert "both 2 rows in front of home" in lesson.text
    after = attempt(GAME, lesson.exercise, lesson.solutions[0]).state
    assert measure_strength(after.sides[CYAN].pieces, CYAN, options)[0] == 3
    assert "3 rows against 2" in lesson.right
    assert GAME.result(attempt(GAME, lesson.exercise, ("end",)).state) == Result(None, DecoyReason.QUIET)
    assert "it's a draw" in lesson.right
    behind = GAME.result(attempt(GAME, lesson.exercise, ("d4-c3", "end")).state)
    assert behind == Result(MAGENTA, DecoyReason.TIEBREAK)


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
