"""Requests: those that can only be refused aren't made, and refusals slow the bot down long before a ban."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient, Route

from bot.core import notices
from bot.discord_kit.requests import requests, servers
from bot.discord_kit.requests.discord_errors import NETWORK
from bot.discord_kit.requests.requests import BANNED, WITHIN_SECONDS, Held, Requests
from bot.play.outbox.ui.delivery import is_about_a_turn
from playground.model import permissions as perms
from playground.people.defaults import BOT_ID
from playground.places import members
from tests.budgets import first_slow
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import begin_briefed
from tests.kit.roles.permissions import BITS, Answers, deny
from tests.kit.table import Table
from tests.kit.watching.outages import calls_of_turns, plays


@pytest.fixture
def answers(t: Table) -> Answers:
    made = Answers()
    t.playground.witnesses.append(made)
    return made


def of_all(t: Table, channel: str) -> list[str]:
    place = t.ines.actor.channel(channel).id
    return [seen.text for seen in t.ines.messages() if seen.channel == place and not seen.ephemeral]


async def two_turns(t: Table, match: Any) -> None:
    for _ in range(2):
        await plays(match)
        await t.settled()


@pytest.mark.slow
async def test_without_leave_to_embed_links_cards_and_pings_are_plain_content(
    t: Table, answers: Answers
) -> None:
    deny(t, perms.EMBED_LINKS)
    match = await begin_briefed(t, t.mara, t.tom)
    await t.tom.actor.settings(dms_open=False)
    await two_turns(t, match)
    dm = await t.tom.actor.open_dm(BOT_ID)
    assert [asked for asked, _ in answers.refused() if dm["id"] not in asked] == []
    assert [text for text in of_all(t, "games") if "challenges" in text]
    [ping] = [seen for seen in match.posts() if "Open privately" in seen.buttons]
    assert f"<@{t.tom.id}>" in ping.text
    assert not any(seen.payload["embeds"] for seen in t.ines.messages())
    assert t.tom.pushes()[0].startswith("@Tom, Mara challenges you to")
    assert all(t.tom.pushes())


@pytest.mark.slow
async def test_where_no_thread_may_be_begun_none_is_asked_for_and_the_channel_takes_its_place(
    t: Table, answers: Answers
) -> None:
    deny(t, perms.CREATE_PUBLIC_THREADS)
    match = await begin_briefed(t, t.mara, t.tom)
    await two_turns(t, match)
    assert answers.refused() == []
    assert not t.threads()
    assert len([text for text in of_all(t, "games") if " moves " in text]) == 2
    assert t.running.bot.requests.counted["spared"] == 1


@pytest.mark.proof
async def test_a_place_that_may_be_used_again_is_used_again(t: Table, answers: Answers) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    deny(t, perms.SEND_MESSAGES_IN_THREADS | perms.SEND_MESSAGES)
    await two_turns(t, match)
    before = len(match.posts())
    deny(t, 0)
    await t.settled()
    await two_turns(t, match)
    assert len(match.posts()) > before
    assert answers.refused() == []


async def test_a_server_that_the_bot_has_left_is_not_asked_who_is_in_it(t: Table) -> None:
    world = t.playground.world
    [guild], [app] = world.guilds.values(), world.applications.values()
    removed = asyncio.create_task(t.running.bot.wait_for("guild_remove", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    members.remove(world, guild, app.bot_id)
    await removed
    await t.settled()
    route = Route("GET", "/guilds/{guild_id}/members/{member_id}", guild_id=int(guild.id), member_id=1)
    await t.running.bot.wait_until_ready()
    with pytest.raises(discord.Forbidden) as refused:
        await t.running.bot.http.request(route)
    assert refused.value.code == 50001
    assert t.running.bot.requests.counted["spared"] == 1


async def _code(asking: Any) -> int:
    """Return Discord's error code for a request, or 0 if it succeeds."""
    try:
        await asking
    except discord.HTTPException as error:
        return error.code
    return 0


@pytest.mark.parametrize("place", ["the channel", "the thread"])
@pytest.mark.parametrize("lacking", first_slow(BITS, 2))
async def test_what_is_known_of_permissions_is_what_discord_says(t: Table, lacking: str, place: str) -> None:
    await begin_briefed(t, t.mara, t.tom)
    thread, channel = int(t.threads()[-1]["id"]), int(t.mara.actor.channel("games").id)
    deny(t, BITS[lacking])
    await t.settled()
    bot, where = t.running.bot, thread if place == "the thread" else channel
    world = t.playground.world
    message = next(int(id) for id, posted in world.messages.items() if posted.channel_id == str(where))
    asked = {
        "send": lambda: bot.http.request(_to("POST", "", where), json={"content": "x"}),
        "look up": lambda: bot.http.request(_to("GET", "/{message_id}", where, message_id=message)),
        "typing": lambda: bot.http.send_typing(where),
        "attach": lambda: bot.get_partial_messageable(where).send(file=discord.File(__file__, "x.txt")),
    }
    if place == "the thread":
        asked["bring in"] = lambda: bot.http.add_user_to_thread(where, int(t.ines.id))
    else:
        asked["begin"] = lambda: bot.http.start_thread_with_message(
            where, message, name="x", auto_archive_duration=60
        )
    here = {name: await _code(ask()) for name, ask in asked.items()}
    with unguarded(bot.http):
        there = {name: await _code(ask()) for name, ask in asked.items()}
    assert {name: code for name, code in here.items() if code in (50001, 50013)} == {
        name: code for name, code in there.items() if code in (50001, 50013)
    }


def _to(method: str, path: str, channel: int, **more: int) -> Route:
    return Route(method, "/channels/{channel_id}/messages" + path, channel_id=channel, **more)


@contextmanager
def unguarded(http: HTTPClient) -> Iterator[None]:
    """Send every request inside the block without the guard."""
    guarded = vars(http).pop("request")
    try:
        yield
    finally:
        vars(http)["request"] = guarded


# --- refusals --------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def refused(count: int, status: int = 403) -> tuple[Clock, Requests]:
    clock = Clock()
    counting = Requests(clock)
    for _ in range(count):
        counting.note(status)
    return clock, counting


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "held"),
    [
        (499, Held.NOTHING),
        (500, Held.ALL_BUT_TURNS),
        (1999, Held.ALL_BUT_TURNS),
        (2000, Held.ALL_BUT_ANSWERS),
        (BANNED + 5, Held.ALL_BUT_ANSWERS),
    ],
)
@pytest.mark.parametrize("status", [401, 403, 429])
def test_refusals_of_ten_minutes_slow_the_bot_down(status: int, count: int, held: Held) -> None:
    clock, counting = refused(count, status)
    assert counting.find_held() is held
    clock.time += WITHIN_SECONDS
    assert counting.find_held() is Held.NOTHING


@pytest.mark.parametrize(("status", "shared"), [(200, False), (404, False), (503, False), (429, True)])
def test_what_discord_does_not_count_is_not_counted(status: int, shared: bool) -> None:
    counting = Requests(Clock())
    for _ in range(600):
        counting.note(status, shared=shared)
    assert counting.find_held() is Held.NOTHING


def test_what_is_held_waits_until_there_are_fewer_refusals() -> None:
    clock, counting = refused(10)
    clock.time += 60
    for _ in range(495):
        counting.note(403)
    assert counting.seconds_held(about_a_turn=True) == 0
    seconds = counting.seconds_held(about_a_turn=False)
    assert seconds == WITHIN_SECONDS - 60
    clock.time += seconds
    assert counting.seconds_held(about_a_turn=False) == 0


def test_a_clock_that_was_put_back_holds_nothing() -> None:
    clock, counting = refused(600)
    clock.time -= 100
    assert counting.find_held() is Held.NOTHING


def test_each_step_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    clock, counting = refused(3000)
    clock.time += WITHIN_SECONDS
    counting.find_held()
    counting.find_held()
    told = [record.getMessage() for record in caplog.records]
    assert ["only what's about a player's turn" in line for line in told] == [True, False, False]
    assert "has refused 2000 requests within ten minutes" in told[1]
    assert "everything is posted" in told[2]


def test_every_hour_a_line_says_what_became_of_requests() -> None:
    _, counting = refused(3)
    counting.note(200)
    assert counting.summary() == (
        "requests to Discord in the last hour: 4; refused: 401: 0, 403: 3, 429: 0; not made because they "
        "could only be refused: 0; held back: 0"
    )
    assert "hour: 0" in counting.summary()


async def test_the_line_comes_with_the_hour(t: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger=requests.__name__)
    t.advance(3601)
    await t.settled()
    assert [record for record in caplog.records if "in the last hour" in record.getMessage()]


@pytest.mark.proof
async def test_after_2000_refusals_taps_are_answered_and_nothing_else_is_said(
    t: Table, answers: Answers
) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    for _ in range(2000):
        t.running.bot.requests.note(403)
    answers.seen.clear()
    await t.mara.move("roll")
    await t.mara.move((await match.legal())[0])
    await t.settled()
    assert len((await match.table()).texts) == 2
    assert [what for what, _ in answers.seen if "/interactions/" not in what] == []
    t.advance(WITHIN_SECONDS)
    await t.settled()
    assert len(calls_of_turns(t.tom)) == 1


async def test_a_storm_of_refusals_ends_far_below_the_ban(
    t: Table, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits are a hundredth of the real ones, so that the test is over soon."""
    few = {Held.NOTHING: 0, Held.ALL_BUT_TURNS: 5, Held.ALL_BUT_ANSWERS: 20}
    monkeypatch.setattr(requests, "FROM", few)
    [place] = [int(t.mara.actor.channel("quiet").id)]
    t.fault(f"POST /channels/{place}/messages$", 403, times=1_000, body={"message": "No", "code": 50001})
    bot, asked = t.running.bot, 200
    for _ in range(asked):
        with suppress(*NETWORK):
            await bot.get_partial_messageable(place).send("again and again")
    assert bot.requests.counted["403"] == 20
    assert bot.requests.counted["held"] == asked - 20


def test_every_kind_of_request_is_counted_where_it_ends() -> None:
    config = Requests(Clock()).trace()
    assert isinstance(config, aiohttp.TraceConfig)
    assert len(config.on_request_end) == 1


@pytest.mark.parametrize(
    ("kind", "is_about"),
    [
        (notices.PING, True),
        (notices.BRIEFING, True),
        (notices.REMINDER, True),
        (notices.DIGEST, True),
        (notices.BOARD, False),
        (notices.THREAD, False),
        (notices.CARD, False),
        (notices.RESULT, False),
        (notices.HOME, False),
    ],
)
def test_what_can_wait_is_what_is_about_no_turn(kind: str, is_about: bool) -> None:
    message: Any = notices._message(None, "lane", kind, {}, "nonce", 1)
    assert is_about_a_turn(message) is is_about


# --- a member who can't be fetched --------------------------------------------------------------------------


@pytest.mark.parametrize("failure", [TimeoutError(), aiohttp.ClientError()], ids=["time", "network"])
async def test_of_a_member_whom_discord_does_not_tell_of_in_time_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    async def fail(*_: object) -> None:
        raise failure

    client = discord.Client(intents=discord.Intents.none())
    monkeypatch.setattr(client.http, "get_member", fail)
    assert await servers.fetch_member(client, 1, 2) == {}
