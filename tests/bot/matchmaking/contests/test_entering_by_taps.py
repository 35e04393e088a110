"""Contests at a table: people enter, check in, wait as substitutes, pause, and withdraw."""

from __future__ import annotations

import pytest

from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.servers.contest_table import (
    HOUR,
    all_join,
    begin,
    card,
    create,
    id_of,
    organized,
    stands,
)
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.slow
async def test_who_joins_is_on_the_card_and_who_withdraws_is_not(t: Table) -> None:
    await create(t)
    await all_join(t, "mara", "tom")
    assert f"**In (2):** {t.mara.name}, {t.tom.name}" in card(t).text
    again = await t.mara.tap("Join", card(t))
    assert_refused(again, "You're already taking part.")
    await t.tom.tap("Withdraw", await t.tom.tap("Withdraw", card(t)))
    await t.settled()
    assert f"**In (1):** {t.mara.name}" in card(t).text


@pytest.mark.slow
async def test_it_is_full_once_so_many_are_in(t: Table) -> None:
    await create(t, s="4", k="s")
    await all_join(t)
    assert_refused(await t.mara.tap("Be a substitute", card(t)), "You're already taking part.")
    offered = await t.ines.tap("Be a substitute", card(t))
    assert "It's full, so you can't join **Friday Cup** right now." in offered.text
    seen = await t.ines.tap("Be a substitute", offered)
    assert "You're number 1 on the list of substitutes." in seen.text
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    await t.settled()
    assert int(t.ines.id) in (await stands(t)).entrants
    await t.ines.sees("You have a place in **Friday Cup**.")


@pytest.mark.slow
async def test_who_is_on_the_list_leaves_it_from_their_dms_even_once_they_have_left_the_server(
    t: Table,
) -> None:
    await create(t, k="r", g="ccc")
    await all_join(t, "mara", "tom")
    await begin(t)
    await t.juri.tap("Be a substitute", await t.juri.tap("Be a substitute", card(t)))
    assert (await stands(t)).substitutes
    del next(iter(t.playground.world.guilds.values())).members[t.juri.id]
    dm = await t.juri.actor.open_dm(str(t.running.bot.application_id))
    seen = await t.juri.choose(await id_of(t), await t.juri.slash("/compete", channel=str(dm["id"])))
    await t.juri.tap("Leave the list", seen)
    assert not (await stands(t)).substitutes


@pytest.mark.slow
async def test_the_role_that_is_needed_is_looked_for_among_those_of_the_member(t: Table) -> None:
    guild = next(iter(t.playground.world.guilds.values()))
    role = next(id for id in guild.roles if id in guild.members[t.ines.id]["roles"])
    seen = await create(t, e=role)
    assert f"with the role <@&{role}>" in seen.text
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), f"You need the role <@&{role}> to enter.")
    await t.ines.tap("Join", card(t))
    assert int(t.ines.id) in (await stands(t)).entrants


async def test_who_is_suspended_can_not_enter(t: Table) -> None:
    await create(t)
    guild = next(iter(t.playground.world.guilds))
    await t.mara.slash("/matches")
    await sql(t.database, f"INSERT INTO suspensions VALUES ({guild}, {t.mara.id}, {t.ines.id}, 5)")
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), "A moderator has suspended you on this server.")


@pytest.mark.slow
async def test_people_are_asked_to_check_in_and_do_so_in_their_dms_or_on_the_card(t: Table) -> None:
    await create(t, g="ccc", i="1")
    await all_join(t)
    assert_refused(await t.mara.tap("Check in", card(t)), "Check-in opens <t:")
    t.advance(HOUR)
    await t.settled()
    asked = await t.mara.sees("Check in to play.")
    assert any("Check in for Friday Cup" in line for line in t.mara.pushes())
    await t.mara.tap("Check in", asked)
    for name in ("tom", "juri"):
        await getattr(t, name).tap("Check in", card(t))
    await t.settled()
    assert card(t).text.count("✓") == 3


@pytest.mark.slow
async def test_what_a_tap_has_done_is_said_once(t: Table) -> None:
    await create(t, i="1")
    joined = await t.mara.tap("Join", card(t))
    assert joined.text.count("You're in.") == 1
    assert_refused(await t.mara.tap("Check in", card(t)), "I'll DM you then.")
    t.advance(HOUR)
    await t.settled()
    assert (await t.mara.tap("Check in", card(t))).text.count("checked in") == 1
    left = await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    assert left.text.count("You've withdrawn.") == 1


@pytest.mark.slow
async def test_on_a_ladder_people_join_pause_come_back_and_leave(t: Table) -> None:
    await create(t, k="l", g="ccc", name="Friday Cup")
    await all_join(t, "mara")
    mine = await t.mara.tap("Standings", card(t))
    paused = await t.mara.tap("Pause", mine)
    assert "You're paused." in paused.text
    assert (await stands(t)).entrants[int(t.mara.id)].paused
    many = await t.mara.choose("3", await t.mara.tap("Resume", paused))
    assert "You play 3 matches at a time." in many.text
    assert (await stands(t)).entrants[int(t.mara.id)].at_once == 3
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    assert (await stands(t)).entrants[int(t.mara.id)].gone == "withdrew"
    await t.mara.tap("Join", card(t))
    assert not (await stands(t)).entrants[int(t.mara.id)].gone
