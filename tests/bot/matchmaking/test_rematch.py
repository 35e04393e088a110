"""Rematches: the same two players, with what follows from the first match's end. DP-4, CCC-7, CCC-8."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.core.errors import UserError
from bot.core.match_state import MatchState, nickname
from bot.core.seats import User
from bot.discord_kit.components.items import Screen
from bot.matchmaking.challenges import rematching
from bot.matchmaking.challenges.ui import cards
from bot.play.matches import ending
from storage import Challenge, Match
from tests.kit.engines import ENGINES
from tests.kit.hosts.house import MARA, TOM, House, house
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


@pytest.mark.slow
async def test_creators_change_sides() -> None:
    async with table("mara", "tom") as t:
        await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        await t.tom.tap("Accept", await t.mara.tap("Rematch", await final_post(t, t.mara)))
        await t.settled()
        second = await folded(t, await newest_match(t))
        assert second.seat_of(int(t.mara.id)) == 1


@pytest.mark.slow
async def test_DP_4_and_CCC_7_the_loser_begins() -> None:
    for game, side, loser in (("decoy", "Cyan", "tom"), ("ccc", "White", "tom"), ("ccc", "White", "mara")):
        async with table("mara", "tom") as t:
            await begun(t, game, side)
            await give_up(t, t.people[loser])
            await t.tom.tap("Accept", await t.mara.tap("Rematch", await final_post(t, t.mara)))
            await t.settled()
            second = await folded(t, await newest_match(t))
            expected = {"decoy": ("cyan", "magenta"), "ccc": ("white", "black")}[game]
            assert second.match.options["first"] == expected[loser == "tom"]
            assert second.seat_of(int(t.mara.id)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("loser", ["tom", "mara"])
async def test_CCC_7_in_quick_who_lost_a_rated_match_is_white_in_the_rated_rematch(loser: str) -> None:
    async with table("mara", "tom") as t:
        first = await folded(t, await begun(t, "ccc", "White", preset="Quick"))
        assert first.match.rated
        await give_up(t, t.people[loser])
        await t.tom.tap("Accept", await t.mara.tap("Rematch", await final_post(t, t.mara)))
        await t.settled()
        second = await folded(t, await newest_match(t))
        assert second.match.id != first.match.id
        assert second.match.rated
        assert second.match.options == first.match.options
        assert second.to_act == (second.seat_of(int(t.people[loser].id)),) == (0,)


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


async def test_CCC_8_no_other_way_leads_to_another_match_that_day() -> None:
    async with table("mara", "tom", "ines") as t:
        await t.ines.slash("/ccc challenge")
        await t.mara.slash("/ccc challenge")
        open_card = next(seen for seen in reversed(t.mara.messages()) if "Accept" in seen.buttons)
        match_id = await begun(t, "ccc", "White", position=LAST_PYRAMIDS)
        await t.mara.move("e4xd5", match=match_id)
        await t.settled()
        async with nothing_changes(t):
            assert_refused(await t.tom.tap("Accept", open_card), "sleep on it")
            assert_refused(await t.tom.slash("/ccc challenge", opponent=t.mara), "sleep on it")
        assert "Accept" in (await t.mara.slash("/creators challenge", opponent=t.tom)).buttons
        assert "Accept" in (await t.mara.slash("/ccc challenge", opponent=t.ines)).buttons
        t.advance(DAY)
        assert "Accept" in (await t.tom.slash("/ccc challenge", opponent=t.mara)).buttons


@pytest.mark.slow
async def test_CCC_8_a_challenge_from_before_is_not_accepted_that_day() -> None:
    async with table("mara", "tom") as t:
        early = await t.tom.slash("/ccc challenge", opponent=t.mara)
        await t.mara.slash("/ccc challenge", opponent=t.tom, side="White", position=LAST_PYRAMIDS)
        card = next(seen for seen in reversed(t.tom.messages()) if "Accept" in seen.buttons)
        await t.tom.tap("Accept", card)
        await t.settled()
        await t.mara.move("e4xd5", match=await newest_match(t))
        await t.settled()
        async with nothing_changes(t):
            assert_refused(await t.mara.tap("Accept", early), "sleep on it")


async def test_CCC_8_holds_against_the_bot_too() -> None:
    async with table("mara") as t:
        waiting = await t.mara.slash("/ccc play", public=True)
        match = await play_bot(t, t.mara, 0, LAST_PYRAMIDS, rated=False, level="easy")
        await t.mara.move("e4xd5", match=match.id)
        await t.settled()
        assert (await folded(t, match.id)).match.reason == "both-pyramids"
        async with nothing_changes(t):
            assert_refused(await t.mara.slash("/ccc play", level="hard"), "sleep on it")
            assert_refused(await t.mara.tap("Play", waiting), "sleep on it")
            assert_refused(await t.mara.tap("Rematch", await final_post(t, t.mara)), "sleep on it")
        t.advance(DAY)
        assert "Play" in (await t.mara.slash("/ccc play", level="hard")).buttons


@pytest.mark.slow
async def test_CCC_8_with_the_option_off_there_is_one_at_once() -> None:
    async with table("mara", "tom") as t:
        match_id = await begun(t, "ccc", "White", position=LAST_PYRAMIDS, no_rematch_after_draw="off")
        await t.mara.move("e4xd5", match=match_id)
        await t.settled()
        assert "Accept" in (await t.mara.tap("Rematch", await final_post(t, t.mara))).buttons


async def test_an_onlooker_cannot_ask_for_a_rematch() -> None:
    async with table("mara", "tom", "ines") as t:
        await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        post = await final_post(t, t.mara)
        async with nothing_changes(t):
            answer = await t.ines.tap("Rematch", post)
        assert_refused(answer, "You're not playing in this match")


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


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
async def test_of_two_who_ask_at_the_same_time_one_asks_and_the_other_accepts(
    tmp_path: Path, engine: str
) -> None:
    async with house(tmp_path, engine) as here:
        match = await here.match()
        await ending.resign(here.app, match.id, MARA.id)
        asking = [
            rematching.again_with_person(here.app, match.id, person, 910 + number)
            for number, person in enumerate((MARA, TOM))
        ]
        assert {type(outcome) for outcome in await asyncio.gather(*asking)} == {Challenge, Match}


@pytest.mark.slow
async def test_a_second_request_of_the_same_person_is_refused_and_changes_nothing() -> None:
    async with table("mara", "tom") as t:
        await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        post = await final_post(t, t.mara)
        await t.mara.tap("Rematch", post)
        await t.settled()
        async with nothing_changes(t):
            answer = await t.mara.tap("Rematch", post)
        assert_refused(answer, "You've already asked for a rematch")


@pytest.mark.slow
async def test_a_request_waits_for_an_opponent_who_is_away_for_weeks() -> None:
    async with table("mara", "tom") as t:
        first = await begun(t, "creators", "Creator", board_size=12)
        await give_up(t, t.tom)
        card = await t.mara.tap("Rematch", await final_post(t, t.mara))
        t.advance(29 * DAY)
        await t.settled()
        assert "challenges you" in (await t.tom.slash("/matches")).text
        await t.tom.tap("Accept", card)
        await t.settled()
        assert await newest_match(t) != first


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


async def test_after_a_win_the_harder_level_comes_first(t: Table) -> None:
    match = await play_bot(
        t, t.mara, 0, LAST_PYRAMIDS.replace("S", "L"), level="easy", rated=False, public=False
    )
    end = await t.mara.move("e4xd5", match=match.id)
    assert "### You win." in end.text
    labels = list(end.buttons)
    assert labels[0].endswith("(harder)")
    assert labels[1] == "Rematch"
    card = (await t.mara.tap(labels[0], end)).text
    assert "(medium bot) as White" in card, "who lost goes first, and here the position lets White begin"


async def test_what_the_end_does_not_offer_is_refused(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, level="medium", rated=False, public=False)
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    app, person = t.running.bot.ctx.app, User(int(t.mara.id), "Mara")
    async with nothing_changes(t):
        with pytest.raises(UserError, match="isn't offered"):
            await rematching.again_with_bot(app, match.id, person, 1, 2, "harder")


@pytest.mark.parametrize(
    ("level", "offered"), [("novice", ("other-side",)), ("expert", ("easier", "other-side"))]
)
async def test_below_the_lowest_level_there_is_none(
    here: House, level: str, offered: tuple[str, ...]
) -> None:
    match = await here.match_with_ai(0, level=level, game="ccc", options={"first": "white"})
    state = await ending.resign(here.app, match.id, MARA.id)
    assert rematching.changes_of(state, 0) == offered


async def test_a_match_that_runs_has_no_rematch_and_the_bot_is_not_challenged(here: House) -> None:
    match = await here.match_with_ai(0, level="medium", game="ccc", options={"first": "white"})
    with pytest.raises(UserError, match="isn't over"):
        await rematching.again_with_person(here.app, match.id, MARA, 5)
    with pytest.raises(UserError, match="isn't over"):
        await rematching.again_with_bot(here.app, match.id, MARA, 5, 100, "harder")
    await ending.resign(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="You don't have to challenge the bot"):
        await rematching.again_with_person(here.app, match.id, MARA, 5)


async def test_beside_a_level_that_is_gone_there_is_no_other(here: House) -> None:
    match = await here.match_with_ai(0, level="medium", game="ccc", options={"first": "white"})
    state = await here.app.match_state(match.id)
    person, bot = state.match.seats
    gone = replace(state, match=replace(state.match, seats=(person, replace(bot, level="gone"))))
    assert [rematching.next_level(gone, 0, change) for change in ("harder", "easier")] == ["gone", "gone"]
    assert rematching.next_level(state, 0, "harder") != "medium"
