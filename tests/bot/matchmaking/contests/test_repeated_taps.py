"""Contests at a table: restarts, cards that are lost, and forged taps change nothing."""

from __future__ import annotations

import pytest

from bot.matchmaking.contests.log import notifications
from playground.posts import messages
from storage.tables import outbox
from tests.kit.matches.tapped import nothing_changes
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import (
    all_join,
    begin,
    card,
    create,
    id_of,
    is_card,
    organized,
    resign,
    row_of,
    running,
    stands,
)
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.proof
async def test_restarts_between_any_two_steps_change_nothing(t: Table) -> None:
    await create(t, g="ccc")
    await t.restart_bot()
    await all_join(t)
    await t.restart_bot()
    await begin(t)
    await t.restart_bot()
    for _ in range(2):
        for pairing in (await stands(t)).open:
            await resign(t, pairing)
            await t.restart_bot()
            await t.settled()
    contest = await stands(t)
    assert contest.status == "finished"
    assert len(contest.pairings) == 4
    assert (await sql(t.database, "SELECT COUNT(*) FROM matches")) == [(4,)]
    assert len(list(filter(is_card, t.mara.messages()))) == 1


async def test_a_card_that_was_deleted_is_posted_again(t: Table) -> None:
    seen = await create(t)
    world = t.playground.world
    messages.delete(world, world.messages[seen.id])
    row = await row_of(t)
    async with t.database.write() as w:
        await outbox.add(w, [notifications.card(row.id, 99, t.running.bot.ctx.app.now())])
    t.running.bot.ctx.app.wake()
    await t.settled()
    assert card(t).id != seen.id
    assert (await row_of(t)).message == int(card(t).id)


async def test_a_card_whose_posting_was_not_noted_is_not_posted_again_and_shows_what_has_happened(
    t: Table,
) -> None:
    seen = await create(t)
    await sql(t.database, "UPDATE contests SET message = NULL")
    await t.mara.tap("Join", seen)
    await t.settled()
    cards = list(filter(is_card, t.mara.messages()))
    assert [message.id for message in cards] == [seen.id]
    assert f"{t.mara.name}" in cards[0].text
    assert (await row_of(t)).message == int(seen.id)


async def test_forged_buttons_do_nothing_to_who_may_not(t: Table) -> None:
    await running(t)
    contest, one = await id_of(t), (await stands(t)).open[0]
    forged = (
        f"c-run|{contest}",
        f"c-start|{contest}",
        f"c-off|{contest}|sure",
        f"c-remove|{contest}|{t.tom.id}",
        f"c-decide|{contest}|{one.match}|win",
        f"c-void|{contest}|{one.match}",
        f"c-export|{contest}",
        f"c-people|{contest}|0",
        f"c-matches|{contest}|0",
        f"c-go|{'z.' * 10}",
        "c-new|m|zz.zz.zz",
        f"c-show|{'0' * 8}|0",
        f"c-in|{contest}",
        f"c-pause|{contest}|on",
        f"c-decide|{contest}|{one.match}|lots",
    )
    seen = card(t)
    part = next(
        component
        for component in seen.parts()
        if str(component.get("custom_id", "")).startswith("sp|c-show|")
    )
    async with nothing_changes(t):
        for custom_id in forged:
            part["custom_id"] = f"sp|{custom_id}"
            t.mara.outcome = await t.mara.actor.press(seen.channel, seen.id, part["custom_id"])
            answer = Seen(t.mara.outcome["message"])
            assert answer.ephemeral, custom_id
            assert not answer.buttons, (custom_id, answer.text)
        part["custom_id"] = f"sp|c-show|{contest}|0"
