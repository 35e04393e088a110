"""The developer portal's installation settings, and servers that have the commands without the bot."""

from __future__ import annotations

import pytest

from playground.people.defaults import BOT_ID

COMMANDS = f"/applications/{BOT_ID}/commands"
OFF = {0: "no_guild_install", 1: "no_user_install"}


def of(*kinds, name="ask"):
    return {"name": name, "description": "x", "integration_types": list(kinds)}


@pytest.fixture
def guild(play):
    return next(iter(play.world.guilds.values()))


@pytest.fixture
def switch(rest):
    """Return a function that switches a condition on or off, for one server or for all."""

    async def switched(key, on, subject=""):
        assert (await rest.control("POST", "/conditions", {"key": key, "of": subject, "on": on}))[0] == 200

    return switched


async def test_a_new_application_offers_both_kinds_of_installation(rest):
    assert (await rest("PUT", COMMANDS, [of(0, 1)]))[0] == 200
    kinds = (await rest("GET", "/applications/@me"))[1]["integration_types_config"]
    scopes = {kind: config["oauth2_install_params"]["scopes"] for kind, config in kinds.items()}
    assert scopes == {"0": ["applications.commands", "bot"], "1": ["applications.commands"]}


@pytest.mark.parametrize(("off", "on"), [(0, 1), (1, 0)])
async def test_commands_for_a_kind_of_installation_that_is_off_are_refused_all_together(
    rest, switch, off, on
):
    await switch(OFF[off], True)
    status, refusal = await rest("PUT", COMMANDS, [of(on), of(0, 1, name="other")])
    assert (status, refusal["code"]) == (400, 50035)
    fault = refusal["errors"]["1"]["integration_types"][str(off)]["_errors"][0]
    assert fault == {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {{{on}}}."}
    assert (await rest("GET", COMMANDS))[1] == []
    assert (await rest("POST", COMMANDS, of(off)))[0] == 400
    assert (await rest("PUT", COMMANDS, [of(on)]))[0] == 200
    await switch(OFF[off], False)
    assert (await rest("PUT", COMMANDS, [of(0, 1)]))[0] == 200


async def test_that_they_are_refused_is_only_believed(play, rest, switch):
    play.world.beliefs.install_kinds_are_checked = False
    await switch(OFF[1], True)
    assert (await rest("PUT", COMMANDS, [of(0, 1)]))[0] == 200


async def test_a_server_can_have_the_commands_alone(play, guild, switch, listener, offer):
    mara = play.actor("mara")
    await offer(of(0))
    await switch("commands_only", True, guild.id)
    assert (await listener.event("GUILD_DELETE"))["id"] == guild.id
    assert [command["name"] for command in mara.commands("games")] == ["ask"]
    interaction = await listener.while_asked(mara.slash("games", "ask"))
    assert interaction["guild_id"] == guild.id
    assert interaction["authorizing_integration_owners"] == {"0": guild.id}
    await switch("commands_only", False, guild.id)
    assert (await listener.event("GUILD_CREATE"))["id"] == guild.id


async def test_in_such_a_server_the_bot_can_only_answer(play, rest, guild, switch, listener, offer):
    await offer(of(0))
    await switch("commands_only", True, guild.id)
    interaction = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await rest("POST", path, {"type": 4, "data": {"content": "here"}}))[0] == 204
    message = (await listener.outcome())["message"]
    assert play.actor("tom").read_messages(message["channel_id"])[-1]["content"] == "here"
    assert (await rest("POST", f"/channels/{message['channel_id']}/messages", {"content": "x"}))[0] == 403
