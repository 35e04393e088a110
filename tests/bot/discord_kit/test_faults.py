"""Each way in which Discord refuses something: the match continues, and people learn what concerns them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.play.clocks.clocks import LONGEST_SILENCE_SECONDS
from bot.play.matches import ending
from bot.runtime.sharding import SPACING_SECONDS
from playground.places import members
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import DAY, Played, begin_briefed
from tests.kit.people import Person
from tests.kit.table import Table
from tests.kit.watching.outages import PRIVATE, calls_of_turns, plays, posts, private
from tests.kit.watching.witnesses import Refusals

POSTS = "POST /channels/.*/messages$"
EDITS = "PATCH /channels/.*/messages/"
NOES = {
    "channel deleted": (404, 10003),
    "out of sight": (403, 50001),
    "no permission": (403, 50013),
    "archived": (400, 50083),
}


@pytest.fixture
async def match(t: Table) -> Played:
    return await begin_briefed(t, t.mara, t.tom)


def thread_of(match: Played) -> str:
    return str(match.t.threads()[-1]["id"])


def post_to(place: str) -> str:
    return rf"POST /channels/{place}/messages$"


def refuse(t: Table, place: str, status: int, code: int, times: int = 1) -> None:
    t.fault(post_to(place), status, times=times, body={"message": "No", "code": code})


def in_games(t: Table) -> list[str]:
    channel = t.ines.actor.channel("games").id
    return [seen.text for seen in t.ines.messages() if seen.channel == channel and not seen.ephemeral]


async def in_turns(match: Played, count: int) -> None:
    for _ in range(count):
        await plays(match)
        await match.t.settled()


def calls(match: Played) -> tuple[int, int]:
    """Return how often each side was pinged in private for a turn."""
    mara, tom = match.people
    assert mara is not None
    assert tom is not None
    return len(calls_of_turns(mara)), len(calls_of_turns(tom))


async def assert_told_once_and_in_order(match: Played, turns: int) -> None:
    """Check that each turn was called once and has its board, in order (Mara begins; Tom is called first)."""
    assert calls(match) == (turns // 2, turns - turns // 2)
    shown = posts(match, thread_of(match))
    assert len(shown) == turns + 1
    movers = ["Creator" if " (Creator)" in seen.text.split("To move:")[1] else "Destroyer" for seen in shown]
    assert movers == [("Creator", "Destroyer")[number % 2] for number in range(turns + 1)]
    assert [bool(seen.buttons) for seen in shown] == [False] * turns + [True]


@pytest.mark.slow
async def test_in_a_storm_of_rate_limits_each_turn_is_told_once_and_in_order(match: Played) -> None:
    for _ in range(4):
        match.t.fault(POSTS, 429, times=3, retry_after=0.01)
        await in_turns(match, 1)
    await assert_told_once_and_in_order(match, 4)


async def test_a_long_rate_limit_is_waited_for_and_the_others_are_told_meanwhile(match: Played) -> None:
    t = match.t
    t.fault(post_to(thread_of(match)), 429, retry_after=600)
    await in_turns(match, 1)
    assert len(posts(match, thread_of(match))) == 1
    assert calls(match) == (0, 1)
    t.advance(599)
    await t.settled()
    assert len(posts(match, thread_of(match))) == 1
    t.advance(1)
    await t.settled()
    await assert_told_once_and_in_order(match, 1)


@pytest.mark.slow
async def test_the_network_before_discord_that_bans_us_is_waited_out(match: Played) -> None:
    t = match.t
    t.fault(POSTS, 403, times=2, body={"message": "error code: 1015", "code": 0})
    await in_turns(match, 1)
    assert calls(match) == (0, 0)
    t.advance(2)
    await t.settled()
    await assert_told_once_and_in_order(match, 1)


@pytest.mark.proof
async def test_after_five_minutes_of_5xx_each_turn_is_told_once_and_in_order(match: Played) -> None:
    t = match.t
    await in_turns(match, 2)
    t.fault(PRIVATE, 503, times=1_000_000)
    await in_turns(match, 1)
    for _ in range(10):
        t.advance(30)
        await t.settled()
    t.playground.faults.clear()
    t.advance(900)
    await t.settled()
    await assert_told_once_and_in_order(match, 3)
    await in_turns(match, 1)
    await assert_told_once_and_in_order(match, 4)


@pytest.mark.slow
@pytest.mark.parametrize("resume", [True, False])
async def test_a_gateway_that_drops_costs_neither_a_move_nor_a_notice(match: Played, resume: bool) -> None:
    t = match.t
    again = asyncio.create_task(
        t.running.bot.wait_for("resumed" if resume else "ready", timeout=PATIENCE_SECONDS)
    )
    await asyncio.sleep(0)
    t.playground.sessions.drop(resume)
    t.advance(SPACING_SECONDS)
    await in_turns(match, 1)
    await again
    await in_turns(match, 1)
    await assert_told_once_and_in_order(match, 2)
    await t.mara.tap("Roll the die", await t.mara.tap("Open", calls_of_turns(t.mara)[-1]))
    assert (await match.table()).texts[-1] == "roll"


@pytest.mark.slow
@pytest.mark.parametrize("resume", [True, False])
async def test_what_waits_for_discord_goes_out_as_soon_as_the_gateway_is_back(
    match: Played, resume: bool
) -> None:
    t = match.t
    t.fault(PRIVATE, 503, times=1_000_000)
    await in_turns(match, 1)
    t.advance(2)
    await t.settled()
    t.playground.faults.clear()
    t.playground.sessions.drop(resume)
    t.advance(SPACING_SECONDS)
    await t.tom.sees("Your turn")
    await t.settled()
    await assert_told_once_and_in_order(match, 1)


def attempts(no: str) -> int:
    """Return how often a board is tried in one place: without a permission it's tried again in words."""
    return 2 if no == "no permission" else 1


@pytest.mark.slow
@pytest.mark.parametrize("no", NOES)
async def test_where_the_thread_is_shut_the_channel_takes_its_place(match: Played, no: str) -> None:
    t, thread = match.t, thread_of(match)
    refuse(t, thread, *NOES[no], times=attempts(no))
    await in_turns(match, 2)
    assert len([text for text in in_games(t) if " moves " in text]) == 2
    assert calls(match) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("no", NOES)
async def test_where_thread_and_channel_are_shut_both_people_are_told_once_and_play_on(
    match: Played, no: str
) -> None:
    t, thread, channel = match.t, thread_of(match), match.t.mara.actor.channel("games").id
    for place in (thread, channel):
        refuse(t, place, *NOES[no], times=2 * attempts(no))
    await in_turns(match, 2)
    for person in (t.mara, t.tom):
        assert len([seen for seen in private(person) if "in DMs" in seen.text]) == 1
    assert calls(match) == (1, 1)
    await in_turns(match, 1)
    assert len(posts(match, thread)) == 2, "the thread is tried again with each board"


async def test_a_thread_whose_card_was_deleted_starts_beside_it(t: Table) -> None:
    t.fault("POST /channels/.*/messages/.*/threads", 404, body={"message": "Unknown", "code": 10008})
    match = await begin_briefed(t, t.mara, t.tom)
    assert len(posts(match, thread_of(match))) == 1


async def test_a_thread_that_was_made_although_the_answer_was_lost_is_the_thread(t: Table) -> None:
    t.fault("POST /channels/.*/threads", 503, after=True)
    match = await begin_briefed(t, t.mara, t.tom)
    t.advance(2)
    await t.settled()
    assert len(t.threads()) == 1
    assert (await match.table()).match.thread == int(thread_of(match))
    assert len(posts(match, thread_of(match))) == 1


@pytest.mark.slow
async def test_a_first_board_that_is_overtaken_leaves_nothing_to_be_looked_for_in_vain(t: Table) -> None:
    refusals = Refusals()
    t.playground.witnesses.append(refusals)
    t.fault("POST /channels/.*/threads", 503)
    match = await begin_briefed(t, t.mara, t.tom)
    assert not t.threads()
    await match.turn()
    t.advance(2)
    await t.settled()
    assert len(posts(match, thread_of(match))) == 1
    assert refusals.found == []


@pytest.mark.slow
async def test_a_match_agreed_in_a_thread_is_played_there(t: Table) -> None:
    first = await begin_briefed(t, t.mara, t.tom)
    refusals = Refusals()
    t.playground.witnesses.append(refusals)
    await t.tom.slash("/creators challenge", channel=thread_of(first), opponent=t.mara, side="Creator")
    await t.mara.tap("Accept")
    await t.settled()
    assert len(t.threads()) == 1
    newest = posts(first, thread_of(first))[-1]
    assert f"\n{t.tom.name} as Creator" in newest.text
    assert newest.text.startswith("**Creators vs Destroyers · "), "the thread has two matches now"
    assert refusals.found == []


async def test_a_challenge_card_that_was_deleted_stops_nothing(t: Table) -> None:
    await t.mara.slash("/creators challenge", opponent=t.tom)
    t.fault(EDITS, 404, body={"message": "Unknown Message", "code": 10008})
    t.advance(30 * DAY)
    await t.settled()
    assert not t.playground.faults.waiting
    assert [seen for seen in private(t.mara) if "challenge" in seen.text.lower()]


@pytest.mark.slow
@pytest.mark.parametrize("retry_after", [0.01, 3000])
async def test_an_old_board_that_may_not_be_edited_any_more_keeps_its_buttons_and_the_new_one_stands(
    match: Played, retry_after: float
) -> None:
    body = {"message": "Maximum number of edits to messages older than 1 hour reached", "code": 30046}
    match.t.fault(EDITS, 429, times=5, retry_after=retry_after, body=body)
    await in_turns(match, 1)
    old, new = posts(match, thread_of(match))
    assert old.buttons
    assert new.buttons
    assert calls(match) == (0, 1)
    match.t.advance(4000)
    await match.t.settled()
    assert len(posts(match, thread_of(match))) == 2, "the board was said, and is not said again"


async def shut_everything(match: Played, person: Person) -> None:
    """Make a person unreachable: close their DMs, and leave no public place."""
    await person.actor.settings(dms_open=False)
    match.t.delete_channel(match.t.mara.actor.channel("games").id)
    for member in match.t.people.values():
        member.channel = "general"


async def assert_waits_for_sixty_days(match: Played) -> None:
    """Check that a stopped clock ends the match without a result when it has been stopped for too long."""
    t = match.t
    t.advance(LONGEST_SILENCE_SECONDS - 1)
    await t.settled()
    assert (await match.table()).match.reason is None
    t.advance(1)
    await t.settled()
    ended = (await match.table()).match
    assert (ended.winner, ended.reason) == (None, "cancelled")
    assert [seen for seen in private(t.mara) if "canceled" in seen.text]
    assert [seen for seen in private(t.mara) if "for 60 days, so the match is canceled" in seen.text]


@pytest.mark.proof
async def test_against_somebody_whom_nobody_reaches_their_clock_stands_and_the_other_side_knows(
    match: Played, caplog: pytest.LogCaptureFixture
) -> None:
    t = match.t
    await shut_everything(match, t.tom)
    await in_turns(match, 1)
    assert f"{t.tom.id} can't be reached" in caplog.text
    told = [seen for seen in private(t.mara) if "can't reach" in seen.text]
    assert len(told) == 1
    assert f"I can't reach {t.tom.name} right now, so their clock is stopped" in told[0].text
    await assert_waits_for_sixty_days(match)


@pytest.mark.slow
async def test_who_opens_their_messages_again_hears_what_could_not_be_told(match: Played) -> None:
    t = match.t
    await shut_everything(match, t.tom)
    await in_turns(match, 1)
    await ending.resign(t.running.bot.ctx.app, match.id, int(t.mara.id))
    await t.settled()
    assert not calls_of_turns(t.tom)
    await t.tom.actor.settings(dms_open=True)
    other = await begin_briefed(t, t.tom, t.ines)
    await t.settled()
    heard = [seen for seen in private(t.tom) if "You win" in seen.text and "Rematch" in seen.buttons]
    assert len(heard) == 1
    assert not calls_of_turns(t.tom), "that turn is over"
    assert (await other.table()).match.reason is None


@pytest.mark.slow
async def test_who_left_the_server_is_missed_and_the_clock_decides(match: Played) -> None:
    t = match.t
    world = t.playground.world
    members.remove(world, next(iter(world.guilds.values())), t.tom.id)
    await in_turns(match, 1)
    assert [seen for seen in private(t.mara) if "can't reach Tom anymore" in seen.text]
    assert not [seen for seen in t.mara.messages() if "Open privately" in seen.buttons]
    t.advance(30 * DAY)
    await t.settled()
    ended = (await match.table()).match
    assert (ended.winner, ended.reason) == (0, "time")


@pytest.mark.slow
async def test_a_deleted_account_is_missed_and_the_clock_decides(match: Played) -> None:
    t = match.t
    members.delete_account(t.playground.world, t.tom.id)
    await in_turns(match, 1)
    assert [seen for seen in private(t.mara) if "can't reach" in seen.text]
    t.advance(30 * DAY)
    await t.settled()
    ended = (await match.table()).match
    assert (ended.winner, ended.reason) == (0, "time")


@pytest.mark.slow
async def test_a_user_whom_discord_does_not_know_is_missed(t: Table) -> None:
    t.fault("POST /users/@me/channels", 404, times=1, body={"message": "Unknown User", "code": 10013})
    t.fault("GET /guilds/.*/members/", 404, times=1, body={"message": "Unknown User", "code": 10013})
    await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    await t.tom.tap("Accept")
    await t.settled()
    assert [seen for seen in private(t.mara) + private(t.tom) if "can't reach" in seen.text]


@pytest.mark.proof
async def test_a_bot_that_was_removed_and_invited_again_tells_what_it_could_not(match: Played) -> None:
    t = match.t
    world, thread = t.playground.world, thread_of(match)
    guild, bot = next(iter(world.guilds.values())), next(iter(world.applications.values()))
    members.remove(world, guild, bot.bot_id)
    await in_turns(match, 2)
    assert calls(match) == (0, 0)
    assert len(posts(match, thread)) == 1
    joined = asyncio.create_task(t.running.bot.wait_for("guild_join", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    members.add(world, guild, bot.bot_id)
    t.playground.sessions.introduce(guild, bot)
    await joined
    await t.mara.sees("Your turn")
    await t.settled()
    assert calls(match) == (1, 0), "it is mara's turn by now"
    assert len(posts(match, thread)) == 2, "the newest board alone follows"
    await in_turns(match, 1)
    assert calls(match) == (1, 1)


@pytest.mark.proof
async def test_who_takes_no_private_messages_is_called_when_the_bot_is_invited_again(match: Played) -> None:
    t = match.t
    world, thread = t.playground.world, thread_of(match)
    guild, bot = next(iter(world.guilds.values())), next(iter(world.applications.values()))
    await t.tom.actor.settings(dms_open=False)
    members.remove(world, guild, bot.bot_id)
    await in_turns(match, 1)
    joined = asyncio.create_task(t.running.bot.wait_for("guild_join", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    members.add(world, guild, bot.bot_id)
    t.playground.sessions.introduce(guild, bot)
    await joined
    await t.tom.sees("it's your turn against")
    await t.settled()
    called = [seen for seen in posts(match, thread) if "Open privately" in seen.buttons]
    assert [f"<@{t.tom.id}>, it's your turn against" in seen.text for seen in called] == [True]
    assert match.name in called[0].text


async def test_a_token_that_was_taken_away_loses_nothing(match: Played) -> None:
    t = match.t
    t.fault(POSTS, 401, times=2, body={"message": "401: Unauthorized", "code": 0})
    await in_turns(match, 1)
    t.advance(2)
    await t.settled()
    await assert_told_once_and_in_order(match, 1)


@pytest.mark.slow
async def test_a_message_that_discord_finds_wrong_is_given_up_and_the_lane_goes_on(match: Played) -> None:
    body: dict[str, Any] = {"message": "Invalid Form Body", "code": 50035}
    match.t.fault(post_to(thread_of(match)), 400, body=body)
    await in_turns(match, 2)
    assert len(posts(match, thread_of(match))) == 2
    assert calls(match) == (1, 1)
