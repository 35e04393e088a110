"""The control API over HTTP and the live socket, as the page uses them."""

from __future__ import annotations

import json

import pytest

from playground.posts.thread_notes import RECIPIENT_ADD
from tests.playground.conftest import GUARD, drained, event


async def live(rest, user):
    url = rest.playground.cdn.replace("http", "ws") + f"/control/live?user={user}"
    return await rest.session.ws_connect(url)


async def test_state_shows_people_servers_clock_and_applications(rest):
    status, state = await rest.control("GET", "/state")
    assert status == 200
    people = [user for user in state["users"] if not user["bot"]]
    assert [person["username"] for person in people] == ["mara", "tom", "ines", "juri"]
    assert [person["global_name"] for person in people] == ["Mara", "Tom", "Ines", "Juri"]
    assert all(person["dms_open"] and person["avatar_color"].startswith("#") for person in people)
    [guild] = state["guilds"]
    assert (guild["name"], len(guild["member_ids"])) == ("Robot café", 5)
    [app] = state["applications"]
    assert (app["name"], app["connected"]) == ("Robot", False)
    assert state["clock"]["offset"] == 0


async def test_a_listening_bot_counts_as_connected(rest, listener):
    _, state = await rest.control("GET", "/state")
    assert state["applications"][0]["connected"] is True


async def test_what_one_says_all_others_get_live_with_an_unread_mark(rest, play):
    channel = play.actor("mara").channel("games").id
    toms = await live(rest, "tom")
    own = play.actor("mara").subscribe()
    mara = play.actor("mara").id
    tom = play.actor("tom").id
    body = {"channel": channel, "content": f"hello <@{tom}>"}
    status, message = await rest.control("POST", f"/users/{mara}/messages", body)
    assert (status, message["author"]["id"]) == (200, mara)
    first, second, third = [await toms.receive_json(timeout=GUARD) for _ in range(3)]
    assert (first["event"], first["data"]["content"]) == ("MESSAGE_CREATE", body["content"])
    assert second == {"event": "UNREAD", "data": {"channel_id": channel, "count": 1, "mentions": 1}}
    assert (third["event"], third["data"]["body"]) == ("PUSH", "hello @Tom")
    _, home = await rest.control("GET", f"/users/{tom}/home")
    assert home["unread"] == {channel: {"count": 1, "mentions": 1}}
    _, home = await rest.control("GET", f"/users/{mara}/home")
    assert home["unread"] == {}
    assert [received["event"] for received in drained(own)] == ["MESSAGE_CREATE"]
    await rest.control("POST", f"/users/{tom}/read", {"channel": channel})
    last = await toms.receive_json(timeout=GUARD)
    assert last["data"] == {"channel_id": channel, "count": 0, "mentions": 0}


async def test_a_slash_command_gives_its_outcome(rest, play, listener, offer):
    await offer({"name": "ask", "description": "Ask"})
    mara = play.actor("mara")
    channel = mara.channel("games").id
    _, commands = await rest.control("GET", f"/users/{mara.id}/commands?channel={channel}")
    assert [command["name"] for command in commands] == ["ask"]
    body = {"channel": channel, "command": "ask", "options": []}
    interaction = await listener.while_asked(rest.control("POST", f"/users/{mara.id}/slash", body))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await rest("POST", path, {"type": 5})
    status, outcome = await listener.outcome()
    assert status == 200
    assert outcome["interaction"] == interaction["id"]
    assert (outcome["type"], outcome["modal"], outcome["error"]) == ("deferred", None, None)
    assert outcome["message"]["flags"] & 128


async def test_the_page_lists_messages_oldest_first_and_by_pages(rest, play):
    mara = play.actor("mara")
    channel = mara.channel("games").id
    sent = [(await mara.say("games", str(n)))["id"] for n in range(5)]
    path = f"/users/{mara.id}/channels/{channel}/messages"
    _, found = await rest.control("GET", f"{path}?limit=2")
    assert [message["content"] for message in found] == ["3", "4"]
    _, found = await rest.control("GET", f"{path}?limit=2&before={sent[3]}")
    assert [message["content"] for message in found] == ["1", "2"]
    _, found = await rest.control("GET", f"{path}?limit=3&before={sent[2]}")
    assert [message["content"] for message in found] == ["0", "1"]


async def test_a_list_that_asks_for_no_number_of_messages_has_the_last_100(rest, play):
    mara = play.actor("mara")
    path = f"/users/{mara.id}/channels/{mara.channel('games').id}/messages"
    said = [(await mara.say("games", str(number)))["content"] for number in range(101)]
    for query, expected in (("", said[1:]), ("?limit=101", said), ("?limit=0", said[-1:])):
        _, found = await rest.control("GET", path + query)
        assert [message["content"] for message in found] == expected


async def test_a_page_counts_what_its_reader_alone_sees(play, asked):
    mara = play.actor("mara")
    await mara.say("games", "first")
    await asked({"type": 4, "data": {"content": "only you", "flags": 64}})
    await mara.say("games", "last")
    assert [message["content"] for message in mara.read_messages("games", limit=2)] == ["only you", "last"]
    assert [message["content"] for message in play.actor("tom").read_messages("games", limit=2)] == [
        "first",
        "last",
    ]


async def test_the_clock_moves_for_everybody(rest, play):
    marks = await live(rest, "mara")
    before = play.world.clock.now()
    status, clock = await rest.control("POST", "/clock", {"advance": 86_400})
    assert (status, clock) == (200, {"now": before + 86_400, "offset": 86_400})
    assert (await marks.receive_json(timeout=GUARD)) == {"event": "CLOCK", "data": clock}
    assert await rest.control("GET", "/clock") == (200, clock)
    message = await play.actor("mara").say("games", "tomorrow")
    stamp = (int(message["id"]) >> 22) / 1000 + 1_420_070_400
    assert stamp == pytest.approx(before + 86_400, abs=1)


async def test_the_clock_stream_tells_the_present_and_every_change(rest, play):
    async with rest.session.get(play.cdn + "/control/clock/stream") as stream:
        first = json.loads(await stream.content.readline())
        await rest.control("POST", "/clock", {"advance": 60})
        second = json.loads(await stream.content.readline())
    assert second == {"now": first["now"] + 60, "offset": 60}


@pytest.mark.parametrize("seconds", [-1, "soon", None, True])
async def test_the_clock_never_goes_back(rest, play, seconds):
    before = play.world.clock.now()
    status, answer = await rest.control("POST", "/clock", {"advance": seconds})
    assert (status, play.world.clock.now()) == (400, before)
    assert answer["message"].endswith("0 or more.")


async def test_threads_fall_asleep_when_the_clock_passes_and_wake_by_sending(rest, play):
    mara = play.actor("mara")
    parent = mara.channel("games").id
    _, thread = await rest(
        "POST", f"/channels/{parent}/threads", {"name": "match", "type": 11, "auto_archive_duration": 60}
    )
    await rest("POST", f"/channels/{thread['id']}/messages", {"content": "a move"})
    play.world.clock.advance(59 * 60)
    assert play.world.channels[thread["id"]].payload["thread_metadata"]["archived"] is False
    play.world.clock.advance(120)
    assert play.world.channels[thread["id"]].payload["thread_metadata"]["archived"] is True
    seen = mara.subscribe()
    status, _ = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "awake"})
    woken = await event(seen, "THREAD_UPDATE")
    assert (status, woken["thread_metadata"]["archived"]) == (200, False)


async def test_a_locked_archived_thread_refuses_with_50083(rest, play):
    parent = play.actor("mara").channel("games").id
    _, thread = await rest("POST", f"/channels/{parent}/threads", {"name": "match", "type": 11})
    _, message = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "a move"})
    await rest.control("PATCH", f"/channels/{thread['id']}", {"archived": True, "locked": True})
    for method, path, body in (
        ("POST", f"/channels/{thread['id']}/messages", {"content": "x"}),
        ("PATCH", f"/channels/{thread['id']}/messages/{message['id']}", {"content": "x"}),
        ("PATCH", f"/channels/{thread['id']}", {"archived": False}),
    ):
        status, refusal = await rest(method, path, body)
        assert (status, refusal["code"]) == (400, 50083)


async def test_an_archived_thread_is_not_woken_by_editing(rest, play):
    parent = play.actor("mara").channel("games").id
    _, thread = await rest("POST", f"/channels/{parent}/threads", {"name": "match", "type": 11})
    _, message = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "a move"})
    await rest.control("PATCH", f"/channels/{thread['id']}", {"archived": True})
    status, refusal = await rest(
        "PATCH", f"/channels/{thread['id']}/messages/{message['id']}", {"content": "x"}
    )
    assert (status, refusal["code"]) == (400, 50083)


async def test_a_deleted_channel_is_unknown_with_everything_in_it(rest, play):
    mara = play.actor("mara")
    channel = mara.channel("games").id
    _, thread = await rest("POST", f"/channels/{channel}/threads", {"name": "match", "type": 11})
    _, message = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "a move"})
    seen = await live(rest, "mara")
    assert (await rest.control("DELETE", f"/channels/{channel}"))[0] == 200
    told = [(await seen.receive_json(timeout=GUARD))["event"] for _ in range(2)]
    assert told == ["THREAD_DELETE", "CHANNEL_DELETE"]
    for id in (channel, thread["id"]):
        status, refusal = await rest("POST", f"/channels/{id}/messages", {"content": "x"})
        assert (status, refusal["code"]) == (404, 10003)
    assert message["id"] not in play.world.messages


async def test_a_message_can_be_deleted_from_outside(rest, play):
    mara = play.actor("mara")
    message = await mara.say("games", "gone soon")
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    assert (await rest.control("DELETE", path))[0] == 200
    assert mara.read_messages("games") == []
    assert (await rest.control("DELETE", path))[0] == 404


async def test_faults_answer_as_ordered_and_can_be_called_off(rest, play):
    channel = play.actor("mara").channel("games").id
    fault = {"match": "^POST /channels/", "status": 503, "times": 2, "body": {"message": "no", "code": 7}}
    await rest.control("POST", "/faults", fault)
    path = f"/channels/{channel}/messages"
    assert await rest("GET", path) == (200, [])
    assert await rest("POST", path, {"content": "x"}) == (503, {"message": "no", "code": 7})
    assert await rest("GET", path) == (200, [])
    await rest.control("DELETE", "/faults")
    assert (await rest("POST", path, {"content": "x"}))[0] == 200


async def test_a_fault_of_429_has_what_libraries_look_for(rest, play):
    play.faults.order({"match": "GET /users/@me", "status": 429, "retry_after": 1.5})
    headers = {"Authorization": f"Bot {play.token}"}
    async with rest.session.get(play.api + "/users/@me", headers=headers) as response:
        body = await response.json()
        assert (response.status, response.headers["Via"]) == (429, "1.1 google")
        # discordeno and interactions.py look here for the time to wait.
        assert response.headers["X-RateLimit-Reset-After"] == "1.5"
    assert body == {"message": "You are being rate limited.", "retry_after": 1.5, "global": False}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/users/nobody/home", None, 404),
        ("POST", "/users/mara/messages", {"channel": "1", "content": "x"}, 404),
        ("POST", "/users/mara/messages", {"channel": "games"}, 400),
        ("POST", "/users/mara/messages", {"channel": "games", "content": "x" * 2001}, 400),
        ("POST", "/users/mara/messages", {"channel": "games", "content": ""}, 400),
        ("POST", "/users/mara/slash", {"channel": "games", "command": "nothing"}, 404),
        ("POST", "/users/mara/press", {"channel": "games", "message": "1", "custom_id": "x"}, 404),
        (
            "POST",
            "/users/mara/press",
            {"channel": "games", "message": "1", "custom_id": "x", "values": 5},
            400,
        ),
        ("POST", "/users/mara/submit", {"interaction": "1", "values": {}}, 404),
        ("POST", "/users/mara/submit", {"interaction": "1", "values": ["x"]}, 400),
        ("POST", "/users/mara/slash", {"channel": "games", "command": "x", "options": ["x"]}, 400),
        ("POST", "/users/mara/slash", {"channel": "games", "command": "x", "options": {"x": 1}}, 400),
        ("POST", "/users/mara/slash", ["x"], 400),
        ("POST", "/users/mara/settings", {"dms_open": "no"}, 400),
        ("POST", "/faults", {"match": "(", "status": 500}, 400),
        ("POST", "/faults", {"match": "x", "status": 200}, 400),
        ("POST", "/limits", {"on": "yes"}, 400),
        ("PATCH", "/channels/1", {"name": "x"}, 404),
        ("GET", "/users/mara/channels/games/messages?limit=many", None, 400),
    ],
)
async def test_what_cannot_be_done_gets_one_sentence(rest, play, method, path, body, status):
    found, answer = await rest.control(method, path, body)
    assert found == status
    assert isinstance(answer["message"], str)
    assert len(answer["message"]) > 5
    assert play.world.messages == {}


OPTIONS = [
    {"type": 6, "name": "rival", "description": "x", "required": True},
    {"type": 4, "name": "size", "description": "x", "min_value": 12, "max_value": 20},
    {"type": 3, "name": "side", "description": "x", "choices": [{"name": "Red", "value": "red"}]},
    {"type": 5, "name": "rated", "description": "x"},
    {"type": 3, "name": "word", "description": "x", "max_length": 3},
]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "The option “rival” is needed."),
        ({"rival": "1"}, "The option “rival” names nobody and nothing here."),
        ({"rival": "tom", "size": 11}, "The option “size” is at least 12."),
        ({"rival": "tom", "size": 21}, "The option “size” is at most 20."),
        ({"rival": "tom", "size": 12.5}, "The option “size” needs a whole number."),
        ({"rival": "tom", "side": "blue"}, "The option “side” is one of its choices."),
        ({"rival": "tom", "rated": "yes"}, "The option “rated” is either true or false."),
        ({"rival": "tom", "word": "long"}, "The option “word” needs 0 to 3 characters."),
        ({"rival": "tom", "other": 1}, "There's no option “other” here."),
    ],
)
async def test_options_that_discords_client_would_stop_are_stopped(
    rest, play, listener, offer, given, sentence
):
    await offer({"name": "challenge", "description": "x", "options": OPTIONS})
    names = {"tom": play.actor("tom").id}
    options = [{"name": name, "value": names.get(value, value)} for name, value in given.items()]
    body = {"channel": "games", "command": "challenge", "options": options}
    assert await rest.control("POST", "/users/mara/slash", body) == (400, {"message": sentence})
    assert play.world.interactions == {}


async def test_other_pages_may_not_use_the_control_api(rest, play):
    url = play.cdn + "/control/clock"
    async with rest.session.post(
        url, json={"advance": 5}, headers={"Origin": "http://example.org"}
    ) as response:
        assert response.status == 403
    async with rest.session.post(url, json={"advance": 5}, headers={"Host": "example.org"}) as response:
        assert response.status == 403
    async with rest.session.post(url, json={"advance": 5}, headers={"Origin": play.cdn}) as response:
        assert response.status == 200
    assert play.world.clock.offset == 5


async def test_a_direct_message_is_opened_and_only_two_see_it(rest, play):
    mara, tom = play.actor("mara"), play.actor("tom")
    bot = next(iter(play.world.applications))
    _, dm = await rest.control("POST", f"/users/{mara.id}/dms", {"recipient": bot})
    assert (dm["type"], dm["recipients"][0]["id"]) == (1, bot)
    assert [channel["id"] for channel in mara.home()["dms"]] == [dm["id"]]
    status, _ = await rest.control("GET", f"/users/{tom.id}/channels/{dm['id']}/messages")
    assert status == 404


async def test_a_private_thread_shows_itself_to_its_members_alone(rest, play):
    mara, tom = play.actor("mara"), play.actor("tom")
    marks, toms = mara.subscribe(), tom.subscribe()
    parent = mara.channel("games").id
    _, thread = await rest("POST", f"/channels/{parent}/threads", {"name": "secret", "type": 12})
    assert (await rest("PUT", f"/channels/{thread['id']}/thread-members/{mara.id}"))[0] == 204
    await rest("POST", f"/channels/{thread['id']}/messages", {"content": "psst"})
    assert (await event(marks, "THREAD_CREATE"))["name"] == "secret"
    assert (await event(marks, "MESSAGE_CREATE"))["type"] == RECIPIENT_ADD
    assert (await event(marks, "MESSAGE_CREATE"))["content"] == "psst"
    assert toms.queue.empty()
    names = {channel["name"] for channel in tom.home()["guilds"][0]["channels"]}
    assert "secret" not in names


async def test_refused_requests_and_unknown_routes_are_counted(rest):
    await rest("GET", "/channels/5")
    await rest("GET", "/nowhere")
    status, traffic = await rest.control("GET", "/traffic")
    assert status == 200
    assert traffic["refusals"]["404 10003 GET /api/v10/channels/{channel}"] == 1
    assert traffic["unknown_routes"] == ["GET /api/v10/nowhere"]


async def test_what_becomes_of_messages_is_counted_and_what_else_happens_is_not(rest, play, asked):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    _, sent = await rest("POST", path, {"content": "hello"})
    await rest("PATCH", f"{path}/{sent['id']}", {"content": "changed"})
    await rest("DELETE", f"{path}/{sent['id']}")
    await rest("POST", path, {"content": ""})
    _, traffic = await rest.control("GET", "/traffic")
    assert traffic["events"] == {"INTERACTION_CREATE": 1, "MESSAGE_CREATE": 1, "MESSAGE_UPDATE": 1}
    assert traffic["refusals"] == {"400 50006 POST /api/v10/channels/{channel}/messages": 1}


async def test_requests_are_counted_by_route_whatever_they_name(rest, play):
    games = play.actor("mara").channel("games").id
    for channel in (games, "5"):
        await rest("POST", f"/channels/{channel}/messages", {"content": "hello"})
    _, traffic = await rest.control("GET", "/traffic")
    assert traffic["routes"] == {"POST /channels/{channel}/messages": 2}
    assert traffic["requests"] == 2
    assert traffic["events"] == {"INTERACTION_CREATE": 0, "MESSAGE_CREATE": 1, "MESSAGE_UPDATE": 0}
