"""Lists that a client reads page by page when the gateway has told it where it is."""

from __future__ import annotations

import pytest

from playground.gateway.intents import GUILD_MEMBERS
from playground.model.records import Guild


@pytest.fixture
async def places(play):
    """Ids of the café and two more servers of the bot, the oldest first."""
    [cafe] = play.world.guilds.values()
    for number in (1, 2):
        id = str(int(cafe.id) + (number << 22))
        roles = {**cafe.roles, id: cafe.roles[cafe.id]}
        play.world.guilds[id] = Guild(id, {**cafe.payload, "id": id}, roles, dict(cafe.members))
    return list(play.world.guilds)


async def test_servers_come_by_pages_and_with_counts_for_those_who_ask(rest, play, places):
    first, second, third = places
    for query, expected in (
        ({}, places),
        ({"limit": "1"}, [first]),
        ({"after": first, "limit": "1"}, [second]),
        ({"before": third, "limit": "1"}, [second]),
    ):
        _, found = await rest("GET", "/users/@me/guilds", params=query)
        assert [one["id"] for one in found] == expected
        assert "approximate_member_count" not in found[0]
    _, found = await rest("GET", "/users/@me/guilds", params={"with_counts": "true"})
    assert [one["approximate_member_count"] for one in found] == [5, 5, 5]
    _, found = await rest("GET", f"/guilds/{first}", params={"with_counts": "true"})
    assert found["approximate_member_count"] == 5


@pytest.fixture
async def thread(rest, play):
    """Makes a thread in games: `await thread("name")`."""
    games = play.actor("mara").channel("games").id

    async def make(name):
        _, made = await rest("POST", f"/channels/{games}/threads", {"name": name, "type": 11})
        return made["id"]

    return make


async def test_members_of_a_thread_come_by_pages_and_with_their_membership_for_those_who_ask(
    rest, play, thread
):
    id = await thread("a thread")
    people = sorted((play.actor(name).id for name in ("mara", "tom", "ines")), key=int)
    for one in people:
        await rest("PUT", f"/channels/{id}/thread-members/{one}")
    [bot] = play.world.applications
    everybody = sorted([*people, bot], key=int)
    path = f"/channels/{id}/thread-members"
    assert (await rest("GET", path))[1]["code"] == 50001, "that takes a privileged intent"
    play.world.applications[bot].intents = GUILD_MEMBERS
    _, found = await rest("GET", path)
    assert [one["user_id"] for one in found] == everybody
    assert "member" not in found[0]
    _, found = await rest("GET", path, params={"after": everybody[1], "limit": "1", "with_member": "true"})
    assert [(one["user_id"], one["member"]["user"]["id"]) for one in found] == [(everybody[2],) * 2]
    _, found = await rest("GET", f"{path}/{people[0]}", params={"with_member": "true"})
    assert found["member"]["user"]["id"] == people[0]


async def test_archived_threads_come_by_pages_the_last_archived_first(rest, play, thread):
    ids = [await thread(str(number)) for number in range(3)]
    for id in ids:
        await rest("PATCH", f"/channels/{id}", {"archived": True})
        play.world.clock.advance(1)
    games = play.actor("mara").channel("games").id
    path = f"/channels/{games}/threads/archived/public"
    _, found = await rest("GET", path, params={"limit": "2"})
    assert ([one["id"] for one in found["threads"]], found["has_more"]) == ([ids[2], ids[1]], True)
    assert [one["id"] for one in found["members"]] == [ids[2], ids[1]]
    last = found["threads"][-1]["thread_metadata"]["archive_timestamp"]
    _, found = await rest("GET", path, params={"limit": "2", "before": last})
    assert ([one["id"] for one in found["threads"]], found["has_more"]) == ([ids[0]], False)
    status, refusal = await rest("GET", path, params={"before": "yesterday"})
    assert (status, refusal["code"]) == (400, 50035)


async def test_a_bot_opens_no_letters_to_bots(rest, play):
    [bot] = play.world.applications
    status, refusal = await rest("POST", "/users/@me/channels", {"recipient_id": bot})
    assert (status, refusal["code"]) == (400, 50007)
