"""The rows of docs/delivery.md about servers, channels, threads, and what members may do there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from playground.model.errors import ControlError
from playground.model.permissions import (
    ATTACH_FILES,
    EMBED_LINKS,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
)
from playground.page import conditions
from playground.places import channels
from tests.kit.matches.tapped import Played
from tests.kit.roles.permissions import deny
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.delivery import begun, dms, is_paused, operator, pings, switch, toms_turn
from tests.kit.watching.outages import calls_of_turns

pytestmark = pytest.mark.table("mara", "tom")


@pytest.fixture
async def match(t: Table) -> Played:
    return await begun(t)


@pytest.fixture
def log() -> Iterator[list[str]]:
    with operator() as read:
        yield read


def on_server(t: Table, key: str) -> None:
    """Turn on a condition of the playground's server."""
    world = t.playground.world
    conditions.change(world, key, next(iter(world.guilds)), True)


def in_games(t: Table) -> list[Seen]:
    channel = t.mara.actor.channel("games").id
    return [seen for seen in t.mara.messages() if seen.channel == channel and not seen.ephemeral]


async def plays_in_dms(t: Table) -> None:
    """Roll in Tom's DM, and do nothing as Tom on the server."""
    turn = calls_of_turns(t.tom)[-1]
    panel = await t.tom.tap("Open", turn)
    assert "Where do you want to land?" in (await t.tom.tap("Roll the die", panel)).text


@pytest.mark.slow
async def test_timed_out(match: Played, log: list[str]) -> None:
    t = match.t
    switch(t, "timed_out", t.tom)
    await toms_turn(match)
    assert dms(t.tom) == 1
    with pytest.raises(ControlError, match="timed out"):
        await t.tom.tap("Move", match.posts()[-1])
    await plays_in_dms(t)
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_not_screened_yet(match: Played, log: list[str]) -> None:
    t = match.t
    switch(t, "pending", t.tom)
    await toms_turn(match)
    assert dms(t.tom) == 1
    with pytest.raises(ControlError, match="screening"):
        await t.tom.tap("Move", match.posts()[-1])
    await plays_in_dms(t)
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
@pytest.mark.parametrize("key", ["timed_out", "pending"])
async def test_timed_out_or_not_screened_with_dms_closed(match: Played, key: str, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=False)
    switch(t, key, t.tom)
    await toms_turn(match)
    (ping,) = pings(t, t.tom)
    assert "in a DM and play there" in ping.text
    bot = next(iter(t.playground.world.applications.values())).bot_id
    direct = (await t.tom.actor.open_dm(bot))["id"]
    listed = await t.tom.slash("/matches", direct)
    assert match.name in listed.text
    assert "Roll the die" in (await t.tom.move("roll", direct)).buttons or (await match.table()).length > 1
    assert not await is_paused(match)
    assert log == []


async def test_thread_locked(match: Played, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=False)
    t.edit_thread(t.threads()[-1]["id"], locked=True)
    await toms_turn(match)
    (ping,) = pings(t, t.tom)
    assert ping.channel == t.mara.actor.channel("games").id
    assert "Roll the die" in (await t.tom.tap("Open privately", ping)).buttons
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_thread_archived(match: Played, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=False)
    t.edit_thread(t.threads()[-1]["id"], archived=True)
    await toms_turn(match)
    (ping,) = pings(t, t.tom)
    assert ping.channel == t.threads()[-1]["id"]
    assert not t.threads()[-1]["thread_metadata"]["archived"]
    t.edit_thread(ping.channel, archived=True)
    assert "Roll the die" in (await t.tom.tap("Open privately", ping)).buttons
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
@pytest.mark.parametrize("dms_open", [True, False])
async def test_channel_gone(match: Played, dms_open: bool, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=dms_open)
    t.delete_channel(t.mara.actor.channel("games").id)
    t.tom.channel = t.mara.channel = "general"
    await toms_turn(match)
    assert dms(t.tom) == dms_open
    assert await is_paused(match) is not dms_open
    assert len([line for line in log if "can't post in channel" in line]) == 1
    assert len(log) == (1 if dms_open else 2), "a line more about who is out of reach"


@pytest.mark.slow
@pytest.mark.parametrize("dms_open", [True, False])
async def test_no_permission(match: Played, dms_open: bool, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=dms_open)
    bot = next(iter(t.playground.world.applications.values())).bot_id
    bits = str(SEND_MESSAGES | SEND_MESSAGES_IN_THREADS)
    channel = t.playground.world.channel(t.mara.actor.channel("games").id)
    denied = {"id": bot, "type": 1, "allow": "0", "deny": bits}
    channels.edit(t.playground.world, channel, {"permission_overwrites": [denied]})
    await toms_turn(match)
    assert dms(t.tom) == dms_open
    assert await is_paused(match) is not dms_open
    assert len([line for line in log if "can't post in channel" in line]) == 1
    assert len(log) == (1 if dms_open else 2), "a line more about who is out of reach"


async def test_uploads_off(match: Played, log: list[str]) -> None:
    t = match.t
    title = match.posts()[0].alt_texts[0].partition(".")[0]
    on_server(t, "no_uploads")
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert calls_of_turns(t.tom)[-1].pictures
    board = match.posts()[-1]
    assert not board.pictures
    assert "Creator moves" in board.text
    assert "An admin can turn them on again." in board.text
    panel = await t.tom.tap("Move", board)
    assert not panel.pictures
    assert f"{title}. " in board.text
    assert f"{title}. " in panel.text
    assert "Roll the die" in panel.buttons
    assert not await is_paused(match)
    await toms_turn(match)
    assert "An admin can turn them on again." not in match.posts()[-1].text
    assert len([line for line in log if "takes no uploads" in line]) == 1


@pytest.mark.slow
async def test_automod(match: Played, log: list[str]) -> None:
    t = match.t
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    blocked = {"message": "Message was blocked by automatic moderation", "code": 200000}
    t.fault("POST /interactions/.*/callback", 400, body=blocked)
    answer = await t.tom.tap("Decline", card)
    assert answer.ephemeral
    assert "Tom declined." in answer.text
    await t.settled()
    await toms_turn(match)
    assert dms(t.tom) >= 1
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_no_more_threads(t: Table, log: list[str]) -> None:
    on_server(t, "thread_cap")
    match = await begun(t)
    assert not t.threads()
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert "Creator moves" in in_games(t)[-1].text
    assert not await is_paused(match)
    await begun(t)
    assert len([line for line in log if "no room for more threads" in line]) == 1


@pytest.mark.slow
async def test_slow_mode(match: Played, log: list[str]) -> None:
    t = match.t
    thread, before = t.threads()[-1]["id"], len(match.posts())
    slow = {"message": "This action cannot be performed due to slowmode rate limit", "code": 20016}
    t.fault(f"POST /channels/{thread}/messages", 400, body=slow)
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert len(match.posts()) == before
    t.advance(60)
    await t.settled()
    assert len(match.posts()) == before + 1
    assert not await is_paused(match)
    assert log == []


async def test_may_not_attach_files(match: Played, log: list[str]) -> None:
    t = match.t
    place = match.posts()[-1].channel
    deny(t, ATTACH_FILES)
    await toms_turn(match)
    board = match.posts()[-1]
    assert board.channel == place
    assert not board.pictures
    assert "I'm not allowed to attach files here, so I describe the board." in board.text
    assert not [seen for seen in t.tom.messages() if "can't post where" in seen.text]
    await toms_turn(match)
    assert "I'm not allowed to attach files here" not in match.posts()[-1].text, "it's said once a day"
    deny(t, 0)
    await t.settled()
    await toms_turn(match)
    assert match.posts()[-1].pictures
    assert len([line for line in log if "may not attach files" in line]) == 1


async def test_may_not_embed_links(match: Played, log: list[str]) -> None:
    t = match.t
    deny(t, EMBED_LINKS)
    await t.tom.actor.settings(dms_open=False)
    switch(t, "timed_out", t.tom)
    await toms_turn(match)
    [call] = pings(t, t.tom)
    line = f"it's your turn against Mara in Creators vs Destroyers · {match.name}"
    assert call.payload["content"].startswith(f"<@{t.tom.id}>, {line} · 24 hours left\n")
    assert "send me /matches in a DM" in call.text
    assert call.payload["embeds"] == []
    assert t.tom.pushes()[-1].startswith(f"@Tom, {line}")
    assert "Open privately" in call.buttons
    assert log == []


async def test_no_new_picture_in_an_edit(match: Played, log: list[str]) -> None:
    t = match.t
    panel = await t.mara.tap("Move", match.posts()[-1])
    switch(t, "no_new_pictures")
    after = await t.mara.tap("Roll the die", panel)
    assert after.id != panel.id
    assert after.ephemeral
    assert after.pictures
    assert log == []


@pytest.mark.slow
async def test_answer_lost_on_the_way(match: Played, log: list[str]) -> None:
    t = match.t
    panel = await t.mara.tap("Move", match.posts()[-1])
    answered = {"code": 40060, "message": "Interaction has already been acknowledged."}
    t.fault("POST /interactions/.*/callback", 400, after=True, body=answered)
    await t.mara.tap("Roll the die", panel)
    await t.settled()
    assert (await match.table()).texts[-1] == "roll"
    assert "Where do you want to land?" in t.mara.again(panel).text
    assert log == []
