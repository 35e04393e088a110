"""Rematches at a table: the button, the card, and where it goes."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.core.match_state import MatchState, nickname
from bot.discord_kit.components.items import Screen
from bot.matchmaking.challenges.ui import cards
from storage import Challenge
from tests.kit.matches.ccc import play_bot
from tests.kit.matches.endings import begun, final_post, give_up, thread
from tests.kit.matches.tapped import DAY, assert_refused, newest_match, nothing_changes
from tests.kit.table import Table, table
from tests.kit.watching.events import happens

LAST_PYRAMIDS = "8/8/8/3s4/4S3/8/8/8 w 10,10 00 0 9"


async def folded(t: Table, match_id: str) -> MatchState:
    return await t.running.bot.ctx.app.match_state(match_id)


@pytest.mark.slow
async def test_a_rematch_is_a_challenge_with_the_same_terms_and_gets_a_thread_of_its_own_name() -> None:
    async with table("mara", "tom") as t:
        first = await folded(t, await begun(t, "creators", "Creator", board_size=12, rounds=20))
        await give_up(t, t.mara)
        card = await t.mara.tap("Rematch", await final_post(t, t.mara))
        assert not card.ephemeral
        assert "board size: 12" in card.text
        assert card.channel == str(first.match.thread)
        await t.tom.tap("Accept", card)
        await t.settled()
        second = await folded(t, await newest_match(t))
        assert second.match.id != first.match.id
        assert second.match.options == first.match.options
        assert second.match.pace == first.match.pace
        assert second.match.nonce != first.match.nonce
        assert second.match.channel == first.match.channel
        names = {int(thread["id"]): thread["name"] for thread in t.threads()}
        assert nickname(first.match.id) in names[first.match.thread or 0]
        assert nickname(second.match.id) in names[second.match.thread or 0]


async def test_from_a_private_message_the_card_goes_to_the_thread() -> None:
    async with table("mara", "tom") as t:
        await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        result = await t.mara.until(
            "the result", lambda: t.mara.newest(lambda s: "Rematch" in s.buttons and s.channel != thread(t))
        )
        assert next(iter(result.buttons)) == "Rematch"
        assert result.buttons["Rematch"]["style"] == 1, "the next step is emphasized"
        answer = await t.mara.tap("Rematch", result)
        assert "Your challenge is in" in answer.text
        assert answer.ephemeral
        assert t.mara.again(result).buttons == result.buttons, "the end of the match stays as it was"
        card = await t.tom.until("the card", lambda: t.tom.newest(lambda s: "Accept" in s.buttons))
        assert card.channel == thread(t)
        await t.tom.tap("Accept", card)


@pytest.mark.slow
async def test_a_rematch_against_the_bot_is_a_card_that_starts_it() -> None:
    async with table("mara") as t:
        await t.mara.start("/decoy play", level="easy", public=True)
        await t.settled()
        first = await newest_match(t)
        await give_up(t, t.mara)
        channel = (await folded(t, first)).match.channel
        card = await t.mara.tap("Rematch", await final_post(t, t.mara))
        await t.mara.tap("Play", card)
        await t.settled()
        second = await folded(t, await newest_match(t))
        assert second.match.id != first
        assert second.seat_row(1).level == "easy"
        assert second.match.channel == channel, "where the first one was, wherever its end was seen"
        assert second.match.nonce != (await folded(t, first)).match.nonce


@pytest.mark.slow
async def test_CCC_8_after_both_lost_their_pyramids_there_is_no_rematch_until_midnight() -> None:
    async with table("mara", "tom") as t:
        match_id = await begun(t, "ccc", "White", position=LAST_PYRAMIDS)
        await t.mara.move("e4xd5", match=match_id)
        await t.settled()
        assert (await folded(t, match_id)).match.reason == "both-pyramids"
        post = await final_post(t, t.mara)
        async with nothing_changes(t):
            answer = await t.mara.tap("Rematch", post)
        assert_refused(answer, "sleep on it")
        assert re.search(r"play again tomorrow, <t:\d+:R>; days are UTC\.$", answer.text), "a plain sentence"
        t.advance(DAY)
        assert "Accept" in (await t.mara.tap("Rematch", post)).buttons


@pytest.mark.slow
async def test_who_is_asked_and_asks_too_accepts_with_that_one_tap() -> None:
    async with table("mara", "tom") as t:
        first = await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        post = await final_post(t, t.mara)
        card = await t.mara.tap("Rematch", post)
        await t.tom.tap("Rematch", post)
        await t.settled()
        assert await newest_match(t) != first
        assert set(t.mara.again(card).buttons) == {"Fairness"}


async def test_the_card_of_a_rematch_that_is_accepted_before_it_can_be_seen_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn, draws, accepted = cards.challenge_card, asyncio.Event(), asyncio.Event()

    async def draw_late(challenge: Challenge) -> Screen:
        if challenge.status == "open":
            draws.set()
            await accepted.wait()
        return await drawn(challenge)

    async with table("mara", "tom") as t:
        await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        post = await final_post(t, t.mara)
        monkeypatch.setattr(cards, "challenge_card", draw_late)
        asking = asyncio.create_task(t.mara.tap("Rematch", post))
        await happens(draws)
        await t.tom.tap("Rematch", post)
        second = await t.tom.until("the new match", lambda: t.tom.newest(lambda s: "Move" in s.buttons))
        assert second.channel != post.channel, "it has a thread of its own"
        accepted.set()
        card = await asking
        await t.settled()
        assert set(t.mara.again(card).buttons) == {"Fairness"}


# --- the bot at another level ---------------------------------------------------------------------------


async def test_after_a_loss_the_easier_level_and_the_other_side_come_first(t: Table) -> None:
    await play_bot(t, t.mara, 0, level="medium", rated=False, public=False)
    end = await t.mara.tap("Resign", await t.mara.slash("/resign"))
    assert list(end.buttons)[:3] == ["Play Duckling (easier)", "Play Black", "Rematch"]
    easier = await t.mara.tap("Play Duckling (easier)", end)
    assert "as White, Duckling (easy bot) as Black" in easier.text
    swapped = await t.mara.tap("Play Black", end)
    assert "as White" in swapped.text
    assert "(medium bot) as White" in swapped.text
