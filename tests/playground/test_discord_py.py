"""The real discord.py against the playground."""

from __future__ import annotations

import asyncio

import discord
import pytest

from tests.playground.bots import open_form
from tests.playground.conftest import drained, event


async def test_it_logs_in_and_finds_the_cafe(bot):
    assert bot.user.name == "Robot"
    [guild] = bot.guilds
    assert guild.name == "Robot café"
    assert [channel.name for channel in guild.text_channels] == ["general", "games", "quiet"]
    assert guild.me.guild_permissions.send_messages_in_threads


async def test_its_commands_are_synced_and_offered(bot, play):
    offered = {command["name"]: command["id"] for command in play.actor("mara").commands("games")}
    assert offered == {command.name: str(command.id) for command in bot.synced}
    assert "move" in offered


async def test_a_picture_is_answered_and_can_be_fetched(bot, play, rest):
    outcome = await play.actor("mara").slash("games", "board")
    [attachment] = outcome["message"]["attachments"]
    assert outcome["type"] == "message"
    assert (attachment["width"], attachment["description"]) == (64, "an empty board")
    message = await bot.next("answered")
    assert (await message.attachments[0].read())[:4] == b"\x89PNG"
    async with rest.session.get(attachment["url"]) as response:
        assert response.headers["Content-Type"] == "image/png"


async def test_a_user_option_arrives_resolved(bot, play):
    tom = play.actor("tom")
    await play.actor("mara").slash("games", "panel", [{"type": 6, "name": "rival", "value": tom.id}])
    _, rival = await bot.next("answered")
    assert isinstance(rival, discord.Member)
    assert (rival.id, rival.global_name) == (int(tom.id), "Tom")


async def test_a_button_replaces_view_and_picture_and_keeps_the_interaction(bot, play, rest):
    mara = play.actor("mara")
    first = (await mara.slash("games", "panel"))["message"]
    outcome = await mara.press("games", first["id"], "next")
    second = outcome["message"]
    assert outcome["type"] == "updated"
    assert second["components"][0]["components"][0]["content"] == "Turn 2"
    assert second["interaction_metadata"] == first["interaction_metadata"]
    old, new = (sent["components"][0]["components"][1]["items"][0]["media"] for sent in (first, second))
    assert (old["width"], new["width"]) == (64, 32)
    async with rest.session.get(old["url"]) as response:
        assert response.status == 404


async def test_a_modal_is_filled_in(bot, play):
    mara = play.actor("mara")
    message = (await mara.slash("games", "panel"))["message"]
    opened = await open_form(bot, mara, message["id"])
    assert opened["modal"]["title"] == "A form"
    answer = await mara.submit(opened["interaction"], {"name": "Mara", "side": ["blue"]})
    assert answer["message"]["content"] == "Mara plays blue"


async def test_a_user_select_arrives_resolved_and_its_follow_up_is_a_new_message(bot, play):
    mara, tom, ines = (play.actor(name) for name in ("mara", "tom", "ines"))
    seen = mara.subscribe()
    panel = (await mara.slash("games", "panel"))["message"]
    outcome = await mara.press("games", panel["id"], "people", [tom.id, ines.id])
    assert (outcome["type"], outcome["message"]) == ("deferred_update", None)
    followed = await event(seen, "MESSAGE_CREATE", lambda one: one["content"].startswith("chosen"))
    assert followed["content"] == "chosen: ines, tom"
    assert followed["id"] != panel["id"]


async def test_an_ephemeral_is_seen_by_its_reader_alone(bot, play, rest):
    mara, tom = play.actor("mara"), play.actor("tom")
    seen_by_tom, seen_by_mara = tom.subscribe(), mara.subscribe()
    message = (await mara.slash("games", "secret"))["message"]
    assert message["flags"] & 64
    assert [listed["id"] for listed in mara.read_messages("games")] == [message["id"]]
    assert tom.read_messages("games") == []
    assert [received["event"] for received in drained(seen_by_tom)] == []
    assert [received["event"] for received in drained(seen_by_mara)] == ["MESSAGE_CREATE"]
    channel = mara.channel("games").id
    for method in ("GET", "PATCH", "DELETE"):
        body = {"content": "x"} if method == "PATCH" else None
        status, refusal = await rest(method, f"/channels/{channel}/messages/{message['id']}", body)
        assert (status, refusal["code"]) == (404, 10008)
    assert await rest("GET", f"/channels/{channel}/messages") == (200, [])


async def test_an_ephemeral_is_edited_through_its_token(bot, play):
    mara = play.actor("mara")
    seen = mara.subscribe()
    await mara.slash("games", "secret")
    original = await bot.next("answered")
    await original.edit(content="taken away")
    assert (await event(seen, "MESSAGE_UPDATE"))["content"] == "taken away"
    await original.delete()
    await event(seen, "MESSAGE_DELETE")
    assert mara.read_messages("games") == []


async def test_an_ephemeral_put_away_is_gone_for_the_bot_too(bot, play):
    mara = play.actor("mara")
    message = (await mara.slash("games", "secret"))["message"]
    original = await bot.next("answered")
    await mara.dismiss("games", message["id"])
    with pytest.raises(discord.NotFound) as refused:
        await original.edit(content="too late")
    assert refused.value.code == 10008


async def test_the_first_follow_up_after_a_defer_edits_the_original(bot, play):
    mara = play.actor("mara")
    outcome = await mara.slash("games", "slow")
    first, second = await bot.next("answered")
    assert (outcome["type"], outcome["message"]["flags"] & 128) == ("deferred", 128)
    assert outcome["message"]["id"] == str(first.id) != str(second.id)
    texts = [(message["content"], message["flags"]) for message in mara.read_messages("games")]
    assert texts == [("thought", 0), ("more", 0)]


async def test_a_letter_arrives_and_can_be_answered(bot, play):
    mara = play.actor("mara")
    await mara.slash("games", "letter")
    home = mara.home()
    [dm] = home["dms"]
    assert dm["recipients"][0]["username"] == "Robot"
    assert home["unread"][dm["id"]] == {"count": 1, "mentions": 1}
    await mara.say(dm["id"], "thank you")
    while (heard := await bot.next("message")).author.bot:
        pass
    assert (heard.content, heard.author.id) == ("thank you", int(mara.id))


async def test_closed_letters_are_refused_with_50007(bot, play):
    mara = play.actor("mara")
    await mara.settings(dms_open=False)
    outcome = await mara.slash("games", "letter")
    assert outcome["message"]["content"] == "refused with 50007"
    assert mara.home()["dms"] == []


async def test_a_thread_opens_on_a_message_and_takes_in_who_is_mentioned(bot, play):
    mara, tom = play.actor("mara"), play.actor("tom")
    outcome = await mara.slash("games", "match", [{"type": 6, "name": "rival", "value": tom.id}])
    thread = await bot.next("answered")
    assert str(thread.id) == outcome["message"]["id"]
    opened = tom.channel(str(thread.id))
    assert set(opened.thread_members) == {str(bot.user.id), mara.id, tom.id}
    assert tom.home()["unread"][opened.id] == {"count": 1, "mentions": 1}
    assert play.actor("ines").home()["unread"].get(opened.id) is None


async def test_completion_gives_the_bots_choices(bot, play):
    mara = play.actor("mara")
    options = [{"type": 3, "name": "square", "value": "a", "focused": True}]
    choices = await mara.autocomplete("games", "move", options)
    assert [choice["value"] for choice in choices] == ["a1", "a2"]


async def test_silence_is_a_failure_after_three_seconds(bot, play):
    asked = asyncio.create_task(play.actor("mara").slash("games", "silent"))
    interaction = await bot.next("answered")
    play.world.clock.advance(3.1)
    outcome = await asked
    assert (outcome["type"], outcome["error"]) == ("failed", "The application did not respond")
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.send_message("late")
    assert refused.value.code == 10062


async def test_a_second_acknowledgement_is_refused_with_40060(bot, play):
    asked = asyncio.create_task(play.actor("mara").slash("games", "silent"))
    interaction = await bot.next("answered")
    await interaction.response.send_message("once")
    await asked
    again = discord.InteractionResponse(interaction)
    with pytest.raises(discord.HTTPException) as refused:
        await again.send_message("twice")
    assert refused.value.code == 40060


async def test_a_token_is_over_after_fifteen_minutes(bot, play):
    mara = play.actor("mara")
    await mara.slash("games", "secret")
    original = await bot.next("answered")
    play.world.clock.advance(15 * 60 + 1)
    with pytest.raises(discord.HTTPException) as refused:
        await original.edit(content="late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_without_a_bot_a_command_fails_at_once(bot, play):
    mara = play.actor("mara")
    seen = mara.subscribe()
    await bot.close()
    await event(seen, "APPLICATIONS", lambda data: not data["applications"][0]["connected"])
    outcome = await mara.slash("games", "board")
    assert outcome["type"] == "failed"


async def test_what_happens_during_a_dropped_connection_is_replayed(bot, play):
    mara = play.actor("mara")
    play.sessions.drop(resume=True)
    outcome = await mara.slash("games", "board")
    await bot.next("resumed")
    assert outcome["type"] == "message"


async def test_an_invalid_session_is_started_anew(bot, play):
    play.sessions.drop(resume=False)
    await bot.next("ready")
    outcome = await play.actor("mara").slash("games", "board")
    assert outcome["type"] == "message"


async def test_a_429_is_waited_for_and_tried_again(bot, play):
    play.faults.order({"match": "POST /channels/.*/messages", "status": 429, "times": 2, "retry_after": 0.01})
    channel = bot.get_channel(int(play.actor("mara").channel("games").id))
    message = await channel.send("third time")
    assert [listed["id"] for listed in play.actor("mara").read_messages("games")] == [str(message.id)]
    assert play.faults.waiting == []


@pytest.mark.slow
async def test_a_lost_answer_and_a_nonce_make_one_message(bot, play):
    play.faults.order({"match": "POST /channels/.*/messages", "status": 502, "times": 1, "after": True})
    channel = bot.get_channel(int(play.actor("mara").channel("games").id))
    await channel.send("once", nonce="outbox-17")
    assert [message["content"] for message in play.actor("mara").read_messages("games")] == ["once"]


async def test_nothing_it_asks_for_is_unknown(bot, play):
    mara = play.actor("mara")
    message = (await mara.slash("games", "panel"))["message"]
    await mara.press("games", message["id"], "whisper")
    await mara.slash("games", "slow")
    await bot.next("answered")
    await bot.fetch_user(int(mara.id))
    await bot.application_info()
    assert play.world.unknown_routes == []
