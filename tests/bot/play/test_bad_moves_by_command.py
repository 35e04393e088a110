"""What `/move` refuses, as people see it: a clear private sentence. The rules: `test_bad_moves.py`."""

from __future__ import annotations

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
async def test_out_of_turn_one_is_told_whose_turn_it_is(match: Played) -> None:
    async with nothing_changes(match.t):
        assert_refused(await match.t.tom.move("roll"), "It's the Creator's turn.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["x" * 2000, "<@&1> @everyone <@1456074443980800011>", "a11-a8\n" * 20],
    ids=["long", "mentions", "lines"],
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
