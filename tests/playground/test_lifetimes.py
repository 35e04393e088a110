"""How long an interaction lives, who can reach an ephemeral message, and what unarchives a thread."""

from __future__ import annotations

import asyncio
import time

import pytest

from playground.model import permissions as perms
from playground.people.defaults import BOT_ID
from playground.places import channels, threads
from tests.playground.conftest import event

ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
FORM_FIELD = {"type": 4, "custom_id": "name", "style": 1}
FORM = {
    "title": "x",
    "custom_id": "form",
    "components": [{"type": 18, "label": "Name", "component": FORM_FIELD}],
}
ASK = {"name": "ask", "description": "x", "options": [{"type": 3, "name": "to", "description": "x"}]}


@pytest.fixture
async def use(play, rest, listener, offer):
    """Return a function that lets Mara act and returns the paths of the callback and of the webhook."""
    await offer(ASK | {"options": [ASK["options"][0] | {"autocomplete": True}]})

    async def ask(question):
        interaction = await listener.while_asked(question)
        token = interaction["token"]
        return f"/interactions/{interaction['id']}/{token}/callback", f"/webhooks/{BOT_ID}/{token}"

    return ask


async def questions(play, rest, listener, use):
    """Yield each kind of interaction with a response that fits it."""
    mara = play.actor("mara")
    _, message = await rest(
        "POST", f"/channels/{mara.channel('games').id}/messages", {"content": "x", "components": [ROW]}
    )
    typed = [{"type": 3, "name": "to", "value": "", "focused": True}]
    yield mara.slash("games", "ask"), {"type": 9, "data": FORM}
    yield mara.press("games", message["id"], "go"), {"type": 6}
    yield mara.autocomplete("games", "ask", typed), {"type": 8, "data": {"choices": []}}
    callback, _ = await use(mara.slash("games", "ask"))
    await rest("POST", callback, {"type": 9, "data": FORM})
    opened = await listener.outcome()
    yield mara.submit(opened["interaction"], {"name": "M"}), {"type": 4, "data": {"content": "x"}}


@pytest.mark.parametrize(("seconds", "expected"), [(3, (204, None)), (3.001, (404, 10062))])
async def test_every_kind_of_interaction_is_answered_within_three_seconds_or_is_unknown(
    play, rest, listener, use, seconds, expected
):
    kinds = 0
    async for question, answer in questions(play, rest, listener, use):
        callback, _ = await use(question)
        # The person's request is recent; only the bot's interaction is made older.
        [*_, interaction] = play.world.interactions.values()
        interaction.created -= seconds
        status, refusal = await rest("POST", callback, answer)
        assert (status, refusal and refusal["code"]) == expected
        play.world.clock.advance(4)
        await listener.outcome()
        kinds += 1
    assert kinds == 4


async def test_an_unknown_interaction_and_a_wrong_token_are_unknown(play, rest, use):
    callback, _ = await use(play.actor("mara").slash("games", "ask"))
    _, _, id, token, _ = callback.split("/")
    for path in (f"/interactions/1/{token}/callback", f"/interactions/{id}/wrong/callback"):
        status, refusal = await rest("POST", path, {"type": 5})
        assert (status, refusal["code"]) == (404, 10062)
    assert (await rest("POST", callback, {"type": 5}))[0] == 204


async def test_what_was_answered_stays_answered_when_it_is_old(play, rest, listener, use):
    callback, _ = await use(play.actor("mara").slash("games", "ask"))
    await rest("POST", callback, {"type": 5})
    play.world.clock.advance(60)
    status, refusal = await rest("POST", callback, {"type": 5})
    assert (status, refusal["code"]) == (400, 40060)
    play.world.clock.advance(15 * 60 - 60 + 0.001)
    status, refusal = await rest("POST", callback, {"type": 5})
    assert (status, refusal["code"]) == (404, 10062), "nobody knows it any more"


async def test_a_token_works_for_fifteen_minutes_to_the_second_and_for_nothing_after(
    play, rest, listener, use
):
    callback, hook = await use(play.actor("mara").slash("games", "ask"))
    await rest("POST", callback, {"type": 4, "data": {"content": "x", "flags": 64}})
    calls = (
        ("POST", hook, {"content": "more"}),
        ("GET", hook + "/messages/@original", None),
        ("PATCH", hook + "/messages/@original", {"content": "y"}),
        ("DELETE", hook + "/messages/@original", None),
    )
    play.world.clock.advance(15 * 60)
    for method, path, body in calls[:3]:
        assert (await rest(method, path, body))[0] == 200
    play.world.clock.advance(0.001)
    for method, path, body in calls:
        status, refusal = await rest(method, path, body)
        assert (status, refusal["code"]) == (401, 50027)


async def test_an_ephemeral_is_reached_by_no_route_of_its_channel_and_by_no_other_token(
    play, rest, listener, use
):
    callback, hook = await use(play.actor("mara").slash("games", "ask"))
    await rest("POST", callback, {"type": 4, "data": {"content": "x", "flags": 64}})
    message = (await listener.outcome())["message"]
    assert (await rest("GET", f"{hook}/messages/{message['id']}"))[1]["id"] == message["id"]
    callback, later = await use(play.actor("mara").slash("games", "ask"))
    await rest("POST", callback, {"type": 5})
    callback, other = await use(play.actor("tom").slash("games", "ask"))
    await rest("POST", callback, {"type": 5})
    deny = {"id": BOT_ID, "type": 1, "allow": str(1 << 51), "deny": "0"}
    place = play.actor("mara").channel("games")
    channels.edit(play.world, place, {"permission_overwrites": [deny]})
    play.witnesses.clear()  # Discord's description doesn't know an emoji “x”.
    here = f"/channels/{place.id}/messages"
    for method, path, body in (
        ("PUT", f"{here}/{message['id']}/reactions/x/@me", None),
        ("PUT", f"{here}/pins/{message['id']}", None),
        ("POST", f"{here}/{message['id']}/threads", {"name": "t"}),
        ("PATCH", f"{later}/messages/{message['id']}", {"content": "x"}),
        ("GET", f"{other}/messages/{message['id']}", None),
        ("PATCH", f"{other}/messages/{message['id']}", {"content": "x"}),
        ("DELETE", f"{other}/messages/{message['id']}", None),
    ):
        status, refusal = await rest(method, path, body)
        assert (status, refusal["code"]) == (404, 10008), path
    answer = {"content": "x", "message_reference": {"message_id": message["id"]}}
    status, refusal = await rest("POST", here, answer)
    [fault] = refusal["errors"]["message_reference"]["_errors"]
    assert (status, fault["code"]) == (400, "MESSAGE_REFERENCE_UNKNOWN_MESSAGE")


@pytest.fixture
def asleep(play):
    """Return an archived thread, and a function that says whether it's still archived."""
    parent = play.actor("mara").channel("games")
    thread = threads.create(play.world, parent, BOT_ID, {"name": "t", "type": 11})
    channels.edit(play.world, thread, {"archived": True})
    return thread, lambda: thread.payload["thread_metadata"]["archived"]


async def test_a_person_who_writes_wakes_a_thread(play, asleep):
    thread, sleeps = asleep
    await play.actor("mara").say(thread.id, "x")
    assert not sleeps()


@pytest.mark.parametrize(("flags", "stays"), [(64, True), (0, False)])
async def test_an_answer_wakes_a_thread_unless_one_person_alone_sees_it(
    play, rest, use, asleep, flags, stays
):
    thread, sleeps = asleep
    callback, _ = await use(play.actor("mara").slash(thread.id, "ask"))
    assert sleeps()
    assert (await rest("POST", callback, {"type": 4, "data": {"content": "x", "flags": flags}}))[0] == 204
    assert sleeps() == stays


async def test_reacting_and_taking_people_in_do_not_wake_a_thread(play, rest, asleep):
    thread, sleeps = asleep
    channels.edit(play.world, thread, {"archived": False})
    message = await play.actor("mara").say(thread.id, "x")
    channels.edit(play.world, thread, {"archived": True})
    play.witnesses.clear()  # Discord's description doesn't know an emoji “x”.
    here = f"/channels/{thread.id}"
    for method, path in (
        ("PUT", f"{here}/messages/{message['id']}/reactions/x/@me"),
        ("PUT", f"{here}/thread-members/@me"),
    ):
        status, refusal = await rest(method, path)
        assert (status, refusal["code"], sleeps()) == (400, 50083, True)


async def test_deleting_is_all_that_may_happen_in_an_archived_thread_unless_it_is_locked(play, rest, asleep):
    thread, sleeps = asleep
    channels.edit(play.world, thread, {"archived": False})
    here = f"/channels/{thread.id}/messages"
    ids = [(await rest("POST", here, {"content": "x"}))[1]["id"] for _ in range(2)]
    channels.edit(play.world, thread, {"archived": True})
    assert ((await rest("PATCH", f"{here}/{ids[0]}", {"content": "y"}))[1]["code"], sleeps()) == (50083, True)
    assert ((await rest("DELETE", f"{here}/{ids[0]}"))[0], sleeps()) == (204, True)
    channels.edit(play.world, thread, {"locked": True})
    assert (await rest("DELETE", f"{here}/{ids[1]}"))[1]["code"] == 50083


async def test_into_a_locked_thread_only_moderators_write_and_only_deleting_is_left_to_others(
    play, rest, asleep
):
    thread, _ = asleep
    channels.edit(play.world, thread, {"archived": False})
    here = f"/channels/{thread.id}/messages"
    _, message = await rest("POST", here, {"content": "x"})
    channels.edit(play.world, thread, {"locked": True})
    one = f"{here}/{message['id']}"
    for method, path in (("POST", here), ("PATCH", one)):
        status, refusal = await rest(method, path, {"content": "y"})
        assert (status, refusal["code"]) == (403, 160005)
    assert (await rest("DELETE", one))[0] == 204


async def test_who_was_still_thinking_when_a_thread_was_locked_cannot_say_it_any_more(
    play, rest, use, asleep
):
    thread, _ = asleep
    callback, hook = await use(play.actor("mara").slash(thread.id, "ask"))
    await rest("POST", callback, {"type": 5})
    for archived, code in ((True, 50083), (False, 160005)):
        channels.edit(play.world, thread, {"locked": True, "archived": archived})
        for method, path in (("POST", hook), ("PATCH", hook + "/messages/@original")):
            assert (await rest(method, path, {"content": "x"}))[1]["code"] == code


async def test_an_archived_thread_is_changed_by_nobody_who_does_not_wake_it(play, rest, asleep):
    thread, sleeps = asleep
    for allow, body, code in (
        (perms.MANAGE_THREADS, {"locked": True}, 50083),
        (perms.MANAGE_THREADS, {"name": "x"}, 50083),
        (0, {"archived": False, "rate_limit_per_user": 5}, 50013),
        (0, {"archived": False, "auto_archive_duration": 61}, 50035),
    ):
        over = {"id": BOT_ID, "type": 1, "allow": str(allow), "deny": "0"}
        channels.edit(play.world, play.actor("mara").channel("games"), {"permission_overwrites": [over]})
        play.witnesses.clear()  # Discord's description doesn't have 61 minutes.
        _, refusal = await rest("PATCH", f"/channels/{thread.id}", body)
        assert (refusal["code"], sleeps()) == (code, True)


async def test_a_thread_falls_asleep_when_time_goes_on_though_nobody_moves_the_clock(play, asleep):
    thread, sleeps = asleep
    channels.edit(play.world, thread, {"archived": False, "auto_archive_duration": 60})
    mara = play.actor("mara").subscribe()
    began = play.world.clock.base.now()
    play.world.clock.base = SystemTimeFrom(began + 3601)
    archivist = asyncio.create_task(threads.archive_as_time_passes(play.world, 0.01))
    await event(mara, "THREAD_UPDATE", lambda data: data["thread_metadata"]["archived"])
    assert sleeps()
    archivist.cancel()


class SystemTimeFrom:
    """A clock that starts at a given moment and runs in real time."""

    def __init__(self, moment):
        self._ahead = moment - time.monotonic()

    def now(self):
        return time.monotonic() + self._ahead


async def test_a_thread_is_woken_by_those_who_may_and_falls_asleep_again_only_after_its_time(
    play, rest, asleep
):
    thread, sleeps = asleep
    assert (await rest("PATCH", f"/channels/{thread.id}", {"archived": False}))[0] == 200
    idle = thread.payload["thread_metadata"]["auto_archive_duration"] * 60
    play.world.clock.advance(idle)
    assert not sleeps()
    play.world.clock.advance(1)
    assert sleeps()
