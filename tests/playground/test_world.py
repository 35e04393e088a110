"""Rules of the world that need no client library: interactions, permissions, files, ids."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

import playground.app
from playground.model.clock import ShiftedClock, Snowflakes
from playground.people.defaults import BOT_ID
from tests.playground.conftest import StillClock

V2 = 1 << 15
PICTURE = b"\x89PNG but not quite"


async def test_ids_rise_and_are_never_the_same_twice_even_when_time_stands_still():
    ids = Snowflakes(StillClock())
    made = [int(ids.next()) for _ in range(10_000)]
    assert made == sorted(set(made))


async def test_several_playgrounds_stand_side_by_side():
    one, other = await playground.app.start(), await playground.app.start()
    await one.actor("mara").say("games", "here")
    assert one.port != other.port
    assert other.actor("mara").read_messages("games") == []
    await one.close()
    await other.close()


async def test_everything_unknown_is_refused_loudly_and_kept(rest, play, caplog):
    assert await rest("GET", "/nothing/here") == (404, {"message": "404: Not Found", "code": 0})
    assert (await rest("PUT", "/users/@me"))[0] == 405
    assert play.world.unknown_routes == ["GET /api/v10/nothing/here", "PUT /api/v10/users/@me"]
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]


async def test_without_the_token_nothing_is_told(rest, play):
    bare = {"Authorization": play.token}
    for headers in ({"Authorization": "Bot wrong"}, {"Authorization": ""}, bare):
        status, refusal = await rest("GET", "/users/@me", headers=headers)
        assert (status, refusal) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_answers_carry_exactly_the_content_type_and_headers_discord_py_reads(rest, play):
    headers = {"Authorization": f"Bot {play.token}"}
    async with rest.session.get(play.api + "/users/@me", headers=headers) as response:
        assert response.headers["Content-Type"] == "application/json"
        assert int(response.headers["X-RateLimit-Remaining"]) > 100
        assert response.headers["X-RateLimit-Bucket"]
        assert float(response.headers["X-RateLimit-Reset-After"]) > 0


async def test_broken_json_is_refused_with_50109(rest, play):
    channel = play.actor("mara").channel("games").id
    headers = {"Content-Type": "application/json"}
    status, refusal = await rest("POST", f"/channels/{channel}/messages", data=b"{", headers=headers)
    assert (status, refusal["code"]) == (400, 50109)


async def test_an_answer_with_response_gives_the_message_and_without_gives_nothing(rest, play, asked):
    status, response = await asked({"type": 4, "data": {"content": "x"}}, with_response="1")
    assert status == 200
    assert response["resource"]["message"]["content"] == "x"
    assert response["interaction"]["response_message_id"] == response["resource"]["message"]["id"]


async def test_an_answer_too_late_is_unknown(play, listener, asked):
    play.world.clock.advance(3.5)
    status, refusal = await asked({"type": 4, "data": {"content": "x"}})
    assert (status, refusal["code"]) == (404, 10062)
    assert (await listener.outcome())["type"] == "failed"


async def test_two_answers_are_one_too_many(asked):
    assert (await asked({"type": 5}))[0] == 204
    status, refusal = await asked({"type": 4, "data": {"content": "x"}})
    assert (status, refusal["code"]) == (400, 40060)


async def test_follow_ups_before_the_answer_are_unknown_webhooks(rest, play, listener, offer):
    await offer({"name": "ask", "description": "Ask"})
    interaction = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    hook = f"/webhooks/{interaction['application_id']}/{interaction['token']}"
    status, refusal = await rest("POST", hook, {"content": "x"})
    assert (status, refusal["code"]) == (404, 10015)
    await rest("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", {"type": 5})
    assert (await rest("PATCH", hook + "/messages/@original", {"content": "x"}))[0] == 200
    play.world.clock.advance(15 * 60 + 1)
    status, refusal = await rest("POST", hook, {"content": "x"})
    assert (status, refusal["code"]) == (401, 50027)


async def test_a_deferred_secret_stays_secret_when_it_is_filled(rest, play, listener, offer):
    await offer({"name": "ask", "description": "Ask"})
    toms = play.actor("tom").subscribe()
    interaction = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await rest("POST", path, {"type": 5, "data": {"flags": 64}})
    hook = f"/webhooks/{interaction['application_id']}/{interaction['token']}"
    _, filled = await rest("POST", hook, {"content": "the pattern"})
    assert filled["flags"] == 64
    assert play.actor("tom").read_messages("games") == []
    assert toms.queue.empty()


async def test_interactions_carry_what_real_ones_carry(play, listener, offer):
    await offer({"name": "ask", "description": "Ask"})
    mara = play.actor("mara")
    interaction = await listener.while_asked(mara.slash("games", "ask"))
    expected = {
        "attachment_size_limit",
        "app_permissions",
        "entitlements",
        "locale",
        "guild_locale",
        "channel",
    }
    assert expected <= set(interaction)
    assert (interaction["context"], interaction["version"]) == (0, 1)
    assert interaction["authorizing_integration_owners"] == {"0": interaction["guild_id"]}
    assert int(interaction["member"]["permissions"]) & (1 << 31)
    assert interaction["member"]["user"]["id"] == mara.id
    assert interaction["channel"]["id"] == mara.channel("games").id
    play.world.clock.advance(4)
    await listener.outcome()


async def test_an_answer_names_the_whole_command_with_group_and_sub_command(rest, play, listener, offer):
    leaf = {"type": 1, "name": "set", "description": "x"}
    group = {"type": 2, "name": "clock", "description": "x", "options": [leaf]}
    await offer({"name": "game", "description": "x", "options": [group]})
    chosen = {"type": 2, "name": "clock", "options": [{"type": 1, "name": "set"}]}
    interaction = await listener.while_asked(play.actor("mara").slash("games", "game", [chosen]))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await rest("POST", path, {"type": 4, "data": {"content": "done"}})
    message = (await listener.outcome())["message"]
    assert message["interaction"]["name"] == "game clock set"
    metadata = message["interaction_metadata"]
    assert (metadata["name"], metadata["command_type"]) == ("game clock set", 1)


async def test_a_command_works_in_a_direct_message(play, listener, offer):
    await offer({"name": "ask", "description": "Ask"}, {"name": "here", "description": "x", "contexts": [0]})
    mara = play.actor("mara")
    dm = await mara.open_dm(BOT_ID)
    assert [command["name"] for command in mara.commands(dm["id"])] == ["ask"]
    interaction = await listener.while_asked(mara.slash(dm["id"], "ask"))
    assert (interaction["context"], interaction["user"]["id"]) == (1, mara.id)
    assert "member" not in interaction
    play.world.clock.advance(4)
    await listener.outcome()


async def test_a_servers_own_command_hides_the_global_namesake(rest, play, offer):
    await offer({"name": "ask", "description": "everywhere"})
    guild = next(iter(play.world.guilds))
    body = {"name": "ask", "description": "here"}
    await rest("POST", f"/applications/{BOT_ID}/guilds/{guild}/commands", body)
    assert [command["description"] for command in play.actor("mara").commands("games")] == ["here"]


async def post_file(rest, channel, payload, name, data, method="POST", message=""):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", payload, content_type="application/json")
    form.add_field("files[0]", data, filename=name)
    return await rest(method, f"/channels/{channel}/messages{message}", data=form)


async def test_a_picture_in_an_embed_gets_its_address_and_leaves_the_list(rest, play):
    channel = play.actor("mara").channel("games").id
    payload = '{"embeds": [{"title": "t", "image": {"url": "attachment://my board.png"}}]}'
    status, message = await post_file(rest, channel, payload, "my board.png", PICTURE)
    assert status == 200
    url = message["embeds"][0]["image"]["url"]
    assert url.startswith(f"{play.cdn}/attachments/{channel}/")
    assert url.split("/")[-2] != message["id"]
    assert (message["attachments"], url.partition("?")[0].endswith("/my_board.png")) == ([], True)
    async with rest.session.get(url) as response:
        assert await response.read() == PICTURE


async def test_editing_keeps_the_attachments_named_and_drops_the_others(rest, play):
    channel = play.actor("mara").channel("games").id
    _, message = await post_file(rest, channel, '{"content": "x"}', "a.txt", b"a")
    path = f"/channels/{channel}/messages/{message['id']}"
    [first] = message["attachments"]
    _, kept = await rest("PATCH", path, {"content": "y"})
    assert kept["attachments"] == [first]
    payload = json.dumps({"attachments": [{"id": first["id"]}, {"id": 0, "filename": "b.txt"}]})
    _, both = await post_file(rest, channel, payload, "b.txt", b"b", "PATCH", f"/{message['id']}")
    assert [attachment["filename"] for attachment in both["attachments"]] == ["a.txt", "b.txt"]
    _, none = await rest("PATCH", path, {"attachments": []})
    assert none["attachments"] == []
    async with rest.session.get(first["url"]) as response:
        assert response.status == 404


async def test_components_come_back_with_ids_and_defaults(rest, play):
    channel = play.actor("mara").channel("games").id
    box = {"type": 17, "components": [{"type": 10, "id": 1, "content": "a"}, {"type": 14}]}
    _, message = await rest("POST", f"/channels/{channel}/messages", {"flags": V2, "components": [box]})
    [made] = message["components"]
    assert (made["id"], made["accent_color"], made["spoiler"]) == (2, None, False)
    assert made["components"][0]["id"] == 1
    assert made["components"][1] == {"type": 14, "id": 3, "divider": True, "spacing": 1}


async def test_a_message_keeps_its_v2_flag(rest, play):
    channel = play.actor("mara").channel("games").id
    body = {"flags": V2, "components": [{"type": 10, "content": "a"}]}
    _, message = await rest("POST", f"/channels/{channel}/messages", body)
    path = f"/channels/{channel}/messages/{message['id']}"
    assert (await rest("PATCH", path, {"flags": 0, "components": body["components"]}))[1]["flags"] == V2
    status, _ = await rest("PATCH", path, {"content": "old", "components": []})
    assert status == 400


async def test_only_its_own_messages_may_a_bot_edit(rest, play):
    message = await play.actor("mara").say("games", "mine")
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    status, refusal = await rest("PATCH", path, {"content": "yours"})
    assert (status, refusal["code"]) == (403, 50005)
    assert play.actor("mara").read_messages("games")[0]["content"] == "mine"


async def test_a_nonce_is_remembered_for_some_minutes_only(rest, play):
    channel = play.actor("mara").channel("games").id
    body = {"content": "x", "nonce": "n", "enforce_nonce": True}
    ids = []
    for wait in (0, 60, 600):
        play.world.clock.advance(wait)
        ids.append((await rest("POST", f"/channels/{channel}/messages", body))[1]["id"])
    assert ids[0] == ids[1] != ids[2]


async def test_what_was_deleted_is_not_sent_again_by_its_nonce(rest, play):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    body = {"content": "x", "nonce": "n", "enforce_nonce": True}
    _, sent = await rest("POST", path, body)
    await rest("DELETE", f"{path}/{sent['id']}")
    status, refusal = await rest("POST", path, body)
    assert (status, refusal["code"], (await rest("GET", path))[1]) == (404, 10008, [])


async def test_pages_of_messages_are_newest_first(rest, play):
    mara = play.actor("mara")
    sent = [(await mara.say("games", str(n)))["id"] for n in range(6)]
    path = f"/channels/{mara.channel('games').id}/messages"
    for query, expected in (
        ("limit=2", "54"),
        (f"limit=2&before={sent[3]}", "21"),
        (f"limit=2&after={sent[3]}", "54"),
        (f"limit=2&after={sent[1]}", "32"),
        (f"limit=4&before={sent[2]}", "10"),
        (f"limit=3&around={sent[2]}", "321"),
        (f"limit=3&around={sent[0]}", "210"),
    ):
        _, found = await rest("GET", f"{path}?{query}")
        assert "".join(str(sent.index(message["id"])) for message in found) == expected


async def test_mentions_are_those_that_are_allowed(rest, play):
    mara, tom = play.actor("mara"), play.actor("tom")
    path = f"/channels/{mara.channel('games').id}/messages"
    text = f"<@{mara.id}> and <@{tom.id}>"
    for allowed, expected in ((None, 2), ({"parse": []}, 0), ({"parse": [], "users": [tom.id]}, 1)):
        _, message = await rest("POST", path, {"content": text, "allowed_mentions": allowed})
        assert len(message["mentions"]) == expected
    assert mara.home()["unread"][mara.channel("games").id] == {"count": 3, "mentions": 1}
    shown = {"flags": V2, "components": [{"type": 10, "content": f"<@{tom.id}>"}]}
    assert len((await rest("POST", path, shown))[1]["mentions"]) == 1
    both = {"content": text, "allowed_mentions": {"parse": ["users"], "users": [tom.id]}}
    status, refusal = await rest("POST", path, both)
    [fault] = refusal["errors"]["allowed_mentions"]["_errors"]
    assert (status, fault["code"]) == (400, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE")


async def test_mentions_are_made_anew_by_an_edit_of_the_words_and_by_no_other(rest, play):
    tom = play.actor("tom")
    path = f"/channels/{tom.channel('games').id}/messages"
    _, sent = await rest("POST", path, {"content": f"<@{tom.id}>", "allowed_mentions": {"parse": []}})
    for body, expected in (({"embeds": [{"title": "x"}]}, 0), ({"content": f"again <@{tom.id}>"}, 1)):
        _, edited = await rest("PATCH", f"{path}/{sent['id']}", body)
        assert len(edited["mentions"]) == expected


@pytest.mark.parametrize(
    ("allowed", "called"),
    [(None, True), ({"parse": []}, False), ({"parse": [], "replied_user": True}, True)],
)
async def test_an_answer_calls_whoever_is_answered_unless_told_otherwise(rest, play, allowed, called):
    mara = play.actor("mara")
    question = await mara.say("games", "x")
    body = {"content": "y", "message_reference": {"message_id": question["id"]}}
    path = f"/channels/{mara.channel('games').id}/messages"
    _, answer = await rest("POST", path, body | ({"allowed_mentions": allowed} if allowed else {}))
    assert ([mention["id"] for mention in answer["mentions"]] == [mara.id]) == called


async def test_more_than_a_hundred_slash_commands_are_refused_one_by_one_too(rest, play):
    [app] = play.world.applications
    path = f"/applications/{app}/commands"
    names = [{"name": f"c{number}", "description": "x"} for number in range(100)]
    _, made = await rest("PUT", path, names)
    _, edited = await rest("PATCH", f"{path}/{made[0]['id']}", {"default_member_permissions": 8})
    assert edited["default_member_permissions"] == "8"
    assert (await rest("POST", path, names[0]))[0] == 200
    status, refusal = await rest("POST", path, {"name": "more", "description": "x"})
    assert (status, refusal["code"]) == (400, 30032)
    await rest("PUT", path, names[1:])
    assert (await rest("POST", path, names[0]))[0] == 201


async def test_a_page_has_fifty_messages_unless_one_to_a_hundred_are_asked_for(rest, play):
    mara = play.actor("mara")
    await mara.say("games", "x")
    channel = mara.channel("games")
    channel.timeline[:] = 101 * channel.timeline
    for query, count in (("", 50), ("?limit=1", 1), ("?limit=100", 100)):
        assert len((await rest("GET", f"/channels/{channel.id}/messages{query}"))[1]) == count


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "before=x"])
async def test_a_page_that_cannot_be_is_refused_with_50035(rest, play, query):
    play.witnesses.clear()  # Discord's description has no such values.
    channel = play.actor("mara").channel("games").id
    status, refusal = await rest("GET", f"/channels/{channel}/messages?{query}")
    assert (status, refusal["code"]) == (400, 50035)


@pytest.mark.parametrize(
    ("bit", "method", "path", "body"),
    [
        (1 << 11, "POST", "/channels/{channel}/messages", {"content": "x"}),
        (1 << 35, "POST", "/channels/{channel}/threads", {"name": "t", "type": 11}),
        (1 << 36, "POST", "/channels/{channel}/threads", {"name": "t", "type": 12}),
        (1 << 13, "DELETE", "/channels/{channel}/messages/{message}", None),
        (1 << 4, "PATCH", "/channels/{channel}", {"name": "x"}),
    ],
)
async def test_what_a_bot_may_not_is_refused_with_50013(rest, play, bit, method, path, body):
    mara = play.actor("mara")
    message = await mara.say("games", "x")
    channel = mara.channel("games")
    deny = {"id": BOT_ID, "type": 1, "allow": "0", "deny": str(bit)}
    channel.payload = {**channel.payload, "permission_overwrites": [deny]}
    status, refusal = await rest(method, path.format(channel=channel.id, message=message["id"]), body)
    assert (status, refusal["code"]) == (403, 50013)


async def test_a_pressed_button_must_be_there_and_switched_on(rest, play, listener):
    mara = play.actor("mara")
    buttons = [
        {"type": 2, "style": 1, "label": "off", "custom_id": "off", "disabled": True},
        {"type": 2, "style": 1, "label": "on", "custom_id": "on"},
    ]
    body = {"content": "x", "components": [{"type": 1, "components": buttons}]}
    _, message = await rest("POST", f"/channels/{mara.channel('games').id}/messages", body)
    press = f"/users/{mara.id}/press"
    for custom_id in ("off", "nothing"):
        wanted = {"channel": "games", "message": message["id"], "custom_id": custom_id}
        assert (await rest.control("POST", press, wanted))[0] == 400
    interaction = await listener.while_asked(mara.press("games", message["id"], "on"))
    assert interaction["data"] == {"custom_id": "on", "component_type": 2, "id": 3}
    assert interaction["message"]["id"] == message["id"]
    play.world.clock.advance(4)
    assert (await listener.outcome())["error"] == "This interaction failed"


FORM = {
    "title": "A form",
    "custom_id": "form",
    "components": [
        {
            "type": 18,
            "label": "Name",
            "component": {"type": 4, "custom_id": "name", "style": 1, "min_length": 2},
        },
        {
            "type": 18,
            "label": "Sides",
            "component": {
                "type": 3,
                "custom_id": "sides",
                "max_values": 2,
                "options": [{"label": color, "value": color} for color in ("red", "blue", "green")],
            },
        },
    ],
}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"sides": ["red"]}, "Please fill in every required field."),
        ({"name": "x", "sides": ["red"]}, "Please write 2 to 4000 characters."),
        ({"name": "Mara"}, "Choose 1 to 2."),
        ({"name": "Mara", "sides": ["red", "blue", "green"]}, "Choose 1 to 2."),
        ({"name": "Mara", "sides": ["black"]}, "Choose one of the options shown."),
        ({"name": "Mara", "sides": ["red"], "other": "x"}, "There is no field “other” in this form."),
    ],
)
async def test_a_form_is_checked_before_it_is_sent(rest, play, listener, asked, values, sentence):
    await asked({"type": 9, "data": FORM})
    opened = await listener.outcome()
    body = {"interaction": opened["interaction"], "values": values}
    assert await rest.control("POST", "/users/mara/submit", body) == (400, {"message": sentence})
    assert len(play.world.interactions) == 1


async def test_a_form_filled_in_reaches_the_bot_in_its_own_shape(play, listener, asked):
    await asked({"type": 9, "data": FORM})
    opened = await listener.outcome()
    values = {"name": "Mara", "sides": ["red", "blue"]}
    sent = await listener.while_asked(play.actor("mara").submit(opened["interaction"], values))
    assert (sent["type"], sent["data"]["custom_id"]) == (5, "form")
    name, sides = [component["component"] for component in sent["data"]["components"]]
    assert name == {"type": 4, "id": 2, "custom_id": "name", "value": "Mara"}
    assert sides == {"type": 3, "id": 4, "custom_id": "sides", "values": ["red", "blue"]}
    play.world.clock.advance(4)
    await listener.outcome()


async def test_nobody_else_sends_a_form_in(rest, listener, asked):
    await asked({"type": 9, "data": FORM})
    opened = await listener.outcome()
    body = {"interaction": opened["interaction"], "values": {"name": "Tom", "sides": ["red"]}}
    assert (await rest.control("POST", "/users/tom/submit", body))[0] == 404


def test_a_clock_is_never_put_back():
    clock = ShiftedClock(StillClock())
    with pytest.raises(ValueError):
        clock.advance(-1)
    assert clock.offset == 0


async def test_nobody_presses_on_somebody_elses_ephemeral(rest, play, listener, asked):
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    data = {"content": "x", "flags": 64, "components": [{"type": 1, "components": [button]}]}
    await asked({"type": 4, "data": data})
    message = (await listener.outcome())["message"]
    wanted = {"channel": "games", "message": message["id"], "custom_id": "go"}
    status, _ = await rest.control("POST", "/users/tom/press", wanted)
    assert status == 404


async def test_waiting_for_a_moment_ends_when_the_clock_is_moved(play):
    waiting = asyncio.create_task(play.world.clock.wait_until(play.world.clock.now() + 100))
    await asyncio.sleep(0)
    play.world.clock.advance(99)
    await asyncio.sleep(0)
    assert not waiting.done()
    play.world.clock.advance(1)
    async with asyncio.timeout(5):
        await waiting
