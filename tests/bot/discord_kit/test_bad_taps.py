"""Taps that come too late, from the wrong person, or on a message that an older version made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from tests.kit.matches.tapped import Played, assert_refused, begin_briefed, nothing_changes, number_of
from tests.kit.seen import Seen
from tests.kit.table import table

MOVED_ON = "The board has moved on since then. Here it is now."


@pytest.fixture
async def match() -> AsyncIterator[Played]:
    async with table("mara", "tom", "ines") as t:
        yield await begin_briefed(t, t.mara, t.tom)


async def post_of_old(match: Played, custom_id: str) -> Seen:
    """Post a message in the thread as the bot, with a button that an earlier version made."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id=custom_id))
    thread = match.t.running.bot.get_partial_messageable(int(match.t.threads()[-1]["id"]))
    sent = await thread.send("an older post", view=view)
    return next(seen for seen in match.posts() if seen.id == str(sent.id))


@pytest.mark.slow
async def test_a_stale_panel_says_so_and_shows_the_present_board(match: Played) -> None:
    t = match.t
    first, second = await match.open_twice(lambda label: t.mara.tap(label, match.posts()[-1]))
    await t.mara.tap("Roll the die", first)
    await match.forget_panels()
    async with nothing_changes(t):
        answer = await t.mara.tap("Roll the die", second)
    assert MOVED_ON in answer.text
    assert "Where do you want to land?" in answer.text
    assert answer.ephemeral


@pytest.mark.slow
async def test_a_panel_of_a_turn_that_is_over_says_so(match: Played) -> None:
    t = match.t
    await match.act("roll")
    panel = await t.mara.tap("Move", match.posts()[-1])
    await match.forget_panels()
    await match.act()
    async with nothing_changes(t):
        answer = await t.mara.tap("1", panel)
    assert MOVED_ON in answer.text
    assert "(Destroyer)" in answer.text
    assert not answer.selects


@pytest.mark.slow
async def test_of_two_taps_at_once_one_wins_and_the_other_is_told(match: Played) -> None:
    t = match.t
    panels = await match.open_twice(lambda label: t.mara.tap(label, match.posts()[-1]))
    answers = await asyncio.gather(*(t.mara.tap("Roll the die", panel) for panel in panels))
    assert (await match.table()).texts == ("roll",)
    assert sorted(MOVED_ON in answer.text for answer in answers) == [False, True]
    assert all("Where do you want to land?" in answer.text for answer in answers)


@pytest.mark.slow
async def test_an_onlooker_who_taps_move_sees_what_everybody_sees(match: Played) -> None:
    t, post = match.t, match.posts()[-1]
    async with nothing_changes(t):
        for label in ("Move", "My view"):
            answer = await t.ines.tap(label, post)
            assert answer.ephemeral
            assert "You're watching.\nTo move: " in answer.text
            assert not answer.buttons
            assert not answer.selects
            pictures = [await t.download(seen.pictures["board.png"]) for seen in (post, answer)]
            assert pictures[0] == pictures[1]


@pytest.mark.slow
async def test_an_onlooker_cannot_resign_for_others(match: Played) -> None:
    async with nothing_changes(match.t):
        answer = await match.t.ines.tap("⋯", match.posts()[-1])
        assert_refused(answer, "You're not playing in this match. Start your own with a challenge.")


@pytest.mark.slow
async def test_an_onlooker_reads_only_what_everybody_was_told(match: Played) -> None:
    await match.turn()
    await match.t.settled()
    answer = await match.t.ines.tap("Record", match.posts()[-1])
    assert answer.ephemeral
    text = (await match.t.download(answer.attachments[0])).decode()
    assert "as you know it so far" in text
    assert (await match.table()).match.seed.hex() not in text
    assert "Seed" not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "custom_id",
    [
        "sp|castle|{match}|3",
        "sp|pick|{match}",
        "sp|choose|{match}|0",
        "sp|open",
        "sp|draft|{match}|x||0",
        "sp|rules|{match}",
    ],
)
async def test_a_button_of_an_older_version_says_so(match: Played, custom_id: str) -> None:
    post = await post_of_old(match, custom_id.format(match=match.id))
    async with nothing_changes(match.t):
        answer = await match.t.mara.tap("Old", post)
        assert_refused(answer, "This button is from an older version. Use /matches to find your match.")


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["open", "record", "more", "resign", "brief"])
async def test_a_button_of_a_match_that_is_not_known_says_so(match: Played, verb: str) -> None:
    post = await post_of_old(match, f"sp|{verb}|nonsense")
    async with nothing_changes(match.t):
        answer = await match.t.mara.tap("Old", post)
        assert_refused(answer, "This match no longer exists here.")


@pytest.mark.slow
@pytest.mark.parametrize("draft", ["a1", "a11~q", "zz~n~n~n"])
async def test_a_choice_that_is_not_offered_asks_again(match: Played, draft: str) -> None:
    await match.act("roll")
    post = await post_of_old(match, f"sp|pick|{match.id}|1|{draft}")
    async with nothing_changes(match.t):
        answer = await match.t.mara.tap("Old", post)
    assert "Where do you want to land?" in answer.text


@pytest.mark.slow
async def test_a_page_that_is_not_there_shows_one_that_is(match: Played) -> None:
    await match.act("roll")
    for page in ("99", "-3"):
        post = await post_of_old(match, f"sp|draft|{match.id}|1||{page}")
        async with nothing_changes(match.t):
            assert "Where do you want to land?" in (await match.t.mara.tap("Old", post)).text


@pytest.mark.slow
async def test_a_preview_is_shown_once(match: Played) -> None:
    post = await post_of_old(match, f"sp|brief|{match.id}")
    async with nothing_changes(match.t):
        answer = await match.t.mara.tap("Old", post)
        assert_refused(answer, "It was shown once, and now it's gone. Trust your memory.")


@pytest.mark.slow
async def test_an_onlooker_is_shown_no_preview(match: Played) -> None:
    post = await post_of_old(match, f"sp|brief|{match.id}")
    async with nothing_changes(match.t):
        assert_refused(await match.t.ines.tap("Old", post), "You're not playing in this match.")


@pytest.mark.slow
async def test_resigning_is_asked_once_more_and_can_be_left(match: Played) -> None:
    t = match.t
    async with nothing_changes(t):
        question = await t.mara.tap("⋯", match.posts()[-1])
        assert question.ephemeral
        panel = await t.mara.tap("Keep playing", question)
        assert "Roll the die" in panel.buttons
    question = await t.mara.slash("/resign")
    await t.mara.tap("Resign", question)
    table = await match.table()
    assert (table.match.winner, table.match.reason) == (1, "resigned")


@pytest.fixture
async def over(match: Played) -> Played:
    """The match after Tom has resigned."""
    await match.t.tom.tap("Resign", await match.t.tom.slash("/resign"))
    await match.t.settled()
    return match


@pytest.mark.slow
async def test_in_a_match_that_is_over_nothing_can_be_played(over: Played) -> None:
    t = over.t
    async with nothing_changes(t):
        assert_refused(await t.mara.move("roll", match=over.id), "This match is over.")
        assert_refused(await t.mara.slash("/resign", match=over.id), "This match is over.")
        assert_refused(await t.mara.move("roll"), "You have no open matches.")


async def test_buttons_of_a_match_that_is_over_show_how_it_ended(over: Played) -> None:
    t = over.t
    for custom_id in ("sp|pick|{}|0|roll", "sp|open|{}", "sp|draft|{}|0||0"):
        post = await post_of_old(over, custom_id.format(over.id))
        async with nothing_changes(t):
            answer = await t.mara.tap("Old", post)
        assert answer.text.startswith("### You win: Tom resigned.")
        assert "moved on" not in answer.text
    for custom_id in ("sp|more|{}", "sp|resign|{}"):
        post = await post_of_old(over, custom_id.format(over.id))
        async with nothing_changes(t):
            assert_refused(await t.mara.tap("Old", post), "This match is over.")


async def test_two_resignations_at_once_end_the_match_once(match: Played) -> None:
    t = match.t
    questions = [await t.mara.slash("/resign"), await t.tom.slash("/resign")]
    answers = await asyncio.gather(t.mara.tap("Resign", questions[0]), t.tom.tap("Resign", questions[1]))
    await t.settled()
    table = await match.table()
    assert table.match.reason == "resigned"
    assert [seen.text for seen in match.posts()[1:]] == [match.posts()[-1].text]
    assert all("over" in answer.text or "### You " in answer.text for answer in answers), [
        a.text for a in answers
    ]


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", [False, True], ids=["in one process", "in another process"])
async def test_the_second_tap_of_a_hasty_double_one_does_nothing(elsewhere: bool) -> None:
    async with table("mara", "tom", over_http=elsewhere) as t:
        t.settings = {"slowplay_tap_seconds": 1}
        await t.restart_bot()
        match = await begin_briefed(t, t.mara, t.tom)
        t.advance(2)
        opened = await t.mara.tap("Move", match.posts()[-1])
        await t.settled()
        t.advance(2)
        rolled = await t.mara.tap("Roll the die", opened)
        await t.settled()
        t.advance(2)
        several = next(
            label
            for square, texts in (await match.landings()).items()
            if len(texts) > 1 and (label := number_of(square, rolled))
        )
        panel = await t.mara.tap(several, rolled)
        assert "Which pawn" in panel.text
        label = next(
            label for label, button in panel.buttons.items() if button["custom_id"].startswith("sp|pick")
        )
        before = (await match.table()).texts
        if elsewhere:
            # Another process wouldn't remember the change.
            t.running.bot.ctx.settling._fresh.clear()
        hasty = await t.mara.tap(label, panel)
        assert (hasty.id, hasty.text) == (panel.id, panel.text)
        assert (await match.table()).texts == before
        t.advance(1)
        meant = await t.mara.tap(label, panel)
        assert (meant.text, (await match.table()).texts) != (panel.text, before)
