"""Roles and privileged intents: the server's owner, members' roles, and what the bot is granted."""

from __future__ import annotations

import pytest

import playground.app
from playground.gateway.intents import GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT
from playground.model import permissions as perms
from tests.playground.conftest import UNPRIVILEGED, StillClock
from tests.playground.sockets import dial, identity


async def test_with_the_program_the_first_person_owns_every_server_and_has_roles_to_give():
    play = await playground.app.start(clock=StillClock(), servers=2, owned=True)
    mara, tom = play.actor("mara"), play.actor("tom")
    for guild in play.world.guilds.values():
        assert guild.payload["owner_id"] == mara.id
        assert perms.in_guild(guild, mara.id) == perms.EVERYTHING
        assert perms.in_guild(guild, tom.id) == perms.EVERYONE
        assert [role["name"] for role in guild.roles.values()][-2:] == ["Admin", "Moderator"]
    await play.close()


async def test_a_role_is_made_told_and_given(rest, play, listener, offer):
    [guild] = play.world.guilds.values()
    tom = play.actor("tom")
    command = {"name": "settle", "description": "x", "default_member_permissions": perms.MANAGE_MESSAGES}
    await offer(command)
    assert tom.commands("games") == []
    body = {"name": "Judge", "permissions": str(perms.MANAGE_MESSAGES)}
    status, role = await rest.control("POST", f"/guilds/{guild.id}/roles", body)
    assert (status, role["name"], role["permissions"]) == (200, "Judge", str(perms.MANAGE_MESSAGES))
    told = await listener.event("GUILD_ROLE_CREATE")
    assert (told["guild_id"], told["role"]) == (guild.id, role)
    await rest.control("PATCH", f"/guilds/{guild.id}/members/{tom.id}", {"roles": [role["id"]]})
    assert [offered["name"] for offered in tom.commands("games")] == ["settle"]
    _, state = await rest.control("GET", "/state")
    [told] = state["guilds"]
    assert (told["owner_id"], told["members"][tom.id]) == (guild.payload["owner_id"], [role["id"]])
    assert {"id": role["id"], "name": "Judge", "managed": False} in told["roles"]


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "permissions": "0"},
        {"name": "x" * 101, "permissions": "0"},
        {"name": "x", "permissions": "all"},
        {"name": "x", "permissions": str(1 << 60)},
    ],
)
async def test_a_role_that_cant_be_is_refused(rest, play, body):
    [guild] = play.world.guilds.values()
    before = len(guild.roles)
    assert (await rest.control("POST", f"/guilds/{guild.id}/roles", body))[0] == 400
    assert len(guild.roles) == before


async def test_privileged_intents_are_granted_and_taken_back(rest, play):
    [app] = play.world.applications
    wanted = UNPRIVILEGED | GUILD_MEMBERS | MESSAGE_CONTENT
    for bits, expected in ((GUILD_MEMBERS | MESSAGE_CONTENT, "READY"), (0, 4014)):
        path = f"/applications/{app}/intents"
        assert (await rest.control("PUT", path, {"intents": bits}))[0] == 200
        _, state = await rest.control("GET", "/state")
        assert state["applications"][0]["intents"] == bits
        client = await dial(rest.session, play)
        await client.send(2, identity(play, wanted))
        frame = await client.frame()
        assert (frame if isinstance(frame, int) else frame["t"]) == expected
    assert (await rest.control("PUT", path, {"intents": 1}))[0] == 400


async def test_a_program_can_grant_them_from_the_start():
    play = await playground.app.start(clock=StillClock(), intents=GUILD_PRESENCES)
    [app] = play.world.applications.values()
    assert app.intents == GUILD_PRESENCES
    await play.close()
