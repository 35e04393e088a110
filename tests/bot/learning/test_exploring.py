"""Playing on from a position of a match, or of a lesson, and studies, at a table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.errors import UserError
from bot.learning.exploring import exploring
from bot.learning.exploring.exploring import ONWARD, Where, where_of
from bot.learning.exploring.exploring import STUDY as STUDIED
from bot.learning.lessons.lessons import taught
from storage.tables.exercises import Tried
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.analyzed import LOST, SEEN_AND_LEFT, over, study
from tests.kit.matches.decoy import crafted
from tests.kit.matches.exercises import tap_key
from tests.kit.matches.tapped import Played, assert_refused, newest_match
from tests.kit.rows import open_ids
from tests.kit.seen import Seen
from tests.kit.table import Table

PLAY_ON, STUDY, SAVE = "Play on from here", "Study it", "Save as text"


@pytest.fixture(autouse=True)
def _with_small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    study(monkeypatch)


async def ended(t: Table, game: str, side: str, texts: Sequence[str], **options: object) -> Played:
    """Play a match between Mara, on this side, and Tom."""
    await t.mara.slash(f"/{game} challenge", opponent=t.tom, side=side, **options)
    await t.tom.tap("Accept")
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.fold(texts)
    return match


async def tictactoe(t: Table, texts: Sequence[str] = LOST) -> Played:
    return await ended(t, "tictactoe", "X", texts)


async def opened(t: Table, match: Played, label: str, *steps: str) -> Seen:
    """Open a position of Mara's replay of a match, after these steps in it, by a button below it."""
    replay = await t.mara.slash("/replay", match=match.id)
    for step in steps:
        replay = await t.mara.tap(step, replay)
    return await t.mara.tap(label, replay)


async def marked(t: Table, board: Seen, *squares: str) -> Seen:
    """Mark these squares on Mara's board, and return it once the opponent has answered."""
    for square in squares:
        board = await tap_key(t.mara, board, (square,))
        await t.settled()
        board = t.mara.again(board)
    return board


def free(board: Seen) -> set[str]:
    """Return the squares that can be marked."""
    return {label for label in board.buttons if len(label) == 2}


async def test_a_study_plays_both_sides_and_keeps_each_line_for_its_text(t: Table) -> None:
    board = await opened(t, await tictactoe(t), STUDY, "▶", "▶")
    assert board.ephemeral
    assert "Study · Tic-Tac-Toe" in board.text
    assert "after move 2" in board.text
    assert SAVE not in board.buttons
    first = free(board)
    board = await marked(t, board, "a1", "c3")
    assert free(board) == first - {"a1", "c3"}
    board = await t.mara.tap("Take back", board)
    assert free(board) == first - {"a1"}
    board = await marked(t, board, "b3")
    file = await t.mara.tap(SAVE, board)
    assert file.ephemeral
    (saved,) = file.attachments
    text = (await t.download(saved)).decode()
    assert "from move 3 on" in text
    assert "2. b1\n" in text
    assert "a2" not in text, "what was played later isn't part of it"
    assert text.endswith("\nLine 1 of 2\n3. a1\n4. c3\n\nLine 2 of 2\n3. a1\n4. b3\n")
    again = await t.mara.tap("Start over", board)
    assert free(again) == first


async def test_a_study_tells_who_wins_and_a_draw(t: Table) -> None:
    match = await tictactoe(t)
    board = await marked(t, await opened(t, match, STUDY), "a1", "b1", "a2", "b2", "a3")
    assert "**X wins.**" in board.text
    assert free(board) == set()
    board = await t.mara.tap("Start over", board)
    board = await marked(t, board, "a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3", "b1")
    assert "**It's a draw.**" in board.text


async def test_played_on_the_bot_answers_and_nothing_counts(t: Table) -> None:
    match = await tictactoe(t)
    board = await opened(t, match, PLAY_ON, "▶", "▶")
    assert "Playing on · Tic-Tac-Toe" in board.text
    assert "against Hedgehog (medium bot)" in board.text
    assert len(free(board)) == 7
    board = await marked(t, board, "a1")
    assert len(free(board)) == 5, "the bot has moved, too"
    assert "Take back" not in board.buttons
    async with t.database.read() as r:
        assert await open_ids(r) == []


async def test_played_on_from_the_other_side_s_turn_the_bot_begins(t: Table) -> None:
    board = await opened(t, await tictactoe(t), PLAY_ON, "▶")
    await t.settled()
    board = t.mara.again(board)
    assert len(free(board)) == 7
    assert "is thinking" not in board.text


async def test_no_position_is_played_on_while_its_match_is_open(t: Table) -> None:
    match = await tictactoe(t, LOST[:4])
    replay = await t.mara.slash("/replay", match=match.id)
    assert not {PLAY_ON, STUDY} & set(replay.buttons)
    app = t.running.bot.ctx.app
    with pytest.raises(UserError, match="once it's over"):
        await exploring.of_match(app, match.id, 1, int(t.mara.id), None)


async def test_where_something_is_hidden_one_plays_on_and_studies_nothing(t: Table) -> None:
    match = await ended(t, "cups", "Hider", SEEN_AND_LEFT, rounds=1)
    replay = await t.mara.slash("/replay", match=match.id)
    assert PLAY_ON in replay.buttons
    assert STUDY not in replay.buttons


async def test_a_finished_position_is_not_played_on(t: Table) -> None:
    match = await tictactoe(t)
    replay = await t.mara.tap("⏭", await t.mara.slash("/replay", match=match.id))
    while "▶" in replay.buttons and not replay.buttons["▶"].get("disabled"):
        replay = await t.mara.tap("▶", replay)
    assert not {PLAY_ON, STUDY} & set(replay.buttons)


async def test_a_position_that_is_no_longer_there_is_one_sentence(t: Table) -> None:
    app = t.running.bot.ctx.app
    for name in ("x-abc-1-0-1", "m-abc-1-0", "m-abc-one-0-1", ""):
        with pytest.raises(UserError, match="no longer here"):
            exploring.where_of(name)
    with pytest.raises(UserError, match="no longer here"):
        await exploring.of_lesson(app, taught()[0], "gone", int(t.mara.id))


def test_a_place_is_read_from_its_name() -> None:
    for where in (Where("abc-d", 3, 1, 2), Where("hop", 0, 0, 4, is_lesson=True)):
        assert where_of(where.name) == where


def opened_as(kind: str, game: str, where: Where) -> Tried:
    return Tried(id=1, person=MARA.id, kind=kind, game=game, name=where.name, began_at=0, changed_at=0)


async def test_a_lesson_s_position_is_played_on_from_its_own_side(here: House) -> None:
    game = taught()[0]
    lesson = game.lessons()[0]
    where = await exploring.of_lesson(here.app, game, lesson.key, MARA.id)
    assert (where.seat, where.is_lesson) == (lesson.exercise.seat, True)
    async with here.app.database.read() as r:
        exercise = await exploring.asks(here.app, r, opened_as(STUDIED, game.key, where))
        assert exercise.state == lesson.exercise.state
        gone = opened_as(ONWARD, game.key, Where("gone", 0, 0, 0, is_lesson=True))
        with pytest.raises(UserError, match="no longer here"):
            await exploring.asks(here.app, r, gone)
    with pytest.raises(UserError, match="Only studies"):
        await exploring.file_of(here.app, opened_as(STUDIED, game.key, where))


async def test_a_match_is_not_played_on_from_its_last_board(here: House) -> None:
    match = await over(here, "tictactoe", LOST)
    at_the_end = opened_as(STUDIED, "tictactoe", Where(match.id, len(LOST), 0, 0))
    async with here.app.database.read() as r:
        with pytest.raises(UserError, match="The match is over here"):
            await exploring.asks(here.app, r, at_the_end)
    with pytest.raises(UserError, match="Only studies"):
        await exploring.file_of(here.app, opened_as(ONWARD, "tictactoe", Where(match.id, 0, 0, 0)))


async def test_nothing_hidden_is_studied_by_a_button_that_was_never_there(t: Table) -> None:
    match = await ended(t, "cups", "Hider", SEEN_AND_LEFT, rounds=1)
    post = await crafted(match, f"sp|study|{match.id}|0")
    assert_refused(await t.mara.tap("Old", post), "games in which everything is open")


@pytest.mark.slow
async def test_a_lesson_is_played_on_against_the_bot(t: Table) -> None:
    match, game = await tictactoe(t), taught()[0]
    post = await crafted(match, f"sp|onward-lesson|{game.key}|{game.lessons()[0].key}")
    board = await t.mara.tap("Old", post)
    assert board.ephemeral
    assert f"Playing on · {game.title}, from a lesson" in board.text
