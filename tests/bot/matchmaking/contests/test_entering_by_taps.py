"""Contests at a table: people enter, check in, wait as substitutes, pause, and withdraw."""

from __future__ import annotations

import pytest

from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.servers.contest_table import (
    DAY,
    HOUR,
    all_join,
    begin,
    card,
    create,
    id_of,
    organized,
    play_round,
    running,
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
async def test_who_lacks_the_role_or_the_rating_can_not_enter(t: Table) -> None:
    guild = next(iter(t.playground.world.guilds.values()))
    role = next(id for id in guild.roles if id in guild.members[t.ines.id]["roles"])
    seen = await create(t, e=role)
    assert f"with the role <@&{role}>" in seen.text
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), f"You need the role <@&{role}> to enter.")
    await t.ines.tap("Join", card(t))
    assert int(t.ines.id) in (await stands(t)).entrants
    await create(t, name="Masters", l="1800")
    refused = await t.mara.tap("Join", card(t, "Masters"))
    assert_refused(refused, "This is for ratings from 1800. Yours is 1500.")


async def test_who_is_suspended_can_not_enter(t: Table) -> None:
    await create(t)
    guild = next(iter(t.playground.world.guilds))
    await t.mara.slash("/matches")
    await sql(t.database, f"INSERT INTO suspensions VALUES ({guild}, {t.mara.id}, {t.ines.id}, 5)")
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Join", card(t)), "A moderator has suspended you on this server.")


@pytest.mark.slow
async def test_people_are_asked_to_check_in_and_who_does_not_is_not_paired(t: Table) -> None:
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
    contest = await begin(t, HOUR)
    late = contest.entrants[int(t.guest1.id)]
    assert late.gone == "no-show"
    assert not contest.of(late.person)
    assert len(contest.pairings) == 1
    assert len(contest.byes) == 1
    seen = await t.guest1.tap("Standings", card(t))
    assert "You didn't check in, so you're not in it." in seen.text


@pytest.mark.slow
async def test_substitutes_are_asked_to_check_in_and_whoever_gets_a_place_hears_that_it_takes_one(
    t: Table,
) -> None:
    await create(t, s="4", g="ccc", i="1", k="r")
    await all_join(t)
    await t.ines.tap("Be a substitute", await t.ines.tap("Be a substitute", card(t)))
    t.advance(HOUR)
    await t.settled()
    asked = await t.ines.sees("Check in to play.")
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", card(t)))
    await t.settled()
    told = await t.ines.sees("You have a place in **Friday Cup**. Check in before it begins, or it goes.")
    assert "Check in" in told.buttons
    await t.ines.tap("Check in", asked)
    assert (await stands(t)).entrants[int(t.ines.id)].checked_in


@pytest.mark.slow
async def test_with_too_few_it_is_called_off_and_the_card_says_so(t: Table) -> None:
    await create(t)
    await all_join(t, "mara")
    contest = await begin(t)
    assert contest.status == "called off"
    assert "**Called off**" in card(t).text
    assert card(t).buttons.keys() == {"Details", "Manage"}


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
async def test_who_withdraws_is_paired_no_more_and_their_match_goes_on(t: Table) -> None:
    await running(t)
    asked = await t.mara.tap("Withdraw", card(t))
    assert "Matches under way continue" in asked.text
    await t.mara.tap("Withdraw", asked)
    await t.settled()
    contest = await play_round(t)
    assert len(contest.of(int(t.mara.id))) == 1
    assert contest.entrants[int(t.mara.id)].gone == "withdrew"
    assert len(contest.byes) == 1


@pytest.mark.slow
async def test_on_a_ladder_people_join_pause_come_back_and_leave(t: Table) -> None:
    await create(t, k="l", g="ccc", name="Friday Cup")
    await all_join(t, "mara", "tom")
    t.advance(DAY)
    await t.settled()
    contest = await stands(t)
    assert contest.status == "running"
    assert len(contest.open) == 1, "within a day"
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


@pytest.mark.slow
async def test_in_a_league_people_skip_a_season_and_play_the_present_one_to_its_end(t: Table) -> None:
    seen = await create(t, k="g", g="ccc", v="9", m="1", w="60")
    terms = (await stands(t)).terms
    assert (terms.kind, terms.pace, terms.division, terms.movers, terms.season) == (
        "league",
        "bank",
        9,
        1,
        60,
    )
    assert "your division of about 9" in seen.text
    await all_join(t)
    await begin(t)
    mine = await t.mara.tap("Skip next season", await t.mara.tap("Standings", card(t)))
    assert "You skip the next season." in mine.text
    assert "**You play:**" in mine.text
    assert "Skip next season" in (await t.mara.tap("Play next season", mine)).buttons
