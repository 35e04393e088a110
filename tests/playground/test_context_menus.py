"""Context menu commands on users and messages, over raw requests and over the people's API."""

from __future__ import annotations

import pytest

from playground.model.errors import ControlError

COMMANDS = ({"name": "Wave at", "type": 2}, {"name": "Read aloud", "type": 3})


async def test_a_command_is_used_on_a_user(play, listener, offer):
    await offer(*COMMANDS)
    mara, tom = play.actor("mara"), play.actor("tom")
    interaction = await listener.while_asked(mara.use_on_user("games", "Wave at", tom.id))
    data = interaction["data"]
    assert (data["type"], data["name"], data["target_id"]) == (2, "Wave at", tom.id)
    assert data["resolved"]["users"][tom.id]["username"] == "tom"
    assert "user" not in data["resolved"]["members"][tom.id]
    play.world.clock.advance(4)
    assert (await listener.outcome())["type"] == "failed"


async def test_a_command_is_used_on_a_message_and_answered(rest, play, listener, offer):
    await offer(*COMMANDS)
    mara, tom = play.actor("mara"), play.actor("tom")
    said = await tom.say("games", "hello")
    interaction = await listener.while_asked(mara.use_on_message("games", "Read aloud", said["id"]))
    data = interaction["data"]
    assert (data["type"], data["target_id"]) == (3, said["id"])
    assert data["resolved"]["messages"][said["id"]]["content"] == "hello"
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await rest("POST", path, {"type": 4, "data": {"content": "Hello!"}})
    answer = (await listener.outcome())["message"]
    metadata = answer["interaction_metadata"]
    assert (metadata["name"], metadata["command_type"]) == ("Read aloud", 3)
    assert metadata["target_message_id"] == said["id"]


@pytest.mark.parametrize(
    ("body", "type"), [({"command": "Wave at", "user": "tom"}, 2), ({"command": "Read aloud"}, 3)]
)
async def test_the_peoples_api_uses_them(rest, play, listener, offer, body, type):
    await offer(*COMMANDS)
    tom = play.actor("tom")
    said = await tom.say("games", "hello")
    named = {"user": tom.id} if "user" in body else {"message": said["id"]}
    asked = rest.control("POST", "/users/mara/use", {"channel": "games", **body, **named})
    assert (await listener.while_asked(asked))["data"]["type"] == type
    play.world.clock.advance(4)
    assert (await listener.outcome())[1]["type"] == "failed"


async def test_what_is_not_there_is_refused_with_a_sentence(play, listener, offer):
    await offer(*COMMANDS)
    mara = play.actor("mara")
    said = await mara.say("games", "hello")
    for use, sentence in (
        (mara.use_on_user("games", "Read aloud", mara.id), "There's no command Read aloud here."),
        (mara.use_on_user("games", "Wave at", "5"), "There's nobody like that here."),
        (mara.use_on_message("games", "Wave at", said["id"]), "There's no command Wave at here."),
        (mara.slash("games", "Wave at"), "There's no command /Wave at here."),
    ):
        with pytest.raises(ControlError) as refused:
            await use
        assert str(refused.value) == sentence


async def test_nothing_is_used_on_what_one_reader_alone_sees(play, offer, asked):
    _, secret = await asked({"type": 4, "data": {"content": "x", "flags": 64}}, with_response="1")
    await offer(*COMMANDS)
    with pytest.raises(ControlError, match="Only messages that everybody sees"):
        await play.actor("mara").use_on_message("games", "Read aloud", secret["resource"]["message"]["id"])
