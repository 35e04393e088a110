"""A server's scheduled events: who may make, change and delete them, and what they can be."""

from __future__ import annotations

import pytest

from playground.model import permissions as perms
from playground.people.defaults import BOT_ID

EVENT = {
    "name": "Cup",
    "description": "Come in time.",
    "scheduled_start_time": "2026-02-01T18:00:00+00:00",
    "scheduled_end_time": "2026-02-01T20:00:00+00:00",
    "privacy_level": 2,
    "entity_type": 3,
    "entity_metadata": {"location": "#games"},
}


@pytest.fixture
def guild(play):
    return next(iter(play.world.guilds.values()))


@pytest.fixture
def path(guild):
    return f"/guilds/{guild.id}/scheduled-events"


def allow(guild, bits):
    """Give the bot's own role these permissions alone."""
    role = next(role for role in guild.roles.values() if role.get("tags", {}).get("bot_id") == BOT_ID)
    role["permissions"] = str(bits)


async def test_an_event_is_made_changed_begun_and_deleted(rest, guild, path):
    status, made = await rest("POST", path, EVENT)
    assert (status, made["status"], made["creator_id"]) == (200, 1, BOT_ID)
    assert made == guild.events[made["id"]]
    assert EVENT.items() <= made.items()
    one = f"{path}/{made['id']}"
    assert await rest("PATCH", one, {"name": "New"}) == (200, {**made, "name": "New"})
    assert (await rest("PATCH", one, {"status": 2}))[1]["status"] == 2
    assert (await rest("PATCH", one, {"status": 1}))[1]["code"] == 50035
    assert (await rest("DELETE", one))[0] == 204
    assert not guild.events
    for method in ("PATCH", "DELETE"):
        status, refusal = await rest(method, one, {} if method == "PATCH" else None)
        assert (status, refusal["code"]) == (404, 10070)


async def test_only_create_events_makes_one_and_either_permission_changes_the_own_one(rest, guild, path):
    allow(guild, perms.MANAGE_EVENTS)
    status, refusal = await rest("POST", path, EVENT)
    assert (status, refusal["code"]) == (403, 50013)
    allow(guild, perms.CREATE_EVENTS)
    one = f"{path}/{(await rest('POST', path, EVENT))[1]['id']}"
    for bits, status in ((perms.CREATE_EVENTS, 200), (perms.MANAGE_EVENTS, 200), (perms.EVERYONE, 403)):
        allow(guild, bits)
        assert (await rest("PATCH", one, {"name": "New"}))[0] == status
    assert (await rest("DELETE", one))[0] == 403


async def test_someone_elses_event_takes_manage_events(rest, guild, path, play):
    allow(guild, perms.CREATE_EVENTS)
    id = (await rest("POST", path, EVENT))[1]["id"]
    guild.events[id] = {**guild.events[id], "creator_id": play.actor("mara").id}
    assert (await rest("DELETE", f"{path}/{id}"))[0] == 403
    allow(guild, perms.MANAGE_EVENTS)
    assert (await rest("DELETE", f"{path}/{id}"))[0] == 204


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": "x" * 101}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"description": "x" * 1001}, "description", "BASE_TYPE_MAX_LENGTH"),
        ({"scheduled_end_time": None}, "scheduled_end_time", "BASE_TYPE_REQUIRED"),
        ({"scheduled_start_time": "tomorrow"}, "scheduled_start_time", "DATE_TIME_TYPE_PARSE"),
        (
            {"scheduled_start_time": "2025-01-01T00:00:00+00:00"},
            "scheduled_start_time",
            "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
        ),
        (
            {"scheduled_end_time": EVENT["scheduled_start_time"]},
            "scheduled_end_time",
            "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START",
        ),
        ({"privacy_level": 1}, "privacy_level", "BASE_TYPE_CHOICES"),
        ({"entity_type": 2}, "entity_type", "BASE_TYPE_CHOICES"),
    ],
)
async def test_an_event_that_cannot_be_is_refused(rest, guild, path, changes, field, code):
    status, refusal = await rest("POST", path, {**EVENT, **changes})
    assert (status, refusal["code"]) == (400, 50035)
    assert [fault["code"] for fault in refusal["errors"][field]["_errors"]] == [code]
    assert not guild.events


async def test_a_server_has_a_hundred_at_most(rest, guild, path):
    guild.events |= {str(number): {"status": 1} for number in range(100)}
    status, refusal = await rest("POST", path, EVENT)
    assert (status, refusal["code"]) == (400, 30038)
