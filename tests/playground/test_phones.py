"""Push notifications: who gets one on their phone, and what it says."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground.model.shapes import IS_COMPONENTS_V2, SUPPRESS_NOTIFICATIONS
from playground.posts import messages
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table

WORDS = [{"type": 10, "content": "Your turn"}]


def pushed(play, name):
    return [(notification["title"], notification["body"]) for notification in play.actor(name).phone()]


@pytest.fixture
async def direct(rest, play):
    """Open the bot's DM with Mara, and return the path of its messages."""
    _, channel = await rest("POST", "/users/@me/channels", {"recipient_id": play.actor("mara").id})
    return f"/channels/{channel['id']}/messages"


async def test_a_private_message_pushes_its_text_with_names_in_it_and_markdown_as_written(rest, play, direct):
    mara, games = play.actor("mara").id, play.actor("mara").channel("games").id
    text = f"**Now** <@{mara}> in <#{games}>, see </roll:1> and <@&5>"
    await rest("POST", direct, {"content": text})
    assert pushed(play, "mara") == [("Robot", "**Now** @Mara in #games, see /roll and @unknown")]
    assert pushed(play, "tom") == []


async def test_a_message_of_components_alone_pushes_an_empty_text(rest, play, direct):
    await rest("POST", direct, {"components": WORDS, "flags": IS_COMPONENTS_V2})
    play.world.beliefs.components_push_nothing = False
    await rest("POST", direct, {"components": WORDS, "flags": IS_COMPONENTS_V2})
    assert pushed(play, "mara") == [("Robot", ""), ("Robot", "Your turn")]


async def test_an_embed_alone_pushes_an_empty_text(rest, play, direct):
    await rest("POST", direct, {"embeds": [{"description": "Your turn"}]})
    assert pushed(play, "mara") == [("Robot", "")]


async def test_neither_a_silent_message_nor_an_edit_pushes(rest, play, direct):
    _, silent = await rest("POST", direct, {"content": "psst", "flags": SUPPRESS_NOTIFICATIONS})
    await rest("PATCH", f"{direct}/{silent['id']}", {"content": "now loud"})
    assert pushed(play, "mara") == []


async def test_an_answer_that_was_awaited_pushes_when_it_is_there(rest, play, asked):
    await asked({"type": 5})
    assert pushed(play, "tom") == []
    [app] = play.world.applications
    token = next(iter(play.world.interactions.values())).token
    path, tom = f"/webhooks/{app}/{token}/messages/@original", play.actor("tom").id
    for text in ("look", "look again"):
        status, _ = await rest("PATCH", path, {"content": f"<@{tom}>, {text}"})
        assert status == 200
    assert pushed(play, "tom") == [("Robot (#games)", "@Tom, look")]


async def test_in_a_server_a_message_pushes_to_whom_it_mentions(rest, play):
    mara, games = play.actor("mara").id, play.actor("mara").channel("games").id
    await rest("POST", f"/channels/{games}/messages", {"content": f"<@{mara}>, look"})
    quiet = {"content": f"<@{mara}> has moved", "allowed_mentions": {"parse": []}}
    await rest("POST", f"/channels/{games}/messages", quiet)
    assert pushed(play, "mara") == [("Robot (#games)", "@Mara, look")]
    assert pushed(play, "tom") == []
    play.world.beliefs.only_calls_push = False
    await rest("POST", f"/channels/{games}/messages", quiet)
    assert pushed(play, "tom") == [("Robot (#games)", "@Mara has moved")]


async def test_who_is_added_to_a_thread_is_told_so(rest, play):
    mara, games = play.actor("mara").id, play.actor("mara").channel("games").id
    _, thread = await rest("POST", f"/channels/{games}/threads", {"name": "ours", "type": 12})
    await rest("PUT", f"/channels/{thread['id']}/thread-members/{mara}")
    added = [("Robot (#ours)", "added Mara to the thread.")]
    assert pushed(play, "mara") == added
    play.world.beliefs.additions_push = False
    await rest("DELETE", f"/channels/{thread['id']}/thread-members/{mara}")
    await rest("PUT", f"/channels/{thread['id']}/thread-members/{mara}")
    assert pushed(play, "mara") == added


async def test_a_pin_in_private_messages_is_told_so(rest, play, direct):
    for told in (True, False):
        play.world.beliefs.pins_in_dms_push = told
        _, message = await rest("POST", direct, {"content": "psst", "flags": SUPPRESS_NOTIFICATIONS})
        await rest("PUT", f"{direct}/pins/{message['id']}")
        assert pushed(play, "mara") == [("Robot", "pinned a message to this channel.")]


async def test_other_programs_read_a_phone_too(rest, play, direct):
    _, message = await rest("POST", direct, {"content": "hello"})
    _, phone = await rest.control("GET", f"/users/{play.actor('mara').id}/phone")
    assert [(notification["message_id"], notification["body"]) for notification in phone] == [
        (message["id"], "hello")
    ]


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_the_page_shows_the_lock_screen_and_what_is_empty_on_it() -> None:
    async with table("mara") as t, page_of(t, "mara", width=390, height=800) as panes:
        root, world, bot = panes["mara"].root, t.playground.world, t.running.bot
        person = await bot.fetch_user(int(t.mara.actor.id))
        channel = world.channel(str((await person.create_dm()).id))
        before = len(t.mara.actor.phone())
        messages.create(world, channel, str(bot.user.id), {"content": "Your turn against Tom"})
        messages.create(world, channel, str(bot.user.id), {"components": WORDS, "flags": IS_COMPONENTS_V2})
        phone = root.get_by_test_id("phone")
        await expect(phone).to_have_text(f"Phone{before + 2}")
        await phone.click()
        shown = root.get_by_test_id("lock-screen").get_by_test_id("push")
        await expect(shown.nth(0).get_by_label("An empty notification")).to_have_count(1)
        await expect(shown.nth(1)).to_contain_text("Your turn against Tom")
        messages.create(world, channel, str(bot.user.id), {"content": "Your turn again"})
        await expect(shown.nth(0)).to_contain_text("Your turn again")
        messages.create(world, channel, str(bot.user.id), {"content": "Your turn again"})
        await expect(shown.nth(0)).to_contain_text("2 times")
        await expect(shown.nth(1).get_by_label("An empty notification")).to_have_count(1)


# --- mentions of users that the message doesn't include ------------------------------------------------


async def test_a_mention_that_may_not_ping_shows_no_one_whom_the_app_has_not_met(rest, play, direct):
    tom = play.actor("tom").id
    await rest("POST", direct, {"content": f"Against <@{tom}>", "allowed_mentions": {"parse": []}})
    await rest("POST", direct, {"content": f"Against <@{tom}>", "allowed_mentions": {"users": [tom]}})
    assert pushed(play, "mara") == [("Robot", "Against @unknown-user"), ("Robot", "Against @Tom")]


async def test_an_app_that_has_met_everyone_shows_every_mention(rest, play, direct):
    play.world.conditions.set("full_cache", play.actor("mara").id, True)
    quiet = {"content": f"Against <@{play.actor('tom').id}>", "allowed_mentions": {"parse": []}}
    await rest("POST", direct, quiet)
    assert pushed(play, "mara") == [("Robot", "Against @Tom")]


async def test_an_app_has_met_who_has_written_or_used_a_command_where_it_looks(rest, play):
    mara, tom, games = play.actor("mara").id, play.actor("tom"), play.actor("mara").channel("games").id
    said = {"content": f"<@{mara}>: <@{tom.id}>", "allowed_mentions": {"users": [mara]}}
    await rest("POST", f"/channels/{games}/messages", said)
    await tom.say("games", "hello")
    await rest("POST", f"/channels/{games}/messages", said)
    assert [body for _, body in pushed(play, "mara")] == ["@Mara: @unknown-user", "@Mara: @Tom"]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
@pytest.mark.proof
async def test_the_page_shows_no_name_for_a_mention_in_an_embed():
    async with table("mara", "tom") as t, page_of(t, "mara") as panes:
        root, world, bot = panes["mara"].root, t.playground.world, str(t.running.bot.user.id)
        told = {"content": f"<@{t.tom.id}>", "embeds": [{"description": f"<@{t.tom.id}>"}]}
        games = t.mara.actor.channel("games")
        messages.create(world, games, bot, {**told, "allowed_mentions": {"parse": []}})
        await expect(root.get_by_text("@unknown-user")).to_have_count(2)
        messages.create(world, games, bot, {**told, "allowed_mentions": {"users": [t.tom.id]}})
        await expect(root.get_by_text("@Tom", exact=True)).to_have_count(2)
        # This test wrote the unnamed mentions on purpose; the bot didn't.
        t.mentions.unnamed.clear()
