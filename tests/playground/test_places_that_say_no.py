"""Restricted places: archived and locked threads, forums, full servers, timeouts, AutoMod."""

from __future__ import annotations

import json

import aiohttp
import pytest
from playwright.async_api import expect

from playground.limits.rates import THREAD_MEMBERS, Asked, RateLimited, RateLimits
from playground.model import permissions as perms
from playground.model.errors import ControlError, DiscordError
from playground.people.defaults import BOT_ID
from playground.places import channels, members, threads
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table
from tests.playground.conftest import StillClock

ROW = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
TEXT, FORUM = 0, 15


def guild_of(play):
    return next(iter(play.world.guilds.values()))


async def thread_in(rest, play, channel="games", name="x"):
    """Open a new thread of the bot, and return it."""
    path = f"/channels/{play.actor('mara').channel(channel).id}/threads"
    status, made = await rest("POST", path, {"name": name, "type": 11})
    return play.world.channel(made["id"]) if status == 201 else made


@pytest.fixture
async def thread(rest, play):
    return await thread_in(rest, play)


@pytest.fixture
async def tap(rest, play, thread):
    """Return a function that lets Tom press a button in the thread."""
    _, message = await rest("POST", f"/channels/{thread.id}/messages", {"components": ROW})
    return lambda: play.actor("tom").press(thread.id, message["id"], "go")


@pytest.fixture
async def press(listener, tap):
    """Return a function that lets Tom press the button and returns the interaction that the bot receives."""
    return lambda: listener.while_asked(tap())


async def test_no_thread_is_opened_in_a_thread_or_in_a_dm(play, thread):
    dm = await play.actor("mara").open_dm(BOT_ID)
    for id in (thread.id, dm["id"]):
        with pytest.raises(DiscordError) as refused:
            threads.create(play.world, play.world.channel(id), BOT_ID, {"name": "x", "type": 11})
        assert refused.value.code == 50024


def deny(play, channel, bits):
    everyone = {"id": guild_of(play).id, "type": 0, "allow": "0", "deny": str(bits)}
    channels.edit(play.world, channel, {"permission_overwrites": [everyone]})


def archived(thread):
    return thread.payload["thread_metadata"]["archived"]


# --- taps in threads ----------------------------------------------------------------------------------


async def test_a_tap_in_an_archived_thread_wakes_it_first(play, thread, press):
    channels.edit(play.world, thread, {"archived": True})
    assert (await press())["channel"]["thread_metadata"]["archived"] is False
    assert not archived(thread)


async def test_whoever_cannot_wake_an_archived_thread_sends_no_tap_from_it(play, thread, tap, press):
    channels.edit(play.world, thread, {"archived": True})
    deny(play, play.world.channel(thread.payload["parent_id"]), perms.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(ControlError, match="can't open it again"):
        await tap()
    play.world.beliefs.taps_wake_threads = False
    assert await press()
    assert archived(thread)


async def test_no_tap_leaves_a_locked_thread(play, thread, tap, press):
    channels.edit(play.world, thread, {"locked": True})
    with pytest.raises(ControlError, match="locked"):
        await tap()
    play.world.beliefs.taps_in_locked_threads_are_lost = False
    assert await press()


async def test_whoever_manages_threads_taps_in_a_locked_one(play, thread, press):
    channels.edit(play.world, thread, {"locked": True})
    guild = guild_of(play)
    guild.payload = {**guild.payload, "owner_id": play.actor("tom").id}
    assert await press()


# --- how many threads ---------------------------------------------------------------------------------


async def test_a_server_has_so_many_active_threads_and_archived_ones_do_not_count(rest, play, thread):
    play.world.beliefs.most_active_threads = 1
    assert (await thread_in(rest, play))["code"] == 160006
    channels.edit(play.world, thread, {"archived": True})
    assert (await thread_in(rest, play)).is_thread


async def test_in_a_full_server_no_thread_is_woken(rest, play, thread, tap, press):
    channels.edit(play.world, thread, {"archived": True})
    await rest.control("POST", "/conditions", {"key": "thread_cap", "of": guild_of(play).id, "on": True})
    refused = await rest("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert (refused[0], refused[1]["code"]) == (400, 160006)
    assert (await rest("PATCH", f"/channels/{thread.id}", {"archived": False}))[1]["code"] == 160006
    with pytest.raises(DiscordError):
        await tap()
    assert archived(thread)


@pytest.mark.parametrize("early", [True, False])
async def test_near_the_cap_threads_archive_after_an_hour_of_silence(play, thread, early):
    play.world.beliefs.most_active_threads = 1
    play.world.beliefs.crowded_threads_archive_early = early
    play.world.clock.advance(threads.EARLY_SECONDS + 1)
    assert archived(thread) is early


def test_people_are_added_to_all_threads_of_a_server_by_one_budget():
    limits, route = RateLimits(StillClock(), on=True), "PUT /channels/{channel}/thread-members/{user}"
    for number in range(THREAD_MEMBERS.limit):
        limits.take(Asked("bot", route, {"channel": str(number)}, server="1"))
    limits.take(Asked("bot", route, {"channel": "9"}, server="2"))
    with pytest.raises(RateLimited):
        limits.take(Asked("bot", route, {"channel": "9"}, server="1"))


# --- forums -------------------------------------------------------------------------------------------


@pytest.fixture
async def forum(rest, play):
    status, made = await rest.control(
        "POST", f"/guilds/{guild_of(play).id}/channels", {"name": "ideas", "type": FORUM}
    )
    assert status == 200
    return play.world.channel(made["id"])


async def test_a_post_is_a_thread_whose_first_message_has_its_id(rest, play, forum):
    body = {"name": "A title", "message": {"content": "first"}}
    status, post = await rest("POST", f"/channels/{forum.id}/threads", body)
    assert (status, post["type"], post["parent_id"]) == (201, 11, forum.id)
    assert (post["message"]["id"], post["message"]["content"]) == (post["id"], "first")
    assert play.world.channel(post["id"]).payload["message_count"] == 0
    assert [message["content"] for message in play.actor("tom").read_messages(post["id"])] == ["first"]


async def test_a_post_needs_a_message_and_of_a_refused_one_nothing_stays(rest, play, forum):
    path = f"/channels/{forum.id}/threads"
    assert (await rest("POST", path, {"name": "x"}))[1]["code"] == 50035
    assert (await rest("POST", path, {"name": "x", "message": {"content": "x" * 2001}}))[1]["code"] == 50035
    assert not forum.threads
    deny(play, forum, perms.SEND_MESSAGES)
    assert (await rest("POST", path, {"name": "x", "message": {"content": "x"}}))[1]["code"] == 50013


async def test_a_forum_takes_no_messages_and_no_commands_of_its_own(rest, play, forum, offer):
    assert (await rest("POST", f"/channels/{forum.id}/messages", {"content": "x"}))[1]["code"] == 40058
    await offer({"name": "ask", "description": "Ask"})
    with pytest.raises(ControlError, match="posts of a forum"):
        await play.actor("mara").slash(forum.id, "ask")


async def test_what_a_person_writes_in_a_forum_is_a_post_titled_by_its_first_line(play, forum):
    said = await play.actor("mara").say(forum.id, "Chess\nWho plays?")
    post = play.world.channel(said["channel_id"])
    assert (post.payload["name"], post.payload["parent_id"]) == ("Chess", forum.id)


# --- members with read-only access ---------------------------------------------------------------------


@pytest.mark.parametrize(("key", "says"), [("timed_out", "timed out"), ("pending", "screening")])
async def test_who_is_timed_out_or_not_screened_only_reads(rest, play, offer, tap, press, key, says):
    tom = play.actor("tom")
    await offer({"name": "ask", "description": "Ask"})
    assert (await rest.control("POST", "/conditions", {"key": key, "of": tom.id, "on": True}))[0] == 200
    assert tom.read_messages("games")
    for refused in (tom.slash("games", "ask"), tom.say("games", "x")):
        with pytest.raises((ControlError, DiscordError)):
            await refused
    with pytest.raises(ControlError, match=says):
        await tap()
    _, member = await rest("GET", f"/guilds/{guild_of(play).id}/members/{tom.id}")
    assert (member["pending"], bool(member["communication_disabled_until"])) == (
        key == "pending",
        key == "timed_out",
    )
    await rest.control("POST", "/conditions", {"key": key, "of": tom.id, "on": False})
    assert await press()
    assert await tom.say("games", "x")


# --- servers without uploads, and with AutoMod --------------------------------------------------------


def picture():
    return {"attachments": [{"id": 0, "filename": "a.txt"}], "content": "x"}


async def upload(rest, path, body):
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", b"x", filename="a.txt")
    return await rest("POST", path, data=form)


async def test_a_server_without_uploads_refuses_files_and_nothing_else(rest, play):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    play.world.conditions.set("no_uploads", guild_of(play).id, True)
    status, refusal = await upload(rest, path, picture())
    assert (status, refusal["code"]) == (400, 400001)
    assert (await rest("POST", path, {"content": "x"}))[0] == 200


@pytest.mark.parametrize("refused", [True, False])
async def test_answers_to_interactions_upload_nothing_there_either(rest, play, listener, offer, refused):
    await offer({"name": "ask", "description": "Ask"})
    play.world.conditions.set("no_uploads", guild_of(play).id, True)
    play.world.beliefs.answers_may_not_upload = refused
    asked = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    path = f"/interactions/{asked['id']}/{asked['token']}/callback"
    status, _ = await upload(rest, path, {"type": 4, "data": picture()})
    assert status == (400 if refused else 204)


@pytest.fixture
async def ask(rest, play, listener, offer):
    """Let Mara use the app she installed, and return a function that answers the interaction."""
    await rest("PATCH", "/applications/@me", {"integration_types_config": {"0": {}, "1": {}}})
    await offer({"name": "mine", "description": "x", "integration_types": [1], "contexts": [0]})
    mara = play.actor("mara")
    await mara.install(BOT_ID)
    members.remove(play.world, guild_of(play), BOT_ID)
    asked = await listener.while_asked(mara.slash("games", "mine"))

    async def answer(kind, data):
        path = f"/interactions/{asked['id']}/{asked['token']}/callback"
        status, _ = await rest("POST", path, {"type": kind, "data": data})
        return status, f"/webhooks/{BOT_ID}/{asked['token']}/messages/@original"

    return answer


async def test_under_auto_moderation_the_answer_of_an_app_from_elsewhere_is_for_the_asker_alone(play, ask):
    play.world.conditions.set("automod", guild_of(play).id, True)
    assert (await ask(4, {"content": "hello"}))[0] == 204
    assert [message["content"] for message in play.actor("mara").read_messages("games")] == ["hello"]
    assert play.actor("tom").read_messages("games") == []


async def test_under_auto_moderation_what_everybody_sees_is_not_edited(rest, play, ask):
    play.world.conditions.set("automod", guild_of(play).id, True)
    status, original = await ask(5, {})
    assert status == 204
    status, refusal = await rest("PATCH", original, {"content": "hello"})
    assert (status, refusal["code"]) == (400, 200000)
    play.world.conditions.set("automod", guild_of(play).id, False)
    assert (await rest("PATCH", original, {"content": "hello"}))[0] == 200


async def test_auto_moderation_leaves_apps_of_the_server_alone(rest, play, asked):
    play.world.conditions.set("automod", guild_of(play).id, True)
    assert (await asked({"type": 4, "data": {"content": "hello"}}))[0] == 204
    assert [message["content"] for message in play.actor("tom").read_messages("games")] == ["hello"]


# --- the page -----------------------------------------------------------------------------------------

TEMPORARY = (20029, 20022, 40004, 40006, 40062, 130000)


@pytest.mark.proof
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_the_page_orders_temporary_refusals_and_adds_a_forum_to_write_in() -> None:
    async with table("mara") as t, page_of(t, "mara") as panes:
        mara, faults = panes["mara"], t.playground.faults
        await mara.page.get_by_test_id("clock-button").click()
        kind = mara.page.get_by_test_id("fault-kind")
        labels = await kind.locator("option").all_inner_texts()
        for code in TEMPORARY:
            await kind.select_option(label=next(label for label in labels if f"({code})" in label))
            await mara.page.get_by_test_id("fault-match").fill("POST /nowhere")
            await mara.page.get_by_test_id("fault-set").click()
            await expect(mara.page.get_by_test_id("faults-left")).to_contain_text("3 more")
            (fault,) = faults.waiting
            assert (fault.body or {})["code"] == code
            await mara.page.get_by_test_id("fault-clear").click()
            await expect(mara.page.get_by_test_id("faults-left")).to_be_hidden()
        await mara.page.get_by_test_id("add-forum").click()
        await mara.go_to("forum")
        composer = mara.root.get_by_test_id("composer")
        await composer.fill("Who plays?")
        await composer.press("Enter")
        await mara.go_to("Who plays?")
        await mara.sees("Who plays?")
