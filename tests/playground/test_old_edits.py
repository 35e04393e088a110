"""The limit for edits of messages that are over an hour old (error 30046)."""

from __future__ import annotations

import pytest

from playground.limits.rates import OLD_EDITS_LIMIT, OLD_EDITS_SECONDS

HOUR = 3600
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture
def play(play):
    """Limit edits of old messages, and nothing else."""
    play.rate_limits.old_edits = True
    return play


@pytest.fixture
def post(rest, play):
    """Return a function that sends a message and returns its path."""

    async def send(channel="games"):
        place = f"/channels/{play.actor('mara').channel(channel).id}/messages"
        _, message = await rest("POST", place, {"content": "x", "components": [BUTTON]})
        return f"{place}/{message['id']}"

    return send


async def edits(rest, path, count):
    return [(await rest("PATCH", path, {"content": str(number)}))[0] for number in range(count)]


async def test_an_old_message_is_edited_three_times_in_twenty_seconds_and_then_refused_with_30046(
    rest, play, post
):
    path = await post()
    play.world.clock.advance(HOUR + 1)
    assert await edits(rest, path, OLD_EDITS_LIMIT) == [200] * OLD_EDITS_LIMIT
    play.world.clock.advance(5)
    status, refusal = await rest("PATCH", path, {"content": "too much"})
    assert (status, refusal["code"], refusal["global"]) == (429, 30046, False)
    assert refusal["message"].startswith("Maximum number of edits to messages older than 1 hour reached")
    assert refusal["retry_after"] == OLD_EDITS_SECONDS - 5
    assert play.actor("mara").read_messages("games")[0]["content"] == "2"
    play.world.clock.advance(refusal["retry_after"])
    assert await edits(rest, path, 1) == [200]


async def test_all_old_messages_of_a_channel_share_the_limit_and_other_channels_have_their_own(
    rest, play, post
):
    first, second, elsewhere = await post(), await post(), await post("general")
    play.world.clock.advance(HOUR + 1)
    assert await edits(rest, first, 3) == [200] * 3
    assert await edits(rest, second, 1) == [429]
    assert await edits(rest, elsewhere, 1) == [200]


async def test_a_message_of_less_than_an_hour_is_edited_at_will(rest, play, post):
    path = await post()
    play.world.clock.advance(HOUR - 1)
    assert await edits(rest, path, 10) == [200] * 10


async def test_the_answer_to_a_button_changes_an_old_message_all_the_same(rest, play, post, listener):
    path = await post()
    play.world.clock.advance(HOUR + 1)
    await edits(rest, path, 4)
    press = play.actor("mara").press("games", path.rpartition("/")[2], "go")
    interaction = await listener.while_asked(press)
    answer = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await rest("POST", answer, {"type": 7, "data": {"content": "answered"}}))[0] == 204
    assert (await listener.outcome())["message"]["content"] == "answered"


async def test_without_the_limit_old_messages_are_edited_at_will(rest, play, post):
    play.rate_limits.old_edits = False
    path = await post()
    play.world.clock.advance(HOUR + 1)
    assert await edits(rest, path, 10) == [200] * 10


async def test_a_message_of_just_an_hour_is_not_old(rest, play, post):
    path = await post()
    play.world.clock.advance(HOUR)
    assert await edits(rest, path, OLD_EDITS_LIMIT + 1) == [200] * (OLD_EDITS_LIMIT + 1)
