"""Contests at a table: matches, results, standings, and the posts about them."""

from __future__ import annotations

import hashlib

import pytest

from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.reading.standings import standings
from bot.play.posts.ui import match_threads
from playground.people.defaults import BOT_ID
from playground.places import threads
from playground.posts import messages
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import (
    DAY,
    PLAYERS,
    all_join,
    begin,
    card,
    create,
    id_of,
    organized,
    person_of,
    play_round,
    resign,
    row_of,
    running,
    stands,
)
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.slow
async def test_its_time_comes_and_everybody_is_told_whom_they_play_and_in_what(t: Table) -> None:
    await running(t)
    contest = await stands(t)
    assert len(contest.open) == 2
    for pairing in contest.open:
        for person in (pairing.first, pairing.second):
            who = person_of(t, person)
            assert "It's part of Friday Cup." in (await who.sees("has started.")).text
            mine = await who.tap("Standings", card(t))
            assert f"{person_of(t, pairing.other(person)).name} in <#" in mine.text
            assert any(label.startswith("Open ") for label in mine.buttons)
    (told,) = rounds(t)
    assert told.text.count("going on") == 2


def rounds(t: Table) -> list[Seen]:
    """Return the posts of the contest's rounds."""
    return [seen for seen in t.mara.messages() if "### Friday Cup: " in seen.text and not seen.ephemeral]


def in_channel(t: Table) -> list[Seen]:
    """Return all messages in the contest's channel that everyone sees, lines of Discord included."""
    there = [seen for seen in t.ines.messages() if seen.channel == card(t).channel]
    return [seen for seen in there if not seen.ephemeral]


@pytest.mark.slow
async def test_a_swiss_is_played_to_its_end_with_one_silent_post_a_round(t: Table) -> None:
    await running(t)
    (told,) = rounds(t)
    assert told.text.splitlines()[0] == "### Friday Cup: round 1"
    await resign(t, (await stands(t)).open[0])
    (told,) = rounds(t)
    assert (told.text.count(": 1–0"), told.text.count(": going on")) == (1, 1)
    first = await play_round(t)
    assert (first.round, len(first.open)) == (2, 2)
    assert [("round 1" in seen.text, "round 2" in seen.text) for seen in rounds(t)] == [
        (True, False),
        (False, True),
    ]
    assert all(seen.payload["flags"] & 1 << 12 for seen in rounds(t))
    assert list(card(t).pictures) == ["standings.png"]
    assert (await t.download(card(t).pictures["standings.png"])).startswith(b"\x89PNG")
    pairs = await t.mara.tap("Pairings", await t.mara.tap("Standings", card(t)))
    assert (pairs.text.count(": 1–0"), pairs.text.count("going on")) == (2, 2)
    last = await play_round(t)
    assert last.status == "finished"
    assert [seen.text.count(": 1–0") for seen in rounds(t)] == [2, 2]
    seen = card(t)
    assert "**Ended** <t:" in seen.text
    assert "final standings" in seen.alt_texts[0]
    secret = (await row_of(t)).secret
    details = await t.mara.tap("Standings", seen)
    assert f"`{secret.hex()}`, whose SHA-256 is `{hashlib.sha256(secret).hexdigest()}`" in details.text
    assert "Join" not in seen.buttons


@pytest.mark.slow
async def test_who_never_moves_on_a_ladder_forfeits_is_paused_and_resumes_by_a_tap(t: Table) -> None:
    await create(t, k="l", g="ccc", c="1d")
    await all_join(t, "mara", "tom")
    [one] = (await stands(t)).open
    [seat] = (await t.running.bot.ctx.app.match_state(one.match)).to_act
    people = [person_of(t, person) for person in (one.first, one.second)]
    absent, there = people[seat], people[1 - seat]
    question = await there.slash("/resign")
    assert "Abort instead" not in question.buttons
    t.advance(DAY + 1)
    await t.settled()
    for person in (absent, there):
        await person.sees(f"In **Friday Cup** it counts as a forfeit, and {there.name} gets the point.")
    told = await absent.sees("Friday Cup**: you get no new matches until you resume.")
    pushed = (
        "You didn't show up for a match of Friday Cup, so you're paused · Collapsable Construct Collision"
    )
    assert pushed in absent.pushes()
    assert (await stands(t)).entrants[int(absent.id)].paused
    await absent.tap("Resume", told)
    assert not (await stands(t)).entrants[int(absent.id)].paused


@pytest.mark.slow
async def test_days_are_announced_once_where_there_are_no_rounds(t: Table) -> None:
    await running(t, k="r", o="1")
    await play_round(t)
    for _ in range(2):
        t.advance(DAY)
        await t.settled()
    told = [seen for seen in t.mara.messages() if "Friday Cup: results of" in seen.text]
    assert len(told) == 1
    assert told[0].text.count(": 1–0") == 2


@pytest.mark.proof
async def test_a_swiss_of_six_takes_five_messages_in_its_channel_and_a_knockout_of_four_takes_four() -> None:
    for kind, names, most in (("s", (*PLAYERS, "guest2", "guest3"), 5), ("k", PLAYERS, 4)):
        async with organized(*names) as t:
            await running(t, *names, k=kind)
            while (await stands(t)).open:
                await play_round(t)
            t.advance(DAY)
            await t.settled()
            assert len(in_channel(t)) == most, [seen.text for seen in in_channel(t)]


@pytest.mark.slow
async def test_a_thread_that_a_person_names_like_a_match_is_not_taken_for_it(t: Table) -> None:
    t.fault("POST /channels/.*/threads", 503, after=True)
    await running(t, k="k")
    world = t.playground.world
    lost = world.channel(t.threads()[0]["id"])
    name, parent = lost.payload["name"], world.channel(lost.payload["parent_id"])
    t.delete_channel(lost.id)
    taken = threads.create(world, parent, t.mara.id, {"name": name, "type": 11})
    t.advance(2)
    await t.settled()
    owners = {thread["id"]: thread["owner_id"] for thread in t.threads() if thread["name"] == name}
    assert sorted(owners.values()) == sorted((t.mara.id, BOT_ID))
    assert not [seen for seen in t.mara.messages() if seen.channel == taken.id and seen.buttons]


@pytest.mark.slow
async def test_the_champion_of_a_knockout_is_pinged_in_one_post_with_the_bracket(t: Table) -> None:
    await running(t, k="k", t="1")
    while (await stands(t)).open:
        await play_round(t)
    over = [seen for seen in t.mara.messages() if "### Friday Cup is over" in seen.text]
    (told,) = over
    first = person_of(t, standings(await stands(t))[0].person)
    assert f"🏆 **{first.name} wins**" in told.text
    assert f"🥇 {first.name} · 🥈" in told.text
    assert f"Champion: {first.name}" in told.alt_texts[0]
    assert told.buttons.keys() == {"Standings", "Pairings"}
    for person in (t.mara, t.tom, t.juri, t.guest1):
        told_so = [line for line in person.pushes() if "Friday Cup is over. " in line]
        assert bool(told_so) == (person is first), told_so
    assert [seen.text.splitlines()[0] for seen in rounds(t)] == [
        "### Friday Cup: semifinals",
        "### Friday Cup: final",
    ]
    assert f"**{first.name}** beats" in rounds(t)[1].text


@pytest.mark.slow
async def test_the_last_day_s_results_are_in_the_post_about_the_end(t: Table) -> None:
    await running(t, "mara", "tom", "juri", k="r")
    while (await stands(t)).open:
        await play_round(t)
    for _ in range(2):
        t.advance(DAY)
        await t.settled()
    assert not [seen for seen in t.mara.messages() if "Friday Cup: results of" in seen.text]
    (told,) = [seen for seen in t.mara.messages() if "### Friday Cup is over" in seen.text]
    assert "**Final standings**" in told.text
    assert told.text.count(": 1–0") == 3


@pytest.mark.slow
async def test_an_organizer_s_decision_is_in_the_post_of_its_round_and_a_deleted_post_stays_away(
    t: Table,
) -> None:
    await running(t)
    one, other = (await stands(t)).open
    app, by = t.running.bot.ctx.app, int(t.ines.id)
    await organizing.decide(app, await id_of(t), one.match, "draw", by)
    await t.settled()
    (told,) = rounds(t)
    assert told.text.count(": ½–½ (decided)") == 1
    world = t.playground.world
    messages.delete(world, world.messages[told.id])
    await organizing.decide(app, await id_of(t), other.match, "win", by)
    await t.settled()
    assert ["round 2" in seen.text for seen in rounds(t)] == [True]


@pytest.mark.slow
async def test_a_thread_of_a_contest_leaves_nothing_in_the_channel_and_is_opened_once(t: Table) -> None:
    await running(t)
    world = t.playground.world
    threads = [channel for channel in world.channels.values() if channel.is_thread]
    assert len(threads) == 2
    app = t.running.bot.ctx.app
    for pairing in (await stands(t)).open:
        state = await app.match_state(pairing.match)
        assert str(state.match.thread) in {thread.id for thread in threads}
        ctx, lost = t.running.bot.ctx, "thread = NULL, board_message = NULL"
        await sql(t.database, f"UPDATE matches SET {lost} WHERE id = '{pairing.match}'")
        app.forget(pairing.match)
        state = await app.match_state(pairing.match)
        await match_threads.open_thread(ctx, state, "again", again=True)
    assert len([channel for channel in world.channels.values() if channel.is_thread]) == 2


@pytest.mark.proof
async def test_the_end_of_a_season_is_told_though_all_was_played_long_before(t: Table) -> None:
    await create(t, k="g", g="ccc", v="9", w="60")
    await all_join(t)
    await begin(t)
    while (await stands(t)).open:
        await play_round(t)
    assert "You've played all your matches of this season." in (await t.mara.tap("Standings", card(t))).text
    t.advance(DAY)
    await t.settled()
    t.advance(60 * DAY)
    await t.settled()
    told = [seen.text for seen in t.mara.messages() if "Friday Cup: the season is over" in seen.text]
    assert len(told) == 1
    assert "**Final standings**" in told[0]
