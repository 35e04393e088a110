"""The server's event for a contest: an organizer adds it once, and it moves and goes with the contest."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.core.errors import UserError
from bot.matchmaking.contests.log.event_store import SERVER_EVENT
from bot.matchmaking.contests.organizing import changing, organizing, server_event
from bot.matchmaking.contests.ui import server_events
from playground.model import permissions as perms
from playground.model.payload import moment_of
from playground.places import channels
from tests.kit.contests.stage import ORGANIZER, Stage
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.roles.permissions import deny
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import DAY, HOUR, all_join, begin, card, create, organized, stands
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)
ADD = "Add to the server's events"


async def managing(t: Table) -> Seen:
    return await t.ines.tap("Manage", card(t))


def events(t: Table) -> dict[str, Any]:
    [guild] = t.playground.world.guilds.values()
    return guild.events


async def test_an_organizer_adds_it_once(t: Table) -> None:
    await create(t)
    older = await managing(t)
    told = await t.ines.tap(ADD, await managing(t))
    assert "It's in the server's events." in told.text
    assert ADD not in told.buttons
    assert ADD not in (await managing(t)).buttons
    [event] = events(t).values()
    start = (await stands(t)).terms.starts_at
    assert (event["name"], event["entity_metadata"]["location"]) == ("Friday Cup", "#games")
    assert moment_of(event["scheduled_start_time"]) == start
    assert moment_of(event["scheduled_end_time"]) == start + 2 * HOUR
    assert event["description"].startswith("**Swiss** · Creators vs Destroyers · ")
    assert (await stands(t)).event == int(event["id"])
    assert "Added it to the server's events." in (await t.mara.tap("Log", await details(t))).text
    async with nothing_changes(t):
        assert_refused(await t.ines.tap(ADD, older), "It's in the server's events already")
    assert len(events(t)) == 1


async def details(t: Table) -> Seen:
    return await t.mara.tap("Details", card(t))


async def test_without_the_permission_nothing_changes_and_it_is_named(t: Table) -> None:
    await create(t)
    deny(t, perms.CREATE_EVENTS)
    async with nothing_changes(t):
        refused = await t.ines.tap(ADD, await managing(t))
    assert_refused(refused, "An admin can give my role the permission Create Events.")
    assert not events(t)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "why"), [(403, "the permission Create Events"), (400, "Discord didn't take the event")]
)
async def test_what_discord_refuses_changes_nothing(t: Table, status: int, why: str) -> None:
    await create(t)
    panel = await managing(t)
    t.playground.faults.order({"match": "POST /guilds/.*/scheduled-events", "status": status, "times": 1})
    async with nothing_changes(t):
        assert_refused(await t.ines.tap(ADD, panel), why)
    assert ADD in (await managing(t)).buttons


@pytest.mark.slow
async def test_a_channel_that_not_everyone_sees_is_not_named(t: Table) -> None:
    await create(t)
    [guild] = t.playground.world.guilds.values()
    place = t.ines.actor.channel("games")
    everyone = {"id": guild.id, "type": 0, "allow": "0", "deny": str(perms.VIEW_CHANNEL)}
    others = [id for id in guild.roles if id != guild.id]
    seeing = [{"id": id, "type": 0, "allow": str(perms.VIEW_CHANNEL), "deny": "0"} for id in others]
    panel = await managing(t)
    channels.edit(t.playground.world, place, {"permission_overwrites": [everyone, *seeing]})
    await t.ines.tap(ADD, panel)
    [event] = events(t).values()
    assert event["entity_metadata"] == {"location": "Discord"}


async def test_it_moves_with_the_start(t: Table) -> None:
    await create(t)
    panel = await t.ines.tap("Change terms", await t.ines.tap(ADD, await managing(t)))
    modal = await t.ines.tap_for_modal("Name, start, and save", panel)
    await t.ines.submit(modal, name="Sunday Cup", start="in 3 days")
    await t.settled()
    [event] = events(t).values()
    assert event["name"] == "Sunday Cup"
    start = int(t.playground.world.clock.now()) + 3 * DAY
    assert moment_of(event["scheduled_start_time"]) == start
    assert moment_of(event["scheduled_end_time"]) == start + 2 * HOUR


async def test_it_goes_with_a_contest_that_is_called_off(t: Table) -> None:
    await create(t)
    panel = await t.ines.tap("Call off", await t.ines.tap(ADD, await managing(t)))
    await t.ines.tap("Call it off", panel)
    await t.settled()
    assert not events(t)


@pytest.mark.slow
async def test_it_begins_with_a_contest_that_begins_early(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t)
    await t.ines.tap("Start now", await t.ines.tap(ADD, await managing(t)))
    await t.settled()
    [event] = events(t).values()
    assert event["status"] == 2


@pytest.mark.slow
async def test_one_that_a_member_has_deleted_keeps_nothing_from_going_on(t: Table) -> None:
    await create(t, g="ccc")
    await t.ines.tap(ADD, await managing(t))
    events(t).clear()
    await all_join(t)
    assert (await begin(t)).status == "running"
    await t.ines.tap("Call it off", await t.ines.tap("Call off", await managing(t)))
    await t.settled()
    assert (await stands(t)).status == "called off"
    assert not events(t)


def test_a_channel_that_the_bot_does_not_know_is_not_named() -> None:
    ctx: Any = SimpleNamespace(client=SimpleNamespace(get_channel=lambda _: None))
    row: Any = SimpleNamespace(channel=5)
    assert server_events._find_location(ctx, row) == "Discord"


async def queued(stage: Stage) -> int:
    found = "SELECT COUNT(*) FROM outbox WHERE kind = :kind"
    return int((await sql(stage.app.database, found, kind=SERVER_EVENT))[0][0])


async def test_an_event_by_terms_that_have_changed_is_not_kept(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    old = (await on_stage.of(id)).terms
    await changing.change(on_stage.app, id, msgspec.structs.replace(old, rounds=3), ORGANIZER.id)
    with pytest.raises(UserError, match="has just changed"):
        await server_event.note(on_stage.app, id, old, 77, ORGANIZER.id)
    assert (await on_stage.of(id)).event == 0


@pytest.mark.parametrize("terms", [{"kind": "ladder"}, {"kind": "teams"}, {"kind": "swiss", "starts_at": 0}])
async def test_what_has_no_start_that_can_move_cannot_be_added(
    on_stage: Stage, terms: dict[str, Any]
) -> None:
    assert not server_event.can_add(await on_stage.of(await on_stage.contest(**terms)))


async def test_what_begins_on_time_asks_nothing_of_discord(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await server_event.note(on_stage.app, id, (await on_stage.of(id)).terms, 77, ORGANIZER.id)
    await on_stage.enter(id, 1, 2, 3)
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "running"
    await organizing.call_off(on_stage.app, id, ORGANIZER.id)
    await on_stage.settle()
    assert await queued(on_stage) == 0


async def test_an_event_that_the_contest_does_not_take_is_deleted_again(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise UserError("This contest has just changed.")

    await create(t)
    monkeypatch.setattr(server_event, "note", refuse)
    assert_refused(await t.ines.tap(ADD, await managing(t)), "This contest has just changed.")
    assert not events(t)
