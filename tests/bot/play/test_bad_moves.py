"""Illegal moves: each gets a clear private sentence, and nothing changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.kit.matches.tapped import Played, assert_refused, begin_briefed, nothing_changes
from tests.kit.table import table


@pytest.fixture
async def match() -> AsyncIterator[Played]:
    """A match in which Mara, the Creator, is to roll; Ines and Juri look on."""
    async with table("mara", "tom", "ines", "juri") as t:
        yield await begin_briefed(t, t.mara, t.tom)


@pytest.fixture
async def rolled(match: Played) -> Played:
    """The match once Mara has rolled."""
    await match.act("roll")
    return match


@pytest.mark.slow
@pytest.mark.parametrize("text", ["roll", "a2-a5", "nonsense"])
async def test_out_of_turn_one_is_told_whose_turn_it_is(match: Played, text: str) -> None:
    async with nothing_changes(match.t):
        assert_refused(await match.t.tom.move(text), "It's the Creator's turn.")


@pytest.mark.slow
async def test_before_the_roll_one_is_told_to_roll(match: Played) -> None:
    async with nothing_changes(match.t):
        assert_refused(await match.t.mara.move("d11-d8"), "Roll the die before you move.")


@pytest.mark.slow
async def test_a_second_roll_is_refused(rolled: Played) -> None:
    die = (await rolled.table()).game_state.die
    async with nothing_changes(rolled.t):
        answer = await rolled.t.mara.move("roll")
        assert_refused(answer, f"You already rolled {die}; move a pawn.")


@pytest.mark.slow
async def test_a_move_of_wrong_length_is_refused(rolled: Played) -> None:
    die = (await rolled.table()).game_state.die
    target = "a9" if die != 2 else "a8"
    async with nothing_changes(rolled.t):
        answer = await rolled.t.mara.move(f"a11-{target}")
        assert_refused(answer, f"A pawn moves exactly {die} in a straight line; a11 to {target} isn't that.")


@pytest.mark.slow
async def test_a_move_onto_a_friend_is_refused(rolled: Played) -> None:
    die = (await rolled.table()).game_state.die
    friend = f"{chr(ord('a') + die)}11"
    async with nothing_changes(rolled.t):
        assert_refused(await rolled.t.mara.move(f"a11-{friend}"), f"Your own pawn is on {friend}.")


@pytest.mark.slow
@pytest.mark.parametrize(("text", "square"), [("a11-a99", "a99"), ("z9-a5", "z9"), ("a11-m11", "m11")])
async def test_a_move_off_the_board_is_refused(rolled: Played, text: str, square: str) -> None:
    async with nothing_changes(rolled.t):
        assert_refused(await rolled.t.mara.move(text), f"{square} isn't on the board.")


@pytest.mark.slow
@pytest.mark.parametrize("source", ["f6", "a1"], ids=["empty", "the opponent's"])
async def test_a_move_of_no_own_pawn_is_refused(rolled: Played, source: str) -> None:
    async with nothing_changes(rolled.t):
        assert_refused(await rolled.t.mara.move(f"{source}-f7"), f"You have no pawn on {source}.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "e4",
        "resign",
        "x" * 2000,
        "**d11** `-` ||d8||",
        "<@&1> @everyone <@1456074443980800011>",
        "a11-a8\n" * 20,
    ],
    ids=["a square", "a word", "long", "markdown", "mentions", "lines"],
)
async def test_text_that_is_no_move_is_refused(rolled: Played, text: str) -> None:
    async with nothing_changes(rolled.t):
        answer = await rolled.t.mara.move(text)
        assert_refused(answer, "isn't a move. Write roll, or two squares such as d15-d12.")
        assert not answer.payload["mentions"]
        assert not answer.payload["mention_everyone"]
        assert not rolled.t.tom.newest(lambda seen: seen.text == answer.text)


@pytest.mark.slow
async def test_a_quoted_text_is_shown_as_it_was_written(rolled: Played) -> None:
    answer = await rolled.t.mara.move("**d11** `d8`")
    assert "\\*\\*d11\\*\\*" in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("text", [" ROLL ", "Roll", "roll the die!"])
async def test_case_and_spaces_are_forgiven(match: Played, text: str) -> None:
    await match.t.mara.move(text)
    assert (await match.table()).texts == ("roll",)


@pytest.mark.slow
async def test_a_capture_may_be_written_with_a_dash_and_is_recorded_truly(rolled: Played) -> None:
    text = next(text for text in await rolled.legal() if "-" in text)
    await rolled.t.mara.move(text.replace("-", "X").upper())
    assert (await rolled.table()).texts[-1] == text


async def test_who_is_in_no_match_is_told_how_to_begin_one(match: Played) -> None:
    lonely = "You have no open matches. Start one with a challenge, or play the bot."
    async with nothing_changes(match.t):
        assert_refused(await match.t.ines.move("roll"), lonely)
        assert_refused(await match.t.ines.slash("/resign"), lonely)
        assert_refused(await match.t.ines.slash("/matches"), lonely)
    assert await match.t.ines.complete("/move", "action", "") == []


@pytest.mark.slow
async def test_nobody_plays_or_resigns_in_the_match_of_others(match: Played) -> None:
    stranger = "You're not playing in this match."
    async with nothing_changes(match.t):
        assert_refused(await match.t.ines.move("roll", match=match.id), stranger)
        assert_refused(await match.t.ines.slash("/resign", match=match.id), stranger)


@pytest.mark.slow
async def test_a_match_that_is_not_known_is_said_to_be_so(match: Played) -> None:
    async with nothing_changes(match.t):
        answer = await match.t.mara.move("roll", match="nonsense")
        assert_refused(answer, "This match no longer exists here.")


@pytest.mark.slow
async def test_with_several_matches_one_is_asked_which(match: Played) -> None:
    second = await begin_briefed(match.t, match.t.mara, match.t.juri)
    async with nothing_changes(match.t):
        answer = await match.t.mara.move("roll")
        assert_refused(answer, "Choose one with the option `match`.")
    await match.t.mara.move("roll", match=second.id)
    assert (await second.table()).texts == ("roll",)
    assert (await match.table()).texts == ()


@pytest.mark.slow
async def test_in_its_thread_a_match_needs_no_name(match: Played) -> None:
    thread = match.t.threads()[-1]["id"]
    await begin_briefed(match.t, match.t.mara, match.t.juri)
    await match.t.mara.move("roll", channel=thread)
    assert (await match.table()).texts == ("roll",)


@pytest.mark.slow
async def test_completion_offers_legal_actions_to_the_one_who_moves_alone(
    rolled: Played,
) -> None:
    legal = await rolled.legal()
    offered = await rolled.t.mara.complete("/move", "action", "")
    assert offered == legal[:25]
    assert await rolled.t.mara.complete("/move", "action", legal[-1]) == [legal[-1]]
    assert await rolled.t.tom.complete("/move", "action", "") == []


@pytest.mark.slow
async def test_of_two_texts_at_once_one_wins_and_the_other_is_told(match: Played) -> None:
    answers = await asyncio.gather(match.t.mara.move("roll"), match.t.mara.move("roll"))
    assert (await match.table()).texts == ("roll",)
    told = [answer.text for answer in answers]
    late = [text for text in told if "The board has moved on" in text or "already" in text]
    assert len(late) == 1, told
