"""Applications installed by people: their commands work everywhere, with fewer permissions."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import app_commands

from playground.model import permissions as perms
from playground.model.errors import ControlError
from playground.people.defaults import BOT_ID
from playground.places import members
from tests.kit.people import Person

BOTH = {"integration_types_config": {"0": {}, "1": {}}}
EVERYWHERE = {"name": "everywhere", "description": "x", "integration_types": [0, 1], "contexts": [0, 1, 2]}
BY_PEOPLE = {"name": "mine", "description": "x", "integration_types": [1], "contexts": [0, 2]}
BY_SERVERS = {"name": "theirs", "description": "x", "integration_types": [0]}


@pytest.fixture
async def mara(play, rest, offer):
    """Return Mara, who has installed an application with commands of each kind."""
    assert (await rest("PATCH", "/applications/@me", BOTH))[1]["integration_types_config"] == {
        "0": {},
        "1": {},
    }
    await offer(EVERYWHERE, BY_PEOPLE, BY_SERVERS)
    actor = play.actor("mara")
    await actor.install(BOT_ID)
    return actor


@pytest.fixture
def guild(play):
    return next(iter(play.world.guilds.values()))


@pytest.fixture
def away(play, guild, mara, listener):
    """Remove the bot from the server."""
    members.remove(play.world, guild, BOT_ID)


@pytest.fixture
async def private(play, mara):
    """Return the id of the DM between Mara and Tom."""
    return (await mara.open_dm(play.actor("tom").id))["id"]


@pytest.fixture
async def asked(play, rest, mara, listener):
    """Return a function that lets Mara use “/mine” and returns the interaction and a way to answer it."""

    async def ask(place, command="mine"):
        interaction = await listener.while_asked(mara.slash(place, command))
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"

        async def answer(data, kind=4):
            assert (await rest("POST", path, {"type": kind, "data": data}))[0] == 204
            return await listener.outcome()

        return interaction, answer

    return ask


def names(actor, place):
    return sorted(command["name"] for command in actor.commands(place))


async def test_an_application_for_servers_alone_cannot_be_installed_by_people(play, rest):
    path = f"/users/mara/applications/{BOT_ID}"
    await rest("PATCH", "/applications/@me", {"integration_types_config": {"0": {}}})
    status, refusal = await rest.control("PUT", path)
    assert (status, refusal) == (403, {"message": "Robot can only be added to servers."})
    await rest("PATCH", "/applications/@me", BOTH)
    assert (await rest.control("PUT", path))[0] == 200
    assert (await rest("GET", "/applications/@me"))[1]["approximate_user_install_count"] == 1
    assert (await rest.control("DELETE", path))[0] == 200
    assert (await rest("GET", "/applications/@me"))[1]["approximate_user_install_count"] == 0


@pytest.mark.parametrize("config", [{"2": {}}, {}])
async def test_there_are_two_kinds_of_installation(play, rest, config):
    status, refusal = await rest("PATCH", "/applications/@me", {"integration_types_config": config})
    assert (status, refusal["code"]) == (400, 50035)


async def test_a_command_that_names_no_kind_of_installation_is_open_to_all_that_its_application_has(
    rest, offer, guild
):
    for config, expected in (({"0": {}}, [0]), ({"0": {}, "1": {}}, [0, 1]), ({"1": None}, [1])):
        await rest("PATCH", "/applications/@me", {"integration_types_config": config})
        [made] = await offer({"name": "plain", "description": "x"})
        assert made["integration_types"] == expected
    path = f"/applications/{BOT_ID}/guilds/{guild.id}/commands"
    _, made = await rest("POST", path, {"name": "plain", "description": "x"})
    assert made["integration_types"] == [0]


async def test_who_has_installed_it_is_offered_more_and_others_are_not(play, mara):
    assert names(mara, "games") == ["everywhere", "mine", "theirs"]
    assert names(play.actor("tom"), "games") == ["everywhere", "theirs"]


async def test_in_a_server_without_the_bot_only_what_people_installed_is_left(play, mara, away):
    assert names(mara, "games") == ["everywhere", "mine"]
    assert names(play.actor("tom"), "games") == []
    await mara.uninstall(BOT_ID)
    assert names(mara, "games") == []


async def test_commands_come_along_into_the_places_that_they_name(play, mara, private):
    tom, with_bot = play.actor("tom"), await mara.open_dm(BOT_ID)
    assert names(mara, private) == ["everywhere", "mine"]
    assert names(mara, with_bot["id"]) == ["everywhere", "theirs"]
    assert names(tom, private) == []


async def test_permissions_that_a_server_asks_for_do_not_concern_what_people_installed(
    play, mara, away, offer
):
    await offer(EVERYWHERE | {"default_member_permissions": 0})
    assert names(mara, "games") == ["everywhere"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "command", "context", "keys"),
    [
        ("games", "everywhere", 0, {"0", "1"}),
        ("games", "mine", 0, {"1"}),
        ("games", "theirs", 0, {"0"}),
        ("private", "mine", 2, {"1"}),
        ("bot", "everywhere", 1, {"0", "1"}),
    ],
)
async def test_an_interaction_tells_by_which_installation_it_came_and_from_what_kind_of_place(
    play, mara, guild, private, asked, place, command, context, keys
):
    places = {"private": private, "bot": (await mara.open_dm(BOT_ID))["id"]}
    interaction, answer = await asked(places.get(place, place), command)
    owners = {"0": guild.id if context == 0 else "0", "1": mara.id}
    expected = {key: owners[key] for key in keys}
    assert (interaction["authorizing_integration_owners"], interaction["context"]) == (expected, context)
    message = (await answer({"content": "x"}))["message"]
    assert message["interaction_metadata"]["authorizing_integration_owners"] == expected


async def test_an_interaction_tells_what_the_application_may_where_it_was_used(
    play, mara, private, asked, away
):
    direct = perms.ATTACH_FILES | perms.EMBED_LINKS | perms.MENTION_EVERYONE
    for place, expected in ((private, direct), ("games", perms.ATTACH_FILES | perms.EMBED_LINKS)):
        interaction, answer = await asked(place)
        assert int(interaction["app_permissions"]) & direct == expected
        await answer({"content": "x"})


async def test_a_channel_that_was_chosen_tells_what_the_application_may_there(
    play, rest, mara, offer, listener, guild
):
    option = {"type": 7, "name": "where", "description": "A channel", "required": True}
    await offer({"name": "pick", "description": "Pick", "options": [option]})
    [quiet] = [channel for channel in play.world.channels_of(guild.id) if channel.payload["name"] == "quiet"]
    no_files = [{"id": BOT_ID, "type": 1, "allow": "0", "deny": str(perms.ATTACH_FILES)}]
    await rest.control("PATCH", f"/channels/{quiet.id}", {"permission_overwrites": no_files})
    chosen = [{"type": 7, "name": "where", "value": quiet.id}]
    interaction = await listener.while_asked(mara.slash("games", "pick", chosen))
    told = interaction["data"]["resolved"]["channels"][quiet.id]
    assert not int(told["app_permissions"]) & perms.ATTACH_FILES
    assert int(interaction["app_permissions"]) & int(told["permissions"]) & perms.ATTACH_FILES


async def test_a_conversation_of_two_names_the_other_person(play, private, asked):
    interaction, answer = await asked(private)
    assert [recipient["username"] for recipient in interaction["channel"]["recipients"]] == ["tom"]
    assert interaction["user"]["username"] == "mara"
    await answer({"content": "x"})


async def test_the_answer_is_there_for_all_and_the_bot_has_no_other_way_in(play, rest, private, asked):
    for place in (private, "games"):
        guild = next(iter(play.world.guilds.values()))
        guild.members.pop(BOT_ID, None)
        interaction, answer = await asked(place)
        message = (await answer({"content": "here"}))["message"]
        assert play.actor("tom").read_messages(message["channel_id"])[-1]["content"] == "here"
        path = f"/channels/{message['channel_id']}"
        for method, more, body in (
            ("GET", "", None),
            ("GET", f"/messages/{message['id']}", None),
            ("PATCH", f"/messages/{message['id']}", {"content": "y"}),
            ("POST", "/messages", {"content": "y"}),
        ):
            status, refusal = await rest(method, path + more, body)
            assert (status, refusal["code"]) == (403, 50001)
        hook = f"/webhooks/{BOT_ID}/{interaction['token']}/messages/@original"
        assert (await rest("PATCH", hook, {"content": "changed"}))[1]["content"] == "changed"


async def test_where_the_bot_is_not_it_follows_up_five_times_and_is_then_refused_with_40094(
    play, rest, asked, away
):
    interaction, answer = await asked("games")
    await answer({}, 5)
    hook = f"/webhooks/{BOT_ID}/{interaction['token']}"
    assert (await rest("POST", hook, {"content": "the answer itself"}))[0] == 200
    found = [await rest("POST", hook, {"content": str(number)}) for number in range(6)]
    assert [status for status, _ in found] == [200] * 5 + [400]
    assert found[-1][1]["code"] == 40094
    assert (await rest("PATCH", hook + "/messages/@original", {"content": "still"}))[0] == 200
    assert len(play.actor("mara").read_messages("games")) == 6


async def test_where_the_bot_is_it_follows_up_as_often_as_it_likes(play, rest, asked):
    interaction, answer = await asked("games", "everywhere")
    await answer({"content": "x"})
    hook = f"/webhooks/{BOT_ID}/{interaction['token']}"
    assert [(await rest("POST", hook, {"content": "x"}))[0] for _ in range(7)] == [200] * 7


async def test_without_leave_for_applications_from_elsewhere_answers_are_for_the_asker_alone(
    play, guild, asked, away
):
    everyone = guild.roles[guild.id]
    bits = int(everyone["permissions"]) & ~perms.USE_EXTERNAL_APPS
    guild.roles[guild.id] = {**everyone, "permissions": str(bits)}
    _, answer = await asked("games")
    message = (await answer({"content": "x"}))["message"]
    assert message["flags"] & 64
    assert play.actor("tom").read_messages("games") == []


async def test_a_component_belongs_to_whoever_installed_what_made_it(play, mara, listener, private, asked):
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    _, answer = await asked(private)
    message = (await answer({"content": "x", "components": [row]}))["message"]
    pressed = await listener.while_asked(play.actor("tom").press(private, message["id"], "go"))
    assert pressed["authorizing_integration_owners"] == {"1": mara.id}
    assert (pressed["context"], pressed["user"]["username"]) == (2, "tom")
    play.world.clock.advance(4)
    await listener.outcome()


async def test_discord_py_answers_where_its_bot_has_never_been(play, rest, bot, guild):
    @bot.tree.command(description="Comes along")
    @app_commands.allowed_installs(guilds=False, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
    async def along(interaction: discord.Interaction) -> None:
        told = (
            interaction.is_user_integration(),
            interaction.is_guild_integration(),
            interaction.context.guild,
        )
        await interaction.response.send_message(str(told))
        await interaction.followup.send("and more")

    await rest("PATCH", "/applications/@me", BOTH)
    await bot.tree.sync()
    mara = Person(play.actor("mara"), "games")
    await mara.actor.install(BOT_ID)
    members.remove(play.world, guild, BOT_ID)
    assert (await bot.next("guild_remove")).id == int(guild.id)
    assert (await mara.slash("/along")).text == "(True, False, True)"
    private = (await mara.actor.open_dm(play.actor("tom").id))["id"]
    assert (await mara.slash("/along", channel=private)).text == "(True, False, False)"
    await mara.sees("and more")


async def test_what_is_not_offered_cannot_be_used(mara, away):
    with pytest.raises(ControlError, match="There's no command /theirs here"):
        await asyncio.wait_for(mara.slash("games", "theirs"), 5)
