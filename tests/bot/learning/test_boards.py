"""The board of a lesson or puzzle: answers of several taps, words in a form, and boards that are outdated."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.core.errors import Stale, UserError
from bot.learning.exercises import exercises
from bot.learning.exercises.ui.buttons import OpenExercise
from bot.learning.lessons.lessons import LESSON, asks, taught
from bot.learning.puzzles.daily import DAILY
from games import GAMES
from storage.tables import exercises as rows
from storage.tables.exercises import Tried
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.exercises import tap_key
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", by_hand=False)

CCC = GAMES["ccc"]
LESSON_OF_WORDS = next(lesson for lesson in CCC.lessons() if lesson.key == "strength")
"""A lesson in which a wrong first move, of the Nice Flag on e1 to a1, says something."""
TO_THE_WORDS = (("e1",), ("e1", "a1"))
OWN_WORDS = ("e1", "a1", "own")


async def opened(person: Person, *taps: tuple[str, ...]) -> Seen:
    """Open the lesson, and return its board after these taps."""
    board = await person.choose(LESSON_OF_WORDS.key, await person.slash("/learn", game=CCC.key))
    for keys in taps:
        board = await tap_key(person, board, keys)
    return board


async def form(person: Person, board: Seen) -> dict[str, Any]:
    await tap_key(person, board, OWN_WORDS)
    return {**person.outcome["modal"], "interaction": person.outcome["interaction"]}


async def test_back_returns_to_the_question_before(t: Table) -> None:
    board = await opened(t.mara)
    asked = await tap_key(t.mara, board, TO_THE_WORDS[0])
    assert asked.text != board.text
    back = await t.mara.tap("Back", asked)
    assert (back.text, back.answers) == (board.text, board.answers)


async def test_words_of_one_s_own_are_written_in_a_form_and_played(t: Table) -> None:
    board = await opened(t.mara, *TO_THE_WORDS)
    after = await t.mara.submit(await form(t.mara, board), words="What a hop!")
    assert LESSON_OF_WORDS.wrong.split(".")[0] in after.text
    async with t.database.read() as r:
        (row,) = await rows.of_person(r, int(t.mara.id), LESSON)
    assert row.tried == ("N@a1{What a hop!}",)


async def test_words_that_the_game_does_not_take_are_refused_with_its_reason(t: Table) -> None:
    asked = await form(t.mara, await opened(t.mara, *TO_THE_WORDS))
    async with nothing_changes(t):
        assert_refused(await t.mara.submit(asked, words=" \u3164 "), "one line of visible characters")


async def test_a_form_from_before_the_board_changed_shows_the_board_as_it_is(t: Table) -> None:
    board = await opened(t.mara, *TO_THE_WORDS)
    asked = await form(t.mara, board)
    await t.mara.tap("Hint", await opened(t.mara))
    async with nothing_changes(t):
        assert f"Hint: {LESSON_OF_WORDS.hint}" in (await t.mara.submit(asked, words="What a hop!")).text


async def test_of_two_taps_at_once_one_counts(t: Table) -> None:
    board = await opened(t.mara, *TO_THE_WORDS)
    (said, *_) = (part for part in board.parts() if part.get("type") in (2, 3))
    key = said["options"][0]["value"] if said["type"] == 3 else None
    await asyncio.gather(*(t.mara.press(board, said["custom_id"], key and [key]) for _ in range(2)))
    async with t.database.read() as r:
        (row,) = await rows.of_person(r, int(t.mara.id), LESSON)
    assert (row.failed, len(row.tried)) == (1, 1)


@pytest.mark.parametrize("kind", [DAILY, "gone"])
async def test_only_kinds_that_anyone_may_open_are_opened_by_a_name(t: Table, kind: str) -> None:
    """The puzzle of a day is opened from its post."""
    course = await t.mara.slash("/learn", game=CCC.key)
    kept = Seen(t.playground.world.messages[course.id].payload)
    kept.buttons["Rules"]["custom_id"] = custom_id = OpenExercise(kind, CCC.key, "1").custom_id
    async with nothing_changes(t):
        assert_refused(await t.mara.press(course, custom_id), "This board is gone.")


# --- without Discord ----------------------------------------------------------------------------------


async def progress(here: House) -> Tried:
    return await exercises.open_progress(here.app, MARA, LESSON, CCC.key, LESSON_OF_WORDS.key)


async def act(here: House, was: Tried, text: str) -> Tried:
    async def nothing(*_: Any) -> None:
        """Do nothing at the end of an attempt."""

    exercise = await exercises.load_exercise(here.app, asks, was)
    return await exercises.play_action(here.app, was, text, exercise, nothing)


async def test_what_cannot_be_played_is_refused_and_leaves_the_board_alone(here: House) -> None:
    was = await progress(here)
    with pytest.raises(UserError):
        await act(here, was, "nonsense")
    assert await progress(here) == was


async def test_a_board_that_has_changed_meanwhile_takes_nothing(here: House) -> None:
    was = await progress(here)
    now = await act(here, was, LESSON_OF_WORDS.solutions[0][0])
    assert now.solved_at == here.app.now()
    for late in (exercises.show_hint, exercises.restart, exercises.take_back):
        with pytest.raises(Stale):
            await late(here.app, was)
    assert await progress(here) == now


async def test_an_attempt_that_the_game_no_longer_understands_may_be_made_again(here: House) -> None:
    """A later version may have changed the lesson's position."""
    was = msgspec.structs.replace(await progress(here), tried=("a1a8",))
    assert exercises.evaluate_attempt(was, LESSON_OF_WORDS.exercise).verdict == "failed"


async def test_a_lesson_that_is_gone_says_so(here: House) -> None:
    gone = await exercises.open_progress(here.app, MARA, LESSON, CCC.key, "gone")
    with pytest.raises(UserError, match="no longer here"):
        await exercises.load_exercise(here.app, asks, gone)


async def test_whoever_has_done_all_lessons_of_a_game_finds_them_all_marked(t: Table) -> None:
    game = taught()[0]
    await t.mara.slash("/learn")
    app, person = t.running.bot.ctx.app, int(t.mara.id)
    await opened(t.mara)
    async with t.database.write(f"person:{person}") as w:
        for lesson in game.lessons():
            was = await rows.open(w, person, LESSON, game.key, lesson.key, app.now())
            await rows.change(w, was, msgspec.structs.replace(was, solved_at=app.now(), version=1))
    menu = await t.mara.slash("/learn")
    assert f"**{game.title}** · all done" in menu.text
    course = await t.mara.tap("See the lessons", menu)
    assert course.text.count("✅") == len(game.lessons())
    assert not {"Start", "Continue"} & set(course.buttons)
