"""System messages about threads."""

from __future__ import annotations

import pytest

from playground.people.defaults import BOT_ID
from playground.places.threads import STARTER_MESSAGE
from playground.posts.thread_notes import RECIPIENT_ADD, RECIPIENT_REMOVE


@pytest.fixture
async def thread(rest, play):
    """Open a thread on the bot's own message “Chess?”."""
    games = play.actor("mara").channel("games").id
    _, message = await rest("POST", f"/channels/{games}/messages", {"content": "Chess?"})
    path = f"/channels/{games}/messages/{message['id']}/threads"
    return (await rest("POST", path, {"name": "the match"}))[1]


async def told(rest, thread):
    """Return the messages of a thread, oldest first."""
    return (await rest("GET", f"/channels/{thread['id']}/messages"))[1][::-1]


async def test_a_thread_on_a_message_begins_with_an_empty_line_that_quotes_it_and_is_not_counted(
    rest, thread
):
    [first] = await told(rest, thread)
    assert (first["type"], first["content"], first["author"]["id"]) == (STARTER_MESSAGE, "", BOT_ID)
    assert first["message_reference"]["message_id"] == thread["id"]
    assert first["message_reference"]["channel_id"] == thread["parent_id"]
    assert first["referenced_message"]["content"] == "Chess?"
    _, now = await rest("GET", f"/channels/{thread['id']}")
    assert (now["message_count"], now["total_message_sent"]) == (0, 0)


async def test_who_is_added_or_removed_by_somebody_else_is_told_of_once(rest, play):
    mara, games = play.actor("mara").id, play.actor("mara").channel("games").id
    _, thread = await rest("POST", f"/channels/{games}/threads", {"name": "secret", "type": 12})
    place = f"/channels/{thread['id']}/thread-members"
    for verb in ("PUT", "PUT", "DELETE"):
        assert (await rest(verb, f"{place}/{mara}"))[0] == 204
    assert [(message["type"], message["mentions"][0]["id"]) for message in await told(rest, thread)] == [
        (RECIPIENT_ADD, mara),
        (RECIPIENT_REMOVE, mara),
    ]
    assert mara not in play.world.channels[thread["id"]].thread_members


async def test_who_comes_and_goes_by_herself_is_not_told_of(rest, thread):
    place = f"/channels/{thread['id']}/thread-members/@me"
    for verb in ("DELETE", "PUT"):
        assert (await rest(verb, place))[0] == 204
    assert len(await told(rest, thread)) == 1


async def test_to_be_added_is_to_be_called(rest, play, thread):
    mara = play.actor("mara")
    await rest("PUT", f"/channels/{thread['id']}/thread-members/{mara.id}")
    assert mara.home()["unread"][thread["id"]] == {"count": 1, "mentions": 1}


async def test_such_a_line_cannot_be_deleted(rest, thread):
    [first] = await told(rest, thread)
    status, body = await rest("DELETE", f"/channels/{thread['id']}/messages/{first['id']}")
    assert (status, body["code"]) == (403, 50021)


async def test_a_thread_on_an_older_message_is_told_of_in_its_channel(rest, play):
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    for follows in (False, True):
        _, card = await rest("POST", place, {"content": "a card"})
        if follows:
            await play.actor("tom").say("games", "and something else")
        _, thread = await rest("POST", f"{place}/{card['id']}/threads", {"name": "Mara – Tom"})
        [newest] = play.actor("mara").read_messages("games", 1)
        assert (newest["type"] == 18) is follows
    assert newest["content"] == "Mara – Tom"
    assert newest["message_reference"]["channel_id"] == thread["id"]
    assert (await rest("DELETE", f"{place}/{newest['id']}"))[0] == 204
