"""Commands for some members only: `default_member_permissions`, as Discord's documentation describes it."""

from __future__ import annotations

import pytest

from playground.apps import commands
from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import ControlError
from playground.places import channels

TEXT = {"type": 3, "name": "which", "description": "Which", "autocomplete": True}
FOCUSED = [{"type": 3, "name": "which", "value": "a", "focused": True}]


def command(needed):
    return {"name": "clear", "description": "x", "options": [TEXT], "default_member_permissions": needed}


class Server:
    """The playground's only server, with a way to give its members permissions."""

    def __init__(self, play) -> None:
        self.play = play
        self.guild = next(iter(play.world.guilds.values()))

    def names(self, who):
        return [offered["name"] for offered in self.play.actor(who).commands("games")]

    def give(self, who, bits):
        """Give the person a new role with these permissions."""
        world, id = self.play.world, self.play.world.ids.next()
        self.guild.roles[id] = shapes.role(id, "some", bits, 2)
        person = self.play.actor(who).id
        member = self.guild.members[person]
        self.guild.members[person] = {**member, "roles": [*member["roles"], id]}
        return world


@pytest.fixture
def server(play):
    return Server(play)


async def test_a_member_without_the_permission_neither_sees_nor_uses_nor_completes_a_command(
    play, server, offer
):
    await offer(command(perms.MANAGE_MESSAGES))
    mara = play.actor("mara")
    assert server.names("mara") == []
    with pytest.raises(ControlError, match="no command /clear"):
        await mara.slash("games", "clear")
    with pytest.raises(ControlError, match="no command /clear"):
        await mara.autocomplete("games", "clear", FOCUSED)


async def test_whoever_has_all_of_the_permissions_may(server, offer):
    await offer(command(perms.MANAGE_MESSAGES | perms.MANAGE_CHANNELS))
    server.give("mara", perms.MANAGE_MESSAGES)
    assert server.names("mara") == []
    server.give("mara", perms.MANAGE_CHANNELS)
    assert server.names("mara") == ["clear"]
    assert server.names("tom") == []


async def test_administrators_and_the_owner_always_may_others_not_where_none_is_named(play, server, offer):
    await offer(command(0))
    server.give("mara", perms.ADMINISTRATOR)
    server.guild.payload = {**server.guild.payload, "owner_id": play.actor("tom").id}
    server.give("ines", perms.EVERYONE | perms.MANAGE_MESSAGES)
    assert [server.names(who) for who in ("mara", "tom", "ines")] == [["clear"], ["clear"], []]


async def test_a_channel_gives_and_takes_the_permission(play, server, offer):
    await offer(command(perms.MANAGE_MESSAGES))
    mara, games = play.actor("mara"), play.actor("mara").channel("games")
    made = {"id": mara.id, "type": 1, "allow": str(perms.MANAGE_MESSAGES), "deny": "0"}
    channels.edit(play.world, games, {"permission_overwrites": [made]})
    assert server.names("mara") == ["clear"]
    assert mara.commands("general") == []


@pytest.mark.slow
async def test_in_direct_messages_nobody_needs_permissions(play, offer):
    await offer({**command(perms.MANAGE_MESSAGES), "contexts": [0, 1]})
    mara = play.actor("mara")
    [bot] = (app.bot_id for app in play.world.applications.values())
    assert [offered["name"] for offered in mara.commands((await mara.open_dm(bot))["id"])] == ["clear"]


async def test_a_command_that_is_not_for_private_messages_is_offered_in_servers_alone(play, offer):
    await offer({"name": "clear", "description": "x", "dm_permission": False})
    mara, [app] = play.actor("mara"), play.world.applications.values()
    private = await mara.open_dm(app.bot_id)
    for channel, names in ((mara.channel("games").id, ["clear"]), (private["id"], [])):
        found = commands.usable(play.world, mara.id, play.world.channels[channel])
        assert [made["name"] for _, made in found] == names
