"""Routes that few bots use, from the table in docs/playground.md: each answers as described."""

from __future__ import annotations

import pytest

from playground.model import permissions as perms
from playground.model import shapes
from playground.people.defaults import BOT_ID

GUIDE = {"name": "guide", "description": "How it goes"}
APP = f"/applications/{BOT_ID}"


async def test_one_global_command_is_read_changed_and_deleted(rest, offer):
    [made] = await offer(GUIDE)
    path = f"{APP}/commands/{made['id']}"
    assert await rest("GET", path) == (200, made)
    status, changed = await rest("PATCH", path, {"description": "What it is"})
    assert (status, changed["id"], changed["name"]) == (200, made["id"], "guide")
    assert (changed["description"], changed["version"] != made["version"]) == ("What it is", True)
    assert (await rest("GET", path))[1] == changed
    assert (await rest("DELETE", path))[0] == 204
    assert await rest("GET", f"{APP}/commands") == (200, [])
    for method in ("GET", "PATCH", "DELETE"):
        status, refusal = await rest(method, path, {} if method == "PATCH" else None)
        assert (status, refusal["code"]) == (404, 10063)


@pytest.mark.parametrize(("path", "nothing"), [("emojis", {"items": []}), ("entitlements", []), ("skus", [])])
async def test_an_application_has_no_emojis_and_sells_nothing(rest, path, nothing):
    assert await rest("GET", f"{APP}/{path}") == (200, nothing)


async def test_a_new_channel_is_told_and_one_that_a_bot_does_not_see_without_its_name(rest, play, listener):
    guild = next(iter(play.world.guilds.values()))
    role = play.world.ids.next()
    guild.roles[role] = shapes.role(role, "builder", perms.MANAGE_CHANNELS, 1)
    guild.members[BOT_ID]["roles"].append(role)
    status, made = await rest("POST", f"/guilds/{guild.id}/channels", {"name": "new"})
    assert (status, await listener.event("CHANNEL_CREATE")) == (201, made)
    hidden = [{"id": BOT_ID, "type": 1, "allow": 0, "deny": perms.VIEW_CHANNEL}]
    body = {"name": "secret", "permission_overwrites": hidden}
    _, made = await rest("POST", f"/guilds/{guild.id}/channels", body)
    told = await listener.event("CHANNEL_CREATE")
    assert (told["id"], told["name"]) == (made["id"], "___hidden___")


async def test_a_follow_up_is_changed_and_deleted_by_its_own_id(rest, play, asked):
    await asked({"type": 4, "data": {"content": "first"}})
    token = next(iter(play.world.interaction_tokens))
    hook = f"/webhooks/{BOT_ID}/{token}"
    _, made = await rest("POST", hook, {"content": "second"})
    path = f"{hook}/messages/{made['id']}"
    status, changed = await rest("PATCH", path, {"content": "changed"})
    assert (status, changed["content"], changed["id"]) == (200, "changed", made["id"])
    assert (await rest("DELETE", path))[0] == 204
    assert [message["content"] for message in play.actor("mara").read_messages("games")] == ["first"]
    assert (await rest("PATCH", path, {"content": "x"}))[1]["code"] == 10008


async def test_nothing_is_switched_on_in_a_server_and_its_channels(rest, play):
    [path] = [f"/guilds/{guild}" for guild in play.world.guilds]
    _, server = await rest("GET", path)
    _, channels = await rest("GET", f"{path}/channels")
    assert [name for whole in (server, *channels) for name, value in whole.items() if value is True] == []
    assert (server["nsfw"], {channel["nsfw"] for channel in channels}) == (False, {False})
