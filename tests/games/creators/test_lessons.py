"""The lessons of Creators: prompts lead to their solutions, and their claims are true."""

from __future__ import annotations

import msgspec
import pytest

from games import GAMES
from games.core.selfplay import numbered_seed, playing
from games.core.teaching.attempts import attempt
from games.core.vocabulary.lessons import Lesson, new_tip
from games.core.vocabulary.tasks import Goal, Quiz
from games.creators.rules import rules
from games.creators.rules.rules import count_held
from tests.games.creators.table import CREATOR, DESTROYER, legal, play, put, rows, without
from tests.kit.games.drafts import open_choices, walk

GAME = GAMES["creators"]
LESSONS = {lesson.key: lesson for lesson in GAME.lessons()}
OPTIONS = GAME.options({})
ROUNDS = {"fill": (19, 20, 20), "hold": (18, 19, 20), "fade": (18, 19, 20), "stop": (18, 19, 20)}
"""The rounds before a lesson's position, of it, and the last one."""
DANGEROUS = range(1, 6)
"""Rolls with which the Creator, if not stopped, wins in the lesson about stopping."""
TO_DO = [lesson for lesson in LESSONS.values() if isinstance(lesson.exercise.task, Goal)]


def view_of(lesson: Lesson):
    return GAME.view(lesson.exercise.state, lesson.exercise.seat)


def solved_by(lesson: Lesson) -> set[str]:
    """Return every first move that solves a lesson."""
    legal = map(GAME.format, GAME.actions(view_of(lesson)))
    return {text for text in legal if attempt(GAME, lesson.exercise, (text,)).verdict == "solved"}


@pytest.mark.parametrize("lesson", TO_DO, ids=lambda lesson: lesson.key)
def test_every_way_to_solve_a_lesson_can_be_tapped(lesson: Lesson) -> None:
    tapped = {
        choice.action
        for _, prompt in walk(GAME, view_of(lesson))
        for choice in open_choices(prompt)
        if choice.action
    }
    assert solved_by(lesson) <= tapped
    assert {solution[0] for solution in lesson.solutions} <= solved_by(lesson)


def test_what_glows_is_seen_by_who_learns_and_named_in_words() -> None:
    for lesson in TO_DO:
        view = view_of(lesson)
        glowing = [tint for tint in GAME.scene(view).tints if tint.kind == "shown"]
        assert bool(glowing) == bool(view.recalled) == (lesson.key != "memory")
        if glowing:
            assert f"Glowing: {' '.join(view.recalled)}." in GAME.scene(view).alt
        assert GAME.view(lesson.exercise.state, None).recalled == ()


def test_the_first_lessons_are_solved_by_their_few_ways_alone() -> None:
    assert solved_by(LESSONS["exact"]) == {"f11-f8", "i11-f8"}
    assert solved_by(LESSONS["leap"]) == {"f11-f7"}
    assert solved_by(LESSONS["capture"]) == {"e10xe8", "g10xe8"}
    assert solved_by(LESSONS["memory"]) == {"b6-f6"}
    assert solved_by(LESSONS["fill"]) == {"i7-i10", "i7-f4"}
    assert solved_by(LESSONS["stop"]) == {"h8xf8", "h8xf6", "h8xf10"}


def test_the_lesson_about_good_squares_accepts_only_moves_of_the_pawns_that_are_not_on_one() -> None:
    view = view_of(LESSONS["hold"])
    free = {GAME.format(move) for move in GAME.actions(view) if move.source not in view.recalled}
    assert solved_by(LESSONS["hold"]) == free == {"a12-a10", "a12-c12", "k12-k10", "k12-i12"}


@pytest.mark.parametrize("key", ["fill", "hold", "fade", "stop"])
def test_a_lesson_counts_cells_as_the_engine_does(key: str) -> None:
    lesson = LESSONS[key]
    state = lesson.exercise.state
    before, now, last = (rules.need(OPTIONS, 13, state.setup.pattern.par, at) for at in ROUNDS[key])
    assert {
        "fill": f"hold {count_held(state, 0)} of its cells, and {now} are enough in this round",
        "hold": f"still hold the same {count_held(state, 0)} cells",
        "fade": f"hold {count_held(state, 0)} of 13. Until now {before} were needed, and in this round {now}",
        "stop": f"They hold {count_held(state, 0)} cells, have one turn left, and {last} are enough then",
    }[key] in f"{lesson.text} {lesson.right}"
    assert now == rules.need_now(state)
    assert key != "fade" or (before, now) == (now + 1, count_held(state, 0))


def test_the_lessons_name_both_ways_to_win_and_one_of_them_plays_each_side() -> None:
    assert "This is how the Creator wins" in LESSONS["fill"].text
    assert "you win if the last round ends and the Creator hasn't won" in LESSONS["stop"].text
    assert "resigns or runs out of time" in LESSONS["stop"].right
    won = play(LESSONS["fill"].exercise.state, LESSONS["fill"].solutions[0][0])
    assert GAME.result(won).winner == CREATOR
    assert LESSONS["stop"].exercise.seat == DESTROYER


def test_after_the_lesson_about_stopping_the_destroyer_wins_whatever_is_played() -> None:
    state = play(LESSONS["stop"].exercise.state, "h8xf8", "roll")
    state = play(state, legal(state)[0], "roll")
    assert GAME.result(play(state, legal(state)[0])).winner == DESTROYER


def test_the_pawn_of_the_lesson_comes_home_where_the_answer_says() -> None:
    state = play(LESSONS["home"].exercise.state, "e4xh7")
    (right,) = [answer.key for answer in LESSONS["home"].exercise.task.answers if answer.right]
    assert state.last.entries == (right,)


def test_in_the_lesson_about_fading_only_a_move_that_fills_wins() -> None:
    lesson = LESSONS["fade"]
    state, cells = lesson.exercise.state, set(view_of(lesson).recalled)
    winning, keeping = set(), set()
    for action in GAME.actions(view_of(lesson)):
        won = GAME.result(GAME.play(state, CREATOR, action).state)
        (winning if won and won.winner == CREATOR else keeping).add((action.source, action.target))
    assert winning
    assert all(source not in cells and target in cells for source, target in winning)
    assert any(source in cells and target in cells for source, target in keeping)


@pytest.mark.parametrize("die", range(1, 7))
def test_after_the_lesson_about_stopping_no_roll_wins_for_the_creator(die: int) -> None:
    lesson = LESSONS["stop"]
    for text in solved_by(lesson):
        state = msgspec.structs.replace(play(lesson.exercise.state, text), die=die)
        ends = [play(state, reply).outcome for reply in legal(state)]
        assert not any(ends)
    passed = msgspec.structs.replace(play(lesson.exercise.state, "a1-a3"), die=die)
    assert any(play(passed, reply).outcome for reply in legal(passed)) == (die in DANGEROUS)


def test_questions_offer_one_right_answer() -> None:
    for lesson in LESSONS.values():
        if isinstance(lesson.exercise.task, Quiz):
            assert [answer.right for answer in lesson.exercise.task.answers].count(True) == 1


# --- the coach ----------------------------------------------------------------------------------------


def topics(state, seat: int) -> dict[str, str]:
    return {tip.key: tip.words for tip in GAME.tips(GAME.view(state, seat))}


def test_the_coach_talks_to_whoever_is_to_act_alone() -> None:
    state = put("f8 a12", "d6", die=2)
    assert topics(state, CREATOR)
    assert topics(state, DESTROYER) == {}
    assert GAME.tips(GAME.view(state, None)) == ()


def test_the_coach_speaks_of_the_pattern_at_the_first_moves_after_a_roll() -> None:
    told = topics(put("f8", "l1", die=2), CREATOR)["memory"]
    assert "Keep it in mind as a shape" in told
    assert "memory" in topics(put("f8", "l1", side=DESTROYER, die=2), DESTROYER)
    for later in (put("f8", "l1"), put("f8", "l1", die=2, round=2)):
        assert "memory" not in topics(later, CREATOR)


def test_the_coach_names_what_can_be_captured_where_patterns_are() -> None:
    state = put("f8 b11", "f6 b9", die=2, round=5)
    assert "capture on f6." in topics(state, CREATOR)["capture"]
    assert "capture" not in topics(put("f8", "f5", die=2, round=5), CREATOR)


def test_the_coach_counts_the_rolls_that_endanger_a_pawn() -> None:
    state = put("f8 a12", "f6 i8 l1", die=1, round=5)
    assert "f8 could be captured with 2 of 6 rolls" in topics(state, CREATOR)["danger"]
    assert "danger" not in topics(put("f8 a12", "f6 l1", die=1, round=5), CREATOR)


def test_the_coach_shows_where_a_captured_pawn_came_home() -> None:
    state = play(put("f8 b12", "f6 l1", side=DESTROYER, die=2, round=5), "f6xf8", "roll")
    assert (
        "Your pawn on f8 was captured, and is home again: look at f12." in topics(state, CREATOR)["captured"]
    )


def test_the_coach_sees_a_pawn_that_waits() -> None:
    home = without(rows(12, 11), "a12")
    state = put(home, "l1", die=1, waiting=((3,), ()), round=5)
    assert "waits beside the board" in topics(state, CREATOR)["waiting"]
    assert "waiting" not in topics(put("f8", "l1", die=1, waiting=((), (3,)), round=5), CREATOR)


def test_the_coach_tells_the_number_of_cells_to_those_alone_who_may_know_it() -> None:
    dark = {"destroyerPreview": "half"}
    told = topics(put("f8 a12", "l1", die=1, round=9, **dark), CREATOR)["fading"]
    assert "10 of 13 cells are enough now, and 5 in the last round" in told
    hidden = topics(put("f8 a12", "l1", side=DESTROYER, die=1, round=9, **dark), DESTROYER)["fading"]
    assert not any(sign.isdigit() for sign in hidden)


def test_the_coach_knows_the_last_turns() -> None:
    assert "your last turn" in topics(put("f8 a12", "l1", die=1, round=20), CREATOR)["last-turn"]
    assert (
        "one more turn. If they don't win with it, you win"
        in topics(put("f8", "l1", side=DESTROYER, die=1, round=19), DESTROYER)["last-turn"]
    )
    assert "you've won" in topics(put("f8", "l1", side=DESTROYER, die=1, round=20), DESTROYER)["won"]
    race = put("f8", "l1", side=DESTROYER, die=1, round=20, victory="race")
    assert not {"won", "last-turn"} & set(topics(race, DESTROYER))


def test_the_coach_points_out_what_the_viewer_says_they_remember() -> None:
    view = GAME.recalled(GAME.view(put("f8 b12", "l1", die=2, round=5), CREATOR), ["f6"])
    assert "land on f6, which you marked" in {tip.key: tip.words for tip in GAME.tips(view)}["remembered"]


@pytest.mark.parametrize("seat", [CREATOR, DESTROYER])
def test_a_first_match_brings_many_topics_one_at_a_time(seat: int) -> None:
    moments, said = [], []
    players = (GAME.players["easy"], GAME.players["easy"])
    options, seed = GAME.options({}), numbered_seed(7)
    for _, state in playing(GAME, options, seed, players):
        if state.outcome is None and state.side == seat and state.die:
            moments.append(GAME.tips(GAME.view(state, seat)))
            said.append(new_tip(moments))
    keys = [tip.key for tip in said if tip]
    assert keys[0] == "goal"
    assert len(set(keys)) == len(keys) >= 8
