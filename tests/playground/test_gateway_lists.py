"""Lists that a client reads page by page over REST, or requests over the gateway."""

from __future__ import annotations

import pytest

from playground.gateway.chunks import send_members
from playground.gateway.intents import GUILD_MEMBERS
from playground.gateway.session import Session
from playground.model import permissions as perms
from playground.model.records import Guild


def like(guild, id):
    """Return a server with this id and the same members and roles as `guild`."""
    roles = {**guild.roles, id: guild.roles[guild.id]}
    return Guild(id, {**guild.payload, "id": id}, roles, dict(guild.members))


@pytest.fixture
async def places(play):
    """Add two servers of the bot; return the ids of all three, the café's first."""
    [cafe] = play.world.guilds.values()
    for number in (1, 2):
        id = str(int(cafe.id) + (number << 22))
        play.world.guilds[id] = like(cafe, id)
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
        assert [item["id"] for item in found] == expected
        assert "approximate_member_count" not in found[0]
    _, found = await rest("GET", "/users/@me/guilds", params={"with_counts": "true"})
    assert [server["approximate_member_count"] for server in found] == [5, 5, 5]
    _, found = await rest("GET", f"/guilds/{first}", params={"with_counts": "true"})
    assert found["approximate_member_count"] == 5


@pytest.fixture
async def thread(rest, play):
    """Return a function that opens a thread with a given name in “games” and returns its id."""
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
    for person in people:
        await rest("PUT", f"/channels/{id}/thread-members/{person}")
    [bot] = play.world.applications
    everybody = sorted([*people, bot], key=int)
    path = f"/channels/{id}/thread-members"
    assert (await rest("GET", path))[1]["code"] == 50001, "that takes a privileged intent"
    play.world.applications[bot].intents = GUILD_MEMBERS
    _, found = await rest("GET", path)
    assert [member["user_id"] for member in found] == everybody
    assert "member" not in found[0]
    _, found = await rest("GET", path, params={"after": everybody[1], "limit": "1", "with_member": "true"})
    assert [(member["user_id"], member["member"]["user"]["id"]) for member in found] == [(everybody[2],) * 2]
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
    assert ([item["id"] for item in found["threads"]], found["has_more"]) == ([ids[2], ids[1]], True)
    assert [member["id"] for member in found["members"]] == [ids[2], ids[1]]
    last = found["threads"][-1]["thread_metadata"]["archive_timestamp"]
    _, found = await rest("GET", path, params={"limit": "2", "before": last})
    assert ([item["id"] for item in found["threads"]], found["has_more"]) == ([ids[0]], False)
    _, found = await rest("GET", path, params={"limit": "3"})
    assert ([item["id"] for item in found["threads"]], found["has_more"]) == (ids[::-1], False)
    status, refusal = await rest("GET", path, params={"before": "yesterday"})
    assert (status, refusal["code"]) == (400, 50035)


async def test_archived_threads_are_listed_by_their_kind_and_not_among_the_active(rest, play, thread):
    games = play.actor("mara").channel("games")
    public, active = await thread("public"), await thread("active")
    _, private = await rest("POST", f"/channels/{games.id}/threads", {"name": "private", "type": 12})
    for id in (public, private["id"]):
        await rest("PATCH", f"/channels/{id}", {"archived": True})
    role = play.world.guilds[games.guild_id].roles[games.guild_id]
    role["permissions"] = str(int(role["permissions"]) | perms.MANAGE_THREADS)
    for kind, id in (("public", public), ("private", private["id"])):
        _, found = await rest("GET", f"/channels/{games.id}/threads/archived/{kind}")
        assert [item["id"] for item in found["threads"]] == [id]
    _, found = await rest("GET", f"/guilds/{games.guild_id}/threads/active")
    assert [item["id"] for item in found["threads"]] == [active]


async def test_members_come_one_at_a_time_by_id_unless_more_are_asked_for(rest, play):
    [bot], [guild] = play.world.applications, play.world.guilds
    play.world.applications[bot].intents = GUILD_MEMBERS
    members = play.world.guilds[guild].members
    everybody = sorted(members, key=int)
    members[everybody[0]] = members.pop(everybody[0])
    for query, expected in (
        ({}, everybody[:1]),
        ({"limit": "9"}, everybody),
        ({"after": everybody[1], "limit": "2"}, everybody[2:4]),
    ):
        _, found = await rest("GET", f"/guilds/{guild}/members", params=query)
        assert [found_member["user"]["id"] for found_member in found] == expected
    for member in members.values():
        member["user"]["username"] = f"m-{member['user']['username']}"
    for query, expected in (({"query": "m"}, 1), ({"query": "m", "limit": "4"}, 4), ({"query": "M-TO"}, 1)):
        _, found = await rest("GET", f"/guilds/{guild}/members/search", params=query)
        assert len(found) == expected


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        ("/users/@me/guilds", 1, 200),
        ("/guilds/{guild}/members", 1, 1000),
        ("/guilds/{guild}/members/search", 1, 1000),
        ("/channels/{channel}/threads/archived/public", 2, 100),
        ("/channels/{thread}/thread-members", 1, 100),
        ("/channels/{channel}/messages", 1, 100),
        ("/channels/{channel}/messages/pins", 1, 50),
    ],
)
async def test_a_list_has_no_pages_beyond_its_bounds(rest, play, thread, path, least, most):
    play.witnesses.clear()  # Discord's description has no such limits.
    [bot], games = play.world.applications, play.actor("mara").channel("games")
    play.world.applications[bot].intents = GUILD_MEMBERS
    here = path.format(guild=games.guild_id, channel=games.id, thread=await thread("t"))
    asked = [await rest("GET", here, params={"limit": str(n)}) for n in (least - 1, least, most, most + 1)]
    assert [status for status, _ in asked] == [400, 200, 200, 400]
    assert [asked[n][1]["code"] for n in (0, 3)] == [50035, 50035]


async def test_without_a_number_a_list_has_as_many_as_discord_gives(rest, play, thread):
    play.witnesses.clear()  # The entries made here only have the fields that are counted.
    world, [bot], games = play.world, play.world.applications, play.actor("mara").channel("games")
    world.applications[bot].intents = GUILD_MEMBERS
    full, [cafe] = world.channels[await thread("full")], world.guilds.values()
    full.thread_members = {str(n): {"user_id": str(n)} for n in range(1, 102)}
    world.guilds |= {str(n): like(cafe, str(n)) for n in range(1, 201)}
    message = world.messages[(await play.actor("mara").say("games", "x"))["id"]]
    world.messages |= {str(n): message for n in range(51)}
    games.pins = {str(n): world.now() for n in range(51)}
    old = await thread("old")
    await rest("PATCH", f"/channels/{old}", {"archived": True})
    games.threads = 51 * [old]
    for path, count in (
        (f"/channels/{full.id}/thread-members", 100),
        ("/users/@me/guilds", 200),
        (f"/channels/{games.id}/messages/pins", 50),
        (f"/channels/{games.id}/threads/archived/public", 50),
    ):
        _, found = await rest("GET", path)
        listed = found if isinstance(found, list) else found.get("items") or found["threads"]
        assert (path, len(listed)) == (path, count)


@pytest.fixture
def asked_for(play):
    """Return a function that requests members and returns the chunks: `asked_for(query="m")`."""
    [app], [guild] = play.world.applications.values(), play.world.guilds

    def ask(**data):
        told = []
        session = Session(app, 0, (0, 1), False, lambda name, chunk: told.append(chunk))
        send_members(play.world, session, {"guild_id": guild, **data})
        return told

    return ask


@pytest.mark.parametrize(("count", "chunks"), [(1000, [1000]), (1001, [1000, 1])])
def test_members_on_request_come_in_chunks_of_a_thousand(play, asked_for, count, chunks):
    [guild], [bot] = play.world.guilds.values(), play.world.applications
    guild.members = {str(n): guild.members[bot] for n in range(count - 1)} | {bot: guild.members[bot]}
    told = asked_for(query="", limit=0)
    assert [len(chunk["members"]) for chunk in told] == chunks
    assert [chunk["chunk_index"] for chunk in told] == list(range(len(chunks)))
    assert {chunk["chunk_count"] for chunk in told} == {len(chunks)}


def test_at_most_a_hundred_members_are_found_by_id_or_name(play, asked_for):
    [guild], mara = play.world.guilds.values(), play.actor("mara").id
    guild.members |= {str(n): guild.members[mara] for n in range(101)}
    for data, count in (
        ({"user_ids": [str(n) for n in range(101)]}, 100),
        ({"user_ids": mara}, 1),
        ({"query": "ma", "limit": 101}, 100),
        ({"query": "ma"}, 100),
        ({"query": "ma", "limit": 3}, 3),
        ({"query": "", "limit": 3}, 3),
        ({"query": "nobody"}, 0),
    ):
        [chunk] = asked_for(**data)
        assert (data, len(chunk["members"])) == (data, count)


def test_a_nonce_of_32_bytes_comes_back_and_a_longer_one_does_not(asked_for):
    assert asked_for(query="", nonce="n" * 32)[0]["nonce"] == "n" * 32
    assert "nonce" not in asked_for(query="", nonce="ü" * 17)[0]


async def test_a_bot_opens_no_letters_to_bots(rest, play):
    [bot] = play.world.applications
    status, refusal = await rest("POST", "/users/@me/channels", {"recipient_id": bot})
    assert (status, refusal["code"]) == (400, 50007)
