"""`/learn`: lessons on a private board, wrong tries, hints, stopping and resuming, and a coach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.learning.lessons.lessons import LESSON, Coach, taught
from games import GAMES
from games.core.teaching.attempts import attempt
from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Quiz
from storage.tables import exercises
from tests.kit.games.lessons import tries
from tests.kit.matches.exercises import first_labeled, play
from tests.kit.matches.tapped import assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", by_hand=False)


GAME = taught()[0]
SHOW = "Show it now (then it counts)"
FIRST, SECOND = GAME.lessons()[:2]


def wrong(lesson: Lesson) -> str:
    """Return a first try that fails and ends the exercise."""
    for tried in tries(GAME, lesson):
        if attempt(GAME, lesson.exercise, tried).verdict == "failed":
            return tried[0]
    raise AssertionError


def parts_in(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all components of a message."""
    waiting = list(payload["components"])
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.get("components", ())


async def opened(person: Person, number: int = 0) -> Seen:
    course = await person.slash("/learn", game=GAME.key)
    return await person.choose(GAME.lessons()[number].key, course)


async def solved(person: Person, board: Seen, lesson: Lesson) -> Seen:
    return await play(person, board, GAME.key, lesson.exercise, lesson.solutions[0])


async def test_every_game_is_listed_with_how_far_its_reader_has_come(t: Table) -> None:
    seen = await t.mara.slash("/learn")
    assert seen.ephemeral
    for game in taught():
        assert f"**{game.title}** · {len(game.lessons())} lessons" in seen.text
    board = await t.mara.press(seen, first_labeled(seen, "Start"))
    assert f"lesson 1 of {len(GAME.lessons())}" in board.text
    await solved(t.mara, board, FIRST)
    again = await t.mara.slash("/learn")
    assert f"**{GAME.title}** · 1 of {len(GAME.lessons())} lessons" in again.text
    assert f"lesson 2 of {len(GAME.lessons())}" in (await t.mara.tap("Continue", again)).text


async def test_a_game_without_lessons_says_where_its_rules_are(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "lessons", tuple)
    answer = await t.mara.slash("/learn", game=GAME.key)
    assert_refused(answer, f"{GAME.title} has no lessons yet.")


async def test_a_lesson_shows_its_idea_and_its_board_to_its_reader_alone(t: Table) -> None:
    board = await opened(t.mara)
    assert board.ephemeral
    assert FIRST.title in board.text
    assert FIRST.exercise.task.question in board.text
    assert len(board.pictures) == 1
    assert all(board.alt_texts)
    assert t.tom.messages() == []


@pytest.mark.slow
async def test_a_solution_is_praised_and_leads_to_the_next_lesson(t: Table) -> None:
    after = await solved(t.mara, await opened(t.mara), FIRST)
    assert FIRST.right.split(".")[0] in after.text
    assert FIRST.exercise.task.question not in after.text
    following = await t.mara.tap("Next lesson", after)
    assert SECOND.title in following.text


@pytest.mark.slow
async def test_a_wrong_try_gets_a_kind_answer_and_may_be_made_again(t: Table) -> None:
    board = await opened(t.mara)
    after = await play(t.mara, board, GAME.key, FIRST.exercise, (wrong(FIRST),))
    assert FIRST.wrong.split(".")[0] in after.text
    assert "Next lesson" not in after.buttons
    again = await t.mara.tap("Try again", after)
    assert FIRST.wrong.split(".")[0] not in again.text
    assert FIRST.right.split(".")[0] in (await solved(t.mara, again, FIRST)).text


@pytest.mark.slow
async def test_a_hint_comes_when_it_is_asked_for_and_stays(t: Table) -> None:
    board = await opened(t.mara)
    assert FIRST.hint not in board.text
    hinted = await t.mara.tap("Hint", board)
    assert f"Hint: {FIRST.hint}" in hinted.text
    assert "Hint" not in hinted.buttons


@pytest.mark.slow
async def test_somebody_can_stop_at_any_point_and_go_on_after_a_restart(t: Table) -> None:
    lesson = next(candidate for candidate in GAME.lessons() if not isinstance(candidate.exercise.task, Quiz))
    number = GAME.lessons().index(lesson)
    board = await opened(t.mara, number)
    await play(t.mara, board, GAME.key, lesson.exercise, (wrong(lesson),))
    await t.restart_bot()
    board = await opened(t.mara, number)
    after = await solved(t.mara, board, lesson)
    assert lesson.right.split(".")[0] in after.text
    async with t.database.read() as r:
        (row,) = await exercises.of_person(r, int(t.mara.id), LESSON)
    assert (row.failed, row.solved_at is not None) == (1, True)


async def test_an_older_board_shows_the_present_one(t: Table) -> None:
    older, newer = await opened(t.mara), await opened(t.mara)
    await t.mara.tap("Hint", newer)
    async with nothing_changes(t):
        assert f"Hint: {FIRST.hint}" in (await t.mara.tap("Hint", older)).text


async def test_nobody_taps_on_somebody_else_s_board(t: Table) -> None:
    board = await opened(t.mara)
    (hint,) = [button["custom_id"] for label, button in board.buttons.items() if label == "Hint"]
    course = await t.tom.slash("/learn", game=GAME.key)
    payload = t.playground.world.messages[course.id].payload
    (select,) = [part for part in parts_in(payload) if part["type"] == 3]
    select["custom_id"] = hint
    async with nothing_changes(t):
        answer = await t.tom.press(course, hint, [FIRST.key])
    assert_refused(answer, "someone else's")
    assert f"Hint: {FIRST.hint}" in (await t.mara.tap("Hint", board)).text


@pytest.mark.proof
async def test_when_all_is_done_a_first_match_with_a_coach_begins(t: Table) -> None:
    board = await opened(t.mara)
    for lesson in GAME.lessons():
        assert lesson.title in board.text
        board = await solved(t.mara, board, lesson)
        if lesson != GAME.lessons()[-1]:
            board = await t.mara.tap("Next lesson", board)
    assert "all done" in (await t.mara.slash("/learn")).text
    await t.mara.tap("Play with a coach", board)
    await t.settled()
    state = await t.running.bot.ctx.app.match_state(await newest_match(t))
    easiest = min(GAME.players, key=lambda level: GAME.level_ratings[level])
    levels = [row.level for row in state.match.seats if row.level]
    assert (state.match.coached, state.match.rated, levels) == (True, False, [easiest])
    assert state.seat_of(int(t.mara.id)) == GAME.beginner_seat


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.key for game in taught()])
async def test_a_coach_says_what_is_new_once_and_only_in_a_coached_match(t: Table, game: str) -> None:
    course = await t.mara.slash("/learn", game=game)
    started = await t.mara.tap("Play with a coach", course)
    await t.settled()
    if SHOW in started.buttons:
        await t.mara.tap(SHOW, started)
        await t.mara.tap("Got it")
        await t.settled()
    app, said = t.running.bot.ctx.app, list[str]()
    for _ in range(6):
        state = await app.match_state(await newest_match(t))
        seat = state.seat_of(int(t.mara.id)) or 0
        if seat not in state.to_act:
            break
        tip = Coach().tip(state, seat)
        said += [tip.key] if tip else []
        legal = [GAMES[game].format(action) for action in GAMES[game].actions(state.view(seat))]
        seen = await t.mara.move(legal[0])
        await t.settled()
        assert ("Coach:" in seen.text) <= state.match.coached
    assert said
    assert len(set(said)) == len(said)
