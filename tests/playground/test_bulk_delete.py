"""Bulk deletion: many deleted messages make one event, for bots, for people and in a recording."""

from __future__ import annotations

import playground.app
from playground.people.defaults import BOT_ID
from playground.posts import messages, pins
from playground.recording.form import read
from playground.recording.player import Player
from tests.playground.codes import codes
from tests.playground.conftest import Rest, StillClock, drained


async def some_messages(play, count=3):
    return [(await play.actor("mara").say("games", str(number)))["id"] for number in range(count)]


async def delete(rest, channel, ids):
    return (await rest("POST", f"/channels/{channel}/messages/bulk-delete", {"messages": ids}))[0]


async def test_a_bot_and_people_are_told_once_of_all_messages_that_were_there(rest, play, listener):
    games = play.actor("mara").channel("games")
    elsewhere = (await play.actor("mara").say("general", "x"))["id"]
    ids, seen = await some_messages(play), play.actor("tom").subscribe()
    gone, *left = ids
    messages.delete(play.world, play.world.messages[gone])
    assert await delete(rest, games.id, [*ids, elsewhere]) == 204
    data = {"ids": left, "channel_id": games.id, "guild_id": games.guild_id}
    await listener.event("MESSAGE_DELETE")
    assert (await listener.frame())["d"] == data
    told = [event for event in drained(seen) if event["event"].startswith("MESSAGE_")]
    assert told[1:] == [{"event": "MESSAGE_DELETE_BULK", "data": data}]
    assert [message["id"] for message in play.actor("mara").read_messages("general")] == [elsewhere]
    assert games.timeline == []
    assert await delete(rest, games.id, ids) == 204
    await listener.send(1, None)
    assert (await listener.frame())["op"] == 11, "of messages that were gone nobody is told"


async def test_a_message_that_is_named_twice_is_refused(rest, play):
    ids, games = await some_messages(play), play.actor("mara").channel("games").id
    body = {"messages": [*ids, ids[1]]}
    status, refusal = await rest("POST", f"/channels/{games}/messages/bulk-delete", body)
    assert (status, codes(refusal, "messages", 3)) == (400, ["SET_TYPE_ALREADY_CONTAINS_VALUE"])
    assert len(play.actor("mara").read_messages("games")) == 3


async def test_two_to_a_hundred_younger_than_two_weeks_can_be_named(rest, play):
    [old], games = await some_messages(play, 1), play.actor("mara").channel("games").id
    play.world.clock.advance(14 * 86_400)
    [young] = await some_messages(play, 1)
    unknown = [str(int(young) + number) for number in range(1, 101)]
    assert await delete(rest, games, [young]) == 400
    assert await delete(rest, games, [young, *unknown]) == 400
    assert await delete(rest, games, [young, str(int(old) - (1 << 22))]) == 400
    assert len(play.actor("mara").read_messages("games")) == 2
    assert await delete(rest, games, [young, old]) == 204
    assert await delete(rest, games, unknown) == 204
    assert play.actor("mara").read_messages("games") == []


async def test_what_is_private_to_somebody_stays(rest, play):
    world, games = play.world, play.actor("mara").channel("games")
    whisper = messages.create(world, games, BOT_ID, {"content": "psst"}, reader=play.actor("mara").id)
    [said] = await some_messages(play, 1)
    assert await delete(rest, games.id, [whisper.id, said]) == 204
    assert [message["id"] for message in play.actor("mara").read_messages("games")] == [whisper.id]


async def test_a_thread_counts_them_off_and_pins_and_files_go_with_them(rest, play):
    world, games = play.world, play.actor("mara").channel("games")
    _, thread = await rest("POST", f"/channels/{games.id}/threads", {"name": "t", "type": 11})
    place = world.channels[thread["id"]]
    made = [messages.create(world, place, BOT_ID, {"content": "x"}) for _ in range(3)]
    pins.pin(world, place, made[0], BOT_ID)
    assert await delete(rest, place.id, [message.id for message in made[:2]]) == 204
    assert (place.payload["message_count"], place.payload["total_message_sent"]) == (2, 4)
    assert (place.pins, len(place.timeline)) == ({}, 2)


async def test_discord_py_takes_them_out_of_what_it_knows(rest, play, bot):
    ids = await some_messages(play)
    for _ in ids:
        await bot.next("message")
    await delete(rest, play.actor("mara").channel("games").id, ids[1:])
    raw = await bot.next("raw_bulk_message_delete")
    assert raw.message_ids == {int(id) for id in ids[1:]}
    assert [message.id for message in bot.cached_messages] == [int(ids[0])]


async def test_a_recording_has_them_as_one_step_that_can_be_taken_back(rest, tmp_path):
    file = tmp_path / "session.jsonl"
    play = await playground.app.start(clock=StillClock(), record=file)
    ids = await some_messages(play)
    assert await delete(Rest(play, rest.session), play.actor("mara").channel("games").id, ids) == 204
    await play.close()
    player = Player(read(file))
    assert player.moments[-1].told.words == "3 messages in #games are gone at once."
    assert player.world.messages == {}
    player.go(player.position - 1)
    assert sorted(player.world.messages) == ids
