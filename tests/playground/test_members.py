"""People and bots that join and leave: over the control API, and as a bot learns of it."""

from __future__ import annotations

from tests.playground.conftest import UNPRIVILEGED
from tests.playground.sockets import dial, identity


def first_guild(play):
    return next(iter(play.world.guilds.values()))


async def bot_on_line(rest, play):
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    await client.event("GUILD_CREATE")
    return client


async def test_a_bot_hears_that_it_was_removed_and_invited_again(rest, play):
    client, guild = await bot_on_line(rest, play), first_guild(play)
    bot = next(iter(play.world.applications.values())).bot_id
    path = f"/guilds/{guild.id}/members/{bot}"
    assert await rest.control("DELETE", path) == (200, {})
    gone = await client.event("GUILD_DELETE")
    assert gone == {"id": guild.id}, "nothing says that it is only unavailable"
    games = play.actor("mara").channel("games").id
    assert (await rest("POST", f"/channels/{games}/messages", {"content": "a"}))[1]["code"] == 50001
    assert await rest.control("PUT", path) == (200, {})
    back = await client.event("GUILD_CREATE")
    assert (back["id"], "unavailable" in back) == (guild.id, False)
    assert (await rest("POST", f"/channels/{games}/messages", {"content": "a"}))[0] == 200


async def test_who_left_is_no_member_and_takes_no_private_message(rest, play):
    guild, tom = first_guild(play), play.actor("tom").id
    _, channel = await rest("POST", "/users/@me/channels", {"recipient_id": tom})
    path = f"/channels/{channel['id']}/messages"
    assert (await rest("POST", path, {"content": "a"}))[0] == 200
    await rest.control("DELETE", f"/guilds/{guild.id}/members/{tom}")
    assert (await rest("GET", f"/guilds/{guild.id}/members/{tom}"))[1]["code"] == 10007
    assert (await rest("POST", path, {"content": "b"}))[1]["code"] == 50007
    await rest.control("PUT", f"/guilds/{guild.id}/members/{tom}")
    assert (await rest("POST", path, {"content": "c"}))[0] == 200


async def test_a_deleted_account_is_a_name_without_a_person(rest, play):
    tom = play.actor("tom").id
    _, channel = await rest("POST", "/users/@me/channels", {"recipient_id": tom})
    assert await rest.control("DELETE", "/users/tom") == (200, {})
    refused = await rest("POST", f"/channels/{channel['id']}/messages", {"content": "b"})
    assert refused[1]["code"] == 50007
    assert tom not in first_guild(play).members
    assert (await rest("GET", f"/users/{tom}"))[1]["username"].startswith("deleted_user_")
